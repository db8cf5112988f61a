"""Wheels under growing loads: slopes without load, the rack's servo by hand, mirror images, rubber, and lost rest."""

import math

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.lab.kinematics_compliance import kc
from jounce.lab.kinematics_compliance.car import describe_car
from jounce.lab.kinematics_compliance.compliance import LOADS, compute_compliances
from jounce.lab.kinematics_compliance.load_sweeps import (
    STEPS_EACH_WAY,
    default_force,
    load_notes,
    load_sweep,
    load_sweeps,
)
from jounce.lab.kinematics_compliance.rig import build_rig
from jounce.lab.kinematics_compliance.rig_position import design_position, solve_position
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.mechanism.springs import Stop
from jounce.model.vehicle import BushingMount
from tests.lab.kinematics_compliance.upright import LEVER, SERVO, TRAIL, upright_car

LOAD = {load.name: load for load in LOADS}
ANSWERS = ("toe", "camber", "centre_x", "centre_y", "contact_y")


def on_the_rig(car):
    rig = build_rig(car, "front")
    return rig, solve_position(rig, design_position(rig), np.zeros(2 if rig.rack_gives_way else 3))


def rubber_car(rubber: float = 1e6, **spring):
    car = load_vehicle("hatchback")
    axle = car.axle("front")
    suspension, mount = axle.suspension, BushingMount(stiffness=(rubber,) * 3)
    suspension = replace(suspension, top_mount=mount, spring=replace(suspension.spring, **spring))
    return replace(car, axles=(replace(axle, suspension=suspension), car.axles[1]))


@pytest.fixture(scope="module")
def servo():
    rig, start = on_the_rig(load_vehicle("dw18"))
    return rig, start, load_sweeps(rig, start, 3e3)


@pytest.fixture(scope="module")
def rubber():
    rig, start = on_the_rig(rubber_car())
    names = ("lateral_parallel", "driving")
    return rig, start, {name: load_sweep(rig, start, LOAD[name], 3e3) for name in names}


@pytest.mark.parametrize("car", ["servo", "rubber"])
def test_slopes_without_load_are_the_compliances(car, request):
    """Central differences of curves over some hundred N, whose own curvature is what 1e-4 has to cover; answers of
    1e-15 per N are zeros."""
    rig, start, sweeps = request.getfixturevalue(car)
    compared = 0
    for answer in compute_compliances(rig, start):
        if answer.name not in sweeps:
            continue
        sweep = sweeps[answer.name]
        i = sweep.design
        assert sweep.load[i] == 0.0
        for wheel, curves in ((answer.left, sweep.left), (answer.right, sweep.right)):
            for key in ANSWERS:
                change, slope = np.diff(getattr(curves, key)[[i - 1, i + 1]])[0], getattr(wheel, key)
                found = change / (sweep.load[i + 1] - sweep.load[i - 1])
                assert found == pytest.approx(slope, rel=1e-4, abs=1e-15), (answer.name, key)
                compared += abs(slope) > 1e-10
    assert compared >= 20


