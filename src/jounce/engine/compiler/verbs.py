"""Functions whose body is chosen by the type of the first argument, while the caller is compiled."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Protocol, cast

from numba.core import types
from numba.extending import overload

from jounce.engine.compiler.functions import BORROWING, INTERPRETED, OPTIONS


class Verb(Protocol):
    """A function whose body is chosen by the type of its first argument."""

    __name__: str
    bodies: dict[type, Callable]
    """Body for each NamedTuple class; that of `float` serves all numbers."""
    otherwise: Callable | None
    """Body for all other types."""
    options: dict[str, Any]
    """How bodies are compiled."""

    def __call__(self, *arguments: Any) -> Any:
        """Run the body for the type of the first argument."""

    def of(self, cls: type) -> Callable[[Callable], Callable]:
        """Register the body for a type."""


def question(signature: Callable, *, otherwise: Callable | None = None) -> Verb:
    """Make a verb whose bodies neither make nor return arrays; that they make none is seen when they are compiled."""
    return verb(signature, otherwise=otherwise, options=BORROWING)


def inline(question: Verb) -> Verb:
    """The same question, built into its callers: a call hands over every number of a ground, which takes some 20 ns.

    The compiler may contract other products and sums than in a call, so answers are the same but for rounding.
    """
    return _choosing(question, question.bodies, question.otherwise, {**BORROWING, "forceinline": True})


def verb(signature: Callable, *, otherwise: Callable | None = None, options: dict[str, Any] = OPTIONS) -> Verb:
    """Make a function whose body is chosen by the type of its first argument: a NamedTuple class, or any number.

    `signature` gives the name, the arguments and the docstring. `@name.of(SomeNamedTuple)` registers a body;
    `otherwise` is that of all other types.
    Dispatch costs nothing at run time: Numba resolves it while compiling the caller.
    """
    bodies: dict[type, Callable] = {}
    return _choosing(signature, bodies, otherwise, options)


def _choosing(
    signature: Callable, bodies: dict[type, Callable], otherwise: Callable | None, options: dict[str, Any]
) -> Verb:
    """A function that calls the body for the type of its first argument."""

    @functools.wraps(signature)
    def call(*arguments: Any) -> Any:
        first = arguments[0]
        kind = type(first) if isinstance(first, tuple) else float
        return (bodies[kind] if otherwise is None else bodies.get(kind, otherwise))(*arguments)

    def choose(*argument_types: Any) -> Callable | None:
        first = argument_types[0]
        if isinstance(first, types.NamedTuple | types.NamedUniTuple):
            return bodies.get(first.instance_class, otherwise)
        if isinstance(first, types.Number):
            return bodies.get(float, otherwise)
        return None

    def of(cls: type) -> Callable[[Callable], Callable]:
        def register(body: Callable) -> Callable:
            bodies[cls] = body
            return body

        return register

    made = cast(Any, call)
    made.of, made.bodies, made.otherwise, made.options = of, bodies, otherwise, options
    if not INTERPRETED:
        choose.__signature__ = inspect.signature(signature)  # type: ignore[attr-defined]
        overload(call, jit_options=cast(Any, options | {"no_cfunc_wrapper": True}))(choose)
    return cast(Verb, call)
