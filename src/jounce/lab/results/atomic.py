"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from jounce.errors import FileError


@contextlib.contextmanager
def atomic_write(path: str | Path) -> Iterator[Path]:
    """A temporary name in the folder of `path`, which becomes `path` when the block ends without an error.

    Missing folders are made. An older file stays as it was until the new one is complete. Raises FileError.
    """
    target = Path(path)
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


def write_text(path: str | Path, text: str) -> None:
    """A text file in UTF-8, whole or not at all."""
    with atomic_write(path) as part:
        part.write_text(text, encoding="utf-8")