def test_a_servo_gives_way_to_finite_lateral_forces_as_by_hand():
    """At a steer of δ the rods have moved the rack by LEVER sin δ against the kingpins' levers LEVER cos δ, and tires
    push TRAIL cos δ behind them: 2 F TRAIL = SERVO LEVER² sin δ. Left out is the slant of the rods, 0.39 m long:
    LEVER (1 − cos δ) / length times the lever's own sin δ, 5e-6 of the torque at 1.7°."""
    rig, start = on_the_rig(upright_car())
    sweep = load_sweep(rig, start, LOAD["lateral_parallel"], 30e3)
    by_hand = np.arcsin(2.0 * sweep.load * TRAIL / (LEVER**2 * SERVO))
    assert by_hand[-1] > math.radians(1.7)
    np.testing.assert_allclose(sweep.left.toe, by_hand, rtol=5e-6, atol=1e-12)
    np.testing.assert_allclose(sweep.right.toe, -by_hand, rtol=5e-6, atol=1e-12)
    np.testing.assert_allclose(sweep.left.contact_y, TRAIL * np.sin(sweep.left.toe), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(sweep.left.contact_x, TRAIL * (1.0 - np.cos(sweep.left.toe)), rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(sweep.left.steer, -sweep.left.toe, atol=1e-15)


def test_a_rest_that_is_lost_ends_the_sweep():
    """Pulled forwards behind its kingpins, the axle stands straight at any force, but beyond SERVO LEVER² / 2 TRAIL
    the servo no longer holds it there; the last step is a sixteenth of the usual one."""
    rig, start = on_the_rig(upright_car())
    critical = SERVO * LEVER**2 / (2.0 * TRAIL)
    sweep = load_sweep(rig, start, LOAD["driving"], 1.2 * critical)
    end, step = sweep.load[-1], 1.2 * critical / STEPS_EACH_WAY
    assert critical - step / 16.0 <= end < critical
    assert sweep.load[0] == pytest.approx(-1.2 * critical)  # a trailing wheel that is pushed back is only steadier
    assert np.all(np.abs(sweep.left.toe) < 1e-6)
    (note,) = load_notes({"driving": sweep})
    assert (
        note
        == f"driving force at the wheel centres: ends at {1e-3 * end:g} kN of 1176 kN: no stable rest was found beyond"
    )


def test_loads_the_other_way_are_seen_in_a_mirror(servo, rubber):
    """A force to the left and one to the right change the wheels' places; symmetric loads move both alike."""
    for _, _, sweeps in (servo, rubber):
        for name, sweep in sweeps.items():
            turn = slice(None, None, -1 if name.endswith("parallel") else 1)
            for key in (*ANSWERS, "contact_x", "wheel_load"):
                left, right = getattr(sweep.left, key), getattr(sweep.right, key)
                np.testing.assert_allclose(right[turn], left, rtol=1e-7, atol=1e-10 if key != "wheel_load" else 1e-4)
            np.testing.assert_allclose(sweep.load, -sweep.load[::-1])


def test_rubber_gives_way_and_the_rig_takes_what_the_linkage_turns_upwards(rubber):
    """The wheel loads change by the slope of the contact points: F dy/dz in roll, from virtual work on stiff rubber,
    whose own part is of the size of F over its stiffness and lengths, 1e-5."""
    rig, start = on_the_rig(rubber_car(1e9))
    hard, soft = load_sweep(rig, start, LOAD["lateral_parallel"], 3e3), rubber[2]["lateral_parallel"]
    turned = np.ptp(soft.left.camber)
    assert turned > 1e-3
    assert np.ptp(hard.left.camber) == pytest.approx(1e-3 * turned, rel=0.05)
    left, right = (
        [at.at.contact(wheel)[1] for wheel in rig.wheels]
        for at in (solve_position(rig, start.y, np.array([s, -s, 0.0])) for s in (1e-3, -1e-3))
    )
    slope = (left[0] + left[1] - right[0] - right[1]) / 2e-3
    change = hard.left.wheel_load - hard.right.wheel_load
    np.testing.assert_allclose(change - change[hard.design], -hard.load * slope, rtol=3e-5, atol=1e-3)


def test_a_stop_that_is_met_on_the_way_acts_from_there():
    """Rims pushed inwards shorten the strut. Before its stop the axle is one without; pressed against it, one whose
    spring is as hard as both and pushes as much."""
    free = on_the_rig(rubber_car(2e5, bump_stop=None))
    law, length = free[0].system.model.elements.scalar_forces[0], free[1].at.scalar_forces[0, 0]
    k, stop = float(law["stiffness"]), Stop(length=length - 0.25e-3, stiffness=2e6)
    both = k + stop.stiffness
    slack = (k * float(law["free"]) + stop.stiffness * stop.length) / both
    met = on_the_rig(rubber_car(2e5, bump_stop=stop))
    hard = on_the_rig(rubber_car(2e5, bump_stop=None, stiffness=both, preload=None, free_length=slack))
    without, sweep, pressed = (load_sweep(*rig, LOAD["lateral_opposite"], 3e3) for rig in (free, met, hard))
    for key in ("camber", "toe", "wheel_load"):
        curve, soft, stiff = (getattr(wheels.left, key) for wheels in (sweep, without, pressed))
        np.testing.assert_allclose(curve[5:], soft[5:], rtol=1e-8)  # from −1125 N
        np.testing.assert_allclose(curve[:4], stiff[:4], rtol=1e-8)  # to −1500 N
        assert abs(curve[0] - soft[0]) > 0.01 * abs(soft[0] - soft[8])


def test_forces_are_of_the_size_that_wheels_carry_and_moments_that_of_a_trail(servo):
    car = describe_car(load_vehicle("dw18"), None)
    front, rear = (car.static_wheel_load(name) for name in car.names)
    assert 2.0 * (front + rear) == pytest.approx(1673.0 * 9.80665)
    assert front * car.axles[0] + rear * car.axles[1] == pytest.approx((front + rear) * car.centre_of_mass[0])
    assert default_force(front) == 3e3
    assert describe_car(load_vehicle("rover6"), None).static_wheel_load("middle") == pytest.approx(200.0 * 9.80665)
    sweep = servo[2]["aligning_parallel"]
    assert (sweep.load[0], sweep.load[-1], sweep.wanted) == (-100.0, 100.0, 100.0)


@pytest.mark.parametrize("force", ["0 N", "-2 kN", "2 MN"])
def test_a_force_without_meaning_is_refused(force):
    with pytest.raises(
        InputError, match=r"force: not a largest force; got .*; expected more than 0 and at most 1000 kN"
    ):
        kc("dw18", force=force)
