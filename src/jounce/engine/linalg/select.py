"""A choice without a branch, for code that is also traced: both sides are evaluated."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel


@kernel
def where(condition, a, b):
    """a if the condition holds, else b; numbers, or tuples of the same shape."""
    return a if condition else b
