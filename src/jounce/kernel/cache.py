"""Where compiled code is kept: a folder keyed by a hash of every numeric source file.

Numba does not notice when a function that a cached function calls has changed; a new folder does.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numba
from numba.core import types

NUMERIC_ROOMS = ("kernel", "algebra", "elements", "tires", "ground", "formulations", "integrators")
LEAF_ROOMS = ("simple_car",)
"""Numeric rooms whose functions no other room compiles into its own: an edit there leaves all other code as it is."""


def cache_folder_of(function: Callable) -> Path:
    """Folder of the compiled code of a function."""
    package, _, module = function.__module__.partition(".")
    room = module.partition(".")[0]
    return cache_folder((room,)) if package == "jounce" and room in LEAF_ROOMS else cache_folder()


@functools.cache
def cache_folder(leaves: tuple[str, ...] = ()) -> Path:
    """Folder of this version's compiled code: `NUMBA_CACHE_DIR`, else the user's cache folder, then the source hash."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(base).absolute() if base else _user_cache() / "jounce"
    return root / "-".join(("kernels", *leaves, source_hash(leaves)[:16]))


@functools.cache
def source_hash(leaves: tuple[str, ...] = ()) -> str:
    """Hash of all source files that compiled code of the numeric rooms, and of these leaf rooms, can depend on."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for room in (*NUMERIC_ROOMS, *leaves):
        for path in sorted((package / room).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@functools.cache
def writable(folder: Path) -> bool:
    """Whether compiled code can be kept in `folder`; if not, Numba would fall back to folders without the hash."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        warnings.warn(
            f"{folder}: cannot be written ({error.strerror}), so every process compiles anew. "
            "Set NUMBA_CACHE_DIR to a folder that can be written.",
            stacklevel=3,
        )
        return False
    return True


@contextlib.contextmanager
def cache_directory(folder: Path) -> Iterator[None]:
    """Point Numba at `folder` while one function is decorated, so that other packages keep their own caches."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def save_with_care(compiled: Callable, function: Callable) -> None:
    """Let one process at a time add to a function's cache index, and nothing that other processes could not read.

    Numba numbers the data files of a function by reading its index; two processes that save different signatures at
    the same moment would pick the same number, and one would later load the other's code. And the index names the
    classes of all its signatures: one of a test or a script would keep every process that cannot import it from using
    the function at all. Such signatures are compiled, but not kept.
    """
    cache = compiled._cache  # type: ignore[attr-defined]
    save = cache.save_overload
    known = {"jounce", function.__module__.partition(".")[0]}

    def save_overload(signature, data):
        if _packages(signature) <= known:
            with _exclusive(cache_folder() / ".lock"):
                save(signature, data)

    cache.save_overload = save_overload


def _packages(kind: object) -> set[str]:
    """Top-level packages of the NamedTuple classes in a type or signature."""
    found: set[str] = set()
    if isinstance(kind, types.BaseNamedTuple):
        found.add(kind.instance_class.__module__.partition(".")[0])
    if isinstance(kind, types.FunctionType):
        kind = kind.signature
    if isinstance(kind, tuple | types.BaseTuple):
        parts = tuple(kind)
    else:
        parts = getattr(kind, "args", ())
    return found.union(*(_packages(part) for part in parts))


_threads = threading.Lock()


@contextlib.contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file, between threads and processes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _threads, open(path, "a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
            yield
