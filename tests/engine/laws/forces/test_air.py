"""The air on a body: coefficients over the angle of the relative wind, and wind that blows in a zone."""

import math

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.errors import ModelError
from jounce.model.mechanism import AerodynamicDrag, AirCoefficients, Body, Constant, Mechanism
from jounce.model.mechanism.springs import Curve
from tests.engine.laws.forces.test_forces import NO_GRAVITY, build, pulled

AREA, LENGTH, RHO = 2.2, 2.7, 1.2
NUMBERS = {"drag": 0.3, "side": 2.1, "front_lift": 0.05, "rear_lift": 0.12, "roll": -0.8, "pitch": 0.03, "yaw": 0.9}
NOSE, TAIL = 2.3, -2.1


def body_in_air(coefficients=NUMBERS, *, yaw=0.0, velocity=(30.0, 0.0, 0.0), at=(0.0, 0.0, 0.0), **wind):
    """Force and torque about the centre of mass on one body whose point is its centre of mass, world axes."""
    shape: dict = {"drag_area": 0.7, "lift_area": 0.2}
    if coefficients is not None:
        shape = {"coefficients": AirCoefficients(area=AREA, length=LENGTH, **coefficients)}
    signals = {name: Constant(value=value) for name, value in wind.items() if name[:5] in ("wind_", "zone_")}
    air = AerodynamicDrag(name="air", body="b", point=(0.0, 0.0, 0.0), air_density=RHO, **(wind | signals | shape))
    body = Body(name="b", mass=1.0, inertia=(1.0, 1.0, 1.0), free=True)
    system = build(Mechanism(bodies=[body], forces=[air], **NO_GRAVITY))
    y = assemble(system)
    y[0:3] = at
    y[3:7] = math.cos(0.5 * yaw), 0.0, 0.0, math.sin(0.5 * yaw)
    y[7:10] = velocity
    force, torque = pulled(system, y)
    return force[0], torque[0]


def by_hand(speed, beta):
    """(1) of the law for the numbers, flow at an angle; axes of the body."""
    c, s = math.cos(beta), math.sin(beta)
    q, n = 0.5 * RHO * speed**2 * AREA, NUMBERS
    force = q * np.array([-n["drag"] * c, n["side"] * s, n["front_lift"] + n["rear_lift"]])
    lifts = -0.5 * (n["front_lift"] - n["rear_lift"])
    return force, q * LENGTH * np.array([n["roll"] * s, n["pitch"] * c + lifts, n["yaw"] * s * c])


@pytest.mark.parametrize("beta", np.radians([0.0, 12.0, -12.0, 90.0, -150.0, 180.0]))
def test_forces_and_moments_of_numbers(beta):
    """A body that slides: the velocity through the air is at −β from its axis."""
    force, torque = body_in_air(velocity=(25.0 * math.cos(beta), -25.0 * math.sin(beta), 0.0))
    expected = by_hand(25.0, beta)
    assert force == pytest.approx(expected[0], abs=1e-9)
    assert torque == pytest.approx(expected[1], abs=1e-9)


def test_wind_counts_as_motion_against_it():
    """30 m/s in a wind of 20 m/s across: the air comes at atan(20/30) with √1300 m/s, and pushes to where it goes."""
    force, torque = body_in_air(wind_speed=20.0, wind_direction=math.pi / 2.0)
    expected = by_hand(math.sqrt(1300.0), math.atan2(20.0, 30.0))
    assert force == pytest.approx(expected[0], abs=1e-9)
    assert torque == pytest.approx(expected[1], abs=1e-9)
    assert force[1] > 0.0
    assert torque[2] > 0.0  # turned out of the wind


STEADY = (5.0, 3.0, 0.0)
SHAPES = [None, NUMBERS]


@pytest.mark.parametrize("coefficients", SHAPES)
def test_winds_add_up(coefficients):
    """A steady one and one by signals are the one that both are together."""
    x, y = STEADY[0] + 4.0 * math.cos(2.0), STEADY[1] + 4.0 * math.sin(2.0)
    both = body_in_air(coefficients, yaw=0.4, wind=STEADY, wind_speed=4.0, wind_direction=2.0)
    one = body_in_air(coefficients, yaw=0.4, wind_speed=math.hypot(x, y), wind_direction=math.atan2(y, x))
    steady, still = (body_in_air(coefficients, yaw=0.4, wind=STEADY, **zero) for zero in ({}, {"wind_speed": 0.0}))
    for pair in (zip(both, one, strict=True), zip(steady, still, strict=True)):
        for a, b in pair:
            assert a == pytest.approx(b, abs=1e-9)


