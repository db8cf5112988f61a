"""Kernel stage `loops`: equations of the cut joints, solved for the dependent velocities (Song 2005 [25]–[28]).

    Φ_u q̇_u = b − Φ_v q̇_v,    q̈_u = −Φ_u⁻¹Φ_v q̈_v + Φ_u⁻¹ γ ≡ D q̈_v + G

Each block of rows is one small dense system with as many right-hand sides as there are independent velocities, plus
one.

The systems are solved in registers by a function written for their size, or in the work array. Both leave the smallest
over the largest pivot with the sign of the determinant: the quality of a matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from jounce.engine.assembly.constraint_rows import ConstraintRow
from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.assembly.state_layout import Coordinate, Key, key
from jounce.engine.formulations.synthesis.context import Context
from jounce.engine.formulations.synthesis.equations import Equation, equation
from jounce.engine.formulations.synthesis.jacobian import structure
from jounce.engine.formulations.synthesis.parameter_table import SCALE, Origin
from jounce.engine.formulations.synthesis.partition import Block, Partition
from jounce.engine.formulations.synthesis.writer import Scalar


@dataclass
class Solution:
    """Dependent velocities in terms of independent ones."""

    D: dict[Key, dict[Key, Scalar]] = field(default_factory=dict)
    G: dict[Key, Scalar] = field(default_factory=dict)
    quality: list[Scalar] = field(default_factory=list)
    helpers: set[tuple[int, int]] = field(default_factory=set)
    """(size, right-hand sides) of the solvers that are written out."""
    places: dict[Scalar, int] = field(default_factory=dict)
    """Answers that stay in the work slice, with their places."""


def write_loops(c: Context, partition: Partition) -> Solution:
    """D and G of every block."""
    solution = Solution()
    for n, block in enumerate(partition.blocks):
        equations = [equation(c, row, touched, moving=True) for row, touched in _rows(c, block)]
        right = [[c.code.minus(e.entries.get(key(r), 0.0)) for r in block.independent] + [e.gamma] for e in equations]
        answers, quality = _solve(c, block, equations, right, solution)
        solution.quality.append(_against_choice(c, n, quality))
        for rate, answer in zip(block.dependent, answers, strict=True):
            solution.D[key(rate)] = {key(r): f"{answer}[{j}]" for j, r in enumerate(block.independent)}
            solution.G[key(rate)] = f"{answer}[{len(block.independent)}]"
    return solution


def write_closure(c: Context, partition: Partition, done: Solution) -> tuple[Scalar, Scalar]:
    """One Newton pass: corrections of the dependent positions and the velocities that fit; returns gap and quality."""
    code = c.code
    gaps: list[Scalar] = []
    corrections: dict[Key, tuple[Scalar, Scalar]] = {}
    for n, block in enumerate(partition.blocks):
        equations = [equation(c, row, touched, moving=False) for row, touched in _rows(c, block)]
        right = []
        for e in equations:
            value = code.scalar(e.value, "gap")
            gaps.append(value)
            moving = [r for r in (*block.independent, *block.known) if key(r) in e.entries]
            rest = [code.times(e.entries[key(r)], c.rate_of(r)) for r in moving]
            right.append([code.minus(value), code.minus(code.plus(e.drift, *rest))])
        answers, quality = _solve(c, block, equations, right, done)
        done.quality.append(_against_choice(c, n, quality))
        for rate, answer in zip(block.dependent, answers, strict=True):
            corrections[key(rate)] = (f"{answer}[0]", f"{answer}[1]")
    code.stage = "update"
    for coordinate in c.own:
        _update(c, coordinate, corrections)
    return verdict(c, gaps, done)


def verdict(c: Context, gaps: Sequence[Scalar], done: Solution) -> tuple[Scalar, Scalar]:
    """The largest gap and the worst quality."""
    worst = c.code.let("worst", f"max({', '.join(f'abs({g})' for g in gaps)}, 0.0)") if gaps else 0.0
    return worst, worst_quality(c, done)


def _against_choice(c: Context, n: int, quality: str) -> Scalar:
    """The quality of the n-th block relative to the position at which its coordinates were chosen."""
    scale = c.number(Origin(SCALE, place=c.first_block + n), "quality_scale")
    return c.code.scalar(f"{quality} * {scale}", "quality")


def worst_quality(c: Context, done: Solution) -> Scalar:
    """The worst quality of all systems that were solved."""
    return c.code.let("quality", f"min({', '.join(map(str, done.quality))}, 1.0)") if done.quality else 1.0


def _update(c: Context, coordinate: Coordinate, corrections: dict[Key, tuple[Scalar, Scalar]]) -> None:
    """Write one coordinate and its rates back into y."""
    code = c.code
    p, v = coordinate.position - c.first_position, coordinate.velocity - c.first_velocity
    if coordinate.driver is not None:
        code.do(f"y[q + {p}] = {c.position(coordinate)}")
        code.do(f"y[u + {v}] = {c.rate(coordinate)}")
        return
    found = [corrections.get((coordinate.velocity, i)) for i in range(coordinate.rates)]
    if coordinate.kind == BALL:
        before = f"load4(y, q + {p})"
        turn = ", ".join(str(f[0]) if f else "0.0" for f in found)
        code.do(f"store4(y, q + {p}, {f'nudge({before}, ({turn}))' if any(found) else f'normalize({before})'})")
    elif found[0]:
        code.do(f"y[q + {p}] += {found[0][0]}")
    for i, f in enumerate(found):
        if f:
            code.do(f"y[u + {v + i}] = {f[1]}")


def _rows(c: Context, block: Block) -> list[tuple[ConstraintRow, set[Key]]]:
    """Equations with the velocities that can change them; those of a parent's bodies by its independent ones."""
    touched = structure(c.packed, c.layout, block.rows)
    if c.parent is not None:
        theirs = {(x.velocity, i) for x in c.layout.coordinates if c.is_carrier(x.body) for i in range(x.rates)}
        carried = {key(rate) for rate in c.parent.rates}
        touched = [keys - theirs | carried if keys & theirs else keys for keys in touched]
    return list(zip(block.rows, touched, strict=True))


