"""Derivatives of the elementary functions that programs apply, from their arguments and results.

Each writes the derivative of a result by an argument: (put an operation, the applied function, new values, arguments).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jounce.engine.tracing.record import Op

Put = Callable[[Op], int]


def _result(put: Put, made: int, k: int) -> int:
    return put(("result", made, k))


def _over_circle(put: Put, new: Sequence[int], numbers: Sequence[int], above: int) -> int:
    """An argument of atan2(y, x) over x² + y²."""
    y, x = (new[n] for n in numbers)
    return put(("divide", above, put(("add", put(("multiply", x, x)), put(("multiply", y, y))))))


def _sine(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    return _result(put, made, 1)


def _cosine(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    return put(("negate", _result(put, made, 0)))


def _atan2_y(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    return _over_circle(put, new, numbers, new[numbers[1]])


def _atan2_x(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    return put(("negate", _over_circle(put, new, numbers, new[numbers[0]])))


def _atan(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    x, one = new[numbers[0]], put(("constant", 1.0))
    return put(("divide", one, put(("add", one, put(("multiply", x, x))))))


def _exp(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    return _result(put, made, 0)


def _log(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    return put(("divide", put(("constant", 1.0)), new[numbers[0]]))


def _tanh(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    y, one = _result(put, made, 0), put(("constant", 1.0))
    return put(("multiply", put(("subtract", one, y)), put(("add", one, y))))


def _pow(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    """y xʸ / x; of zero, zero."""
    (x, y), zero = (new[n] for n in numbers), put(("constant", 0.0))
    slope = put(("divide", put(("multiply", y, _result(put, made, 0))), x))
    return put(("choose", put(("equal", x, zero)), zero, slope))


def _pow_by_exponent(put: Put, made: int, new: Sequence[int], numbers: Sequence[int]) -> int:
    """xʸ log x; of zero, zero."""
    x, zero = new[numbers[0]], put(("constant", 0.0))
    slope = put(("multiply", _result(put, made, 0), _result(put, put(("apply", LOG, (x,))), 0)))
    return put(("choose", put(("equal", x, zero)), zero, slope))


LOG = "strict_log"
"""Traced with every power, whose slope by the exponent takes it."""
SLOPES: dict[str, dict[tuple[int, int], Any]] = {
    "strict_sin_cos": {(0, 0): _sine, (1, 0): _cosine},
    "strict_atan2": {(0, 0): _atan2_y, (0, 1): _atan2_x},
    "strict_atan": {(0, 0): _atan},
    "strict_exp": {(0, 0): _exp},
    "strict_log": {(0, 0): _log},
    "strict_tanh": {(0, 0): _tanh},
    "strict_pow": {(0, 0): _pow, (0, 1): _pow_by_exponent},
}
"""By name of the applied function: (result, argument) → what writes the derivative. Functions that are not here have
none: an elementary function rounds by adding and subtracting a large number, which the chain rule takes for the
number itself."""