def test_forces_turn_with_the_body():
    """Body, motion and wind turned by one angle: so are force and torque."""
    turn = 0.7
    R = np.array([[math.cos(turn), -math.sin(turn), 0.0], [math.sin(turn), math.cos(turn), 0.0], [0.0, 0.0, 1.0]])
    straight = body_in_air(wind_speed=15.0, wind_direction=1.0)
    turned = body_in_air(yaw=turn, velocity=R @ (30.0, 0.0, 0.0), wind_speed=15.0, wind_direction=1.0 + turn)
    for a, b in zip(straight, turned, strict=True):
        assert b == pytest.approx(R @ a, abs=1e-9)


ANGLES = (0.0, math.radians(10.0), math.radians(20.0), math.radians(30.0))
CURVES = {
    "drag": Curve(x=ANGLES, y=(0.30, 0.34, 0.38, 0.36)),
    "side": Curve(x=ANGLES, y=(0.0, 0.40, 0.85, 1.20)),
    "yaw": Curve(x=ANGLES, y=(0.0, 0.07, 0.13, 0.15)),
}


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_curves_are_met_at_their_points_on_both_sides(k, side):
    beta = side * ANGLES[k]
    force, torque = body_in_air(CURVES, velocity=(25.0 * math.cos(beta), -25.0 * math.sin(beta), 0.0))
    q = 0.5 * RHO * 25.0**2 * AREA
    assert force[0] == pytest.approx(-q * CURVES["drag"].y[k], rel=1e-12)
    assert force[1] == pytest.approx(side * q * CURVES["side"].y[k], rel=1e-12)
    assert torque[2] == pytest.approx(side * q * LENGTH * CURVES["yaw"].y[k], rel=1e-12)


def test_a_curve_has_its_slope_straight_ahead():
    """0.04 per degree at first: a curve that was level at its first point would have none."""
    tiny = 1e-4
    force, _ = body_in_air(CURVES, velocity=(25.0, -25.0 * tiny, 0.0))
    q = 0.5 * RHO * 25.0**2 * AREA
    assert force[1] / (q * tiny) == pytest.approx(0.40 / ANGLES[1], rel=0.1)


def test_flow_from_behind_pushes():
    """Curves to 30° go on: half a turn from there drag pushes, and side force is zero."""
    force, torque = body_in_air(CURVES, velocity=(0.0, 0.0, 0.0), wind_speed=10.0)
    assert force == pytest.approx([0.5 * RHO * 100.0 * AREA * 0.30, 0.0, 0.0], abs=1e-9)
    assert torque == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)


# --- a zone of wind ---------------------------------------------------------------------------------------------------

ZONE = {"wind_speed": 20.0, "wind_direction": math.pi / 2.0, "zone_start": 100.0, "zone_end": 130.0}
ENDS = {"front": NOSE, "rear": TAIL}


def in_zone(x, **changes):
    return body_in_air(at=(x, 5.0, 0.0), **(ZONE | ENDS | changes))


def test_outside_there_is_no_wind_and_inside_there_is_all():
    still, windy = body_in_air(), body_in_air(wind_speed=20.0, wind_direction=math.pi / 2.0)
    for x, expected in ((100.0 - NOSE, still), (130.0 - TAIL, still), (100.0 - TAIL, windy), (130.0 - NOSE, windy)):
        for a, b in zip(in_zone(x), expected, strict=True):
            assert a == pytest.approx(b, abs=1e-9)


@pytest.mark.parametrize("coefficients", SHAPES)
def test_a_steady_wind_blows_outside_too(coefficients):
    outside = in_zone(90.0, coefficients=coefficients, wind=STEADY)
    for a, b in zip(outside, body_in_air(coefficients, wind=STEADY), strict=True):
        assert a == pytest.approx(b, abs=1e-9)


