"""Choice between two numbers without a branch, for code that also runs on symbolic numbers and in SIMD lanes."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import strict


@strict
def where(condition, a, b):
    """a where the condition holds, else b: numbers, or tuples of the same shape; both are computed."""
    return a if condition else b


@strict
def seldom(condition, a, b):
    """`where` of numbers for a condition that seldom holds: traced code computes a only if it holds in some lane."""
    return a if condition else b
