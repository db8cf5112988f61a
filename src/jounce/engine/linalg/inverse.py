"""Inverses of small dense matrices with which many systems are solved; nothing allocates and nothing raises.

Triangular factors are a chain of operations of which each waits for the one before, twice as many as there are
unknowns. Columns of an inverse are added one after another to all unknowns at once, in SIMD lanes: a fifth of the time
for 15 unknowns. To make an inverse takes twice the time of factors.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.linalg.dense import SINGULAR


@kernel
def invert(A, columns, swaps):
    """A⁻¹, its columns as rows of `columns`, by Gauss–Jordan elimination with row pivoting; A stays as it is.

    swaps (n,) is scratch. Returns a status like `lu_factor`: 0, or k + 1 when pivot k is not larger than SINGULAR times
    the largest entry; a NaN anywhere gives a status too.
    """
    n = A.shape[0]
    largest = 0.0
    for i in range(n):
        for j in range(n):
            columns[j, i] = A[i, j]
            largest = max(largest, abs(A[i, j]))
    for k in range(n):
        # the largest pivot
        best = k
        for i in range(k + 1, n):
            if abs(columns[i, k]) > abs(columns[best, k]):
                best = i
        swaps[k] = best
        # written so that a NaN fails too
        if not abs(columns[best, k]) > SINGULAR * largest:
            return k + 1
        if best != k:
            for j in range(n):
                columns[k, j], columns[best, j] = columns[best, j], columns[k, j]
        # its row, and the others without it
        scale = 1.0 / columns[k, k]
        columns[k, k] = 1.0
        for j in range(n):
            columns[k, j] *= scale
        for i in range(n):
            if i != k:
                factor = columns[i, k]
                columns[i, k] = 0.0
                for j in range(n):
                    columns[i, j] -= factor * columns[k, j]
    # rows that were swapped are columns of the inverse
    for k in range(n - 1, -1, -1):
        other = swaps[k]
        if other != k:
            for i in range(n):
                columns[i, k], columns[i, other] = columns[i, other], columns[i, k]
    return 0


@kernel
def multiply_columns(columns, b, x):
    """x ← A⁻¹ b with the inverse of `invert`, two columns at a time; b stays as it is."""
    n = columns.shape[0]
    for i in range(n):
        x[i] = 0.0
    for c in range(0, n - 1, 2):
        first, second = b[c], b[c + 1]
        for i in range(n):
            x[i] = (x[i] + first * columns[c, i]) + second * columns[c + 1, i]
    if n % 2 == 1:
        last = b[n - 1]
        for i in range(n):
            x[i] += last * columns[n - 1, i]