@pytest.mark.parametrize("x", [98.0, 99.5, 101.3, 128.0, 130.9])
@pytest.mark.parametrize("turned", [False, True])
def test_the_part_that_is_in_the_zone(x, turned):
    """Side force and yaw moment by a sum over 20,000 pieces along the body, each in its own wind."""
    yaw = math.pi if turned else 0.0
    force, torque = in_zone(x, yaw=yaw, velocity=(-30.0 if turned else 30.0, 0.0, 0.0))
    still = body_in_air(yaw=yaw, velocity=(-30.0 if turned else 30.0, 0.0, 0.0))
    wind = {"wind_speed": 20.0, "wind_direction": math.pi / 2.0}
    windy = body_in_air(yaw=yaw, velocity=(-30.0 if turned else 30.0, 0.0, 0.0), **wind)
    along = -1.0 if turned else 1.0
    z = (np.arange(20000) + 0.5) / 10000.0 - 1.0
    place = 0.5 * (NOSE + TAIL) + 0.5 * (NOSE - TAIL) * z  # ahead of the point
    inside = (x + along * place > 100.0) & (x + along * place < 130.0)
    half, middle = 0.5 * (NOSE - TAIL), 0.5 * (NOSE + TAIL)
    total, moment = 0.0, 0.0
    for flow, here in ((windy, inside), (still, ~inside)):
        side = along * flow[0][1]  # to the left of the body
        n = (flow[1][2] - middle * side) / half
        density = (0.5 * side + 1.5 * n * z) / 10000.0
        total += density[here].sum()
        moment += (place * density)[here].sum()
    assert along * force[1] == pytest.approx(total, rel=1e-3)
    assert torque[2] == pytest.approx(moment, rel=2e-3)
    share = inside.mean()
    assert force[0] == pytest.approx(share * windy[0][0] + (1.0 - share) * still[0][0], rel=1e-3)
    assert torque[0] == pytest.approx(share * windy[1][0] + (1.0 - share) * still[1][0], rel=1e-3)


def test_the_nose_turns_out_of_the_wind_first():
    """While the body enters, its moment is larger than in the whole wind: the front alone is pushed."""
    entering, inside = in_zone(100.0), in_zone(115.0)
    assert entering[1][2] > 1.1 * inside[1][2]
    assert entering[0][1] < 0.9 * inside[0][1]


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"side": {"x": ["1 deg", "9 deg"], "y": [0, 1]}}, "side.x.0: does not begin straight ahead; got 1 deg"),
        ({"yaw": {"x": [0, 1], "y": [0.1, 1]}}, "yaw.y.0: not 0 straight ahead; got 0.1"),
        ({"drag": {"x": [0, 4], "y": [0.1, 1]}}, "drag.x.1: out of range; got 229.183 deg"),
        ({"roll": "3 m"}, "roll: wrong unit; got '3 m'"),
        ({"area": 0.0}, "area: out of range"),
    ],
)
def test_coefficients_that_cannot_be(keys, message):
    with pytest.raises(ModelError) as refusal:
        AirCoefficients(**({"area": 2.0, "length": 2.7} | keys))
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({}, "drag_area: missing key; give it, or drag among the coefficients"),
        ({"drag_area": 0.6, "coefficients": NUMBERS}, "drag_area: drag is given twice"),
        ({"lift_area": 0.1, "coefficients": NUMBERS}, "lift_area: lift is given twice"),
        ({"drag_area": 0.6, "zone_start": Constant(value=1.0)}, "zone_start: half of a zone"),
        (
            {"drag_area": 0.6, "front": -1.0, "rear": 1.0}
            | {name: Constant(value=1.0) for name in ("zone_start", "zone_end")},
            "front: not ahead of the rear",
        ),
    ],
)
def test_air_that_cannot_be(keys, message):
    if "coefficients" in keys:
        keys = keys | {"coefficients": AirCoefficients(area=AREA, length=LENGTH, **keys["coefficients"])}
    with pytest.raises(ModelError) as refusal:
        AerodynamicDrag(name="air", body="b", point=(0.0, 0.0, 0.0), **keys)
    assert message in str(refusal.value)
