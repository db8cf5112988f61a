"""Twist beams: two freedoms, roll and slide in closed form, stiffness by virtual work, mirrored, on rubber, refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation

from jounce.engine.analysis import assemble, degrees_of_freedom, settle
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.errors import AssemblyError, ModelError
from jounce.model.mechanism import AppliedForce, Constant, Fixed, Mechanism, PrescribedMotion, Revolute, replace
from jounce.model.vehicle import AntiRollBar, Beam, BeamArm, Strut, TwistBeam, to_mechanism

MIRROR = np.diag([1.0, -1.0, 1.0])
CENTRE, PIVOT, MIDDLE = (-1.35, 0.74, 0.30), (-0.95, 0.55, 0.31), (-1.10, 0.0, 0.34)
BODY = {"mass": 16.0, "inertia": (0.9, 0.35, 1.1, 0.02, -0.03, 0.01), "centre_of_mass": (-1.12, 0.45, 0.31)}
STIFFNESS = 1500.0
FOOT, HEAD = (-1.25, 0.52, 0.28), (-1.22, 0.50, 0.55)
SPRING = Strut(upper=HEAD, lower=FOOT, stiffness=3e4, preload=4000.0)
DAMPER = Strut(upper=(-1.36, 0.60, 0.68), lower=(-1.40, 0.62, 0.27), damping=2500.0)
RUBBER = {"kind": "bushing", "stiffness": (2e6, 1e6, 2e6), "damping": (800.0, 800.0, 800.0)}
RADIUS = math.hypot(PIVOT[0] - MIDDLE[0], PIVOT[2] - MIDDLE[2])
"""Distance of the mounts from the axis of the beam [m]."""


def beam(**changes):
    """A twist beam whose shear centre is above its mounts and behind them."""
    parts = {
        "wheel_centre": CENTRE,
        "arm": BeamArm(**BODY, pivot=PIVOT),
        "beam": Beam(shear_centre=MIDDLE, stiffness=STIFFNESS, damping=5.0),
        "spring": SPRING,
        "damper": DAMPER,
    }
    return TwistBeam(**parts | changes)


def at_the_rear(dw18, suspension, **changes):
    front, rear = dw18.axles
    return replace(dw18, axles=(front, replace(rear, suspension=suspension, **changes)))


def alone(dw18, suspension, *more):
    """The rear axle alone: no weight, no tires, its chassis on the ground, and what is added to it."""
    model = to_mechanism(at_the_rear(dw18, suspension, brake=None, drive=None))
    names = {"chassis", "arm_rl", "arm_rr", "wheel_rl", "wheel_rr"}
    joints = [j for j in model.joints if {getattr(j, "body_a", ""), getattr(j, "body_b", "")} <= names]
    joints.append(Fixed(name="stand", body_b="chassis", point=(0.0, 0.0, 0.0)))
    wanted = ("spring_rl", "spring_rr", "twist_rear", "mount_rl", "mount_rr")
    forces = [force for force in model.forces if force.name in wanted]
    return Mechanism(
        bodies=tuple(b for b in model.bodies if b.name in names),
        joints=(*joints, *(m for m in more if hasattr(m, "equations"))),
        forces=(*forces, *(m for m in more if not hasattr(m, "equations"))),
        gravity=(0.0, 0.0, 0.0),
    )


def twisted(dw18, angle, suspension=None):
    """System and state of the axle with its beam twisted by an angle [rad]."""
    driver = PrescribedMotion(name="twist", joint="beam_rear", coordinate="angle", motion=Constant(value=angle))
    system = build(alone(dw18, suspension or beam(), driver))
    return system, assemble(system)


def turning():
    """Rotation of the left arm per twist in roll, about the line from the shear centre to its mount [rad/rad]."""
    return np.subtract(PIVOT, MIDDLE) / (2.0 * PIVOT[1])


def moves(point):
    """Displacement of a point of the left arm per twist in roll [m/rad]."""
    return np.cross(turning(), np.subtract(point, PIVOT))


def axle(twist, heave):
    """Both wheel centres in closed form: halves turned by ± twist / 2 about the beam, then put on their mounts.

    In axes of the beam the mounts then are 2 y + slide apart along it and 2 RADIUS sin(twist / 2) across it, so that
    slide = √((2y)² − (2 RADIUS sin(twist / 2))²) − 2y keeps their distance. heave: turn about the line of the mounts.
    """
    slide = math.sqrt((2.0 * PIVOT[1]) ** 2 - (2.0 * RADIUS * math.sin(twist / 2.0)) ** 2) - 2.0 * PIVOT[1]

    def half(point, sign):
        from_axis = np.subtract(point, MIDDLE) * [1.0, sign, 1.0]
        turned = Rotation.from_rotvec((0.0, sign * twist / 2.0, 0.0)).apply(from_axis)
        return turned + np.array([0.0, sign * slide / 2.0, 0.0])

    left, right = half(PIVOT, 1.0), half(PIVOT, -1.0)
    between = (left - right) / np.linalg.norm(left - right)
    level = Rotation.align_vectors([[0.0, 1.0, 0.0]], [between])[0]
    turn = Rotation.from_rotvec((0.0, heave, 0.0)) * level
    middle = np.array(PIVOT) * [1.0, 0.0, 1.0]
    return slide, [middle + turn.apply(half(CENTRE, s) - 0.5 * (left + right)) for s in (1.0, -1.0)]


def test_names(dw18):
    model = to_mechanism(at_the_rear(dw18, beam()))
    rear = {body.name for body in model.bodies if body.name.endswith(("_rl", "_rr"))}
    assert rear == {"arm_rl", "wheel_rl", "arm_rr", "wheel_rr"}
    assert {"spring_rl", "damper_rr", "twist_rear", "brake_rl", "drive_rl"} <= {force.name for force in model.forces}
    joint = model.joint("beam_rear")
    assert (joint.kind, {joint.body_a, joint.body_b}) == ("cylindrical", {"arm_rl", "arm_rr"})
    assert model.joint("mount_rl").body_a == "chassis"
    assert model.joint("hub_rr").body_a == "arm_rr"


@pytest.mark.parametrize(("mount", "freedoms"), [({"kind": "ball"}, 15), (RUBBER, 20)])
def test_freedoms(dw18, mount, freedoms):
    """On balls heave and roll, as of two independent arms; on rubber six of the axle and its twist."""
    system = build(to_mechanism(at_the_rear(dw18, beam(mount=mount))))
    found = degrees_of_freedom(system, assemble(system))
    assert (found.dof, found.redundant) == (freedoms, {})


def test_a_hinge_between_two_balls_would_lock_the_roll(dw18):
    """To first order it does not: one equation is redundant at the design position, and only there."""
    model = alone(dw18, beam())
    hinge = Revolute(name="beam_rear", body_a="arm_rr", body_b="arm_rl", point=MIDDLE, axis=(0, 1, 0))
    joints = tuple(hinge if joint.name == "beam_rear" else joint for joint in model.joints)
    system = build(replace(model, joints=joints))
    assert sum(degrees_of_freedom(system, assemble(system)).redundant.values()) == 1
    with pytest.raises(AssemblyError):
        assemble(system, hold={"beam_rear": 0.3})


@pytest.mark.parametrize("twist", [-0.3, -0.05, 0.0, 0.1, 0.4])
def test_roll_and_slide_in_closed_form(dw18, twist):
    """Six numbers of both wheels; the heave that assembly chose is read from one of them."""
    system, state = twisted(dw18, twist)
    found = [state[system.pose(f"wheel_r{side}")][:3] for side in "lr"]
    heave = brentq(lambda h: sum(c[2] for c in axle(twist, h)[1]) - found[0][2] - found[1][2], -0.5, 0.5, xtol=1e-14)
    slide, expected = axle(twist, heave)
    assert np.array(found) == pytest.approx(np.array(expected), abs=1e-9)
    arms = [Rotation.from_quat(state[system.pose(f"arm_r{side}")][3:], scalar_first=True) for side in "lr"]
    points = [
        state[system.pose(f"arm_r{side}")][:3] + arm.apply(np.subtract(MIDDLE, mirror @ BODY["centre_of_mass"]))
        for side, arm, mirror in zip("lr", arms, (np.eye(3), MIRROR), strict=True)
    ]
    along = arms[1].apply((0.0, 1.0, 0.0))
    assert (points[0] - points[1]) @ along == pytest.approx(slide, abs=1e-9)
    assert slide == pytest.approx(-(RADIUS**2) * twist**2 / (4.0 * PIVOT[1]), rel=0.02, abs=1e-15)


def test_small_roll_is_that_of_an_oblique_arm(dw18):
    """Each half turns about the line through its mount and the shear centre; error of second order in the twist."""
    twist = 1e-4
    system, state = twisted(dw18, twist)
    left, right = (state[system.pose(f"wheel_r{side}")][:3] for side in "lr")
    roll = 0.5 * ((left - CENTRE) - MIRROR @ (right - MIRROR @ CENTRE))
    assert roll / twist == pytest.approx(moves(CENTRE), abs=5.0 * twist)
    turn = Rotation.from_quat(state[system.pose("arm_rl")][3:], scalar_first=True).as_rotvec()
    other = Rotation.from_quat(state[system.pose("arm_rr")][3:], scalar_first=True).as_rotvec()
    assert 0.5 * (turn + MIRROR @ other) / twist == pytest.approx(turning(), abs=5.0 * twist)


def test_the_twist_grows_when_the_left_wheel_rises(dw18):
    for change in ({}, {"wheel_centre": (-0.45, 0.74, 0.30)}):  # trailing, leading
        system, state = twisted(dw18, 0.1, beam(**change))
        left, right = (state[system.pose(f"wheel_r{side}")][2] for side in "lr")
        assert left > right + 0.02


@pytest.mark.parametrize("stiffness", [0.0, STIFFNESS, 4.0 * STIFFNESS])
def test_stiffness_in_roll(dw18, stiffness):
    """A force up at the left wheel and down at the right one: virtual work of forces, beam and both springs.

    2 F dz = (stiffness + 2 k dl²) twist, with the displacements dz of a wheel and dl along a spring per twist.
    """
    force, up = 5.0, (0.0, 0.0, 1.0)
    loads = [
        AppliedForce(name=f"load_{s}", body=f"wheel_r{s}", point=p, direction=up, magnitude=f)
        for s, p, f in (("l", CENTRE, force), ("r", MIRROR @ CENTRE, -force))
    ]
    slack = beam(spring=replace(SPRING, preload=0.0), beam=Beam(shear_centre=MIDDLE, stiffness=stiffness, damping=5.0))
    system = build(alone(dw18, slack, *loads))
    springs = observe(system, np.array([[0.0, *settle(system).state]])).scalar_forces[0]
    twist, torque = springs[system.layout.scalar_forces.index("twist_rear"), :2]
    line = np.subtract(FOOT, HEAD) / np.linalg.norm(np.subtract(FOOT, HEAD))
    roll = stiffness + 2.0 * SPRING.stiffness * (moves(FOOT) @ line) ** 2
    assert twist == pytest.approx(2.0 * force * moves(CENTRE)[2] / roll, rel=2e-3)
    assert torque == pytest.approx(-stiffness * twist, rel=1e-9)


def test_symmetric_bump_stays_symmetric(hatchback):
    """A laden car at rest: the beam does not twist, and both arms turn about the line through their pivots."""
    chassis = replace(hatchback.chassis, mass=1.2 * hatchback.chassis.mass)
    system = build(to_mechanism(replace(hatchback, chassis=chassis)))
    state = settle(system).state
    springs = observe(system, np.array([[0.0, *state]])).scalar_forces[0]
    assert springs[system.layout.scalar_forces.index("twist_rear"), 0] == pytest.approx(0.0, abs=1e-8)
    left, right = (springs[system.layout.scalar_forces.index(f"spring_r{side}"), 0] for side in "lr")
    assert left == pytest.approx(right, abs=1e-8)
    arm, car = (Rotation.from_quat(state[system.pose(name)][3:], scalar_first=True) for name in ("arm_rl", "chassis"))
    turn = (car.inv() * arm).as_rotvec()
    assert turn[1] > 0.01
    assert turn[[0, 2]] == pytest.approx(0.0, abs=1e-8)


def test_the_right_side_is_the_mirror_image(dw18):
    model = to_mechanism(at_the_rear(dw18, beam(mount={**RUBBER, "x_axis": (1, 0.4, 0), "y_axis": (-0.4, 1, 0.1)})))
    left, right = (model.body(f"arm_r{side}") for side in "lr")
    assert right.centre_of_mass == pytest.approx(MIRROR @ left.centre_of_mass, abs=0)
    assert right.inertia_matrix == pytest.approx(MIRROR @ left.inertia_matrix @ MIRROR, abs=0)
    forces = {force.name: force for force in model.forces}
    for name in ("spring", "damper"):
        left, right = (forces[f"{name}_r{side}"] for side in "lr")
        assert right.point_b == pytest.approx(MIRROR @ left.point_b, abs=0)
    left, right = (forces[f"mount_r{side}"] for side in "lr")
    assert right.x_axis == pytest.approx(MIRROR @ left.x_axis, abs=0)
    assert right.y_axis == pytest.approx(-MIRROR @ left.y_axis, abs=0)
    assert right.stiffness == left.stiffness


def test_rubber_mounts_settle(hatchback):
    """Stiff rubber gives way by less than a millimetre, alike on both sides, and the halves are hinged."""
    suspension = replace(hatchback.axles[1].suspension, mount=RUBBER)
    system = build(to_mechanism(at_the_rear(hatchback, suspension)))
    assert system.mechanism.joint("beam_rear").kind == "revolute"
    state = settle(system).state
    assert state[system.pose("chassis")][:3] == pytest.approx(hatchback.chassis.centre_of_mass, abs=1e-3)
    springs = observe(system, np.array([[0.0, *state]])).scalar_forces[0]
    left, right = (springs[system.layout.scalar_forces.index(f"spring_r{side}"), 0] for side in "lr")
    assert left == pytest.approx(right, abs=1e-8)


def test_anti_roll_bar_and_drive_act_on_the_arm(dw18):
    bar = AntiRollBar(point=(-1.2, 0.6, 0.3), stiffness=1e4)
    forces = to_mechanism(at_the_rear(dw18, beam(), anti_roll_bar=bar, drive="outboard")).forces
    found = {force.name: force for force in forces}
    assert (found["anti_roll_bar_rear"].left_body, found["anti_roll_bar_rear"].right_body) == ("arm_rl", "arm_rr")
    assert found["drive_rr"].reaction == "arm_rr"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"wheel_centre": (-0.95, 0.74, 0.3)}, r"wheel_centre: cannot rise"),
        (
            {"beam": {"shear_centre": (-0.95 + 0.55 * 0.4 / 0.19, 0, 0.3), "stiffness": 1.0}},
            r"beam\.shear_centre: in line with pivot and wheel centre",
        ),
        ({"beam": {"shear_centre": (-1.1, 0.1, 0.3), "stiffness": 1.0}}, r"beam\.shear_centre: not in the middle"),
        ({"beam": {"shear_centre": MIDDLE, "stiffness": -1.0}}, r"beam\.stiffness: out of range"),
        ({"beam": {"shear_centre": MIDDLE, "stiffness": "5 N/m"}}, r"beam\.stiffness: wrong unit"),
        ({"arm": BODY}, r"arm\.pivot: missing key"),
        ({"arm": {**BODY, "pivot": (-0.95, 0.0, 0.3)}}, r"arm\.pivot: not on the left side"),
        ({"mount": {"kind": "hinge"}}, r"mount\.kind: unknown kind of mount"),
        ({"mount": {**RUBBER, "stiffness": (1e6, 0, 1e6)}}, r"mount\.stiffness: out of range"),
        ({"spring": replace(SPRING, carrier="knuckle")}, r"spring\.carrier: no such part.* 'knuckle'; expected arm"),
        ({"damper": replace(DAMPER, carrier="lower_arm")}, r"damper\.carrier: no such part"),
        ({"spin_axis": (0, -1, 0)}, r"spin_axis: not towards the left"),
    ],
)
def test_refusals(change, text):
    with pytest.raises(ModelError, match=text) as raised:
        beam(**change)
    assert len(raised.value.findings) == 1


def test_a_twist_beam_cannot_be_steered(dw18):
    car = at_the_rear(dw18, beam())
    with pytest.raises(ModelError, match=r"cannot be steered; got axle 'rear' \(twist_beam\).*or macpherson"):
        replace(car, steering=replace(dw18.steering, axle="rear"))
