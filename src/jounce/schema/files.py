"""Files that a user names, read whole: only regular ones, and only up to a size that their kind may have."""

from __future__ import annotations

from pathlib import Path

from jounce.errors import FileError

MAX_YAML_SIZE = 1_000_000
"""Bytes of a model, maneuver or study; the cars of the library have up to 8,000. Reading takes 10 s per megabyte."""
MAX_CSV_SIZE = 50_000_000
"""Bytes of a path or of inputs over time: 2 million rows."""
MAX_TIRE_SIZE = 1_000_000
"""Bytes of a tire file; usual ones have 20,000."""


def read_file(path: str | Path, largest: int) -> bytes:
    """All bytes of a file; raises FileError for what is no regular file, is larger, or cannot be read."""
    file = Path(path)
    try:
        if not file.is_file():
            raise FileError(f"{path}: {_other(file)}")
        size = file.stat().st_size
        if size > largest:
            raise FileError(f"{path}: too large; got {size} bytes; expected at most {largest}")
        with file.open("rb") as opened:
            return opened.read(largest)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_text_file(path: str | Path, largest: int) -> str:
    """The text of a file in UTF-8, without its byte order mark; raises FileError."""
    try:
        return read_file(path, largest).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not UTF-8 text at byte {error.start}; save the file as UTF-8") from None


def _other(file: Path) -> str:
    """What something is that is no regular file."""
    if "\0" in str(file):
        return "cannot be read: no name of a file"
    if not file.exists():
        return "no such file; check the name, and the folder it is relative to"
    return "cannot be read: Is a directory" if file.is_dir() else "not a regular file; copy its content into one"
