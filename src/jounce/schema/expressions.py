"""Expressions as people write them: `30 deg * sin(pi*t)`, `chassis.speed < 0.1 m/s`, `max(abs(chassis.yaw_rate))`.

Numbers may carry units and become SI; names are channels, or `t`. An expression is checked when it is parsed (the
functions it calls, conditions where conditions belong) and evaluated on arrays, never by Python itself. Dimensions are
not followed through the arithmetic. What it may say is in `jounce.schema.expression_syntax` and in `FUNCTIONS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jounce.errors import InputError
from jounce.schema.expression_syntax import COMPARISONS, TIME, Call, Name, Number, Tree, parse, refuse, unknown

CONSTANTS: Mapping[str, float] = {"pi": math.pi}

Values = NDArray[Any]


@dataclass(frozen=True)
class Function:
    """What a function does to arrays, how many arguments it takes, and whether its value may bend or jump."""

    of: Callable[..., Any]
    least: int
    most: int
    smooth: bool = True
    about: str = ""


def _between(t: Values, start: Values, end: Values) -> Values:
    """The part of the way from `start` to `end`, 0 before and 1 after."""
    return np.clip((t - start) / (end - start), 0.0, 1.0)


def _smoothstep(t: Values, start: Values, end: Values) -> Values:
    s = _between(t, start, end)
    return s**3 * (10.0 - 15.0 * s + 6.0 * s**2)


def _least(*values: Values) -> Values:
    return np.min(values[0]) if len(values) == 1 else np.minimum.reduce(np.broadcast_arrays(*values))


def _most(*values: Values) -> Values:
    return np.max(values[0]) if len(values) == 1 else np.maximum.reduce(np.broadcast_arrays(*values))


FUNCTIONS: Mapping[str, Function] = {
    "abs": Function(np.abs, 1, 1, False, "size"),
    "sign": Function(np.sign, 1, 1, False, "−1, 0 or 1"),
    "sqrt": Function(np.sqrt, 1, 1, about="square root"),
    "exp": Function(np.exp, 1, 1, about="exponential function"),
    "log": Function(np.log, 1, 1, about="natural logarithm"),
    "sin": Function(np.sin, 1, 1, about="of an angle [rad]"),
    "cos": Function(np.cos, 1, 1, about="of an angle [rad]"),
    "tan": Function(np.tan, 1, 1, about="of an angle [rad]"),
    "atan": Function(np.arctan, 1, 1, about="angle [rad]"),
    "min": Function(_least, 1, 9, False, "of several; of one channel: over the whole run"),
    "max": Function(_most, 1, 9, False, "of several; of one channel: over the whole run"),
    "step": Function(lambda t, t0: np.where(t < t0, 0.0, 1.0), 2, 2, False, "step(t, t0): 0 before t0, then 1"),
    "ramp": Function(_between, 3, 3, False, "ramp(t, t0, t1): from 0 at t0 straight to 1 at t1"),
    "pulse": Function(lambda t, a, b: np.where((t >= a) & (t < b), 1.0, 0.0), 3, 3, False, "1 from t0 to t1, else 0"),
    "smoothstep": Function(_smoothstep, 3, 3, about="smoothstep(t, t0, t1): from 0 at t0 to 1 at t1, rounded"),
    "where": Function(np.where, 3, 3, False, "where(condition, a, b): a if it holds, else b"),
    "mean": Function(np.mean, 1, 1, about="over the whole run"),
    "rms": Function(lambda x: np.sqrt(np.mean(np.square(x))), 1, 1, about="root of the mean square over the whole run"),
    "first": Function(lambda x: np.ravel(x)[0], 1, 1, about="value at the start"),
    "last": Function(lambda x: np.ravel(x)[-1], 1, 1, about="value at the end"),
}
_OPERATORS: Mapping[str, Callable[..., Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "**": np.power,
    "sign+": np.positive,
    "sign-": np.negative,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
}
_LOGIC = ("and", "or", "not")
_EDGES = ("step", "ramp", "pulse", "smoothstep")


@dataclass(frozen=True)
class Expression:
    """A parsed expression."""

    text: str
    tree: Tree = field(repr=False, compare=False)

    @classmethod
    def parse(cls, text: str) -> Expression:
        """The expression in a text; raises InputError, which says where in the text something is wrong."""
        tree = parse(text, CONSTANTS)
        _kind(text, tree)
        return cls(text, tree)

    @property
    def names(self) -> tuple[str, ...]:
        """What it needs values of, in the order of the text."""
        return tuple(dict.fromkeys(node.name for node in _nodes(self.tree) if isinstance(node, Name)))

    @property
    def is_condition(self) -> bool:
        """Whether it says yes or no."""
        return _kind(self.text, self.tree) == "condition"

    @property
    def reductions(self) -> tuple[str, ...]:
        """Functions in it that make one number of a whole run."""
        calls = [node for node in _nodes(self.tree) if isinstance(node, Call)]
        return tuple(dict.fromkeys(call.function for call in calls if _reduces(call)))

    @property
    def is_number(self) -> bool:
        """Whether it is one number, whatever the length of its channels."""
        return not _varies(self.tree)

    @property
    def is_smooth(self) -> bool:
        """Whether nothing in it bends or jumps."""
        calls = [node.function for node in _nodes(self.tree) if isinstance(node, Call)]
        return all(name not in COMPARISONS and name not in _LOGIC for name in calls) and all(
            FUNCTIONS[name].smooth for name in calls if name in FUNCTIONS
        )

    @property
    def edges(self) -> tuple[float, ...]:
        """Times [s] at which its steps, ramps and pulses of `t` begin and end, as far as they are fixed, in order."""
        calls = [node for node in _nodes(self.tree) if isinstance(node, Call) and node.function in _EDGES]
        fixed = [
            Expression(self.text, time) for call in calls if _is_time(call.arguments[0]) for time in call.arguments[1:]
        ]
        found = {float(time.evaluate({})) for time in fixed if not time.names}
        return tuple(sorted(time for time in found if math.isfinite(time)))

    def evaluate(self, values: Mapping[str, ArrayLike]) -> Values:
        """The expression for these values of its names [SI], all of one length; raises InputError for a name
        without."""
        with np.errstate(all="ignore"):
            return np.asarray(_value(self.text, self.tree, values))


def _value(text: str, node: Tree, values: Mapping[str, ArrayLike]) -> Any:
    match node:
        case Number():
            return np.float64(node.value)
        case Name():
            if node.name not in values:
                unknown(text, "name", node.name, node.at, values)
            return np.asarray(values[node.name], dtype=float)
    of = _OPERATORS[node.function] if node.function in _OPERATORS else FUNCTIONS[node.function].of
    arguments = [_value(text, argument, values) for argument in node.arguments]
    try:
        return of(*arguments)
    except ValueError:
        refuse(text, node.at, f"{node.function} cannot take these values", "channels of one length, not empty")


def _kind(text: str, node: Tree) -> Literal["number", "condition"]:
    """What a node gives; refuses unknown functions, wrong numbers of arguments and conditions in the wrong place."""
    if not isinstance(node, Call):
        return "number"
    name, given = node.function, [_kind(text, argument) for argument in node.arguments]
    if name in _OPERATORS:
        wanted = ["condition" if name in _LOGIC else "number"] * len(given)
    else:
        wanted = _wanted(text, node)
    for kind, want in zip(given, wanted, strict=True):
        if kind != want:
            hint = "compare it, as in a > 0" if want == "condition" else "write where(condition, 1, 0)"
            refuse(text, node.at, f"{name.removeprefix('sign')} of a {kind}", f"a {want}", hint)
    return "condition" if name in COMPARISONS or name in _LOGIC else "number"


def _wanted(text: str, node: Call) -> list[str]:
    """Kinds of the arguments of a function."""
    function, count = FUNCTIONS.get(node.function), len(node.arguments)
    if function is None:
        unknown(text, "function", node.function, node.at, FUNCTIONS)
    if not function.least <= count <= function.most:
        many = str(function.least) if function.least == function.most else f"{function.least} to {function.most}"
        refuse(text, node.at, f"{node.function} with {count} arguments", many, function.about)
    return [("condition" if node.function == "where" and i == 0 else "number") for i in range(count)]


def _reduces(node: Tree) -> bool:
    if not isinstance(node, Call):
        return False
    return node.function in ("mean", "rms", "first", "last") or (
        node.function in ("min", "max") and len(node.arguments) == 1
    )


def _varies(node: Tree) -> bool:
    """Whether a node has as many values as the channels."""
    if isinstance(node, Call):
        return not _reduces(node) and any(_varies(argument) for argument in node.arguments)
    return isinstance(node, Name)


def _nodes(node: Tree) -> Iterator[Tree]:
    yield node
    for argument in node.arguments if isinstance(node, Call) else ():
        yield from _nodes(argument)


def _is_time(node: Tree) -> bool:
    return isinstance(node, Name) and node.name == TIME


def condition(text: str) -> Expression:
    """The expression in a text, which must say yes or no at every instant; raises InputError."""
    parsed = Expression.parse(text)
    if not parsed.is_condition:
        raise InputError("not a condition", repr(text), "a comparison such as 'chassis.speed < 0.1 m/s'")
    if parsed.reductions:
        got = f"{parsed.reductions[0]} in {text!r}"
        raise InputError("a condition that needs the whole run", got, "something known at every instant")
    return parsed
