"""Types of arguments are remembered by outline; no two values of different types may share one."""

import itertools
from typing import NamedTuple

import numba
import numpy as np
import pytest

from jounce.engine.compiler import INTERPRETED, signature

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about compiled code")


class Pair(NamedTuple):
    first: object
    second: object


class Other(NamedTuple):
    first: object
    second: object


def read_only(array):
    array.flags.writeable = False
    return array


def record(offsets, itemsize=None):
    """A record of the same fields, elsewhere."""
    about = {"names": ["flag", "value"], "formats": [np.int8, np.float64], "offsets": offsets}
    return np.dtype(about | ({} if itemsize is None else {"itemsize": itemsize}))


FIELDS = [("flag", np.int8), ("value", np.float64)]
LEAVES = [
    1,
    1.0,
    True,
    2**63,
    np.float32(1.0),
    np.zeros(2),
    np.zeros(2, np.float32),
    np.zeros(2, np.int64),
    np.zeros((2, 2)),
    np.zeros((2, 2), order="F"),
    np.zeros((4, 4))[::2, ::2],
    read_only(np.zeros(2)),
    np.frombuffer(bytearray(17), np.uint8)[1:].view(np.float64),
    np.zeros(2, FIELDS),
    np.zeros(2, np.dtype(FIELDS, align=True)),
    np.zeros(2, [("flag", np.int8), ("other", np.float64)]),
    np.zeros(2, [("value", np.float64), ("flag", np.int8)]),
    np.zeros(2, record([0, 8])),
    np.zeros(2, record([0, 8], itemsize=24)),
    np.zeros(2, record([8, 0])),
    np.zeros(2, record([0, 1], itemsize=16)),
]


def test_every_type_is_its_own():
    """Asked for one after the other, and again when all are remembered."""
    values = [*LEAVES, *(make(a, b) for make in (Pair, Other) for a, b in itertools.pairwise(LEAVES))]
    values += [(a, b) for a, b in itertools.pairwise(LEAVES)]
    values += [Pair(Pair(1, 2.0), (3, 4.0)), Pair(Pair(1, 2.0), (3, 4)), Pair(Other(1, 2.0), (3, 4.0))]
    for value in (*values, *values):
        assert signature(value).args == (numba.typeof(value),)


def test_what_has_no_outline_is_asked_anew():
    assert signature("word").args == (numba.typeof("word"),)
    assert signature((1.0, None)).args == (numba.typeof((1.0, None)),)