def _solve(
    c: Context, block: Block, equations: Sequence[Equation], right: Sequence[list[Scalar]], solution: Solution
) -> tuple[list[str], str]:
    """Names of the answers, a tuple per dependent velocity, and the quality of the matrix."""
    code = c.code
    n, m = len(block.dependent), len(right[0])
    if len(equations) != n:
        raise AssertionError("a block must be square")
    rows = [[e.entries.get(key(r), 0.0) for r in block.dependent] + b for e, b in zip(equations, right, strict=True)]
    hints = [c.short(coordinate.name.replace(" ", "_")) + (f"_{'xyz'[i]}" if coordinate.kind == BALL else "")
             for coordinate, i in block.dependent]  # fmt: skip
    if n <= UNROLLED:
        solution.helpers.add((n, m))
        names = [code.let(f"{c.short(row.joint)}_row", f"({', '.join(str(x) for x in entries)})")
                 for row, entries in zip(block.rows, rows, strict=True)]  # fmt: skip
        *answers, quality = code.several(
            [f"{h}_per" for h in hints] + ["quality"], f"solve_{n}_{m}({', '.join(names)})"
        )
        return list(answers), quality
    places, quality = solve_in_work(c, rows, n)
    answers = []
    for place, hint in zip(places, hints, strict=True):
        parts = ", ".join(f"W[k + {place + j}]" for j in range(m))
        answers.append(code.several([f"{hint}_per"], f"({parts}{',' if m == 1 else ''})")[0])
    return answers, quality


UNROLLED = 6
"""Largest block that is written out; larger ones are solved by a loop in the work array."""


def solver(n: int, m: int) -> str:
    """Source of a solver for n equations with m right-hand sides: rows in registers, the largest pivot swapped up.

    It also returns the smallest over the largest pivot with the sign of the determinant (of a single equation the pivot
    itself): a determinant that has changed its sign has passed a toggle position, however far the last step went.
    """
    size = n + m
    rows = [f"r{i}" for i in range(n)]
    text = [f"def solve_{n}_{m}({', '.join(rows)}):", f'    """{n} equations, {m} right-hand sides."""']
    if n > 1:
        text.append("    sign = 1.0")
    for p in range(n):
        for i in range(p + 1, n):
            text.append(f"    swap = abs(r{i}[0]) > abs(r{p}[0])")
            rows_swapped = f"where(swap, r{i}, r{p}), where(swap, r{p}, r{i})"
            text.append(f"    r{p}, r{i}, sign = {rows_swapped}, where(swap, -sign, sign)")
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
        text.append(f"    sign = where(p{i} > 0.0, sign, -sign)")
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
