"""Calls with their arguments bound: an entry's own machine code behind one small type, for loops in compiled code.

Before an entry runs, Python hands over each of its arguments anew; for a car's sixty arrays that takes longer than a
step. A bound call keeps the arguments in a box (`jounce.engine.compiler.boxes`) and is called with that box alone. It
runs the very machine code that the entry runs, not a copy that the compiler may have rounded differently, so results
are the same bits.

    bound = bind(advance_many, derivative, project, …)        once; the arrays may change, not their identity
    call_bound(bound.address, bound.box)                      in compiled code; returns an integer

One argument may stay free, the time: `bind(evaluate, …, time=3)` leaves the argument with index 3 to
`call_bound_at(bound.address, bound.box, t)`.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from jounce.engine.compiler.addresses import address, declare, function_at
from jounce.engine.compiler.boxes import fetch, make_box, open_box
from jounce.engine.compiler.decorators import INTERPRETED, pointer, signature, subroutine
from jounce.engine.compiler.dependencies import TYPE_TABLES

_BOX = np.zeros(1, np.uint8)
declare("bound call", _BOX)
declare("bound call at", _BOX, 0.0)

_TARGETS: dict[str, Any] = {}
"""Name of the type of a box → signature of the machine code that takes what is in it."""
TYPE_TABLES.append(_TARGETS)


class Bound(NamedTuple):
    """A bound call: the address of a function of the box, and the box, which keeps the arguments alive."""

    address: int
    box: np.ndarray


def bind(entry: Any, *arguments: Any, time: int | None = None) -> Bound:
    """Bind an entry to its arguments; it must have been called with such before.

    What it returns is passed on if it is an integer (a status), else 0. time: index of the argument that stays free.
    """
    if INTERPRETED:
        _, box = make_box((entry, time, arguments))
        return Bound(address(_call_plainly if time is None else _call_plainly_at), box)
    compiled = entry.overloads[signature(*arguments).args]
    code = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    name, box = make_box((int(code), *arguments))
    _TARGETS[name] = compiled.signature
    if time is None:
        return Bound(address(pointer(_caller(name), _BOX)), box)
    return Bound(address(pointer(_caller_at(name, time), _BOX, 0.0)), box)


def _call_plainly(box: np.ndarray) -> int:
    """What a bound call is without compilation."""
    entry, _, arguments = open_box(box)
    found = entry(*arguments)
    return found if isinstance(found, int) else 0


def _call_plainly_at(box: np.ndarray, t: float) -> int:
    """What a bound call with a free time is without compilation."""
    entry, time, arguments = open_box(box)
    found = entry(*arguments[:time], t, *arguments[time + 1 :])
    return found if isinstance(found, int) else 0


@functools.cache
def _caller(name: str) -> Callable:
    """A function that opens a box of this type and calls the machine code in it."""

    def call(box):
        return _run(fetch(box, name), name)

    return call


@functools.cache
def _caller_at(name: str, place: int) -> Callable:
    """A function that opens a box of this type and calls the machine code in it, the time in place of one argument."""

    def call_at(box, t):
        return _run_at(fetch(box, name), t, name, place)

    return call_at


@subroutine
def call_bound(number, box):
    """Run a bound call; returns its status."""
    return function_at(number, "bound call")(box)


@subroutine
def call_bound_at(number, box, t):
    """Run a bound call at a time t [s]; returns its status."""
    return function_at(number, "bound call at")(box, t)


if not INTERPRETED:

    def _emit_call(context, builder, target, code, given):
        """Call machine code at an address; its integer, or 0 for what returns something else."""
        convention = context.call_conv
        function = convention.get_function_type(target.return_type, target.args)
        callee = builder.inttoptr(code, function.as_pointer())
        _, result = convention.call_function(builder, callee, target.return_type, target.args, given)
        returns_status = isinstance(target.return_type, types.Integer)
        return result if returns_status else context.get_constant(types.int64, 0)

    def _unpack(builder, values, target):
        """The address and the arguments in a tuple."""
        return [builder.extract_value(values, i) for i in range(1 + len(target.args))]

    @intrinsic(prefer_literal=True)
    def _run(typing_context, values, name):
        """Call the machine code whose address comes first in a tuple, with the rest of the tuple as arguments."""
        target = _TARGETS[name.literal_value]

        def generate(context, builder, signature, arguments):
            code, *given = _unpack(builder, arguments[0], target)
            return _emit_call(context, builder, target, code, given)

        return types.int64(values, name), generate

    @intrinsic(prefer_literal=True)
    def _run_at(typing_context, values, t, name, place):
        """Call the machine code with the time in the place of one argument."""
        target, free = _TARGETS[name.literal_value], place.literal_value

        def generate(context, builder, signature, arguments):
            code, *given = _unpack(builder, arguments[0], target)
            given[free] = arguments[1]
            return _emit_call(context, builder, target, code, given)

        return types.int64(values, types.float64, name, place), generate
