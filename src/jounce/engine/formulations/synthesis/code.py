"""Machine code of generated modules: traced, compiled, kept on disk under a hash of all that it was made from.

A new car costs a second or two: its module is run once on symbolic numbers, and LLVM makes code from the record. What
calls it, integrators and the two functions of `jounce.engine.formulations.synthesis.law_calls`, was compiled before and
is the same for all cars; addresses of a car's own code travel in its model.
"""

from __future__ import annotations

import functools
import hashlib
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from jounce.engine import tracing
from jounce.engine.compiler import INTERPRETED, pointer
from jounce.engine.compiler.dependencies import hash_code
from jounce.engine.compiler.native import host, load_object, make_object
from jounce.engine.compiler.native import lanes as registers
from jounce.engine.formulations.synthesis import law_calls, traced
from jounce.engine.formulations.synthesis.module import load_module
from jounce.engine.tracing.group import group
from jounce.engine.tracing.llvm_text import write_llvm
from jounce.engine.tracing.record import Program
from jounce.engine.tracing.substitute import names_in

ENTRIES = ("derivative", "project")


def derivative_of(source: str, *arguments: object) -> Callable:
    """A pointer to ẏ for a model that carries code; without compilation, the generated function itself."""
    if INTERPRETED:
        return _whole_status(load_module(source).derivative)
    return pointer(law_calls.derivative, *arguments)


def project_of(source: str, *arguments: object) -> Callable:
    """A pointer to the closing of loops for a model that carries code."""
    if INTERPRETED:
        return _whole_status(load_module(source).project)
    return pointer(law_calls.project, *arguments)


def _whole_status(function: Callable) -> Callable:
    """The function with an integer as its status."""
    return lambda *arguments: int(function(*arguments))


def load_code(source: str, code: np.ndarray) -> None:
    """Fill in the addresses of `derivative`, `project` and the table of laws."""
    if not INTERPRETED and code[0] == 0:
        code[:] = _addresses(source)[0]


def lane_addresses(source: str) -> np.ndarray:
    """Addresses of `derivative` and `project` for as many cars as a register has lanes, and of the table of laws."""
    return _addresses(source, registers())[0]


def law_table_of(source: str) -> np.ndarray:
    """The table of laws whose address a model carries."""
    return _addresses(source)[1]


def program_addresses(source: str) -> dict[str, int]:
    """Addresses of the entries in this process, by name."""
    return dict(zip(ENTRIES, (int(a) for a in _addresses(source)[0]), strict=False))


def program_text(source: str, lanes: int) -> str:
    """The program of one car in LLVM's language, for a processor whose registers hold so many doubles."""
    return write_llvm(group(program_of(source), lanes))


@functools.cache
def _addresses(source: str, lanes: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """The three addresses, and the table of laws that the last one is of."""
    loaded = Code(source, lanes)
    table = law_calls.law_table(loaded.laws)
    found = load_object(loaded.key, ENTRIES, loaded.text, "equations of motion").addresses
    return np.array([*(found[name] for name in ENTRIES), table.ctypes.data], dtype=np.int64), table


class Code:
    """The program of a generated module; traced only when its code is not on the disk. lanes: cars side by side."""

    def __init__(self, source: str, lanes: int = 1) -> None:
        self.source, self.lanes = source, lanes

    @property
    def key(self) -> str:
        """All that the machine code is made from."""
        return f"{self.lanes} {_tracing_hash()} {_reached_hash(self.source)} {self.source}"

    @functools.cached_property
    def program(self) -> Program:
        """The record."""
        return program_of(self.source)

    @property
    def laws(self) -> tuple[str, ...]:
        """Laws that the program calls, in the order of its table."""
        return tuple(self.program.outside)

    def text(self) -> str:
        """The program in LLVM's language."""
        return write_llvm(group(self.program, registers()) if self.lanes == 1 else self.program, self.lanes)


def measure_compilation(source: str) -> tuple[float, float]:
    """Seconds that it takes to trace a generated module, and to make machine code from the record."""
    clock = time.perf_counter()
    program = traced.trace_module(load_module(source))
    between = time.perf_counter()
    make_object(write_llvm(group(program, registers())), host())
    return between - clock, time.perf_counter() - between


@functools.cache
def program_of(source: str) -> Program:
    """The record of a generated module."""
    return traced.trace_module(load_module(source))


@functools.cache
def _tracing_hash() -> str:
    """Hash of the package that traces, and of what stands in for laws."""
    files = [*sorted(Path(tracing.__file__).parent.glob("*.py")), Path(traced.__file__)]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


@functools.cache
def _reached_hash(source: str) -> str:
    """Hash of the functions that a generated module is made of, and of those it calls."""
    module = load_module(source)
    found: dict[int, str] = {}
    for name in ENTRIES:
        _reach(vars(module)[name], found)
    return hashlib.sha256("\n".join(sorted(found.values())).encode()).hexdigest()


def _reach(function: Any, found: dict[int, str]) -> None:
    plain = getattr(function, "py_func", function)
    if not isinstance(plain, types.FunctionType) or id(plain) in found:
        return
    found[id(plain)] = f"{plain.__module__}.{plain.__qualname__} {hash_code(plain.__code__)}"
    for value in _globals_of(plain):
        if isinstance(value, int | float | tuple):
            found[id(value)] = repr(value)
        _reach(value, found)


def _globals_of(function: types.FunctionType) -> Iterator[Any]:
    """What a function reads; of a module of this package, what its names may mean."""
    names = names_in(function.__code__)
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, types.ModuleType) and value.__name__.startswith("jounce"):
            yield from (vars(value)[n] for n in names if n in vars(value))
        else:
            yield value
