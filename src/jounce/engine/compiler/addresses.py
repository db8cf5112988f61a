"""Functions as plain numbers, for arguments that also come from Python: unpacking a function there takes milliseconds.

A name is declared with the types of its arguments; `address` gives the number of a pointer, `function_at` the function
again, in compiled code.

Calls of compiled entries without the search for the right machine code.

Before an entry runs, the types of all its arguments are looked at to find the code that was compiled for them. For a
car's forty arrays that takes three times as long as a step of it. A loop that passes the same arrays for ever looks
once.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from numba.core import cgutils, types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from jounce.engine.compiler.decorators import INTERPRETED, signature
from jounce.engine.compiler.dependencies import TYPE_TABLES

# said once for every compilation, to people who can do nothing about it
warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)

_DECLARED: dict[str, types.FunctionType] = {}
TYPE_TABLES.append(_DECLARED)
_PLAIN: list[Callable] = []


def declare(name: str, *arguments: object, result: float = 0) -> None:
    """Say what a function of that name takes; it returns a number like `result`, by default an integer."""
    if not INTERPRETED:
        _DECLARED[name] = types.FunctionType(signature(*arguments, result=result))


def address(function: Any) -> int:
    """The number of a `pointer`, which stays valid as long as the process."""
    if not INTERPRETED:
        return int(function.address)
    _PLAIN.append(function)
    return len(_PLAIN) - 1


if INTERPRETED:

    def function_at(number: int, name: str) -> Callable:
        return _PLAIN[number]

else:

    @intrinsic(prefer_literal=True)
    def function_at(typing_context, number, name):
        """The function with a number; `name` is the literal name that was declared."""
        kind = _DECLARED[name.literal_value]

        def generate(context, builder, signature, arguments):
            function = cgutils.create_struct_proxy(kind)(context, builder)
            # never zero: so the call needs no way back into Python, which Numba writes for functions without code
            builder.assume(builder.icmp_unsigned("!=", arguments[0], arguments[0].type(0)))
            function.c_addr = builder.inttoptr(arguments[0], function.c_addr.type)
            for other in ("py_addr", "jit_addr"):
                setattr(function, other, cgutils.get_null_value(getattr(function, other).type))
            return function._getvalue()

        return kind(number, name), generate


def direct(entry: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """The entry with these arguments, as a function of none; the entry must have been called with such before."""
    return partial(machine_code(entry, *arguments), *arguments)


def machine_code(entry: Any, *arguments: Any) -> Callable[..., Any]:
    """What the entry would run for arguments of these types; it checks no types. The entry itself if it cannot be
    found."""
    if INTERPRETED:
        return entry
    found = entry.overloads.get(signature(*arguments).args)
    return entry if found is None else found.entry_point
