"""Pivots of a sparse unsymmetric matrix that leave little fill, and the pattern of its factors.

The elimination is carried out once, on the numbers of a representative matrix with its rows and columns scaled: of the
entries that are not small in their column, the one with the least (r − 1)(c − 1) goes first, r and c entries being left
in its row and column (Markowitz 1957); of several that are nearly best the one with the least fill. The matrix is held
densely here, so this is for some hundred unknowns, up to a few thousand.
"""

import itertools

import numpy as np
from numpy.typing import ArrayLike

from jounce.engine.linalg.sparse_lu import Pattern

SINGULAR = 1e-13
"""An entry of the scaled matrix up to this size is no pivot."""
CANDIDATES = 8
"""Entries whose fill is counted."""
MAX_COST_RATIO = 1.5
"""Entries up to this many times the least Markowitz count are candidates."""
MAX_GROUP = 3
"""Pivots in a group, as `sparse_lu` has code for."""
NEVER = np.int32(2**30)


class SingularMatrixError(ValueError):
    """No pivot is left for some rows and columns (numbered as in the matrix)."""

    def __init__(self, rows: list[int], columns: list[int], size: int, reason: str) -> None:
        self.rows, self.columns = rows, columns
        super().__init__(
            f"matrix of size {size} is singular ({reason}), its rank is about {size - len(rows)}: no pivot for "
            f"{_listed('row', rows)} in {_listed('column', columns)}"
        )


def analyse(
    rows: np.ndarray, columns: np.ndarray, values: np.ndarray, shape: tuple[int, int], *, threshold: float = 0.01
) -> Pattern:
    """Choose pivots for the matrix given as triplets, of which several may be the same entry; zeros count as entries.

    A pivot is at least `threshold` times the largest entry left in its column.
    """
    rows, columns = np.asarray(rows, np.int64), np.asarray(columns, np.int64)
    n = shape[0]
    if tuple(shape) != (n, n) or not len(rows) == len(columns) == len(values):
        counts = f"{len(rows)} rows, {len(columns)} columns, {len(values)} values"
        raise ValueError(f"expected a square matrix and as many rows as columns and values, got {shape} and {counts}")
    matrix, present = np.zeros((n, n)), np.zeros((n, n), bool)
    np.add.at(matrix, (rows, columns), values)
    if not np.isfinite(matrix).all():
        i, j = np.argwhere(~np.isfinite(matrix))[0]
        raise ValueError(f"expected finite numbers, got {matrix[i, j]} in row {i}, column {j}")
    present[rows, columns] = True
    row_scale, column_scale = equilibrate(matrix)
    scaled = matrix * row_scale[:, None] * column_scale
    pivot_row, pivot_column = pivots(scaled, present, threshold)
    filled = fill(present[np.ix_(pivot_row, pivot_column)])
    return _pattern(filled, (pivot_row, pivot_column), (rows, columns), (row_scale, column_scale))


