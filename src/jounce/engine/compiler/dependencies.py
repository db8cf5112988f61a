"""What compiled code was made from, as one hash: it decides whether code on disk may be used again.

Numba looks at the bytecode of a cached function alone. What goes into its machine code is more: the functions it calls,
the globals it reads, the body that a generic function chooses for the type of an argument, the types that stand behind
the names of function pointers and boxes. All of them are found here from the functions themselves, not from the files:
a comment, a docstring, a type hint or a moved line changes no bytecode, so it changes no hash; nor does anything that
the function does not reach. The package that compiles belongs to every hash as a whole.

A function that is called through its address is not reached: its code is its own.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import inspect
import sys
import types as python_types
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import types

TYPE_TABLES: list[Mapping[str, types.Type]] = []
"""Tables of types that compiled code asks for by a literal name."""

VARIADIC = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


class UnknownDependencyError(Exception):
    """Compiled code reads a value whose content cannot be told, so that it must not be kept."""


def hash_function(function: Callable) -> str:
    """Hash of all that a function reaches, but for what depends on the types it is called with."""
    search = Search()
    search.add_function(function)
    return search.digest()


def hash_overload(function: Callable, signature: object) -> tuple[str, str]:
    """Result of `hash_function`, and the hash of all that a function reaches when called with these types."""
    search = Search()
    search.add_function(function)
    without_types = search.digest()
    search.classes.update(classes_of(signature))
    search.add_choices()
    return without_types, search.digest()


def classes_of(kind: Any) -> set[type]:
    """NamedTuple classes in a type or signature."""
    found: set[type] = set()
    if isinstance(kind, types.BaseNamedTuple):
        found.add(kind.instance_class)  # type: ignore[attr-defined]
    if isinstance(kind, types.FunctionType):
        kind = kind.signature
    parts: Any = kind if isinstance(kind, tuple | types.BaseTuple) else getattr(kind, "args", ())
    return found.union(*map(classes_of, parts))


class Search:
    """Functions, constants and classes found so far, each as a line of text; generic functions and classes, to be
    paired."""

    def __init__(self) -> None:
        self.lines = {f"compiler {compiler_hash()}"}
        self.generics: dict[int, Any] = {}
        self.classes: set[type] = set()
        self.strings: set[str] = set()
        self._done: set[int] = set()

    def digest(self) -> str:
        """One hash of everything."""
        return _sha("\n".join(sorted(self.lines)))

    def add_choices(self) -> None:
        """Add what types decide: fields of classes, bodies of generic functions, types behind names; until nothing is
        new."""
        done: set[object] = set()
        while True:
            bodies = [
                (function, cls, function.bodies[cls])
                for function in self.generics.values()
                for cls in (*self.classes, float)
                if cls in function.bodies
            ]
            named = [(name, table[name]) for table in TYPE_TABLES for name in self.strings if name in table]
            new = [item for item in (*bodies, *named, *self.classes) if item not in done]
            if not new:
                return
            done.update(new)
            for function, cls, body in bodies:
                self.lines.add(f"body {_name(function)} {_name(cls)} {self.add_function(body)}")
            for name, kind in named:
                self.lines.add(f"type {name}: {kind}")
                self.classes.update(classes_of(kind))
            for cls in tuple(self.classes):
                self.lines.add(f"class {_name(cls)} {getattr(cls, '_fields', ())}")

    def add_function(self, function: Callable) -> str:
        """Add a function and what it reads; returns its name."""
        function = getattr(function, "py_func", function)
        name = _name(function)
        if id(function) not in self._done:
            self._done.add(id(function))
            code = function.__code__
            names = sorted(_names(code))
            space = function.__globals__
            read = [f"{n}={self._add_global(space[n], names)}" for n in names if n in space]
            cells = [self._add(cell.cell_contents) for cell in function.__closure__ or ()]
            defaults = [self._add(value) for value in function.__defaults__ or ()]
            self.strings.update(_strings(code))
            self.lines.add(f"function {name} {hash_code(code)} {read} {cells} {defaults}")
        return name

    def _add_global(self, value: object, names: Sequence[str]) -> str:
        """Add a global; of a module, what a function that mentions these names can read from it."""
        if not isinstance(value, python_types.ModuleType):
            return self._add(value)
        inner = ((name, vars(value).get(name)) for name in names)
        inside = f"{value.__name__}."
        read = [
            f"{name}={self._add_global(found, names)}"
            for name, found in inner
            if found is not None
            and (not isinstance(found, python_types.ModuleType) or found.__name__.startswith(inside))
        ]
        return f"module {value.__name__} {read}"

    def _add(self, value: Any) -> str:
        """Add a value that compiled code reads; returns text that is the same for the same value."""
        if isinstance(value, str):
            self.strings.add(value)
            return repr(value)
        if value is None or isinstance(value, bool | int | float | complex | bytes | range | slice | np.generic):
            return f"{type(value).__name__} {value!r}"
        if isinstance(value, np.ndarray):
            return f"array {value.dtype!r} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        if isinstance(value, np.dtype | types.Type):
            return repr(value)
        if isinstance(value, enum.Enum):
            return f"{value!r} {self._add(value.value)}"
        if isinstance(value, tuple | list):
            if hasattr(value, "_fields"):
                self.classes.add(type(value))
            return f"{_name(type(value))} {[self._add(item) for item in value]}"
        if isinstance(value, set | frozenset):
            return f"set {sorted(self._add(item) for item in value)}"
        if isinstance(value, Mapping):
            return f"table {sorted((self._add(key), self._add(item)) for key, item in value.items())}"
        if isinstance(value, type):
            if hasattr(value, "_fields"):
                self.classes.add(value)
            return f"class {_name(value)}"
        return self._add_callable(value)

    def _add_callable(self, value: Any) -> str:
        """Compiled functions and generic ones are followed; other functions are Numba's to know, by their names."""
        if hasattr(value, "bodies"):
            if id(value) not in self.generics:
                self.generics[id(value)] = value
                if value.otherwise is not None:
                    self.add_function(value.otherwise)
            return f"generic {_name(value)} {self._add(value.options)}"
        if hasattr(value, "py_func"):
            options = getattr(value, "targetoptions", {})
            return f"compiled {self.add_function(value)} {self._add(options)}"
        if callable(value) and hasattr(value, "__name__"):
            return f"function {_name(value)}"
        raise UnknownDependencyError(f"{value!r} of type {type(value).__name__}")


