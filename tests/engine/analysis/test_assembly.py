"""Assembly: approximate input is closed, held coordinates and rates are met, what stays open is named with its gap."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build, design_state
from jounce.errors import AssemblyError
from jounce.model.mechanism import (
    Body,
    Constant,
    Distance,
    Gear,
    Input,
    Mechanism,
    PrescribedMotion,
    Prismatic,
    Revolute,
    replace,
)
from tests.engine.mechanisms import four_bar, moved

CLOSED = 1e-10
"""[m, rad]: ten times the residual at which the Newton iteration stops."""


def error(system, y, t=0.0):
    evaluate(system.model, system.work, t, y)
    return max(np.abs(system.work.rows["violation"]).max(), np.abs(system.work.rows["slip"]).max())


def turned(system, y, body):
    """Rotation of a body about +y since the design position [rad]."""
    w, _, s, _ = y[system.pose(body)][3:]
    return 2.0 * np.arctan2(s, w)


@pytest.mark.parametrize("seed", range(5))
def test_approximate_input_is_closed(seed):
    system = build(four_bar())
    y = moved(system, np.random.default_rng(seed), 0.15)
    assert error(system, y) > 1e-2
    assert error(system, assemble(system, y)) < CLOSED


def test_a_closed_mechanism_is_left_alone():
    system = build(four_bar())
    y = assemble(system)
    assert np.allclose(assemble(system, y), y, rtol=0.0, atol=1e-10)


def test_a_gap_that_cannot_close_is_named_with_its_size():
    """A rod of 1 m between two hinged cranks that can come no closer than 1.5 m: 0.5 m stay open."""
    cranks = [
        Body(name=n, mass=1, inertia=(0.1, 0.1, 0.1), position=(x, 0, 0.1)) for n, x in (("left", 0), ("right", 2))
    ]
    joints = [
        Revolute(name="a", body_b="left", point=(0, 0, 0), axis=(0, 1, 0)),
        Revolute(name="b", body_b="right", point=(2, 0, 0), axis=(0, 1, 0)),
        Distance(name="rod", body_a="left", body_b="right", point_a=(0, 0, 0.25), point_b=(2, 0, 0.25), length=1.0),
    ]
    with pytest.raises(AssemblyError) as caught:
        assemble(build(Mechanism(name="reach", bodies=cranks, joints=joints)))
    text = str(caught.value)
    assert "joints.rod" in text
    gap = float(text.split("a gap of ")[1].split(" mm")[0])
    assert 250.0 < gap <= 500.5  # the least squares of all joints share it out


@pytest.mark.parametrize("angle", [-3.0, 0.5, 2.0, 7.0, -13.0])
def test_a_held_crank_takes_others_along(angle):
    system = build(four_bar())
    y = assemble(system, hold={"A": angle})
    assert error(system, y) < CLOSED
    assert np.isclose(np.cos(turned(system, y, "crank") - angle), 1.0, rtol=0.0, atol=1e-12)


def test_rates_are_met_where_the_mechanism_is():
    system = build(four_bar())
    start = assemble(system, hold={"A": 1.2})
    y = assemble(system, start, rates={"A": -3.0})
    assert turned(system, y, "crank") == pytest.approx(1.2, abs=1e-9)
    assert y[system.twist("crank")][4] == pytest.approx(-3.0, abs=1e-9)
    assert error(system, y) < CLOSED


def test_a_joint_that_is_held_keeps_still():
    bodies = [body.model_copy(update={"angular_velocity": (0.0, 5.0, 0.0)}) for body in four_bar().bodies]
    system = build(replace(four_bar(), bodies=bodies))
    y = assemble(system, hold={"A": 0.3})
    assert np.abs(y[21:39]).max() < 1e-9


def geared(ratio=1.5):
    bodies = [Body(name=n, mass=1, inertia=(0.1, 0.1, 0.1), position=(x, 0, 0)) for n, x in (("p", 0), ("q", 1))]
    joints = [
        Revolute(name="hp", body_b="p", point=(0, 0, 0), axis=(0, 1, 0)),
        Revolute(name="hq", body_b="q", point=(1, 0, 0), axis=(0, 1, 0)),
        Gear(name="gear", joint_a="hp", joint_b="hq", ratio=ratio),
    ]
    return Mechanism(bodies=bodies, joints=joints)


def test_turns_are_counted_while_a_joint_is_held():
    """7 rad on one wheel are 10.5 rad on the other, although neither orientation shows its turns."""
    system = build(geared())
    y = assemble(system, hold={"hp": 7.0})
    for body, angle in (("p", 7.0), ("q", 10.5)):
        assert np.isclose(np.cos(turned(system, y, body) - angle), 1.0, rtol=0.0, atol=1e-12)
    assert error(system, y) < CLOSED
    assert np.allclose(sorted(y[26:]), [7.0, 10.5], rtol=0.0, atol=1e-9)


def test_inputs_keep_their_binding_while_a_joint_is_held():
    """A driver fed by a run-time input asks for the bound value also during the search."""
    body = [Body(name=n, mass=1, inertia=(1, 1, 1), position=(x, 0, 0)) for n, x in (("s", 0), ("w", 1))]
    joints = [
        Prismatic(name="slide", body_b="s", point=(0, 0, 0), axis=(1, 0, 0)),
        Revolute(name="hinge", body_a="s", body_b="w", point=(1, 0, 0), axis=(0, 1, 0)),
        PrescribedMotion(name="feed", joint="slide", motion=Input(name="u"), smoothing=0),
    ]
    system = build(Mechanism(bodies=body, joints=joints), inputs={"u": Constant(value=0.2)})
    y = assemble(system, hold={"hinge": 0.4})
    assert y[system.pose("s")][0] == pytest.approx(0.2, abs=1e-10)
    assert turned(system, y, "w") == pytest.approx(0.4, abs=1e-9)


def test_a_moving_driver_gives_the_velocity():
    """At time t the state follows the driver in position and speed."""
    slope = {"kind": "table", "times": [0, 2], "values": [0, 1], "interpolation": "linear"}
    body = Body(name="s", mass=1, inertia=(1, 1, 1))
    joints = [
        Prismatic(name="slide", body_b="s", point=(0, 0, 0), axis=(1, 0, 0)),
        PrescribedMotion(name="feed", joint="slide", motion=slope),
    ]
    system = build(Mechanism(bodies=[body], joints=joints))
    y = assemble(system, t=0.6)
    assert y[system.pose("s")][0] == pytest.approx(0.3, abs=1e-11)
    assert y[system.twist("s")][0] == pytest.approx(0.5, abs=1e-11)


def test_the_smallest_displacement_is_mass_weighted():
    """Two sliders 0.3 m too far apart for their rod: momentum is shared, so the light one moves nine times as far."""
    bodies = [Body(name=n, mass=m, inertia=(1, 1, 1), position=(x, 0, 0)) for n, m, x in (("a", 9, 0), ("b", 1, 1.3))]
    joints = [
        Prismatic(name="sa", body_b="a", point=(0, 0, 0), axis=(1, 0, 0)),
        Prismatic(name="sb", body_b="b", point=(1.3, 0, 0), axis=(1, 0, 0)),
        Distance(name="rod", body_a="a", body_b="b", point_a=(0, 0, 0), point_b=(1.3, 0, 0), length=1.0),
    ]
    system = build(Mechanism(bodies=bodies, joints=joints))
    y = assemble(system)
    assert y[system.pose("a")][0] == pytest.approx(0.03, abs=1e-9)
    assert y[system.pose("b")][0] == pytest.approx(1.03, abs=1e-9)
    assert not np.allclose(design_state(system), y)
