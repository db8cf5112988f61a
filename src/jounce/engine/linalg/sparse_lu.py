"""Sparse unsymmetric LU with a fixed pattern and fixed pivots: made thousands of times, used more often.

`markowitz.analyse` picks the pivots once; here the numbers are computed, without allocation. Consecutive pivots with
the same rows in L and the same columns in U form a group of up to three, whose numbers stand side by side: an index is
read once for the whole group. Indices are unsigned, which spares the check for negative ones.

The factors are those of the matrix with its rows and columns scaled by powers of two, which changes no digit.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import subroutine

GROWTH = 1e8
"""Largest multiplier of a usable pivot: it costs half of the digits, which one step of refinement brings back."""
SINGULAR = 1e-14
"""A pivot up to this fraction of the sum of absolute values in its row of the matrix counts as zero."""

# unsigned, because the sum of an unsigned and a signed integer is no index
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT = (np.uint64(i) for i in range(9))


class Pattern(NamedTuple):
    """Where everything is: n pivots in ng groups, numbered in the order of elimination; m are in a group."""

    row: np.ndarray
    """Row of the matrix of each pivot, shape (n,)."""
    column: np.ndarray
    """Column of the matrix of each pivot, shape (n,)."""
    row_scale: np.ndarray
    """Factor of each pivot's row, shape (n,)."""
    column_scale: np.ndarray
    """Factor of each pivot's column, shape (n,)."""
    input_start: np.ndarray
    """First input of each pivot's row, shape (n + 1,)."""
    input_source: np.ndarray
    """Triplet of each input, shape (triplets,)."""
    input_place: np.ndarray
    """Place of each input in `Factors.lu`, shape (triplets,)."""
    input_scale: np.ndarray
    """Factor of each input, shape (triplets,)."""
    first: np.ndarray
    """First pivot of each group, shape (ng + 1,)."""
    square: np.ndarray
    """Place of each group's m × m square, row after row: multipliers, reciprocal pivots, U; shape (ng,)."""
    lower: np.ndarray
    """Place of its multipliers below the square, m for each row, shape (ng,)."""
    upper: np.ndarray
    """Place of its U right of the square, m for each column, shape (ng,)."""
    below: np.ndarray
    """First entry in `below_row` of each group, shape (ng + 1,)."""
    below_row: np.ndarray
    """Pivots whose rows are below each group, the nearest first."""
    right: np.ndarray
    """First entry in `right_column` of each group, shape (ng + 1,)."""
    right_column: np.ndarray
    """Pivots whose columns are right of each group, the nearest last: `solve` waits for it."""
    target: np.ndarray
    """Places that each group is subtracted from, for each row below all columns to the right."""


class Factors(NamedTuple):
    """The numbers of L and U, and scratch."""

    lu: np.ndarray
    work: np.ndarray
    """Shape (n,)."""
    growth: np.ndarray
    """Largest multiplier of the last factorisation, shape (1,); a large one costs digits."""


def allocate(pattern: Pattern) -> Factors:
    """Arrays for the factors of matrices with a pattern."""
    size: np.ndarray = np.diff(pattern.first.astype(np.int64))
    entries: list[np.ndarray] = [np.diff(start.astype(np.int64)) for start in (pattern.below, pattern.right)]
    return Factors(np.zeros(int(size @ (size + sum(entries)))), np.zeros(pattern.row.size), np.zeros(1))


