"""Joins calls of one function that follow each other into one call that runs them side by side in SIMD lanes.

The corners of a car are such calls: the same function on other places of the same arrays. They may be joined when
nothing happens between them, and when none needs a result of another. Sums that they share are added lane after lane,
in the order of the calls, so that results are those of one call after another, bit for bit.
"""

from __future__ import annotations

from dataclasses import replace

from jounce.engine.tracing.record import EFFECTS, Function, Op, Program, operands


def group(program: Program, width: int) -> Program:
    """The program with calls joined, up to `width` of them; a power of two."""
    functions = dict(program.functions)
    for name in program.entries:
        functions[name] = group_function(functions[name], width)
    return replace(program, functions=functions)


def group_function(function: Function, width: int) -> Function:
    """One function with its calls joined."""
    ops = list(function.ops)
    for run in _runs(function):
        while len(run) > 1:
            count = width
            while count > len(run):
                count //= 2
            if count < 2:
                break
            _join(ops, run[:count])
            run = run[count:]
    return replace(function, ops=ops)


def _runs(function: Function) -> list[list[int]]:
    """Calls that may be joined: the same function, nothing with an effect between, no use of each other's results."""
    runs: list[list[int]] = []
    current: list[int] = []
    for i, op in enumerate(function.ops):
        if op[0] not in EFFECTS:
            continue
        if current and _alike(function, current[0], op):
            current.append(i)
            continue
        current = [i] if op[0] in ("call", "repeat") else []
        if current:
            runs.append(current)
    return [run for run in runs if len(run) > 1]


def _alike(function: Function, first: int, op: Op) -> bool:
    before = function.ops[first]
    if before[:2] != op[:2] or (op[0] == "repeat" and before[3:] != op[3:]):
        return False
    return all(x < first or function.ops[x][0] == "constant" for x in operands(op))


def _join(ops: list[Op], calls: list[int]) -> None:
    first = ops[calls[0]]
    if first[0] == "call":
        ops[calls[0]] = ("group", first[1], tuple((ops[i][2], ops[i][3]) for i in calls))
    else:
        ops[calls[0]] = ("repeat_group", first[1], tuple(ops[i][2] for i in calls), *first[3:])
    for k, i in enumerate(calls[1:], start=1):
        ops[i] = ("member", calls[0], k)
