"""Build the source distribution and the wheel, and use the wheel as a stranger would (`make dist`).

The wheel is made from the source distribution, so that both are known to carry the viewer's page. It is installed into
empty environments outside the repository, one for every Python that this machine has, and there runs a car, writes a
report with its replay, and serves a live drive.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
FIRST_FRAMES = """
import sys
from websockets.sync.client import connect
with connect(sys.argv[1], max_size=None) as socket:
    frames = 0
    while frames < 20:
        frames += isinstance(socket.recv(timeout=300), bytes)
"""
"""Receives the first pictures of a drive, with the wheel's own environment."""
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S*")


class DistributionError(Exception):
    """A distribution could not be built, installed or used; the message says where."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and check; print one line for each Python."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", action="append", help="version to check with, repeatable; default: all there are")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of the distributions")
    options = parser.parse_args(arguments)
    try:
        wheel = build(options.out)
        for version in options.python or VERSIONS:
            python = find_python(version)
            print(f"[dist] Python {version}: {check(wheel, python) if python else 'not on this machine'}", flush=True)
    except DistributionError as error:
        print(f"[dist] {error}", file=sys.stderr)
        return 1
    return 0


def build(out: Path) -> Path:
    """Build the source distribution, and the wheel from it; return the wheel's path."""
    shutil.rmtree(out, ignore_errors=True)
    _run([sys.executable, "-m", "build", "--outdir", str(out), str(ROOT)], ROOT)
    (wheel,) = out.glob("*.whl")
    for path in sorted(out.iterdir()):
        print(f"[dist] {path.name}: {path.stat().st_size / 1e6:.1f} MB", flush=True)
    return wheel


def find_python(version: str) -> str | None:
    """A Python of this version that runs; None if there is none."""
    managed = sorted((Path.home() / ".pyenv/versions").glob(f"{version}.*/bin/python"), reverse=True)
    for candidate in (shutil.which(f"python{version}"), *map(str, managed)):
        if candidate and _prints(candidate, "import sys; print('%d.%d' % sys.version_info[:2])") == version:
            return candidate
    return None


def check(wheel: Path, python: str) -> str:
    """Install the wheel into an empty environment and use it there; return what was seen, in a few words."""
    with tempfile.TemporaryDirectory(prefix="jounce-dist-") as folder:
        place = Path(folder)
        _run([python, "-m", "venv", "env"], place)
        programs = place / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        _run([str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)], place)
        jounce = str(programs / "jounce")
        _run([jounce, "doctor"], place)
        _run([jounce, "run", "j-turn", "--vehicle", "dw18", "--out", "run"], place)
        report = (place / "run" / "report.html").read_text(encoding="utf-8")
        if 'id="replay"' not in report:
            raise DistributionError("the report of the installed wheel has no replay")
        page = _serve_drive(programs, place)
        return f"ran a car, wrote a report of {len(report) / 1e6:.1f} MB, served a drive of {page / 1e3:.0f} kB"


def _serve_drive(programs: Path, folder: Path) -> int:
    """Start a live drive without a browser, fetch its page, steer over its socket; return the size of the page [B]."""
    command = [str(programs / "jounce"), "drive", "dw18", "--no-browser"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env=_environment()) as process:
        try:
            address = next((found[0] for line in process.stdout or () if (found := ADDRESS.search(line))), None)
            if address is None:
                raise DistributionError("`jounce drive --no-browser` of the installed wheel printed no address")
            with urllib.request.urlopen(address, timeout=60) as answer:
                page = answer.read()
            _run(
                [str(programs / "python"), "-c", FIRST_FRAMES, address.replace("http", "ws").replace("/?", "/socket?")],
                folder,
            )
        finally:
            process.terminate()
    if b"<script" not in page or b"jounce" not in page:
        raise DistributionError(f"{address} of the installed wheel is not the viewer's page")
    return len(page)


def _run(command: list[str], folder: Path) -> None:
    """Run a command; a failure shows the end of what it printed."""
    done = subprocess.run(
        command, cwd=folder, env=_environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise DistributionError(f"`{' '.join(command)}` ended with code {done.returncode}:\n{done.stdout[-3000:]}")


def _environment() -> dict[str, str]:
    """The environment without what could lead to this repository."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def _prints(python: str, code: str) -> str:
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=60)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


if __name__ == "__main__":
    sys.exit(main())
