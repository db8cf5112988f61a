"""Where compiled code is kept: a folder for each function, named after it and the hash of what it was made from.

    kernels/jounce.integrators.fixed.advance-5f0c…/     what the function reaches, whatever it is called with
        91ae…/                                          what the types of its arguments add: chosen bodies, fields
            fixed.advance.py311.nbi, .1.nbc, …          Numba's index and machine code, by types, Numba version and CPU

Numba alone would look at the date of the file that a function stands in, and not at the functions that it calls.

Loading code is executing it: files count only if they belong to the user and nobody else may write them, and only with
the checksum that they were written with. What is damaged, or cannot be kept, is said once and compiled.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba.experimental.function_type  # noqa: F401 - types of pointers on the disk
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.runtime import rtsys

from jounce.engine.compiler.dependencies import UnknownDependencyError, classes_of, hash_function, hash_overload
from jounce.engine.compiler.libraries import forbid_linking
from jounce.engine.compiler.turns import turn_of

MAX_UNUSED_DAYS = 30.0
"""Code that no process has asked for in so long is removed when other code is saved."""

_listeners: list[Callable[[str], None]] = []


@contextlib.contextmanager
def when_compiling(tell: Callable[[str], None]) -> Iterator[None]:
    """Call `tell` with the name of every function that is compiled meanwhile because its code is not on the disk."""
    _listeners.append(tell)
    try:
        yield
    finally:
        _listeners.remove(tell)


def announce_compilation(name: str) -> None:
    """Tell all that listen that a function is being compiled, here or in another process for this one."""
    for tell in tuple(_listeners):
        tell(name)


TRUSTED_USERS = (0,)
"""Owners of files that count besides the user: root, who may do anything anyway."""
MAX_SIZE = 2_000_000_000
"""Bytes of all compiled code, above which what was not used for longest is removed; a car takes about 5 MB."""


@functools.cache
def cache_folder() -> Path:
    """Folder of all compiled code: in `NUMBA_CACHE_DIR`, else in the user's cache folder.

    One that others may write becomes private if it is ours; if it is not, code is kept for this process alone.
    """
    base = os.environ.get("NUMBA_CACHE_DIR")
    folder = (Path(base).absolute() if base else _user_cache() / "jounce") / "kernels"
    with contextlib.suppress(OSError):  # whether it can be written is asked later
        make_private(folder)
    if folder.exists() and not is_trusted(folder):
        tell_once(f"{folder}: belongs to another user, or others may write it, so compiled code there is not used")
        return Path(tempfile.mkdtemp(prefix="jounce-kernels-"))
    return folder


def make_private(folder: Path) -> None:
    """Make a folder that only the user may write, or take the right from others."""
    folder.mkdir(parents=True, exist_ok=True)
    mode = folder.stat().st_mode
    if sys.platform != "win32" and mode & 0o022:
        folder.chmod(mode & ~0o022)


def is_trusted(path: Path) -> bool:
    """Whether a file or folder belongs to the user, or to root, and nobody else may write it."""
    if sys.platform == "win32":
        return True
    found = path.stat()
    return found.st_uid in (os.getuid(), *TRUSTED_USERS) and not found.st_mode & 0o022


_told: set[str] = set()


def tell_once(message: str, about: str = "") -> None:
    """Warn, once in a process about the same thing."""
    if (about or message) not in _told:
        _told.add(about or message)
        warnings.warn(message, stacklevel=2)


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def folder_of(function: Callable) -> Path:
    """Folder of the compiled code of a function as it is now, whatever the types of its arguments."""
    function = getattr(function, "py_func", function)
    return _folder(function, hash_function(function))


def _folder(function: Callable, digest: str) -> Path:
    name = re.sub(r"[^\w.-]", "", f"{function.__module__}.{function.__qualname__}")
    return cache_folder() / f"{name}-{digest[:16]}"


def is_kept(function: Callable) -> bool:
    """Whether code of a function as it is now, for arguments of some types, is on the disk."""
    return any(folder_of(function).glob("*/*.nbi"))


class CodeCache(FunctionCache):
    """Numba's cache of a function, in folders that are named after what the code depends on.

    One process at a time adds to an index: Numba numbers the data files by reading it, and two processes that save
    different signatures at the same moment would pick the same number; one would later load the other's code. And
    nothing is saved that other processes could not read: the index names the classes of all its signatures, and one of
    a test or a script would keep every process that cannot import it from using the function at all.
    """

    def __init__(self, function: Callable) -> None:
        self._name = repr(function)
        self._py_func = function
        self._impl = Format(function)
        self._known = {"jounce", function.__module__.partition(".")[0]}
        self._turn = turn_of(function)
        self.enable()

    @property
    def cache_path(self) -> str:
        """Folder of all code, for Numba's statistics."""
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Compiled code for these types from the disk, or None.

        One process compiles at a time what several want: the others wait for it and take its code from the disk.
        """
        self._turn.end()
        index = self._turn_to(sig)
        found = self._read(index, sig, target_context)
        if found is None and index is not None and is_writable(cache_folder()) and self._turn.begin(index.parent):
            found = self._read(index, sig, target_context)
            if found is not None:
                self._turn.end()
        if found is None:
            announce_compilation(self._py_func.__qualname__)
        return found

    def _read(self, index: Path | None, sig: Any, target_context: Any) -> Any:
        """Code from the disk; of Numba only what it takes to run it is set up, not what it takes to compile."""
        if index is None or not index.exists() or not _is_ours(index):
            return None
        with contextlib.suppress(OSError):
            os.utime(index)
        rtsys.initialize(target_context)
        try:
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)
        except (OSError, DamagedFileError, *UNREADABLE) as error:
            tell_once(f"{index.parent}: damaged ({error}); the code is compiled anew", "damaged")
            shutil.rmtree(index.parent, ignore_errors=True)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code for these types."""
        packages = {cls.__module__.partition(".")[0] for cls in classes_of(sig)}
        try:
            if packages <= self._known and is_writable(cache_folder()) and (index := self._turn_to(sig)) is not None:
                remove_unused()
                self._keep(index, sig, data)
        finally:
            self._turn.end()

    def _keep(self, index: Path, sig: Any, data: Any) -> None:
        """Write compiled code; what cannot be written is compiled again by others."""
        try:
            with _exclusive(index.parent / ".lock"):
                if index.exists() and not _is_ours(index):
                    return
                super().save_overload(sig, data)
        except (DamagedFileError, *UNREADABLE) as error:
            tell_once(f"{index.parent}: damaged ({error}); the code is compiled anew", "damaged")
            shutil.rmtree(index.parent, ignore_errors=True)
        except OSError as error:
            reason = error.strerror or error
            tell_once(f"{cache_folder()}: cannot be written ({reason}); code is compiled and not kept", "unkept")

    def flush(self) -> None:
        """Forget nothing: code that was compiled from something else is in another folder."""

    def _index_key(self, sig: Any, codegen: Any) -> tuple:
        """Types and processor; code and closures are in the name of the folder.

        Numba would pickle what a closure holds, and gets other bytes for a compiled function in every process.
        """
        return sig, codegen.magic_tuple()

    def _turn_to(self, sig: Any) -> Path | None:
        """Direct reading and writing to the files for these types; returns the index, None if code cannot be kept."""
        try:
            without_types, with_types = hash_overload(self._py_func, sig)
        except UnknownDependencyError:
            return None
        folder = _folder(self._py_func, without_types) / with_types[:16]
        self._cache_file = CheckedFiles(str(folder), self._impl.filename_base, source_stamp=None)
        return folder / f"{self._impl.filename_base}.nbi"


