"""Steps that all readers share: find the file, import an optional package, check the size, build the error."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from jounce.errors import FileError
from jounce.findings import Finding
from jounce.schema.files import read_file

MAX_FILE_SIZE = 2_000_000_000
"""Bytes of a file that is read whole."""
MIN_NODES, MAX_NODES_PER_BYTE = 1_000_000, 1_000
"""Nodes that any file may have, and for every byte of it: constant heights, packed, take a byte for about 500."""
MAX_NODES = 200_000_000
"""Most nodes of a file that is read into memory: 1.6 GB of heights."""


def find_file(path: str | Path) -> Path:
    """The path of an existing file; raises FileError."""
    try:
        file = Path(path)
        if file.is_file():
            return file
        what = "a folder, not a file" if file.is_dir() else "no such file"
    except (TypeError, ValueError, OSError):
        what = "not a name of a file"
    raise file_error(path, what, hint="check the name, and the folder it is relative to")


def read_bytes(path: Path) -> bytes:
    """All bytes of a file; raises FileError."""
    return read_file(path, MAX_FILE_SIZE)


def file_error(
    path: str | Path, what: str, got: str = "", expected: str = "", hint: str = "", line: int | None = None
) -> FileError:
    """The error for a file that is wrong: where, what, what was found, what was expected, what to do."""
    return FileError(str(Finding("", what, got, expected, hint, file=str(path), line=line)))


def import_package(name: str, path: str | Path, module: str = "") -> Any:
    """An optional package, or a module of it; raises FileError with the command that installs it."""
    try:
        return importlib.import_module(module or name)
    except ImportError:
        hint = "install it: pip install 'jounce[terrain]'"
        raise file_error(path, f"needs the package {name}, which is not installed", hint=hint) from None


def check_size(path: Path, nodes: int, hint: str) -> None:
    """Refuse a file that would not fit into memory, or is too small to hold what it says."""
    if nodes > MAX_NODES:
        raise file_error(path, "too large to be read whole", f"{nodes} nodes", f"at most {MAX_NODES}", hint)
    size = path.stat().st_size
    if nodes > MIN_NODES + MAX_NODES_PER_BYTE * size:
        raise file_error(path, "too large for its file", f"{nodes} nodes in {size} bytes", "heights in all of it", hint)


def first_line(error: BaseException) -> str:
    """First line of the message of an exception, at most 160 characters."""
    text = (str(error).splitlines() or [""])[0].strip().rstrip(".")
    return text[:160] or type(error).__name__
