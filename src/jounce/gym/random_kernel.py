"""Random numbers of every environment in compiled code: SplitMix64 (Steele, Lea, Flood 2014), counted and not stepped.

Draw n of an environment is a function of its key and n alone, so that it depends on no other environment.

    z = key + n γ,   z ← (z ⊕ z ≫ 30) a,   z ← (z ⊕ z ≫ 27) b,   z ⊕ z ≫ 31        modulo 2⁶⁴
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.linalg.elementary import cos, log

KEY, COUNT = range(2)
"""Columns of a generator: its key, and how many numbers it has drawn."""
GAMMA, FIRST_FACTOR, SECOND_FACTOR = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)
FIRST_SHIFT, SECOND_SHIFT, LAST_SHIFT, TO_SHARE = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
ONE = np.uint64(1)
FIXED, UNIFORM, NORMAL, CHOICE = range(4)
"""Kinds of distributions."""


@kernel
def mix(key, n):
    """64 random bits: number n of a key, both uint64."""
    z = key + n * GAMMA
    z = (z ^ (z >> FIRST_SHIFT)) * FIRST_FACTOR
    z = (z ^ (z >> SECOND_SHIFT)) * SECOND_FACTOR
    return z ^ (z >> LAST_SHIFT)


@subroutine
def draw_share(generator):
    """A number in 0 … 1, 1 excluded; generator (2,) uint64."""
    generator[COUNT] += ONE
    return float(mix(generator[KEY], generator[COUNT]) >> TO_SHARE) * 2.0**-53


@subroutine
def draw_index(generator, count):
    """A whole number in 0 … count − 1."""
    return min(int(draw_share(generator) * count), count - 1)


@subroutine
def draw(law, numbers, generator):
    """A number of a distribution (`jounce.gym.start_table`); numbers: those that a choice is made from."""
    kind = law["kind"]
    if kind == UNIFORM:
        return law["low"] + draw_share(generator) * (law["high"] - law["low"])
    if kind == NORMAL:
        share = draw_normal(generator)
        while abs(share) > law["limit"]:
            share = draw_normal(generator)
        return law["low"] + law["high"] * share
    if kind == CHOICE:
        return numbers[law["first"] + draw_index(generator, law["count"])]
    return law["low"]


@subroutine
def draw_normal(generator):
    """A number of the standard normal distribution (Box and Muller 1958)."""
    radius = math.sqrt(-2.0 * log(1.0 - draw_share(generator)))
    return radius * cos(2.0 * math.pi * draw_share(generator))
