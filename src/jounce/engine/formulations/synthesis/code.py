"""Machine code of generated modules: traced, compiled, kept on disk under a hash of all that it was made from.

A new car costs a second or two: its module is run once on symbolic numbers, and LLVM makes code from the record. What
calls it, integrators and the two functions of `jounce.engine.formulations.synthesis.law_calls`, was compiled before and
is the same for all cars; addresses of a car's own code travel in its model.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import threading
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from jounce.engine import tracing
from jounce.engine.compiler import INTERPRETED, pointer
from jounce.engine.compiler.dependencies import hash_code
from jounce.engine.compiler.native import Effort, ObjectCode, host, load_object, make_object
from jounce.engine.compiler.native import lanes as registers
from jounce.engine.compiler.native.machine import FULL
from jounce.engine.formulations.synthesis import law_calls, traced, traced_records
from jounce.engine.formulations.synthesis.arrays import NOTING
from jounce.engine.formulations.synthesis.module import load_module
from jounce.engine.tracing.differentiate import Differentiated, differentiate
from jounce.engine.tracing.group import group
from jounce.engine.tracing.llvm_text import write_llvm
from jounce.engine.tracing.record import Program
from jounce.engine.tracing.substitute import names_in
from jounce.garbage import collection_paused

ENTRIES = ("derivative", "project")
ABOUT = "about"
"""Name of what an object file says about its code: numbers, and the laws that it calls in the order of their table."""
NOTING_PART, ALONG_PART = "noting", "along"
"""First words of the names of programs of derivatives."""
ONCE, OFTEN = Effort(passes=0, code=0), Effort(passes=0, code=1)
"""For code that runs once for a matrix, and for that which runs for each group of its columns, or for cars in lanes.
With more effort LLVM takes up to five times as long. Its passes find nothing in lines that were folded before, except
for one car, where they save 2 % of an evaluation."""
STILL = ("P", "culprit", *traced_records.RECORDS, "ground")
"""Arrays that do not change with the state."""
_LOADING = threading.Lock()
"""Held while code is loaded: threads that begin at once would each make a table of laws, and only the last is kept."""
_OTHERS = (traced.__file__, traced_records.__file__, __file__)
"""Files beside the tracing package on which machine code depends."""


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
        with _LOADING, collection_paused():
            code[:NOTING] = _addresses(source)[0]


def lane_addresses(source: str) -> np.ndarray:
    """Addresses of `derivative` and `project` for as many cars as a register has lanes, and of the table of laws."""
    with _LOADING, collection_paused():
        return _addresses(source, registers())[0]


def load_derivatives(source: str, code: np.ndarray) -> None:
    """Fill in NOTING … LANES of `arrays`; compiled when first asked for, or taken from the disk."""
    if not INTERPRETED and code[NOTING] == 0:
        with _LOADING, collection_paused():
            code[NOTING:] = _derivative_addresses(source)[0]


@functools.cache
def _derivative_addresses(source: str) -> tuple[np.ndarray, np.ndarray]:
    """Addresses and sizes, and the table of laws."""
    loaded, title = DerivativeCode(source), "derivatives of the equations of motion"
    noting = load_object(f"{NOTING_PART} {loaded.key}", (*ENTRIES, ABOUT), loaded.noting, title, effort=ONCE)
    along = load_object(f"{ALONG_PART} {loaded.key}", ENTRIES, loaded.along, title, effort=OFTEN)
    size, *laws = read_about(noting)
    table = law_calls.law_table(laws)
    found = [part.addresses[name] for part in (noting, along) for name in ENTRIES]
    return np.array([*found, table.ctypes.data, int(size), registers()], dtype=np.int64), table


def law_tables_of(source: str, code: np.ndarray) -> list[np.ndarray]:
    """The tables of laws whose addresses a model carries in its code."""
    return [_addresses(source)[1], *([_derivative_addresses(source)[1]] if code[NOTING] else [])]


def program_addresses(source: str, code: np.ndarray) -> dict[str, int]:
    """Addresses of the programs that a model carries in its code, by names for object files."""
    found = {f"program_{name}": int(code[i]) for i, name in enumerate(ENTRIES)}
    if code[NOTING]:
        parts = [f"{part}_{name}" for part in (NOTING_PART, ALONG_PART) for name in ENTRIES]
        found |= dict(zip(parts, map(int, code[NOTING : NOTING + len(parts)]), strict=True))
    return found


def program_texts(source: str, code: np.ndarray, lanes: int) -> dict[str, str]:
    """Programs of one car in LLVM's language, by the first word of their names for object files; lanes: doubles in a
    register of the processor."""
    texts = {"program": write_llvm(group(program_of(source), lanes))}
    if code[NOTING]:
        both = DerivativeCode(source).both
        texts |= {NOTING_PART: write_llvm(both.values), ALONG_PART: write_llvm(both.directions, lanes)}
    return texts


@functools.cache
def _addresses(source: str, lanes: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """The three addresses, and the table of laws that the last one is of."""
    code = Code(source, lanes)
    effort = FULL if lanes == 1 else OFTEN
    loaded = load_object(code.key, (*ENTRIES, ABOUT), code.text, "equations of motion", effort=effort)
    table = law_calls.law_table(read_about(loaded))
    return np.array([*(loaded.addresses[name] for name in ENTRIES), table.ctypes.data], dtype=np.int64), table


def write_about(*words: object) -> str:
    """Words that stand in an object file beside its code, in LLVM's language."""
    text = " ".join(map(str, words)).encode()
    return f'@{ABOUT} = constant [{len(text) + 1} x i8] c"{text.decode()}\\00"\n'


def read_about(loaded: ObjectCode) -> list[str]:
    """Words that stand beside the code of an object file."""
    return ctypes.string_at(loaded.addresses[ABOUT]).decode().split()


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
        """The record; for cars in lanes one that keeps what it may of laws."""
        program = program_of(self.source)
        return program if self.lanes == 1 else program.keeping(tuple(traced.KEPT))

    @property
    def laws(self) -> tuple[str, ...]:
        """Laws that the program calls, in the order of its table."""
        return tuple(self.program.outside)

    def text(self) -> str:
        """The program in LLVM's language."""
        program = group(self.program, registers()) if self.lanes == 1 else self.program
        return write_llvm(program, self.lanes) + write_about(*self.laws)


class DerivativeCode:
    """Derivatives of a generated module with respect to the state, by forward mode."""

    def __init__(self, source: str) -> None:
        self.source = source

    @property
    def key(self) -> str:
        """All that the machine code is made from."""
        return Code(self.source, registers()).key

    @functools.cached_property
    def both(self) -> Differentiated:
        """The program that notes, and the one along directions."""
        return differentiate(program_of(self.source), STILL, passes=1)

    def noting(self) -> str:
        """The equations that note, in LLVM's language."""
        return write_llvm(self.both.values) + write_about(self.both.size, *self.both.values.outside)

    def along(self) -> str:
        """The equations along directions, as many side by side as a register has lanes, in LLVM's language."""
        return write_llvm(self.both.directions, registers())


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
    """Hash of the package that traces, of what stands in for laws, of this file, and of where the numbers of records
    lie: code has their places in it, and a new law may move them."""
    files = [*sorted(Path(tracing.__file__).parent.glob("*.py")), *map(Path, _OTHERS)]
    layouts = repr([(name, kind.fields, kind.itemsize) for name, kind in traced_records.RECORDS.items()])
    return hashlib.sha256(b"".join(path.read_bytes() for path in files) + layouts.encode()).hexdigest()


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
