"""A lock that ends with its process, however that ends."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from jounce.errors import FileError


@contextlib.contextmanager
def hold_lock(path: Path) -> Iterator[bool]:
    """Lock a file while the block runs; gives whether nobody else has it. The file stays. Raises FileError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = open(path, "a+b")  # noqa: SIM115 (closed below, which unlocks it)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}; choose another folder") from None
    with file:
        yield _lock(file.fileno())


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        import errno

        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # some file systems have no locks
    return True