def equilibrate(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Powers of two for rows and columns that bring their largest entries near one (Ruiz 2001)."""
    places = np.nonzero(matrix)
    size = np.log2(np.abs(matrix[places]))
    scales = np.zeros((2, len(matrix)))
    for _ in range(8):
        for scale, place in zip(scales, places, strict=True):
            largest = np.full(len(matrix), -np.inf)
            np.maximum.at(largest, place, size)
            change = np.where(np.isfinite(largest), -0.5 * largest, 0.0)
            scale += change
            size += change[place]
    row, column = np.exp2(np.round(scales))
    return row, column


def pivots(matrix: np.ndarray, present: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the pivots in the order of elimination; the matrix should be scaled."""
    n = len(matrix)
    row, column = np.arange(n), np.arange(n)
    A, S = matrix.T.copy(), present.T.copy()
    # all by columns, so that a column is contiguous: A[j, i] is row i, column j
    sound = _sound(A, threshold)
    in_row, in_column = S.sum(0, dtype=np.int32), S.sum(1, dtype=np.int32)
    pivot_row, pivot_column = np.zeros(n, np.int64), np.zeros(n, np.int64)
    gone_row, gone_column = np.zeros(n, bool), np.zeros(n, bool)
    for k in range(n):
        if k % 32 == 0:
            # forget what is done
            left, kept = np.flatnonzero(~gone_row), np.flatnonzero(~gone_column)
            A, S, sound = (x[np.ix_(kept, left)] for x in (A, S, sound))
            row, column, in_row, in_column = row[left], column[kept], in_row[left], in_column[kept]
            gone_row, gone_column = np.zeros(len(left), bool), np.zeros(len(kept), bool)
        i, j = _choose(A, S, sound, in_row, in_column)
        if i < 0:
            raise _singular(S, row, column, gone_row, gone_column, n)
        pivot_row[k], pivot_column[k] = row[i], column[j]
        gone_row[i], gone_column[j] = True, True
        S[j, i] = False
        x, y = np.flatnonzero(S[j]), np.flatnonzero(S[:, i])
        S[j], S[:, i], sound[j], sound[:, i] = False, False, False, False
        in_row[x] -= 1
        in_column[y] -= 1
        if y.size:
            place = np.ix_(y, x)
            A[place] -= np.outer(A[y, i], A[j, x] / A[j, i])
            A[y, i] = 0.0
            new = ~S[place]
            in_row[x] += new.sum(0)
            in_column[y] += new.sum(1)
            S[place] = True
            sound[y] = _sound(A[y], threshold)
    return pivot_row, pivot_column


def _sound(A: np.ndarray, threshold: float) -> np.ndarray:
    """Entries that may be pivots, column by column."""
    size = np.abs(A)
    least = threshold * size.max(axis=1, initial=0.0)
    return (size >= least[:, None]) & (size > SINGULAR)


def _choose(
    A: np.ndarray, S: np.ndarray, sound: np.ndarray, in_row: np.ndarray, in_column: np.ndarray
) -> tuple[int, int]:
    """Row and column of the next pivot, −1 if there is none."""
    cost = np.where(sound, np.multiply.outer(in_column - 1, in_row - 1), NEVER).ravel()
    best = int(cost.argmin()) if cost.size else 0
    least = cost[best]
    if least == NEVER:
        return -1, -1
    rows = len(in_row)
    if least > 1:
        candidates = np.flatnonzero(cost <= MAX_COST_RATIO * least)
        if candidates.size > CANDIDATES:
            candidates = candidates[np.argpartition(cost[candidates], CANDIDATES)[:CANDIDATES]]

        def count_fill(p: int) -> tuple[int, int, float]:
            j, i = divmod(p, rows)
            there = int(np.count_nonzero(S[S[:, i]][:, S[j]]))
            return int(cost[p]) + int(in_row[i]) + int(in_column[j]) - there, int(cost[p]), -abs(float(A[j, i]))

        best = min(candidates.tolist(), key=count_fill)
    j, i = divmod(best, rows)
    return i, j


def _singular(
    S: np.ndarray, row: np.ndarray, column: np.ndarray, gone_row: np.ndarray, gone_column: np.ndarray, n: int
) -> SingularMatrixError:
    """What is left when no entry can be a pivot."""
    rows, columns = row[~gone_row], column[~gone_column]
    empty_rows, empty_columns = (v[~g & ~S.any(a)] for v, g, a in ((row, gone_row, 0), (column, gone_column, 1)))
    reason = "numerically"
    if empty_rows.size or empty_columns.size:
        reason = "by its pattern"
    return SingularMatrixError(sorted(rows.tolist()), sorted(columns.tolist()), n, reason)


def fill(present: np.ndarray) -> np.ndarray:
    """Entries of L and U together, for pivots on the diagonal in order."""
    filled = present.copy()
    for k in range(len(filled)):
        below, right = k + 1 + np.flatnonzero(filled[k + 1 :, k]), k + 1 + np.flatnonzero(filled[k, k + 1 :])
        filled[np.ix_(below, right)] = True
    return filled


def groups(filled: np.ndarray) -> np.ndarray:
    """First pivot of each group of consecutive pivots with equal rows in L and equal columns in U; at last n."""
    n = len(filled)
    first = [0]
    for k in range(1, n):
        same = (
            k - first[-1] < MAX_GROUP
            and filled[k - 1, k]
            and filled[k, k - 1]
            and np.array_equal(filled[k - 1, k + 1 :], filled[k, k + 1 :])
            and np.array_equal(filled[k + 1 :, k - 1], filled[k + 1 :, k])
        )
        if not same:
            first.append(k)
    return np.array([*first, n]) if n else np.zeros(1, np.int64)


def _pattern(
    filled: np.ndarray,
    pivots: tuple[np.ndarray, np.ndarray],
    triplets: tuple[np.ndarray, np.ndarray],
    scales: tuple[np.ndarray, np.ndarray],
) -> Pattern:
    """Number everything; `pivots`, `triplets` and `scales` are pairs for rows and columns."""
    # groups, rows below, columns to the right
    n = len(filled)
    first = groups(filled)
    size = np.diff(first)
    spans = list(itertools.pairwise(first.tolist()))
    below = [b + np.flatnonzero(filled[b:, a]) for a, b in spans]
    right = [b + np.flatnonzero(filled[a, b:])[::-1] for a, b in spans]
    # what `solve` reads first, group after group, then U
    ends = np.cumsum([s * k for s, r in zip(size, below, strict=True) for k in (s, len(r))], dtype=np.int64)
    squares, lowers = np.concatenate([[0], ends])[:-1].reshape(-1, 2).T
    uppers = _starts([s * len(c) for s, c in zip(size, right, strict=True)])[:-1] + (ends[-1] if n else 0)

    # place of every entry of L and U
    where = np.zeros((n, n), np.uint32)
    targets = []
    for (a, b), rows, columns, square, lower, upper in zip(spans, below, right, squares, lowers, uppers, strict=True):
        m = b - a
        where[a:b, a:b] = square + np.arange(m * m).reshape(m, m)
        where[rows, a:b] = lower + np.arange(m * len(rows)).reshape(-1, m)
        where[a:b, columns] = upper + np.arange(m * len(columns)).reshape(-1, m).T
    # places that each group is subtracted from
    for rows, columns in zip(below, right, strict=True):
        targets.append(where[np.ix_(rows, columns)].ravel())

    # triplets in the order of pivot rows
    row, column = (np.argsort(p)[t] for p, t in zip(pivots, triplets, strict=True))
    order = np.argsort(row, kind="stable")
    row, column = row[order], column[order]
    row_scale, column_scale = (s[p] for s, p in zip(scales, pivots, strict=True))
    return Pattern(
        row=_index(pivots[0]),
        column=_index(pivots[1]),
        row_scale=row_scale,
        column_scale=column_scale,
        input_start=_index(_starts(np.bincount(row, minlength=n))),
        input_source=_index(order),
        input_place=_index(where[row, column]),
        input_scale=row_scale[row] * column_scale[column],
        first=_index(first),
        square=_index(squares),
        lower=_index(lowers),
        upper=_index(uppers),
        below=_index(_starts([len(x) for x in below])),
        below_row=_index(_joined(below)),
        right=_index(_starts([len(x) for x in right])),
        right_column=_index(_joined(right)),
        target=_index(_joined(targets)),
    )


def _index(x: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(x, np.uint32)


def _joined(lists: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([*lists, np.zeros(0, np.uint32)])


def _starts(counts: ArrayLike) -> np.ndarray:
    """First place of each of several lists put after each other, at last the end."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64)


def _listed(name: str, numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:5])) + (", …" if len(numbers) > 5 else "")
    return f"{name}{'s' if len(numbers) > 1 else ''} {shown}"
