"""Functions whose body is chosen by the type of the first argument, while the caller is compiled."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable

from numba.core import types
from numba.extending import overload

from jounce.kernel.functions import BORROWING, INTERPRETED, OPTIONS


def question(signature: Callable, *, otherwise: Callable | None = None) -> Callable:
    """Make a verb whose bodies neither make nor return arrays; that they make none is seen when they are compiled."""
    return verb(signature, otherwise=otherwise, options=BORROWING)


def inlined(question: Callable) -> Callable:
    """The same question, built into its callers: a call hands over every number of a ground, which takes some 20 ns.

    The compiler may contract other products and sums than in a call, so answers are the same but for rounding.
    """
    bodies, otherwise = question.bodies, question.otherwise  # type: ignore[attr-defined]
    return _choosing(question, bodies, otherwise, {**BORROWING, "forceinline": True})


def verb(signature: Callable, *, otherwise: Callable | None = None, options: dict = OPTIONS) -> Callable:
    """Make a function whose body is chosen by the type of its first argument: a NamedTuple class, or any number.

    `signature` gives the name, the arguments and the docstring. `@name.of(SomeNamedTuple)` registers a body;
    `otherwise` is that of all other types.
    Dispatch costs nothing at run time: Numba resolves it while compiling the caller.
    """
    bodies: dict[type, Callable] = {}

    def of(cls: type) -> Callable:
        def register(body: Callable) -> Callable:
            bodies[cls] = body
            return body

        return register

    call = _choosing(signature, bodies, otherwise, options)
    call.of, call.bodies, call.otherwise = of, bodies, otherwise  # type: ignore[attr-defined]
    return call


def _choosing(signature: Callable, bodies: dict[type, Callable], otherwise: Callable | None, options: dict) -> Callable:
    """A function that calls the body for the type of its first argument."""

    @functools.wraps(signature)
    def call(*arguments):
        first = arguments[0]
        kind = type(first) if isinstance(first, tuple) else float
        return (bodies[kind] if otherwise is None else bodies.get(kind, otherwise))(*arguments)

    def choose(*argument_types):
        first = argument_types[0]
        if isinstance(first, types.NamedTuple | types.NamedUniTuple):
            return bodies.get(first.instance_class, otherwise)
        if isinstance(first, types.Number):
            return bodies.get(float, otherwise)
        return None

    if not INTERPRETED:
        choose.__signature__ = inspect.signature(signature)  # type: ignore[attr-defined]
        overload(call, jit_options={**options, "no_cfunc_wrapper": True})(choose)
    return call
