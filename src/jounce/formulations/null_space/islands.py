"""Numbers for the tree: branches, motions, islands, and elements without the rows of tree joints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.formulations.null_space.model import BALL, BRANCH, ISLAND, MOTION, SLIDE, TURN
from jounce.mechanism import GROUND
from jounce.packing.pack import Packed
from jounce.topology import tree as words
from jounce.topology.layout import StateLayout
from jounce.topology.rows import tree_measures
from jounce.topology.tree import components

KINDS = {words.TURN: TURN, words.SLIDE: SLIDE, words.BALL: BALL}


@dataclass(frozen=True)
class Numbering:
    """Arrays by the field names of the model, and what came where."""

    arrays: dict[str, Any]
    names: tuple[str, ...]
    """Of the joint velocities, in the order of the columns."""
    packed_rows: np.ndarray
    """Packed row of each row."""
    branches: tuple[str, ...]
    """Body of each branch."""


def number(packed: Packed, state: StateLayout) -> Numbering:
    """Number branches and columns island by island, and keep only measures that are used."""
    arrays = packed.arrays
    rows = _loop_rows(packed, state)
    groups = _groups(packed, state, rows)
    order = {body: i for i, body in enumerate(body for group, _ in groups for body in group)}
    names: list[str] = []
    branches, motions, islands = [], [], []
    for s, (group, own) in enumerate(groups):
        first = len(names)
        for body in group:
            branch = state.tree.branch_of(body)
            column, start = len(names), len(motions)
            for i, motion in enumerate(branch.motions):
                c = state.by_motion[body, i]
                motions.append((KINDS[motion.kind], len(names), c.position, c.velocity, tuple(motion.axis)))
                names += [c.rate_name(k) for k in range(c.rates)]
            ball = int(bool(branch.motions) and branch.motions[-1].kind == words.BALL)
            parent = order[branch.parent] + 1 if branch.parent in order else 0
            numbers = packed.layout.body(body), parent, s, start, len(motions), column, len(names), ball
            branches.append((*numbers, tuple(branch.offset), tuple(branch.alignment.ravel()), tuple(branch.centre)))
        before = sum(len(r) for _, r in groups[:s])
        islands.append((before, before + len(own), first, len(names), 0, 0))
    kept = np.array([r for _, own in groups for r in own], dtype=np.int64)
    branch_of = np.full(len(packed.layout.bodies) + 1, -1, dtype=np.int64)
    for body, i in order.items():
        branch_of[packed.layout.body(body)] = i
    tables = {
        "branches": np.array(branches, dtype=BRANCH),
        "motions": np.array(motions, dtype=MOTION),
        "islands": np.array(islands, dtype=ISLAND),
        "branch_of": branch_of,
    }
    same = {k: arrays[k] for k in ("bodies", "gravity", "bushings", "loads", "drags", "signals", "tables")}
    return Numbering(same | tables | _used(packed, state, kept), tuple(names), kept, tuple(order))


def _loop_rows(packed: Packed, state: StateLayout) -> list[int]:
    """Packed rows that are not those of a tree joint."""
    carried = {branch.joint for branch in state.tree.branches}
    return [r for name, place in packed.layout.joints.items() if name not in carried for r in place.rows]


def _groups(packed: Packed, state: StateLayout, rows: list[int]) -> list[tuple[list[str], list[int]]]:
    """(bodies, rows) of every island, parents first."""
    arrays, names = packed.arrays, (*packed.layout.bodies, GROUND)
    order = [b.body for b in state.tree.branches]
    touched = {}
    for r in rows:
        terms = arrays["terms"][arrays["rows"][r]["start"] : arrays["rows"][r]["stop"]]
        measures = arrays["measures"][terms["measure"]]
        touched[r] = tuple(names[int(i)] for m in measures for i in (m["a"], m["b"]))
    edges = [(b.body, b.parent) for b in state.tree.branches]
    found = []
    for group in components(order, [*edges, *touched.values()]):
        inside = set(group)
        found.append((group, [r for r in rows if inside & {*touched[r]}]))
    return found


def _used(packed: Packed, state: StateLayout, kept: np.ndarray) -> dict[str, np.ndarray]:
    """Rows, terms and measures that are left, springs and tires with the places of their states."""
    arrays = packed.arrays
    place = {k: i for i, k in enumerate(state.auxiliary)}
    rows, terms = arrays["rows"][kept].copy(), []
    for row in rows:
        own = arrays["terms"][row["start"] : row["stop"]]
        row["start"], row["stop"] = len(terms), len(terms) + len(own)
        terms += list(own)
        row["filter"] = place[int(row["filter"])] if row["filter"] >= 0 else -1
    loop_terms = np.array(terms, dtype=arrays["terms"].dtype)
    spring_terms = arrays["spring_terms"].copy()
    used = sorted({int(k) for k in (*loop_terms["measure"], *spring_terms["measure"])})
    new = {k: i for i, k in enumerate(used)}
    for table in (loop_terms, spring_terms):
        table["measure"] = [new[int(k)] for k in table["measure"]]
    measures = arrays["measures"][used].copy()
    counted = {m: c.position for m, c in tree_measures(packed, state).items()}
    for k, measure in zip(used, measures, strict=True):
        if measure["winding"] >= 0:
            own = counted.get(k)
            measure["winding"] = own if own is not None else state.auxiliary_start + place[int(measure["winding"])]
    elements = {}
    for kind in ("springs", "tires"):
        laws = arrays[kind].copy()
        laws["state"] = [place[int(k)] if k >= 0 else -1 for k in laws["state"]]
        elements[kind] = laws
    return {"rows": rows, "terms": loop_terms, "measures": measures, "spring_terms": spring_terms, **elements}
