"""Measure jounce.engine.linalg.elementary against mpmath and the C library: python -m tools.elementary_accuracy

Prints the largest error of each function on random points of each range, in units of the last place (half a unit is the
best that rounding allows), that of the C library on the same points, and ns a call in compiled loops: one call after
the other, and loops that the compiler may turn into vector code.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import mpmath
import numpy as np
from mpmath import mp, mpf

from jounce.engine.compiler import entry
from jounce.engine.linalg import elementary

NAMES = ("sin", "cos", "atan", "exp", "log", "tanh", "atan2", "pow")
EXACT: dict[str, Callable] = {name: getattr(mpmath, name, None) or mpmath.power for name in NAMES}
BITS = 160
Points = list[tuple[float, ...]]


def error(name: str, arguments: tuple[float, ...], found: float) -> float:
    """Error of a finite result in units of the last place of the exact one; infinity counts as 2**1024."""
    with mp.workprec(BITS):
        exact = EXACT[name](*map(mpf, arguments))
        value = mpf(found) if math.isfinite(found) else math.copysign(1, found) * mpf(2) ** 1024
        exponent = max(int(mpmath.floor(mpmath.log(abs(exact), 2))), -1022) if exact else -1022
        return float(abs(value - exact) / mpf(2) ** (min(exponent, 1023) - 52))


def uniform(rng: np.random.Generator, count: int, low: float, high: float) -> list[float]:
    """Points in an interval."""
    return rng.uniform(low, high, count).tolist()


def scaled(rng: np.random.Generator, count: int, low: int, high: int) -> list[float]:
    """Numbers of both signs whose sizes are spread evenly over powers of ten."""
    return (10.0 ** rng.uniform(low, high, count) * rng.choice([-1.0, 1.0], count)).tolist()


def near_quarters(rng: np.random.Generator, count: int, most: int) -> list[float]:
    """Doubles next to multiples of π/2, where sine or cosine is nearly zero; 29 π/2 is the nearest of all."""
    with mp.workprec(BITS):
        multiples = [29, 58, 116, *rng.integers(-most, most, count - 3).tolist()]
        nearest = [float(n * mp.pi / 2) for n in multiples]
    return [x + step * math.ulp(x) for x, step in zip(nearest, rng.choice([0, 0, 0, 1, -1, 9], count), strict=True)]


def ranges(name: str, rng: np.random.Generator, count: int) -> Iterator[tuple[str, Points]]:
    """Random points of each range of a function."""
    one = functools.partial(uniform, rng, count)
    size = functools.partial(scaled, rng, count)
    if name in ("sin", "cos"):
        yield from _single(("±π", one(-math.pi, math.pi)), ("±1e5", one(-1e5, 1e5)), ("1e-300 to 1e5", size(-300, 5)))
        yield from _single(("beside multiples of π/2", near_quarters(rng, count, 63661)))
    elif name in ("atan", "tanh"):
        yield from _single(("±1", one(-1.0, 1.0)), ("±20", one(-20.0, 20.0)), ("1e-320 to 1e308", size(-320, 308)))
    elif name == "exp":
        yield from _single(("±1", one(-1.0, 1.0)), ("±708", one(-708.0, 708.0)), ("to zero", one(-745.0, -708.0)))
        yield from _single(("1e-300 to 1", size(-300, 0)))
    elif name == "log":
        yield from _single(("0.5 to 2", one(0.5, 2.0)), ("1 ± 1e-3", one(0.999, 1.001)))
        yield from _single(("1e-323 to 1e308", [abs(x) for x in size(-323, 308)]))
    elif name == "atan2":
        yield "±1", list(zip(one(-1.0, 1.0), one(-1.0, 1.0), strict=True))
        yield "1e-320 to 1e308", list(zip(size(-320, 308), size(-320, 308), strict=True))
        yield "same size", [(y, y * ratio) for y, ratio in zip(size(-300, 300), size(-2, 2), strict=True)]
    else:
        yield "0 to 10, ±10", list(zip(one(1e-9, 10.0), one(-10.0, 10.0), strict=True))
        yield (
            "result to 1e±308",
            [(abs(x), e / math.log(abs(x))) for x, e in zip(size(-300, 300), one(-708, 708), strict=True)],
        )
        yield (
            "1 ± 0.3, result to 1e±308",
            [(x, e / math.log(x)) for x, e in zip(one(0.7, 1.3), one(-708, 708), strict=True)],
        )


def _single(*named: tuple[str, list[float]]) -> Iterator[tuple[str, Points]]:
    """The same, as tuples of one argument."""
    yield from ((name, [(x,) for x in points]) for name, points in named)


def table(count: int, seed: int = 1) -> Iterator[str]:
    """Lines of errors: ours and the C library's."""
    rng = np.random.default_rng(seed)
    for name in NAMES:
        ours, library = getattr(elementary, name), getattr(math, name)
        for range_, points in ranges(name, rng, count):
            errors = [max(error(name, p, f(*p)) for p in points) for f in (ours, library)]
            yield f"| {name:5} | {range_:25} | {errors[0]:.3f} | {errors[1]:.3f} |"


def loops(function: Any, count: int) -> tuple[Callable, Callable]:
    """Compiled loops over a function of so many arguments: calls that wait for each other, and calls that need not."""
    if count == 1:

        @entry
        def chain(values, out):
            last = 0.0
            for i in range(len(out)):
                last = function(values[i] + 1e-300 * last)
            out[0] = last

        @entry
        def each(values, out):
            for i in range(len(out)):
                out[i] = function(values[i])

    else:

        @entry
        def chain(values, out):
            last = 0.0
            for i in range(len(out)):
                last = function(values[i] + 1e-300 * last, values[i])
            out[0] = last

        @entry
        def each(values, out):
            for i in range(len(out)):
                out[i] = function(values[i], values[-i])

    return chain, each


def nanoseconds(loop: Callable, values: np.ndarray, repeats: int = 50) -> float:
    """Shortest time of a call in a loop."""
    out = np.empty_like(values)
    times = []
    loop(values, out)
    for _ in range(repeats):
        start = time.perf_counter()
        loop(values, out)
        times.append(time.perf_counter() - start)
    return 1e9 * min(times) / len(values)


def costs() -> Iterator[str]:
    """Lines of times: ours and the C library's."""
    values = np.random.default_rng(1).uniform(0.1, 6.0, 4000)
    for name in NAMES:
        count = 2 if name in ("atan2", "pow") else 1
        both = (loops(f, count) for f in (getattr(elementary, name), getattr(math, name)))
        times = [nanoseconds(loop, values) for pair in both for loop in pair]
        yield f"| {name:5} | {times[0]:.1f} | {times[1]:.1f} | {times[2]:.1f} | {times[3]:.1f} |"


def main(count: int = 5_000) -> None:
    """Print both tables."""
    print(f"| function | range, {count} points | error, ulp | C library |\n|---|---|---|---|")
    for line in table(count):
        print(line, flush=True)
    print("\n| function | ns, one after the other | ns, vector | C library | C library, loop |\n|---|---|---|---|---|")
    for line in costs():
        print(line, flush=True)


if __name__ == "__main__":
    main()
