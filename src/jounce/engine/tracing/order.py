"""In which order the operations of a function are written: each as late as its first use allows.

Values that wait for their use take registers, and there are sixteen. What has an effect keeps its place; so does what
is read from arrays that somebody writes. The order changes no rounding.
"""

from __future__ import annotations

from jounce.engine.tracing.record import EFFECTS, Function, operands


def late_order(function: Function, written: frozenset[str]) -> list[int]:
    """Numbers of the operations that are needed, in the order in which they are written.

    written: arrays that some function of the program writes.
    """
    needed, done, order = function.needed(), [False] * len(function.ops), []

    def put(last: int) -> None:
        stack = [last]
        while stack:
            i = stack[-1]
            missing = [j for j in operands(function.ops[i]) if not done[j]]
            if missing:
                stack += reversed(missing)
                continue
            stack.pop()
            if not done[i]:
                done[i] = True
                order.append(i)

    for i, op in enumerate(function.ops):
        if needed[i] and (op[0] in EFFECTS or (op[0] in ("load", "gather") and op[1] in written)):
            put(i)
    for i in function.results:
        put(i)
    return order
