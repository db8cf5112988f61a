"""Trailing arms: mirrored, wheels on circles, springs of known leverage, and refused when impossible."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.errors import ModelError
from jounce.model.mechanism import replace
from jounce.model.vehicle import AntiRollBar, Arm, Strut, TorsionBar, TrailingArm, to_mechanism

MIRROR = np.diag([1.0, -1.0, 1.0])
LENGTH, FALL = 0.4, math.asin(0.112 / 0.4)
"""Of the arms of rover6 [m], and the angle below the horizontal at which they stand [rad]."""
LEVER, STRUT = 0.24, 0.3
"""Distance of the strut's foot from the hinge and length of the strut, at right angles to the arm [m]."""
BODY = {"mass": 14.0, "inertia": (0.25, 0.5, 0.6, 0.02, -0.03, 0.01), "centre_of_mass": (-1.15, 0.58, 0.31)}
PIVOTS = {"inner_pivot": (-0.9, 0.3, 0.36), "outer_pivot": (-1.0, 0.6, 0.34)}
SPRING = Strut(upper=(-1.22, 0.52, 0.7), lower=(-1.3, 0.58, 0.28), stiffness=3e4, preload=4000.0)
BAR = TorsionBar(stiffness=4000.0, damping=100.0, preload=600.0)
CENTRE = (-1.35, 0.74, 0.3)


def oblique(**changes):
    """A semi-trailing arm with nothing parallel to anything."""
    return TrailingArm(**({"wheel_centre": CENTRE, "arm": Arm(**BODY, **PIVOTS), "spring": SPRING} | changes))


def at_the_rear(dw18, suspension, **changes):
    front, rear = dw18.axles
    return replace(dw18, axles=(front, replace(rear, suspension=suspension, **changes)))


def held(system, angle):
    """The state with both arms of the middle axle of rover6 turned by that angle [rad]."""
    return assemble(system, hold={"arm_ml": angle, "arm_mr": angle})


def in_chassis(system, state, body):
    """Where the centre of mass of a body is, in axes of the chassis [m]."""
    chassis = state[system.pose("chassis")]
    return Rotation.from_quat(chassis[3:], scalar_first=True).inv().apply(state[system.pose(body)][:3] - chassis[:3])


def measured(system, states, element):
    """Coordinate and force of a spring in some states."""
    times = np.zeros(len(states))
    return (
        observe(system, np.column_stack([times, states]))
        .scalar_forces[:, system.layout.scalar_forces.index(element), :2]
        .T
    )


@pytest.fixture(scope="module")
def system(uncontrolled):
    return build(uncontrolled)


@pytest.fixture(scope="module")
def on_bars(rover6):
    """rover6 with the moments of its struts exerted by torsion bars."""
    moments = {axle.name: LEVER * axle.suspension.spring.preload for axle in rover6.axles}
    axles = [
        replace(
            axle,
            suspension=replace(
                axle.suspension, spring=None, torsion_bar=TorsionBar(stiffness=4000.0, preload=moments[axle.name])
            ),
        )
        for axle in rover6.axles
    ]
    return build(to_mechanism(replace(rover6, axles=axles, skid_steering=None)))


def test_names_and_freedom(dw18):
    model = to_mechanism(at_the_rear(dw18, oblique(torsion_bar=BAR)))
    rear = {body.name for body in model.bodies if body.name.endswith(("_rl", "_rr"))}
    assert rear == {"arm_rl", "wheel_rl", "arm_rr", "wheel_rr"}
    assert (model.joint("arm_rl").body_a, model.joint("arm_rl").body_b) == ("chassis", "arm_rl")
    assert (model.joint("hub_rl").body_a, model.joint("hub_rl").body_b) == ("arm_rl", "wheel_rl")
    assert {"spring_rl", "torsion_rl", "brake_rl", "drive_rl"} <= {force.name for force in model.forces}
    assert 6 * len(model.bodies) - sum(joint.equations for joint in model.joints) == 15