class DamagedFileError(Exception):
    """A file of the cache whose content is not what was written."""


UNREADABLE = (pickle.UnpicklingError, EOFError, ImportError, AttributeError, ValueError, TypeError, LookupError)
"""What loading raises for content that does not fit, although its checksum does."""
MARK = b"jounce code 1\n"


class CheckedFiles(IndexDataCacheFile):
    """Numba's index and data files with a checksum in front: damaged machine code would end the process."""

    def _load_index(self) -> dict[Any, str]:
        try:
            version, overloads = pickle.loads(read_file(self._index_path))
        except FileNotFoundError:
            return {}
        return overloads if version == self._version else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        write_file(self._index_path, self._dump((self._version, overloads)))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(read_file(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        write_file(self._data_path(name), self._dump(data))


def read_file(path: str) -> bytes:
    """Content of a file of the cache; raises DamagedFileError or OSError."""
    content = Path(path).read_bytes()
    head = len(MARK) + hashlib.sha256().digest_size
    if content[: len(MARK)] != MARK or hashlib.sha256(content[head:]).digest() != content[len(MARK) : head]:
        raise DamagedFileError(os.path.basename(path))
    return content[head:]


def write_file(path: str, content: bytes) -> None:
    """A file of the cache, whole or not at all, that only the user may write."""
    handle, part = tempfile.mkstemp(dir=os.path.dirname(path), suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MARK + hashlib.sha256(content).digest() + content)
        os.chmod(part, 0o644)
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


def _is_ours(index: Path) -> bool:
    """Whether an index and the folders that it stands in can have been written by the user alone."""
    try:
        ours = all(is_trusted(path) for path in (index, *index.parent.glob("*.nbc"), index.parent, index.parent.parent))
    except OSError:
        return False
    if not ours:
        tell_once(f"{index.parent}: others may write it, so its code is compiled anew and not used", "untrusted")
        shutil.rmtree(index.parent, ignore_errors=True)
    return ours


class Format(CompileResultCacheImpl):
    """How compiled code is written: as Numba does, without its search for a place."""

    def __init__(self, function: Callable) -> None:
        code = function.__code__
        self._lineno = code.co_firstlineno
        self._locator = SimpleNamespace(_py_file=code.co_filename, ensure_cache_path=lambda: None)
        module = function.__module__.rpartition(".")[2]
        version = f"py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"
        self._filename_base = re.sub(r"[^\w.-]", "", f"{module}.{function.__qualname__}.{version}")

    def reduce(self, compiled: Any) -> Any:
        """What a file holds; the code in LLVM's form goes to a file of its own."""
        from jounce.engine.compiler.native.compiled_functions import keep_bitcode  # which knows all entries

        payload = super().reduce(compiled)
        keep_bitcode(compiled.library, _object_of(payload))
        return payload

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Code from what a file holds."""
        found = super().rebuild(target_context, payload)
        forbid_linking(found.library)
        found.library.object_hash = hashlib.sha256(_object_of(payload)).hexdigest()  # by which its bitcode is found
        return found


def _object_of(payload: Any) -> bytes:
    """The machine code in what a file holds: its first part is a library, (name, kind, (machine code, names))."""
    return payload[0][2][0]


@functools.cache
def is_writable(folder: Path) -> bool:
    """Whether compiled code can be kept in a folder."""
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


@functools.cache
def remove_unused() -> None:
    """Remove code that has not been used for long, once in a process; one that wants it at this moment compiles it."""
    latest = time.time() - MAX_UNUSED_DAYS * 86400.0
    for folder in _code_folders(cache_folder()):
        with contextlib.suppress(OSError):
            if _last_use(folder) < latest:
                _remove_code(folder)
    remove_surplus(cache_folder(), MAX_SIZE)


def remove_surplus(root: Path, largest: int) -> None:
    """Remove the code that was not used for longest until the rest has at most `largest` bytes, and generated modules
    that are a day old and have no code left."""
    found = []
    for folder in _code_folders(root):
        with contextlib.suppress(OSError):
            found.append((_last_use(folder), sum(file.stat().st_size for file in folder.iterdir()), folder))
    for path in (root / "objects").glob("*.o"):
        with contextlib.suppress(OSError):
            found.append((path.stat().st_mtime, path.stat().st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if total <= largest:
            break
        with contextlib.suppress(OSError):
            if path.is_dir():
                _remove_code(path)
            else:
                path.unlink()
        total -= size
    for module in (root / "generated").glob("*.py"):
        with contextlib.suppress(OSError):
            if module.stat().st_mtime < time.time() - 86400.0 and not any(root.glob(f"{module.stem}.*")):
                module.unlink()


def _code_folders(root: Path) -> list[Path]:
    return list(root.glob("*-" + 16 * "[0-9a-f]" + "/" + 16 * "[0-9a-f]"))


def _last_use(folder: Path) -> float:
    return max(path.stat().st_mtime for path in (*folder.glob("*.nbi"), folder))


def _remove_code(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.parent.rmdir()  # fails if it is not empty


_threads = threading.Lock()


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o644 & ~0o022)


@contextlib.contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file, between threads and processes."""
    for folder in (path.parent.parent, path.parent):
        make_private(folder)
    with _threads, open(path, "a+b", opener=_open_private) as file:
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
