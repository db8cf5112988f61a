"""Which coordinates are independent: kept for every car of the library, and the same whether a car is chosen for alone
or like another one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import qr

from jounce.engine.assembly.pack import Packed, pack
from jounce.engine.assembly.poses import design_state, move
from jounce.engine.assembly.similar_tree import span_like
from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.assembly.state_layout import StateLayout
from jounce.engine.formulations.synthesis.choice import Choice, choose, choose_like
from jounce.engine.formulations.synthesis.jacobian import LoopRows
from jounce.engine.formulations.synthesis.pivots import pick_columns
from jounce.engine.formulations.synthesis.places import body_places, design_places, places_at
from jounce.engine.formulations.synthesis.shape import outline
from jounce.engine.laws.forces.measure import ANGLE, DISTANCE, DOT1
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Mechanism, replace
from jounce.model.vehicle import rolling
from tests.engine.formulations.moved_cars import moved
from tests.engine.formulations.synthesis.linkages import four_bar
from tests.engine.formulations.synthesis.nests import PARENTS, RUBBER, nested_mechanism
from tests.engine.formulations.synthesis.vehicles import CASES
from tests.engine.formulations.template_cars import template_cars

KEPT = json.loads((Path(__file__).parents[3] / "data" / "independent_coordinates.json").read_text())
"""Mechanism → subsystem → independent coordinates, as they were when they were last changed on purpose."""
MOVED = ["dw18", "sedan", "roadster", "trail4x4", "hatchback", "tractor_semitrailer"]


def mechanism_of(name: str) -> Mechanism:
    """A mechanism by its name in KEPT: of the library, or by its kind."""
    kind, _, own = name.partition(" ")
    if kind == "case":
        return CASES[own].make()
    if kind == "nest":
        parent, seed = own.split()
        return nested_mechanism({getattr(p, "__name__", str(p)): p for p in (*PARENTS, RUBBER)}[parent], int(seed))
    return rolling(template_cars()[own] if kind == "template" else load_vehicle(name), 15.0)


@pytest.mark.parametrize("name", KEPT)
def test_independent_coordinates_stay_what_they_are(name):
    """Kernels, records of runs and what `jounce explain` prints depend on them."""
    mechanism = mechanism_of(name)
    chosen = choose(mechanism, pack(mechanism)).partitions
    found = {s: [c.rate_name(i) for c, i in own.independent] for s, own in chosen.items() if own.independent}
    assert found == KEPT[name]


def disturbed(layout: StateLayout, rng: np.random.Generator) -> np.ndarray:
    """The design position with every coordinate moved a little."""
    y = design_state(layout)
    for c in layout.coordinates:
        y[c.position : c.position + c.size] += rng.uniform(-0.1, 0.1, c.size)
    return y


def moved_by(layout: StateLayout, y: np.ndarray, rate: tuple, h: float) -> np.ndarray:
    """y after a velocity of one for the time h; a ball turns about an axis of the base."""
    c, i = rate
    y = y.copy()
    if c.kind == BALL:
        p = slice(c.position, c.position + 4)
        q = y[p] / np.linalg.norm(y[p])
        turn = 0.5 * h * np.eye(3)[i]
        y[p] = q + np.array([-turn @ q[1:], *(q[0] * turn + np.cross(turn, q[1:]))])
    else:
        y[c.position] += h
    return y


def violations(packed: Packed, layout: StateLayout, loops: LoopRows, y: np.ndarray) -> np.ndarray:
    """Φ(y) without offsets, from frames of bodies as `move` gives them."""
    moved, tree = move(layout, y[None, :]), layout.tree
    at = places_at(layout, y)  # of base and ground alone, which do not move
    names, places = (*packed.layout.bodies, "ground"), body_places(tree)

    def frame(number: int) -> tuple[np.ndarray, np.ndarray]:
        branch = tree.branch(names[number])
        if branch is None:
            k = places[names[number]]
            return at.orientations[k], at.centres[k]
        m = moved[branch.body]
        return m.R[0] @ branch.alignment, m.point(branch.centre)[0]

    found = []
    for row in loops.rows:
        total = 0.0
        for term in row.terms:
            if term.coordinate is not None:
                total += term.factor * y[term.coordinate.position]
                continue
            m = packed.arrays["measures"][term.measure]
            (A, a), (B, b) = frame(m["a"]), frame(m["b"])
            apart = b + B @ m["point_b"] - a - A @ m["point_a"]
            if row.component is not None:
                value = apart[row.component]
            elif m["kind"] == DISTANCE:
                value = np.linalg.norm(apart)
            elif m["kind"] == DOT1:
                value = (A @ m["axis_a"]) @ (B @ m["axis_b"])
            elif m["kind"] == ANGLE:
                x = B @ m["axis_b"]
                value = np.arctan2((A @ m["second_a"]) @ x, (A @ m["axis_a"]) @ x)
            else:
                value = (A @ m["axis_a"]) @ apart
            total += term.factor * value
        found.append(total)
    return np.array(found)


@pytest.mark.parametrize("name", [*MOVED, *(name for name in KEPT if name.startswith(("case", "nest")))])
def test_jacobian_of_loops_equals_differences(name):
    """Central differences: a rod of 0.6 m on a lever of 6 m has a third derivative of 600, which gives 1e-9; rounding
    of some metres gives as much."""
    mechanism = mechanism_of(name)
    packed = pack(mechanism)
    layout = choose(mechanism, packed).layout
    loops, h = LoopRows(packed, layout), 3e-6
    y = disturbed(layout, np.random.default_rng(3))
    J = loops.jacobian(packed, places_at(layout, y))
    for k, rate in enumerate(loops.every):
        ends = [violations(packed, layout, loops, moved_by(layout, y, rate, s * h)) for s in (1, -1)]
        assert np.allclose((ends[0] - ends[1]) / (2 * h), J[:, k], rtol=0.0, atol=1e-8), rate


@pytest.mark.parametrize("name", MOVED)
def test_places_at_the_design_position_are_those_of_its_state(name):
    """The base's quaternion is rounded, and a sum of a few offsets."""
    mechanism = mechanism_of(name)
    layout = choose(mechanism, pack(mechanism)).layout
    pairs = zip(design_places(layout.tree), places_at(layout, design_state(layout)), strict=True)
    for k, (a, b) in enumerate(pairs):
        if k == 3:  # balls have no axis of their own
            a, b = (x[np.linalg.norm(design_places(layout.tree).axes, axis=1) > 0.0] for x in (a, b))
        assert np.allclose(a, b, rtol=0.0, atol=1e-14)


