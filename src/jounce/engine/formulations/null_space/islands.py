"""Numbers for the tree: branches, motions, islands, and elements without the rows of tree joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.engine.assembly import spanning_tree as words
from jounce.engine.assembly.constraint_rows import tree_measures
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.spanning_tree import ancestors, components
from jounce.engine.assembly.state_layout import StateLayout
from jounce.engine.formulations.null_space.model import BALL, BRANCH, CELL, ISLAND, MOTION, SLIDE, TURN
from jounce.engine.laws.forces.measure import DOT2
from jounce.model.mechanism import GROUND

KINDS = {words.TURN: TURN, words.SLIDE: SLIDE, words.BALL: BALL}


@dataclass(frozen=True)
class Cell:
    """Bodies whose joints constraints tie together, and those constraints."""

    bodies: tuple[str, ...]
    rows: list[int]
    driven: bool


@dataclass(frozen=True)
class Numbering:
    """Arrays by the field names of the model, and what came where."""

    arrays: dict[str, Any]
    names: tuple[str, ...]
    """Names of the joint velocities, in the order of the columns."""
    packed_rows: np.ndarray
    """Packed row of each row."""
    branches: tuple[str, ...]
    """Body of each branch."""


def number(packed: Packed, state: StateLayout) -> Numbering:
    """Number branches, columns and rows by islands and cells, and keep only measures that are used."""
    rows = _loop_rows(packed, state)
    touched = {r: _bodies_of_row(packed, state, r) for r in rows}
    groups = [(bodies, _cells(packed, state, bodies, own, touched)) for bodies, own in _islands(state, rows, touched)]
    names, kept = list[str](), list[int]()
    columns: dict[str, int] = {}
    islands, cells = list[tuple](), list[tuple]()
    for _, own in groups:
        column, row, first = len(names), len(kept), len(cells)
        for cell in own:
            start, top = len(names), len(kept)
            for body in cell.bodies:
                columns[body] = len(names)
                for i, _ in enumerate(state.tree.branch_of(body).motions):
                    c = state.by_motion[body, i]
                    names += [c.rate_name(k) for k in range(c.rates)]
            kept += cell.rows
            cells.append((top, len(kept), start, len(names), column, int(cell.driven), 0, 0))
        driven = sum(cell.driven for cell in own)
        islands.append((row, len(kept), column, len(names), first, len(cells), driven))
    order = {body: i for i, body in enumerate(body for bodies, _ in groups for body in bodies)}
    branches, motions = _tree(packed, state, [bodies for bodies, _ in groups], order, columns)
    branch_of = np.full(len(packed.layout.bodies) + 1, -1, dtype=np.int64)
    for body, i in order.items():
        branch_of[packed.layout.body(body)] = i
    tables = {
        "branches": np.array(branches, dtype=BRANCH),
        "motions": np.array(motions, dtype=MOTION),
        "islands": np.array(islands, dtype=ISLAND),
        "cells": np.array(cells, dtype=CELL),
        "branch_of": branch_of,
    }
    chosen = np.array(kept, dtype=np.int64)
    same = {k: packed.arrays[k] for k in ("bodies", "gravity", "bushings", "loads", "drags", "signals", "tables")}
    return Numbering(same | tables | _used(packed, state, chosen), tuple(names), chosen, tuple(order))


def _tree(
    packed: Packed, state: StateLayout, groups: list[list[str]], order: dict[str, int], columns: dict[str, int]
) -> tuple[list[tuple], list[tuple]]:
    """Records of branches, parents first, and of their motions."""
    branches, motions = list[tuple](), list[tuple]()
    for s, bodies in enumerate(groups):
        for body in bodies:
            branch = state.tree.branch_of(body)
            column, start = columns[body], len(motions)
            for i, motion in enumerate(branch.motions):
                c = state.by_motion[body, i]
                motions.append((KINDS[motion.kind], column, c.position, c.velocity, tuple(motion.axis)))
                column += c.rates
            ball = int(bool(branch.motions) and branch.motions[-1].kind == words.BALL)
            parent = order[branch.parent] + 1 if branch.parent in order else 0
            numbers = packed.layout.body(body), parent, s, start, len(motions), columns[body], column, ball
            branches.append((*numbers, tuple(branch.offset), tuple(branch.alignment.ravel()), tuple(branch.centre)))
    return branches, motions


def _loop_rows(packed: Packed, state: StateLayout) -> list[int]:
    """Packed rows that are not those of a tree joint."""
    carried = {branch.joint for branch in state.tree.branches}
    return [r for name, place in packed.layout.joints.items() if name not in carried for r in place.rows]


def _bodies_of_row(packed: Packed, state: StateLayout, row: int) -> tuple[str, ...]:
    """Bodies whose motion a row can notice: those it measures, and all they hang on."""
    arrays, names = packed.arrays, (*packed.layout.bodies, GROUND)
    terms = arrays["terms"][arrays["rows"][row]["start"] : arrays["rows"][row]["stop"]]
    measures = arrays["measures"][terms["measure"]]
    ends = {names[int(i)] for m in measures for i in (m["a"], m["b"])}
    return tuple(sorted({body for end in ends for body in ancestors(state.tree, end)}))


def _islands(
    state: StateLayout, rows: list[int], touched: Mapping[int, tuple[str, ...]]
) -> list[tuple[list[str], list[int]]]:
    """(bodies, rows) of every island, parents first."""
    order = [b.body for b in state.tree.branches]
    edges = [(b.body, b.parent) for b in state.tree.branches]
    groups = components(order, [*edges, *touched.values()])
    return [(group, [r for r in rows if {*group} & {*touched[r]}]) for group in groups]


def _cells(
    packed: Packed, state: StateLayout, bodies: list[str], rows: list[int], touched: Mapping[int, tuple[str, ...]]
) -> list[Cell]:
    """Driven bodies, one cell each, then what the other rows tie together."""
    drivers = _drivers(packed, state, rows)
    driven = [Cell((body,), [r], True) for body, r in drivers.items()]
    others = [body for body in bodies if body not in drivers]
    left = [r for r in rows if r not in drivers.values()]
    found = []
    for group in components(others, [touched[r] for r in left]):
        found.append(Cell(tuple(group), [r for r in left if {*group} & {*touched[r]}], False))
    homeless = [r for r in left if not {*others} & {*touched[r]}]
    return [*driven, *found, *([Cell((), homeless, False)] if homeless else [])]


def _drivers(packed: Packed, state: StateLayout, rows: list[int]) -> dict[str, int]:
    """Bodies with a single motion that a row prescribes → that row."""
    arrays, coordinates = packed.arrays, tree_measures(packed, state)
    found: dict[str, int] = {}
    for r in rows:
        record = arrays["rows"][r]
        c = coordinates.get(int(arrays["terms"][record["start"]]["measure"]))
        alone = record["signal"] >= 0 and record["stop"] - record["start"] == 1
        if alone and c is not None and len(state.tree.branch_of(c.body).motions) == 1:
            found.setdefault(c.body, r)
    return found


def _used(packed: Packed, state: StateLayout, kept: np.ndarray) -> dict[str, Any]:
    """Rows, terms and measures that are left, scalar forces and tires with the places of their states."""
    arrays = packed.arrays
    place = {k: i for i, k in enumerate(state.auxiliary)}
    rows, terms = arrays["rows"][kept].copy(), list[np.void]()
    for row in rows:
        own = arrays["terms"][row["start"] : row["stop"]]
        row["start"], row["stop"] = len(terms), len(terms) + len(own)
        terms += list(own)
        row["filter"] = place[int(row["filter"])] if row["filter"] >= 0 else -1
    loop_terms = np.array(terms, dtype=arrays["terms"].dtype)
    force_terms = arrays["scalar_force_terms"].copy()
    tight = {int(k) for k in loop_terms["measure"]}
    counted = {m: c.position for m, c in tree_measures(packed, state).items()}
    loose = {int(k) for k in force_terms["measure"]} - tight
    winding = {k for k in loose if arrays["measures"][k]["winding"] >= 0 and k not in counted}
    used = [*sorted(tight), *sorted(winding), *sorted(loose - winding)]
    new = {k: i for i, k in enumerate(used)}
    for table in (loop_terms, force_terms):
        table["measure"] = [new[int(k)] for k in table["measure"]]
    measures = arrays["measures"][used].copy()
    for k, measure in zip(used, measures, strict=True):
        if measure["winding"] >= 0:
            own = counted.get(k)
            measure["winding"] = own if own is not None else state.auxiliary_start + place[int(measure["winding"])]
    elements = {}
    for kind in ("scalar_forces", "tires"):
        laws = arrays[kind].copy()
        for field in ("state", "heard"):
            if field in laws.dtype.names:
                laws[field] = [place[int(k)] if k >= 0 else -1 for k in laws[field]]
        elements[kind] = laws
    again = np.array([i > 0 and _same_points(*measures[i - 1 : i + 1]) for i in range(len(used))], dtype=np.int64)
    found = {"rows": rows, "terms": loop_terms, "measures": measures, "scalar_force_terms": force_terms, "again": again}
    return {**found, **elements, "loops": len(tight) + len(winding)}


def _same_points(first: np.void, second: np.void) -> bool:
    """Whether two measures are travels between the same two points."""
    return all(m["kind"] == DOT2 for m in (first, second)) and all(
        np.array_equal(first[f], second[f]) for f in ("a", "b", "point_a", "point_b")
    )