def test_the_right_side_is_the_mirror_image(dw18):
    model = to_mechanism(at_the_rear(dw18, oblique()))
    for name in ("arm", "hub"):
        left, right = (model.joint(f"{name}_r{side}") for side in "lr")
        assert right.point_a == pytest.approx(MIRROR @ left.point_a, abs=0)
        assert right.axis_a == pytest.approx(-MIRROR @ left.axis_a, abs=0)  # of a rotation
    left, right = (model.body(f"arm_r{side}") for side in "lr")
    assert right.centre_of_mass == pytest.approx(MIRROR @ left.centre_of_mass, abs=0)
    assert right.inertia_matrix == pytest.approx(MIRROR @ left.inertia_matrix @ MIRROR, abs=0)


@pytest.mark.parametrize("shift", [0.0, -0.9])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_positive_angle_lifts_the_wheel(dw18, shift, sign):
    """Trailing or leading, whichever way the axis is written, on both sides."""
    arm = Arm(**BODY, pivot=(-0.95 + shift, 0.45, 0.35), axis=(0.0, sign, 0.1 * sign))
    model = to_mechanism(at_the_rear(dw18, oblique(arm=arm)))
    for side in "lr":
        hinge, hub = model.joint(f"arm_r{side}"), model.joint(f"hub_r{side}")
        assert np.cross(hinge.axis_a, np.subtract(hub.point_a, hinge.point_a))[2] > 0.0


def test_two_pivots_or_a_line():
    pair, line = (
        oblique(arm=Arm(**BODY, **hinge)).arm
        for hinge in (PIVOTS, {"pivot": (-0.95, 0.45, 0.35), "axis": (0.1, -0.3, 0.02)})
    )
    assert pair.hinge_point == pytest.approx(line.hinge_point, abs=1e-15)
    assert pair.hinge_axis == pytest.approx(line.hinge_axis, abs=1e-15)


@pytest.mark.parametrize("angle", [-0.15, 0.0, 0.1, 0.25])
def test_the_wheel_moves_on_a_circle_about_the_hinge(system, angle):
    """Centre − pivot = length × (−cos, 0, −sin) of the fall − angle, on both sides."""
    state, design = held(system, angle), held(system, 0.0)
    for side in "lr":
        travel = in_chassis(system, state, f"wheel_m{side}") - in_chassis(system, design, f"wheel_m{side}")
        x = -LENGTH * (math.cos(FALL - angle) - math.cos(FALL))
        z = -LENGTH * (math.sin(FALL - angle) - math.sin(FALL))
        assert travel == pytest.approx((x, 0.0, z), abs=1e-10)  # what assembly leaves open, times a metre


def test_length_of_the_strut(system):
    """Law of cosines in the triangle of hinge, foot and head of the strut; right-angled at the design position."""
    angles = np.linspace(-0.15, 0.2, 8)
    lengths, _ = measured(system, [held(system, angle) for angle in angles], "spring_mr")
    head, opening = math.hypot(LEVER, STRUT), math.atan2(STRUT, LEVER) - angles
    assert lengths == pytest.approx(np.sqrt(LEVER**2 + head**2 - 2.0 * LEVER * head * np.cos(opening)), abs=1e-10)


def test_motion_ratio_of_the_strut(system):
    """Strut per wheel travel = lever / horizontal part of the arm = 0.24 / 0.384; central differences, error h²."""
    h = 1e-3
    states = [held(system, -h), held(system, h)]
    shorter = -np.diff(measured(system, states, "spring_ml")[0])[0]
    rise = np.diff([in_chassis(system, state, "wheel_ml")[2] for state in states])[0]
    assert shorter / rise == pytest.approx(0.625, rel=10.0 * h**2)


def test_torque_of_the_torsion_bar(on_bars):
    """−(preload + stiffness × angle) on both arms: it pushes the wheels down, the more so in bump."""
    preload = LEVER * 2654.586
    for angle in (-0.1, 0.0, 0.2):
        for side in "lr":
            (found,), (torque,) = measured(on_bars, [held(on_bars, angle)], f"torsion_m{side}")
            assert found == pytest.approx(angle, abs=1e-10)
            assert torque == pytest.approx(-(preload + 4000.0 * angle), abs=1e-6)