def same_numbers(a: Choice, b: Choice) -> bool:
    """Whether trees and matrices of two choices are the same to the bit."""
    for one, other in zip(a.layout.tree.branches, b.layout.tree.branches, strict=True):
        pairs = [(getattr(one, name), getattr(other, name)) for name in ("offset", "alignment", "centre")]
        for m, n in zip(one.motions, other.motions, strict=True):
            pairs += [(m.axis, n.axis), (m.start, n.start)]
        if any(np.asarray(x).tobytes() != np.asarray(y).tobytes() for x, y in pairs):
            return False
    return all(
        x.jacobian.tobytes() == y.jacobian.tobytes() and x.quality == y.quality and x.condition == y.condition
        for name, own in a.partitions.items()
        for x, y in zip(own.blocks, b.partitions[name].blocks, strict=True)
    )


@pytest.mark.parametrize("name", MOVED)
def test_a_choice_like_that_of_another_car_is_its_own(name):
    """From car to car, with small moves and with some that change the choice."""
    car, rng = load_vehicle(name), np.random.default_rng(11)
    before = pack(car.to_mechanism())
    last = choose(before.mechanism, before)
    taken = 0
    for size in (1e-3, 5e-3, 2e-2, 5e-2, 1e-3):
        mechanism = moved(car, rng, size).to_mechanism()
        packed = pack(mechanism)
        alone = choose(mechanism, packed)
        found = choose_like(last, before, mechanism, packed, same_geometry=False)
        alike = outline(alone.layout, alone.partitions) == outline(last.layout, last.partitions)
        if found is not None:
            taken += 1
            assert alike
            assert found.reasons is last.reasons
            assert same_numbers(found, alone)
            assert outline(found.layout, found.partitions) == outline(alone.layout, alone.partitions)
        last, before = found or alone, packed
    assert taken >= 2


@pytest.mark.parametrize("beside", [1e-1, 1e-3, 1e-6, 0.0])
def test_other_answers_make_another_choice(beside):
    """A four-bar whose coupler and rocker come in line: its crank, which was independent, cannot turn any more."""
    mechanism = four_bar()
    before = pack(mechanism)
    last = choose(mechanism, before)
    at = (0.3, 0.0, 0.1 + beside)  # in the middle between both other ends
    joints = [replace(j, point_a=at, point_b=at) if j.name == "C" else j for j in mechanism.joints]
    other = replace(mechanism, joints=joints)
    packed = pack(other)
    alone, found = choose(other, packed), choose_like(last, before, other, packed, same_geometry=False)
    alike = outline(alone.layout, alone.partitions) == outline(last.layout, last.partitions)
    assert alike is (found is not None) is (beside == 1e-1)
    assert found is None or same_numbers(found, alone)


def test_a_tree_keeps_branches_that_have_not_moved():
    car = load_vehicle("sedan")
    mechanism = car.to_mechanism()
    packed = pack(mechanism)
    tree = choose(mechanism, packed).layout.tree
    assert span_like(tree, mechanism, mechanism, packed.frames) is tree
    heavier = replace(mechanism, bodies=[replace(b, mass=b.mass + 1.0) for b in mechanism.bodies])
    assert span_like(tree, mechanism, heavier, packed.frames) is tree
    gone = replace(mechanism, joints=mechanism.joints[::-1])
    assert span_like(tree, mechanism, gone, packed.frames) is None


def test_columns_without_preferences_are_picked_as_by_householder():
    """SciPy's QR with pivoting picks the longest column of what is left, too."""
    rng = np.random.default_rng(5)
    for rows, columns in ((3, 5), (6, 6), (8, 13)):
        A = rng.normal(size=(rows, columns))
        assert pick_columns(A, np.ones(columns), rows, 1e-9) == qr(A, mode="r", pivoting=True)[1][:rows].tolist()
        low = A[:, :2] @ rng.normal(size=(2, columns))
        assert len(pick_columns(low, np.ones(columns), rows, 1e-9)) == 2


def test_columns_of_weight_zero_are_never_picked():
    A = np.diag([1.0, 2.0, 3.0])
    assert pick_columns(A, np.array([1.0, 1.0, 0.0]), 3, 1e-9) == [1, 0]
