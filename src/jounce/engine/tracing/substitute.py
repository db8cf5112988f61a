"""Copies of compiled functions that run on symbolic numbers: the same bytecode, other globals.

In a copy, `math`, `min` and `max` know symbols, every compiled function is replaced by its own copy, and functions of a
given table by what stands there.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Mapping
from typing import Any

PACKAGES = ("jounce", "tests")


class Substitution:
    """Copies, made once each. table: function or object by its identity → what stands in for it."""

    mathematics: Any = math
    """What stands in for the module `math`."""

    def __init__(self, builtins: Mapping[str, Any], table: dict[int, Any]) -> None:
        self._builtins, self.table = dict(builtins), table
        self._copies: dict[int, Callable] = {}

    def copy(self, function: Callable) -> Callable:
        """The copy of a function."""
        plain: Any = getattr(function, "py_func", function)
        if id(plain) not in self._copies:
            space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": plain.__module__, **self._builtins}
            made = types.FunctionType(plain.__code__, space, plain.__name__, plain.__defaults__, plain.__closure__)
            self._copies[id(plain)] = made
            for name in names_in(plain.__code__):
                if name in plain.__globals__:
                    space[name] = self.stand_in(plain.__globals__[name])
        return self._copies[id(plain)]

    def stand_in(self, value: Any) -> Any:
        """What a global is in copies."""
        if id(value) in self.table:
            return self.table[id(value)]
        if isinstance(value, types.ModuleType):
            if value.__name__ == "math":
                return self.mathematics
            return _Module(self, value) if value.__name__.startswith(PACKAGES) else value
        if hasattr(value, "py_func"):
            return self.copy(value)
        if isinstance(value, types.FunctionType) and value.__module__.startswith(PACKAGES):
            return self.copy(value)
        return value


class _Module:
    """A module as copies see it."""

    def __init__(self, substitution: Substitution, module: types.ModuleType) -> None:
        self._substitution, self._module = substitution, module

    def __getattr__(self, name: str) -> Any:
        return self._substitution.stand_in(getattr(self._module, name))


def names_in(code: types.CodeType) -> set[str]:
    """Names of globals that bytecode and what is inside it may mention."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= names_in(constant)
    return found
