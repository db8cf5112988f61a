"""Points at which elementary functions are tested, and all functions there in compiled loops."""

import functools
import math

import numpy as np

from jounce.engine.compiler import entry
from jounce.engine.linalg.elementary import atan, atan2, cos, exp, log, pow, sin, tanh
from tools.elementary_accuracy import NAMES, ranges

MAX = math.nextafter(math.inf, 0.0)
SMALLEST = 5e-324
SIZES = (0.0, SMALLEST, 2.0**-1022, 1e-8, 0.5, 1.0, 2.0, 709.78, 746.0, 1e15, 1e17, MAX, math.inf)
SPECIAL = [sign * size for size in SIZES for sign in (1.0, -1.0)] + [math.nan]
"""Zeros, infinities, NaN, subnormal and largest numbers, and places where functions change their way."""
COUNT = 40
"""Points in each range; the tool that prints the table of accuracy takes more of the same."""


@entry
def evaluate(x, y, out):
    """All functions of all points, in a loop that the compiler turns into vector code, with contraction allowed."""
    for i in range(len(x)):
        out[0, i], out[1, i] = sin(x[i]), cos(x[i])
        out[2, i], out[3, i] = atan(x[i]), exp(x[i])
        out[4, i], out[5, i] = log(x[i]), tanh(x[i])
        out[6, i], out[7, i] = atan2(x[i], y[i]), pow(x[i], y[i])
        out[8, i] = y[i] + out[3, i]  # a sum that could take in the last product of exp


def all_at(points):
    """The functions in NAMES, one a row, at points of one or two arguments; and y + exp(x)."""
    x, y = (np.array([p[k] for p in points], float) for k in (0, -1))
    out = np.empty((len(NAMES) + 1, len(x)))
    with np.errstate(all="ignore"):  # without compilation NumPy's numbers would warn
        evaluate(x, y, out)
    return out


def values_at(name, points):
    """One function at many points."""
    return all_at(points)[NAMES.index(name)].tolist()


@functools.cache
def adversarial(name):
    """Points of all ranges, and special numbers or all pairs of them."""
    rng = np.random.default_rng(7)
    points = [p for _, some in ranges(name, rng, COUNT) for p in some]
    pairs = len(points[0]) == 2
    return points + ([(a, b) for a in SPECIAL for b in SPECIAL] if pairs else [(a,) for a in SPECIAL])


def bits(values):
    """Doubles as integers: −0.0 differs from 0.0, and NaN equals itself."""
    return np.asarray(values, float).view(np.int64)
