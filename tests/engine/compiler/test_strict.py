"""Strict functions round every operation."""

from jounce.engine.compiler import kernel, strict

X = 1.0 + 2.0**-30
"""Its square needs more bits than a double has."""


@strict
def square(x):
    return x * x


@strict
def lost_by_rounding(x, rounded):
    return x * x - rounded


@kernel
def subtract_from_square(x, rounded):
    return square(x) - rounded


def test_a_product_and_a_difference_round_apart():
    assert lost_by_rounding(X, X * X) == 0.0
    assert lost_by_rounding.__name__ == "lost_by_rounding"


def test_a_caller_gets_the_rounded_product():
    assert subtract_from_square(X, X * X) == 0.0
