"""Small dense systems in kernels: solved in registers by a function written for their size, or in the work array.

Both leave the smallest over the largest pivot with the sign of the determinant: the quality of a matrix.
"""

from __future__ import annotations

from collections.abc import Sequence

from jounce.synthesis.context import Context
from jounce.synthesis.writer import Scalar

UNROLLED = 6
"""Largest block that is written out; larger ones are solved by a loop in the work array."""


def solver(n: int, m: int) -> str:
    """Source of a solver for n equations with m right-hand sides: rows in registers, the largest pivot swapped up.

    It also returns the smallest over the largest pivot with the sign of the determinant (of a single equation the pivot
    itself): a determinant that has changed its sign has passed a toggle position, however far the last step went.
    """
    size = n + m
    rows = [f"r{i}" for i in range(n)]
    text = [f"@part\ndef solve_{n}_{m}({', '.join(rows)}):", f'    """{n} equations, {m} right-hand sides."""']
    if n > 1:
        text.append("    sign = 1.0")
    for p in range(n):
        for i in range(p + 1, n):
            text.append(f"    if abs(r{i}[0]) > abs(r{p}[0]):")
            text.append(f"        r{p}, r{i}, sign = r{i}, r{p}, -sign")
        text.append(f"    p{p}, d{p} = r{p}[0], 1.0 / r{p}[0]")
        for i in range(p + 1, n):
            text.append(f"    f = r{i}[0] * d{p}")
            text.append(f"    r{i} = ({', '.join(f'r{i}[{j}] - f * r{p}[{j}]' for j in range(1, size - p))},)")
    for p in range(n - 1, -1, -1):
        columns = []
        for j in range(m):
            known = "".join(f" - r{p}[{i - p}] * x{i}[{j}]" for i in range(p + 1, n))
            columns.append(f"(r{p}[{n - p + j}]{known}) * d{p}")
        text.append(f"    x{p} = ({', '.join(columns)},)")
    pivots = ", ".join(f"abs(p{i})" for i in range(n))
    for i in range(n if n > 1 else 0):
        text.append(f"    sign = sign if p{i} > 0.0 else -sign")
    quality = f"sign * min({pivots}) / max({pivots})" if n > 1 else "p0"
    text.append(f"    return {', '.join(f'x{i}' for i in range(n))}, {quality}")
    return "\n".join(text) + "\n"


def solve_in_work(c: Context, rows: Sequence[Sequence[Scalar]], n: int) -> tuple[range, str]:
    """Solve n equations, given with their right-hand sides, in the work slice: places of the answers, and quality."""
    code, size = c.code, len(rows[0])
    start = c.reserve(n * size)
    code.do(f"clear_rows(W, k + {start}, {n * size})")
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            if x != 0.0:
                code.do(f"W[k + {start + i * size + j}] = {x}")
    quality = code.several(["quality"], f"solve_rows(W, k + {start}, {n}, {size - n})")[0]
    return range(start + n, start + n * size, size), quality
