"""Functions as numbers: what they return is declared."""

from jounce.engine.compiler import address, declare, function_at, kernel, pointer

declare("fraction", 0.0, result=0.0)
declare("whole", 0.0)


@kernel
def both(fraction, whole, x):
    return function_at(fraction, "fraction")(x), function_at(whole, "whole")(x)


def third(x):
    return x / 3.0


def rounded(x):
    return int(x)


def test_numbers_and_integers_come_back():
    functions = pointer(third, 0.0, keep=False, result=0.0), pointer(rounded, 0.0, keep=False)
    assert both(*map(address, functions), 7.5) == (2.5, 7)
