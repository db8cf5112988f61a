"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from jounce.errors import FileError
from jounce.schema.paths import as_path


@contextlib.contextmanager
def atomic_write(path: str | Path) -> Iterator[Path]:
    """A temporary name in the folder of `path`, which becomes `path` when the block ends without an error.

    Missing folders are made. An older file stays as it was until the new one is complete. Raises FileError.
    """
    target = as_path(path, "a file to write, as a string or a Path", where="path")
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield part
        os.replace(part, target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(f"{target}: cannot be written: {reason}; choose another folder, or free this one") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def check_writable(folder: str | Path, names: Iterable[str] = ()) -> None:
    """Refuse a folder in which files of these names could not be written; leaves nothing behind. Raises FileError."""
    target = Path(folder)
    missing = [place for place in (target, *target.parents) if not place.exists()]
    try:
        target.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=target).close()
        for path in (target / name for name in names):
            if path.is_dir() or (path.exists() and not os.access(path, os.W_OK)):
                raise FileError(f"{path}: cannot be written: it is a folder, or protected; choose another folder")
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(f"{target}: cannot be written: {reason}; choose another folder, or free this one") from None
    finally:
        for place in missing:
            with contextlib.suppress(OSError):
                place.rmdir()


def write_text(path: str | Path, text: str) -> None:
    """A text file in UTF-8, whole or not at all."""
    with atomic_write(path) as part:
        part.write_text(text, encoding="utf-8")
