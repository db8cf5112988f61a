"""Object files: kept on disk under a hash, loaded into the process.

A file begins with a hash of the rest: one that was cut short or changed is not loaded but made again. It is written
under another name and then renamed, so that a reader sees all of it or nothing, whoever else writes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import llvmlite.binding as llvm

from jounce.engine.compiler.cache import (
    announce_compilation,
    cache_folder,
    is_trusted,
    is_writable,
    make_private,
    tell_once,
)
from jounce.engine.compiler.native.machine import FULL, Effort, Processor, host, make_object, target_machine
from jounce.engine.compiler.turns import Turn

FOLDER = "objects"
_SEAL = 32


@dataclass(frozen=True)
class ObjectCode:
    """Loaded code; it stays as long as the process."""

    addresses: dict[str, int]
    engine: llvm.ExecutionEngine


_loaded: dict[str, ObjectCode] = {}


def load_object(
    key: str, functions: tuple[str, ...], write: Callable[[], str], title: str, *, effort: Effort = FULL
) -> ObjectCode:
    """The functions of a module, from memory, from the disk, or made from the LLVM text that `write` gives.

    key: a text that changes whenever the module would. title: what people are told is being compiled.
    """
    name = hashlib.sha256(f"{key}\n{host().key}\n{effort}".encode()).hexdigest()
    if name not in _loaded:
        code = read_object(name)
        if code is None:
            code = _make_in_turn(name, write, title, effort)
        _loaded[name] = _link(code, functions)
    return _loaded[name]


def _make_in_turn(name: str, write: Callable[[], str], title: str, effort: Effort) -> bytes:
    """Compile an object, or wait for a process that does and take its code from the disk."""
    turn, place = Turn(), path_of(name).with_suffix(".turn")
    if is_writable(cache_folder()):
        turn.begin(place)
    try:
        code = read_object(name)
        if code is None:
            announce_compilation(title)
            code = make_object(write(), host(), effort)
            keep_object(name, code)
    finally:
        turn.end()
        with contextlib.suppress(OSError):
            place.rmdir()
    return code


def path_of(name: str) -> Path:
    """The file of an object."""
    return cache_folder() / FOLDER / f"{name[:32]}.o"


def read_object(name: str) -> bytes | None:
    """An object from the disk; None when it is not there or not whole."""
    path = path_of(name)
    try:
        if not all(map(is_trusted, (path, path.parent))):
            tell_once(f"{path}: others may write it, so its code is compiled anew and not used", "untrusted")
            return None
        data = path.read_bytes()
    except OSError:
        return None
    seal, code = data[:_SEAL], data[_SEAL:]
    if hashlib.sha256(name.encode() + code).digest() != seal:
        tell_once(f"{path}: damaged; the code is compiled anew", "damaged")
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return code


def keep_object(name: str, code: bytes) -> None:
    """Write an object to the disk; if that fails, other processes make it again."""
    path = path_of(name)
    if not is_writable(cache_folder()):
        return
    temporary = None
    try:
        make_private(path.parent)
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(name.encode() + code).digest() + code)
        os.replace(temporary, path)
    except OSError as error:
        reason = error.strerror or error
        tell_once(f"{cache_folder()}: cannot be written ({reason}); code is compiled and not kept", "unkept")
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _link(code: bytes, functions: tuple[str, ...], processor: Processor | None = None) -> ObjectCode:
    """Put an object into memory."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine(processor or host()))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return ObjectCode({name: engine.get_function_address(name) for name in functions}, engine)