@functools.cache
def compiler_hash() -> str:
    """Hash of the code of this package and of the versions of Python and Numba."""
    modules = sorted(Path(__file__).parent.glob("*.py"))
    codes = [compile(path.read_bytes(), path.name, "exec", dont_inherit=True, optimize=2) for path in modules]
    return _sha(f"{sys.version_info[:2]} {numba.__version__} {[hash_code(code) for code in codes]}")


@functools.cache
def hash_code(code: python_types.CodeType) -> str:
    """Hash of bytecode with its constants and names, without docstrings and line numbers."""
    constants = code.co_consts
    if _has_docstring(code):
        constants = (None, *constants[1:])
    inner = [hash_code(c) if isinstance(c, python_types.CodeType) else _constant(c) for c in constants]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags & VARIADIC
    return _sha(repr((code.co_name, code.co_code, code.co_exceptiontable, inner, names, counts)))


def _has_docstring(code: python_types.CodeType) -> bool:
    """Whether the first constant is a docstring: it is, or None, in every function before Python 3.14."""
    if not code.co_flags & inspect.CO_NEWLOCALS or not code.co_consts or not isinstance(code.co_consts[0], str):
        return False
    flag = getattr(inspect, "CO_HAS_DOCSTRING", None)
    return flag is None or bool(code.co_flags & flag)


def _constant(value: object) -> str:
    """A constant of bytecode as text; a set is sorted, because its order differs between processes."""
    if isinstance(value, tuple | frozenset):
        items = [_constant(item) for item in value]
        return f"{type(value).__name__} {items if isinstance(value, tuple) else sorted(items)}"
    return f"{type(value).__name__} {value!r}"


def _codes(code: python_types.CodeType) -> Iterator[python_types.CodeType]:
    """A code object and those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from _codes(constant)


def _names(code: python_types.CodeType) -> set[str]:
    """Names of globals and attributes that a function mentions."""
    return {name for inner in _codes(code) for name in inner.co_names}


def _strings(code: python_types.CodeType) -> set[str]:
    """Literal strings in a function."""
    return {constant for inner in _codes(code) for constant in inner.co_consts if isinstance(constant, str)}


def _name(value: Any) -> str:
    """Where a function or class is defined, and its name."""
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', value.__name__)}"


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
