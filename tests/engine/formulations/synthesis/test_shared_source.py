"""Numbers are put where they were written: parameters to the bit, and kernels are written only for another source."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.formulations import status, synthesis
from jounce.engine.formulations.synthesis import system as systems
from jounce.engine.formulations.synthesis.shape import outline
from jounce.engine.formulations.synthesis.start import evaluate, start_state
from jounce.engine.formulations.synthesis.system import rebind_parameters
from jounce.model.library import load_vehicle
from jounce.model.mechanism import GROUND, Body, Coupler, Mechanism, Revolute, SpringDamper
from jounce.model.vehicle import rolling
from jounce.model.vehicle.parameters import with_parameters
from tests.engine.formulations.moved_cars import moved
from tests.engine.formulations.synthesis.test_file_tires import FILES, arm_on
from tests.engine.formulations.template_cars import template_cars

CARS = template_cars()


@pytest.fixture
def writes(monkeypatch):
    """Sources that were written since the list was cleared."""
    made = []
    write = systems.write_module

    def noting(*given):
        made.append(write(*given).source)
        return write(*given)

    monkeypatch.setattr(systems, "write_module", noting)
    return made


def check_rebound(system, mechanism, writes, **given):
    """Rebind, and compare with a system that was built alone; returns whether kernels were written."""
    full = synthesis.build(mechanism, **given)
    writes.clear()
    quick = rebind_parameters(system, mechanism, **given)
    written = bool(writes)
    assert quick.generated.source == full.generated.source
    assert quick.generated.parameters.tobytes() == full.generated.parameters.tobytes()
    assert quick.model.parameters.tobytes() == full.model.parameters.tobytes()
    assert outline(quick.state, quick.partitions) == outline(full.state, full.partitions) == quick.outline
    for one, other in zip(quick.state.tree.branches, full.state.tree.branches, strict=True):
        for name in ("offset", "alignment", "centre"):
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
    return written


@pytest.mark.parametrize("name", CARS)
def test_moved_hardpoints_are_numbers(name, writes):
    rng = np.random.default_rng(sorted(CARS).index(name))
    system = synthesis.build(CARS[name].to_mechanism())
    shared = 0
    for _ in range(2):
        other = moved(CARS[name], rng).to_mechanism()
        written = check_rebound(system, other, writes)
        again = rebind_parameters(system, other)
        assert written is (again.generated.source != system.generated.source)
        shared += not written
        if not written:
            assert again.generated.code is system.generated.code
            assert not np.array_equal(again.generated.parameters, system.generated.parameters)
        system = again  # the next one comes from this one
    assert shared


@pytest.fixture(scope="module")
def car():
    return load_vehicle("dw18")


@pytest.fixture(scope="module")
def system(car):
    return synthesis.build(rolling(car, 15.0))


PIVOT = (1.225, 0.38, 0.19)
"""Pivot of the lower arm of dw18 in front."""


@pytest.mark.parametrize(
    ("parameters", "written"),
    [
        ({"chassis.mass": 1600.0}, False),
        ({"chassis.mass": 1.1e3, "chassis.inertia": (500.0, 1900.0, 2100.0)}, False),
        ({"gravity": 3.7}, False),
        ({"axles.front.suspension.lower_arm.mass": 7.25, "steering.rack.mass": 9.0}, False),
        ({"axles.rear.suspension.knuckle.inertia": (0.4, 0.7, 0.5)}, False),
        ({"axles.front.wheel.mass": 22.0}, False),
        ({"axles.front.wheel.spin_inertia": 1.1}, False),
        ({"chassis.centre_of_mass.2": 0.5}, False),
        ({"chassis.inertia": (600.0, 2300.0, 2500.0, 10.0, 50.0, 20.0)}, True),  # products are another shape
        ({"axles.rear.suspension.knuckle.inertia": (0.4, 0.7, 0.5, 0.0, 0.01, 0.0)}, True),
        ({"axles.front.suspension.lower_arm.centre_of_mass": PIVOT}, True),  # no arm from pivot to centre
        ({"axles.front.suspension.upper_arm.ball_joint.2": 0.455}, False),
        ({"axles.front.suspension.spin_axis": (0.0, 0.99995, 0.01)}, True),  # a wheel that leans has products
    ],
)
def test_kernels_are_written_for_another_shape_alone(car, system, parameters, written, writes):
    other = rolling(with_parameters(car, parameters), 15.0)
    assert check_rebound(system, other, writes) is written
    assert written is (rebind_parameters(system, other).generated.source != system.generated.source)
    if not written:
        assert not np.array_equal(rebind_parameters(system, other).generated.parameters, system.generated.parameters)


def test_the_base_stays_the_chassis_however_heavy_others_are(car, system, writes):
    """Of bodies that may float the heaviest is the base: of a car its chassis alone."""
    heavy = rolling(with_parameters(car, {"steering.rack.mass": 4e3}), 15.0)
    check_rebound(system, heavy, writes)
    assert rebind_parameters(system, heavy).state.tree.base == "chassis"


def pendulums(coefficients=(1.0, -1.0), *, heavier="c", spring=(0.3, 0.4, 0.1)) -> Mechanism:
    """Two coupled pendulums, and two bodies that a spring alone holds, the heavier one first in the tree."""
    places = {name: (0.2 * i, 0.0, 0.0) for i, name in enumerate("abcd")}
    bodies = [
        Body(name=n, position=at, mass=3.0 if n == heavier else 1.0, inertia=(0.1, 0.1, 0.1), free=n in "cd")
        for n, at in places.items()
    ]
    hinge = {"body_a": GROUND, "axis": (0.0, 1.0, 0.0)}
    joints = [
        Revolute(name="first", body_b="a", point=(0.0, 0.0, 0.5), **hinge),
        Revolute(name="second", body_b="b", point=(0.2, 0.0, 0.5), **hinge),
        Coupler(name="coupling", joints=("first", "second"), coefficients=coefficients),
    ]
    force = SpringDamper(
        name="rope", body_a="c", body_b="d", point_a=spring, point_b=(0.6, 0.1, 0.0), stiffness=1e3, damping=1.0
    )
    return Mechanism(name="pendulums", bodies=bodies, joints=joints, forces=[force])


@pytest.mark.parametrize(
    ("change", "written"),
    [
        ({"spring": (0.1, 0.0, 0.2)}, False),
        ({"coefficients": (1.0, -0.7)}, False),  # a factor of −1 is a number like any other
        ({"coefficients": (2.0, -1.0)}, True),  # one of 1 is left out
        ({"heavier": "d"}, True),  # which changes the order of the bodies
    ],
)
def test_factors_and_free_bodies(change, written, writes):
    assert check_rebound(synthesis.build(pendulums()), pendulums(**change), writes) is written


def test_a_tire_with_other_zeros_has_other_equations(writes):
    """Terms of a `.tir` tire whose coefficient is zero vanish from the program; see `known_of`."""
    known = {file: synthesis.build(arm_on(file)).generated.source for file in FILES}
    one, other = next((a, b) for a in FILES for b in FILES if known[a] != known[b])
    assert check_rebound(synthesis.build(arm_on(one)), arm_on(other), writes)


def test_moved_hardpoints_give_the_same_motion(car, system):
    """Start, poses and ẏ of a car on a shared source: the bits of the one that was built alone."""
    before = system.body_poses(start_state(system))
    other = rolling(moved(car, np.random.default_rng(3)), 15.0)
    quick, full = rebind_parameters(system, other), synthesis.build(other)
    found = []
    for one in (quick, full):
        y = start_state(one)
        dy = np.zeros_like(y)
        assert evaluate(one.derivative, one.model, one.work, 0.0, y, dy) == status.OK
        found.append((y, dy, one.body_poses(y)))
    for mine, theirs in zip(*found, strict=True):
        assert mine.tobytes() == theirs.tobytes()
    assert not np.array_equal(found[0][2], before)
