"""Build the page of the viewer: web/ → src/jounce/output/replay/static/, with its types checked first (`make web`)."""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path

from tools.node import Failure, Node, find_node

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
STATIC = ROOT / "src/jounce/output/replay/static"
PAGE = ("viewer.js", "viewer.css", "design.js", "design.css")


def build(node: Node | None = None) -> None:
    """Install the packages that the lock file names, if they are not there, check the types, and build.

    Without a Node the one of the machine is used, or one from PyPI.
    """
    if not (WEB / "package-lock.json").is_file():
        raise Failure(f"{WEB}: no package-lock.json here. Is the clone complete?")
    node = node or find_node()
    _install(node)
    print("[web] checking types", flush=True)
    node.run_npm("run", "--silent", "check", folder=WEB, hint="TypeScript refuses the page: see above.")
    print("[web] building", flush=True)
    node.run_npm("run", "--silent", "build", folder=WEB, hint="Vite could not build the page: see above.")
    for name in PAGE:
        if not (STATIC / name).is_file():
            raise Failure(f"{STATIC / name}: not there after the build. Does web/vite.config.ts write to this folder?")
        (STATIC / name).touch()  # newer than its sources, whatever the builder wrote, or make would build it again


def _install(node: Node) -> None:
    """Make node_modules what the lock file says; a note in it keeps which lock file that was."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    note = WEB / "node_modules" / ".installed-lock"
    if note.is_file() and note.read_text() == wanted:
        return
    print("[web] installing the packages of web/package-lock.json", flush=True)
    words = ("ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error")
    node.run_npm(*words, folder=WEB, hint="Is there a network, and does package-lock.json belong to package.json?")
    note.write_text(wanted)


def main() -> int:
    """Build, and say in how many seconds or why not."""
    start = time.perf_counter()
    try:
        build()
    except Failure as failure:
        print(f"[web] {failure}", file=sys.stderr)
        return 1
    print(f"[web] the page is in {STATIC.relative_to(ROOT)} ({time.perf_counter() - start:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
