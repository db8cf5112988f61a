"""Derive the constants in src/jounce/engine/linalg/elementary/coefficients.py: python -m tools.elementary_coefficients

Polynomials are minimax fits by Remez's exchange: they make the largest error of the result, relative to it, as small as
possible. Their coefficients are then rounded to doubles, which matters little, because they multiply small corrections:
leading terms are exact, or in two doubles. Printed with each polynomial: log2 of its largest relative error, before and
after rounding. How accurate the functions are is printed by tools/elementary_accuracy.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath
from mpmath import mp, mpf

BITS = 300
GRID = 600
"""Points at which the error of a fit is looked at."""


@dataclass(frozen=True)
class Fit:
    """A function on an interval, to be fitted by a polynomial with so many coefficients."""

    function: Callable[[Any], Any]
    lower: Any
    upper: Any
    count: int
    weight: Callable[[Any], Any]
    """Factor that turns an error of the polynomial into one of the result, relative to it."""


def fits() -> dict[str, Fit]:
    """All polynomials by the names of their coefficients."""
    sqrt, sin, cos, atan, tanh, exp, atanh = (
        getattr(mpmath, name) for name in ("sqrt", "sin", "cos", "atan", "tanh", "exp", "atanh")
    )
    slack = mpf("1e-3")  # rounding of the quotient takes reduced arguments a little out of their range
    quarter, half_ln2 = mp.pi / 4 + slack, mpmath.log(2) / 2 + slack
    widest = (sqrt(2) - 1) / (sqrt(2) + 1)  # (m − 1) / (m + 1) at m = √2

    def of_square(f: Callable, order: int, rest: Callable, limit: Any, count: int, result: Callable) -> Fit:
        """f(t) as a polynomial in t² times t to some order, but for the rest of its terms."""
        return Fit(
            lambda z: (f(sqrt(z)) - rest(sqrt(z))) / sqrt(z) ** order,
            0,
            limit**2,
            count,
            lambda z: sqrt(z) ** order / result(sqrt(z)),
        )

    def log(s: Any) -> Any:
        return 2 * atanh(s)

    return {
        "SIN": of_square(sin, 3, lambda r: r, quarter, 6, sin),
        "COS": of_square(cos, 4, lambda r: 1 - r * r / 2, quarter, 6, cos),
        "ATAN": of_square(atan, 3, lambda t: t, mpf("0.5"), 12, atan),
        "EXP": Fit(lambda r: (exp(r) - 1 - r) / r**2, -half_ln2, half_ln2, 10, lambda r: r * r / exp(r)),
        "TANH": of_square(tanh, 3, lambda x: x, mpf("0.55"), 11, tanh),
        "LOG": of_square(log, 3, lambda s: 2 * s, widest, 7, log),
        "LOG_TAIL": of_square(log, 5, lambda s: 2 * s + 2 * s**3 / 3, widest, 7, log),
    }


def minimax(fit: Fit, passes: int = 10) -> tuple[list[float], Any, Any]:
    """Coefficients, lowest power first, and the largest relative error before and after rounding them."""
    n = fit.count
    width = fit.upper - fit.lower
    xs = [fit.lower + width * (1 - mpmath.cos(mp.pi * (i + mpf("0.5")) / GRID)) / 2 for i in range(GRID)]
    wanted, weights = [fit.function(x) for x in xs], [fit.weight(x) for x in xs]

    def errors(coefficients: list) -> list:
        values = (mpmath.polyval(coefficients[::-1], x) for x in xs)
        return [w * (p - f) for p, f, w in zip(values, wanted, weights, strict=True)]

    chosen = [round((GRID - 1) * i / n) for i in range(n + 1)]
    for _ in range(passes):
        rows = [[*(weights[i] * xs[i] ** j for j in range(n)), mpf((-1) ** k)] for k, i in enumerate(chosen)]
        solution = mpmath.lu_solve(mpmath.matrix(rows), mpmath.matrix([weights[i] * wanted[i] for i in chosen]))
        exact = [solution[j] for j in range(n)]
        found = extrema(errors(exact), n + 1)
        if found == chosen:
            break
        chosen = found
    rounded = [float(c) for c in exact]
    return rounded, max(map(abs, errors(exact))), max(map(abs, errors([mpf(c) for c in rounded])))


def extrema(errors: list, count: int) -> list[int]:
    """Where the error is largest between its zeros: so many places, of alternating sign."""
    places: list[int] = []
    for i, error in enumerate(errors):
        if places and (errors[places[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[places[-1]]):
                places[-1] = i
        else:
            places.append(i)
    while len(places) > count:
        places.pop(0 if abs(errors[places[0]]) < abs(errors[places[-1]]) else -1)
    return places


def parts(x: Any, *bits: int) -> list[float]:
    """Split x into doubles that add up to it: the first ones with so many bits each, the last with all 53."""
    split = []
    for width in bits:
        unit = mpf(2) ** (mpmath.floor(mpmath.log(abs(x), 2)) - width + 1)
        split.append(float(mpmath.nint(x / unit) * unit))
        x = x - split[-1]
    return [*split, float(x)]


def constants() -> dict[str, list[float]]:
    """Constants of the reductions."""
    return {
        "TWO_OVER_PI": [float(2 / mp.pi)],
        "HALF_PI": parts(mp.pi / 2, 35, 35),
        "QUARTER_PI": parts(mp.pi / 4, 50),
        "LOG2_E": [float(1 / mpmath.log(2))],
        "LN2": parts(mpmath.log(2), 42),
        "TWO_THIRDS": parts(mpf(2) / 3, 53),
    }


def main() -> None:
    """Print all constants as Python."""
    mp.prec = BITS
    for name, values in constants().items():
        print(f"{name} = {values[0] if len(values) == 1 else tuple(values)}")
    for name, fit in fits().items():
        coefficients, before, after = minimax(fit)
        print(f"# log2 of the error: {float(mpmath.log(before, 2)):.1f}, rounded {float(mpmath.log(after, 2)):.1f}")
        print(f"{name} = {tuple(coefficients)}")


if __name__ == "__main__":
    main()
