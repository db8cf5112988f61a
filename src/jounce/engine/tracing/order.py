"""In which order the operations of a function are written: each as late as its first use allows.

Values that wait for their use take registers, and there are sixteen. What has an effect keeps its place; so does what
is read from arrays that somebody writes. The order changes no rounding.

What only a seldom choice needs (`choose_seldom`) is written behind a branch, taken when the choice falls on it in
some lane (`seldom_parts`).
"""

from __future__ import annotations

from jounce.engine.tracing.record import EFFECTS, Function, Op, operands


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


def seldom_parts(function: Function, order: list[int], written: frozenset[str]) -> dict[int, list[int]]:
    """For each `choose_seldom` whose first side takes an elementary function: operations that serve nothing else.

    Those of a choice inside another one belong to the inner one.
    """
    users: dict[int, set[int]] = {i: set() for i in order}
    for i in order:
        for j in operands(function.ops[i]):
            users[j].add(i)
    owned: set[int] = set()
    found: dict[int, list[int]] = {}
    for place, choice in enumerate(order):
        op = function.ops[choice]
        if op[0] != "choose_seldom":
            continue
        part = {choice}
        for j in reversed(order[:place]):
            serves_choice = j not in (op[1], op[3]) and j not in function.results
            if serves_choice and users[j] and users[j] <= part and _may_wait(function.ops[j], written):
                part.add(j)
        if any(function.ops[j][0] == "apply" for j in part):
            found[choice] = [j for j in order[:place] if j in part and j not in owned]
            owned.update(found[choice])
    return found


def _may_wait(op: Op, written: frozenset[str]) -> bool:
    """Whether an operation gives the same later on."""
    return op[0] not in EFFECTS and not (op[0] in ("load", "gather") and op[1] in written)
