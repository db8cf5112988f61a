"""Joins a product with the sum that takes it into one operation that rounds once: a b + c.

Which products are joined is decided here, on the record, and not by a back end: so every back end rounds alike. If both
terms of a sum are products, the one that nobody else uses is joined, else the second.
"""

from __future__ import annotations

from collections.abc import Sequence

from jounce.engine.tracing.record import Function, Op, Program, operands, with_operands


def fuse(program: Program) -> Program:
    """Join in all functions, in place."""
    for function in program.functions.values():
        if not function.strict:
            fuse_function(function)
    return program


def fuse_function(function: Function) -> None:
    """Join products and sums of one function, in place."""
    uses, ops = function.uses(), list(function.ops)
    new: list[tuple] = []
    moved: list[int] = []

    def put(op: tuple) -> int:
        new.append(op)
        return len(new) - 1

    def product(i: int) -> bool:
        return ops[i][0] == "multiply"

    for op in ops:
        name = op[0]
        if name in ("add", "subtract") and (product(op[1]) or product(op[2])):
            a, b = op[1:]
            first = product(a) and not (product(b) and not (uses[a] == 1 and uses[b] > 1))
            factor, factor_2 = (moved[x] for x in ops[a if first else b][1:])
            rest = moved[b if first else a]
            if name == "subtract" and first:
                rest = put(("negate", rest))
            elif name == "subtract":
                factor = put(("negate", factor))
            moved.append(put(("fused", factor, factor_2, rest)))
        else:
            moved.append(put(renamed(op, moved)))
    function.ops = new
    function.results = tuple(moved[i] for i in function.results)


def renamed(op: Op, moved: Sequence[int]) -> Op:
    """An operation with the new numbers of its operands."""
    return with_operands(op, [moved[i] for i in operands(op)])
