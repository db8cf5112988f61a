"""Wheel loads are the slope, wheel rates the curvature of the energy; a rack on its servo gives way as by hand."""

import math

import numpy as np
import pytest

from jounce.lab.kinematics_compliance import kc
from jounce.lab.kinematics_compliance.compliance import compute_compliances
from jounce.lab.kinematics_compliance.curves import wheel_curves
from jounce.lab.kinematics_compliance.rig import build_rig
from jounce.lab.kinematics_compliance.rig_position import RigPosition, design_position, solve_position
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import BushingMount
from jounce.model.vehicle.parameters import with_parameters
from tests.lab.kinematics_compliance.upright import LEVER, SERVO, TRAIL, upright_car

STEP = 1e-3
"""Of the differences [m]; what they leave out is of the order of (STEP / 0.3 m)²."""


def energy(rig, position: RigPosition) -> float:
    """Of linear springs, bars and weights [J]; stops are out of reach."""
    springs = rig.system.model.elements.scalar_forces
    elastic = sum(
        0.5 * law["stiffness"] * (law["free"] - x) ** 2
        for law, x in zip(springs, position.at.scalar_forces[:, 0], strict=True)
    )
    return float(elastic + 9.81 * rig.system.model.bodies["mass"] @ position.at.r[:, 2])


@pytest.mark.parametrize("other", [1.0, -1.0], ids=["parallel", "opposite"])
def test_loads_and_rates_are_those_of_the_energy(other):
    rig = build_rig(load_vehicle("sedan"), "front")
    way = np.array([1.0, other, 0.0])
    at = [solve_position(rig, design_position(rig), 0.02 * way + s * way) for s in (-STEP, 0.0, STEP)]
    behind, here, ahead = (energy(rig, position) for position in at)
    middle = at[1]
    assert middle.loads[:2] @ [1.0, other] == pytest.approx((ahead - behind) / (2.0 * STEP), rel=3e-5, abs=1.0)
    rate = np.array([1.0, other]) @ middle.stiffness[:2, :2] @ [1.0, other]
    assert rate == pytest.approx((ahead - 2.0 * here + behind) / STEP**2, rel=3e-5)
    assert middle.stiffness == pytest.approx(middle.stiffness.T, rel=1e-6, abs=1.0)


def test_a_rack_on_its_servo_gives_way_to_lateral_forces_on_a_trail():
    """Both tires push F to the left, TRAIL behind their kingpins: the rack takes 2 F trail / lever, and moves."""
    rig = build_rig(upright_car(), "front")
    assert rig.rack_gives_way
    answers = {
        answer.name: answer
        for answer in compute_compliances(rig, solve_position(rig, design_position(rig), np.zeros(2)))
    }
    toe_in = 2.0 * TRAIL / (LEVER**2 * SERVO)
    left, right = answers["lateral_parallel"].left, answers["lateral_parallel"].right
    assert left.toe == pytest.approx(toe_in, rel=1e-6)
    assert right.toe == pytest.approx(-toe_in, rel=1e-6)
    assert left.contact_y == pytest.approx(TRAIL * toe_in, rel=1e-6)
    assert answers["aligning_parallel"].left.toe == pytest.approx(-2.0 / (LEVER**2 * SERVO), rel=1e-6)
    for name in ("lateral_opposite", "braking", "driving", "aligning_opposite"):  # both sides hold each other
        assert abs(answers[name].left.toe) < 1e-6 * toe_in


def test_ackermann_is_that_of_the_books_for_upright_kingpins_over_the_contact_points():
    """cot δ_outer − cot δ_inner = track / wheelbase; steering turns the wheels as the rods are geared."""
    axle = kc(with_parameters(upright_car(), {"axles.front.suspension.wheel_centre": (1.25 + TRAIL, 0.775, 0.29)}),
              axle="front", travel="10 mm").axle("front")  # fmt: skip
    steer, wheelbase = axle.steer, 1.25 + TRAIL + 1.45
    i = steer.design + 6
    inner, outer = steer.left.steer[i], steer.right.steer[i]
    assert inner > outer > 0.1
    ideal = math.atan(1.0 / (1.0 / math.tan(inner) + 1.55 / wheelbase))
    assert steer.ackermann[i] == pytest.approx((inner - outer) / (inner - ideal), rel=1e-9)
    assert steer.ackermann_error[i] == pytest.approx(outer - ideal, abs=1e-12)
    assert steer.ackermann[-1 - i] == pytest.approx(steer.ackermann[i], rel=1e-6)
    centre = np.mean([wheelbase / math.tan(outer) - 0.775, wheelbase / math.tan(inner) + 0.775])
    assert steer.turning_radius[i] == pytest.approx(math.hypot(wheelbase, centre + 0.775), rel=1e-9)
    assert steer.steering_ratio[steer.design] == pytest.approx(LEVER * math.tau / 0.05, rel=1e-9)
    assert steer.left.mechanical_trail[steer.design] == pytest.approx(0.0, abs=1e-9)


def test_rubber_gives_way_and_hard_rubber_is_a_ball_joint():
    car = load_vehicle("hatchback")
    axle = car.axle("front")

    def on_the_rig(vehicle):
        rig = build_rig(vehicle, "front")
        first = solve_position(rig, design_position(rig), np.zeros(3))
        positions = [first, solve_position(rig, first.y, np.array([0.01, 0.01, 0.0]))]
        return compute_compliances(rig, first)[0].left, wheel_curves(rig, positions, 1.0)[0]

    def with_rubber(stiffness: float):
        mount = BushingMount(stiffness=(stiffness,) * 3)
        new = replace(axle, suspension=replace(axle.suspension, top_mount=mount))
        return on_the_rig(replace(car, axles=(new, car.axles[1])))

    (soft, _), (hard, nearly), (rigid, exactly) = with_rubber(1e6), with_rubber(1e10), on_the_rig(car)
    assert soft.camber < -1e-7  # a force to the left below pushes the foot of the left wheel outwards
    assert hard.camber == pytest.approx(1e-4 * soft.camber, rel=0.05)
    assert rigid.camber == 0.0
    for key in ("camber", "toe", "wheel_rate", "caster", "scrub_radius"):
        np.testing.assert_allclose(getattr(nearly, key), getattr(exactly, key), rtol=1e-3, atol=2e-6)