def test_preload_or_free_angle():
    assert TorsionBar(stiffness=4000.0, free_angle="-0.15 rad").slack_angle == BAR.slack_angle == -0.15
    assert TorsionBar(stiffness=4000.0).slack_angle == 0.0


def test_anti_roll_bar_and_drive_act_on_the_arm(dw18):
    bar = AntiRollBar(point=(-1.2, 0.6, 0.3), stiffness=1e4)
    forces = to_mechanism(at_the_rear(dw18, oblique(), anti_roll_bar=bar, drive="outboard")).forces
    found = {force.name: force for force in forces}
    assert (found["anti_roll_bar_rear"].left_body, found["anti_roll_bar_rear"].right_body) == ("arm_rl", "arm_rr")
    assert found["drive_rr"].reaction == "arm_rr"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"spring": None}, r"spring: nothing supports the car; got neither; expected a spring, a torsion_bar, or both"),
        ({"wheel_centre": (-1.1, 0.9, 0.32)}, r"wheel_centre: on the hinge axis"),
        ({"arm": {**BODY, "pivot": (-1.35, 0.5, 0.7), "axis": (0, 1, 0)}}, r"wheel_centre: cannot rise"),
        ({"arm": {**BODY, "pivot": (-0.9, 0.5, 0.4)}}, r"arm\.pivot: not one hinge; got pivot; expected inner_pivot"),
        ({"arm": BODY}, r"arm\.inner_pivot: not one hinge; got none of its points"),
        ({"arm": {**BODY, **PIVOTS, "inner_pivot": (-1.0, 0.6, 0.34)}}, r"arm\.outer_pivot: points coincide"),
        ({"arm": {**BODY, **PIVOTS, "inner_pivot": (-0.9, 0.7, 0.36)}}, r"arm\.inner_pivot: outside outer_pivot"),
        ({"wheel_centre": (-1.35, 0.74, -0.3)}, r"wheel_centre: below the ground"),
        ({"spin_axis": (0, -1, 0)}, r"spin_axis: not towards the left"),
        (
            {"spring": replace(SPRING, carrier="knuckle")},
            r"spring\.carrier: no such part.* 'knuckle'; expected arm",
        ),
        ({"torsion_bar": {"stiffness": 0.0}}, r"torsion_bar\.stiffness: out of range"),
        (
            {"torsion_bar": {"stiffness": 1.0, "preload": 1.0, "free_angle": 0.0}},
            r"torsion_bar\.preload: given in two ways",
        ),
        ({"torsion_bar": {"stiffness": "5 N/m"}}, r"torsion_bar\.stiffness: wrong unit"),
    ],
)
def test_refusals(change, text):
    with pytest.raises(ModelError, match=text) as raised:
        oblique(**change)
    assert len(raised.value.findings) == 1


def test_a_trailing_arm_cannot_be_steered(dw18):
    front, rear = dw18.axles
    arm = oblique(
        wheel_centre=(1.25, 0.74, 0.3),
        arm=Arm(**BODY | {"centre_of_mass": (1.4, 0.58, 0.31)}, pivot=(1.65, 0.45, 0.35), axis=(0, 1, 0)),
        spring=None,
        torsion_bar=BAR,
    )
    with pytest.raises(ModelError, match=r"steering\.axle: cannot be steered; got axle 'front' \(trailing_arm\)"):
        replace(dw18, axles=(replace(front, suspension=arm), rear))
    with pytest.raises(ModelError, match=r"steering\.axle: cannot be steered; got axle 'rear'"):
        replace(at_the_rear(dw18, oblique()), steering=replace(dw18.steering, axle="rear"))


@pytest.mark.parametrize(
    ("axle", "carrier", "expected"), [(0, "arm", "lower_arm or upper_arm or knuckle"), (1, "knuckle", "arm")]
)
def test_a_bar_on_a_part_that_is_not_there(dw18, axle, carrier, expected):
    bar = AntiRollBar(point=(-1.2, 0.6, 0.3), stiffness=1e4, carrier=carrier)
    with pytest.raises(ModelError, match=rf"anti_roll_bar\.carrier: no such part of this suspension.*{expected}"):
        replace(at_the_rear(dw18, oblique()).axles[axle], anti_roll_bar=bar)
