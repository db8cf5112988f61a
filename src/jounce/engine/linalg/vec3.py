"""3-vectors as tuples `(x, y, z)`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.linalg.select import where


@kernel
def add(a, b):
    """a + b"""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@kernel
def sub(a, b):
    """a − b"""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@kernel
def neg(a):
    """−a"""
    return (-a[0], -a[1], -a[2])


@kernel
def scale(s, a):
    """s a"""
    return (s * a[0], s * a[1], s * a[2])


@kernel
def axpy(s, a, b):
    """s a + b"""
    return (s * a[0] + b[0], s * a[1] + b[1], s * a[2] + b[2])


@kernel
def dot(a, b):
    """a · b"""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def cross(a, b):
    """a × b"""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@kernel
def norm(a):
    """√(a · a)"""
    return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@kernel
def unit(a):
    """a / |a|; the zero vector (also one whose square underflows) gives the zero vector."""
    length = norm(a)
    if length == 0.0:
        return (0.0, 0.0, 0.0)
    return (a[0] / length, a[1] / length, a[2] / length)


@kernel
def unit_or_zero(length, a):
    """a / length, the zero vector when the length is none"""
    long = length > 1e-12
    s = where(long, 1.0 / where(long, length, 1.0), 0.0)
    return (s * a[0], s * a[1], s * a[2])


@kernel
def load(array, i):
    """The vector array[i:i+3] of a 1-D array."""
    return (array[i], array[i + 1], array[i + 2])


@kernel
def store(array, i, a):
    """array[i:i+3] = a"""
    array[i] = a[0]
    array[i + 1] = a[1]
    array[i + 2] = a[2]


@kernel
def accumulate(array, i, a):
    """array[i:i+3] += a"""
    array[i] += a[0]
    array[i + 1] += a[1]
    array[i + 2] += a[2]