@subroutine
def factorise(pattern, values, factors):
    """Factorise the matrix with these values of the triplets. Returns 0, or k + 1 if pivot k is of no use.

    It is of no use when a multiplier in its column is larger than `GROWTH`, or when it is not larger than `SINGULAR`
    times the sum of absolute values in its row of the matrix, all scaled, or when a value in its row is not finite. The
    factors are then of no use either.
    """
    start, source, place, scale = pattern.input_start, pattern.input_source, pattern.input_place, pattern.input_scale
    first, square, lower, upper = pattern.first, pattern.square, pattern.lower, pattern.upper
    below, right, target = pattern.below, pattern.right, pattern.target
    lu, least = factors.lu, factors.work
    # clear the factors
    for i in range(lu.size):
        lu[i] = 0.0
    # scatter the scaled matrix; smallest pivots
    for i in range(least.size):
        total = 0.0
        for t in range(start[i], start[i + 1]):
            a = values[source[t]] * scale[t]
            lu[place[t]] += a
            total += abs(a)
        least[i] = SINGULAR * total
    # eliminate group by group
    growth = 0.0
    t = ZERO
    for g in range(square.size):
        k, v, q = first[g], square[g], upper[g]
        size = first[g + 1] - k
        rows, columns = below[g + 1] - below[g], right[g + 1] - right[g]
        # the square
        for i in range(size):
            r = v + i * size
            # written so that a NaN fails too
            if not abs(lu[r + i]) > least[k + i]:
                return np.int64(k + i) + 1
            pivot = 1.0 / lu[r + i]
            lu[r + i] = pivot
            for j in range(i + ONE, size):
                s = v + j * size
                f = lu[s + i] * pivot
                lu[s + i] = f
                growth = max(growth, abs(f))
                if not abs(f) <= GROWTH:
                    return np.int64(k + i) + 1
                for c in range(i + ONE, size):
                    lu[s + c] -= f * lu[r + c]
        # the rows to its right
        if size == TWO:
            f0 = lu[v + TWO]
            for c in range(q, q + TWO * columns, TWO):
                lu[c + ONE] -= f0 * lu[c]
        elif size == THREE:
            f0, f1, f2 = lu[v + THREE], lu[v + SIX], lu[v + SEVEN]
            for c in range(q, q + THREE * columns, THREE):
                a = lu[c + ONE] - f0 * lu[c]
                lu[c + ONE] = a
                lu[c + TWO] = lu[c + TWO] - f1 * lu[c] - f2 * a
        # multipliers of each row below, and what they subtract
        p = np.uint64(lower[g])
        if size == ONE:
            pivot = lu[v]
            for _ in range(rows):
                f0 = lu[p] * pivot
                lu[p] = f0
                growth = max(growth, abs(f0))
                if not abs(f0) <= GROWTH:
                    return np.int64(k) + 1
                for c in range(q, q + columns):
                    lu[target[t]] -= f0 * lu[c]
                    t += ONE
                p += ONE
        elif size == TWO:
            for _ in range(rows):
                f0 = lu[p] * lu[v]
                f1 = (lu[p + ONE] - f0 * lu[v + ONE]) * lu[v + THREE]
                lu[p] = f0
                lu[p + ONE] = f1
                growth = max(growth, abs(f0), abs(f1))
                if not (abs(f0) <= GROWTH and abs(f1) <= GROWTH):
                    return np.int64(k) + (2 if abs(f0) <= GROWTH else 1)
                for c in range(q, q + TWO * columns, TWO):
                    r = target[t]
                    lu[r] = lu[r] - f0 * lu[c] - f1 * lu[c + ONE]
                    t += ONE
                p += TWO
        else:
            for _ in range(rows):
                f0 = lu[p] * lu[v]
                f1 = (lu[p + ONE] - f0 * lu[v + ONE]) * lu[v + FOUR]
                f2 = (lu[p + TWO] - f0 * lu[v + TWO] - f1 * lu[v + FIVE]) * lu[v + EIGHT]
                lu[p] = f0
                lu[p + ONE] = f1
                lu[p + TWO] = f2
                growth = max(growth, abs(f0), abs(f1), abs(f2))
                if not (abs(f0) <= GROWTH and abs(f1) <= GROWTH and abs(f2) <= GROWTH):
                    return np.int64(k) + (1 if not abs(f0) <= GROWTH else 2 if not abs(f1) <= GROWTH else 3)
                for c in range(q, q + THREE * columns, THREE):
                    r = target[t]
                    lu[r] = lu[r] - f0 * lu[c] - f1 * lu[c + ONE] - f2 * lu[c + TWO]
                    t += ONE
                p += THREE
    factors.growth[0] = growth
    return 0


@subroutine
def solve(pattern, factors, b, x):
    """x = A⁻¹ b with the factors of `factorise`; x may be b."""
    row, row_scale, column, column_scale = pattern.row, pattern.row_scale, pattern.column, pattern.column_scale
    first, square, lower, upper = pattern.first, pattern.square, pattern.lower, pattern.upper
    below, below_row, right, right_column = pattern.below, pattern.below_row, pattern.right, pattern.right_column
    lu, y = factors.lu, factors.work
    n = row.size
    # permute and scale the right-hand side
    for i in range(n):
        y[i] = b[row[i]] * row_scale[i]
    # forward: L y = b, group by group
    groups = square.size
    for g in range(groups):
        k, v, q, begin, end = first[g], square[g], lower[g], below[g], below[g + 1]
        size = first[g + 1] - k
        y0 = y[k]
        if size == ONE:
            for p in range(begin, end):
                y[below_row[p]] -= lu[q] * y0
                q += ONE
        elif size == TWO:
            y1 = y[k + ONE] - lu[v + TWO] * y0
            y[k + ONE] = y1
            for p in range(begin, end):
                r = below_row[p]
                y[r] = y[r] - lu[q] * y0 - lu[q + ONE] * y1
                q += TWO
        else:
            y1 = y[k + ONE] - lu[v + THREE] * y0
            y2 = y[k + TWO] - lu[v + SIX] * y0 - lu[v + SEVEN] * y1
            y[k + ONE] = y1
            y[k + TWO] = y2
            for p in range(begin, end):
                r = below_row[p]
                y[r] = y[r] - lu[q] * y0 - lu[q + ONE] * y1 - lu[q + TWO] * y2
                q += THREE
    # backward: U x = y, last group first
    for g in range(groups - 1, -1, -1):
        k, v, q, begin, end = first[g], square[g], upper[g], right[g], right[g + 1]
        size = first[g + 1] - k
        y0 = y[k]
        if size == ONE:
            for p in range(begin, end):
                y0 -= lu[q] * y[right_column[p]]
                q += ONE
            y[k] = y0 * lu[v]
        elif size == TWO:
            y1 = y[k + ONE]
            for p in range(begin, end):
                a = y[right_column[p]]
                y0 -= lu[q] * a
                y1 -= lu[q + ONE] * a
                q += TWO
            y1 *= lu[v + THREE]
            y[k + ONE] = y1
            y[k] = (y0 - lu[v + ONE] * y1) * lu[v]
        else:
            y1, y2 = y[k + ONE], y[k + TWO]
            for p in range(begin, end):
                a = y[right_column[p]]
                y0 -= lu[q] * a
                y1 -= lu[q + ONE] * a
                y2 -= lu[q + TWO] * a
                q += THREE
            y2 *= lu[v + EIGHT]
            y1 = (y1 - lu[v + FIVE] * y2) * lu[v + FOUR]
            y[k + TWO] = y2
            y[k + ONE] = y1
            y[k] = (y0 - lu[v + ONE] * y1 - lu[v + TWO] * y2) * lu[v]
    # permute and scale the solution back
    for i in range(n):
        x[column[i]] = y[i] * column_scale[i]
