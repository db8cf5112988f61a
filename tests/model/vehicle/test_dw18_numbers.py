"""DW18 in the library is DW18 as specified, number for number.

Masses, points, rates and tire numbers are equal to the last bit. Axes are given with nine digits and scaled to length
1, which moves them by less than one unit of the last digit.
"""

from __future__ import annotations

import pytest

from jounce.model.mechanism import Distance, Input, Prismatic, Revolute, Servo, Spherical, SpringDamper
from jounce.model.vehicle import rolling, to_mechanism

AXIS = 1e-9  # nine digits
TREE_JOINTS = {"knuckle": "lbj", "wheel": "hub"}  # tree joints have the name of their child there, their own here
KINDS = {"revolute": Revolute, "prismatic": Prismatic, "ball": Spherical}
CORNERS = ("fl", "fr", "rl", "rr")


def forces(mechanism, cls):
    return {force.name: force for force in mechanism.forces if isinstance(force, cls)}


def our_name(tree_joint):
    part, _, suffix = tree_joint.partition("_")
    return f"{TREE_JOINTS[part]}_{suffix}" if part in TREE_JOINTS else tree_joint


def test_bodies(specification, mechanism):
    assert [body.name for body in mechanism.bodies] == list(specification["bodies"])
    for name, wanted in specification["bodies"].items():
        body = mechanism.body(name)
        assert body.mass == wanted["mass"]
        assert body.centre_of_mass == tuple(wanted["centre_of_mass"])
        assert body.inertia == (*wanted["principal_inertia"], 0.0, 0.0, 0.0)
        assert body.position == (0.0, 0.0, 0.0)
        assert body.orientation == (1.0, 0.0, 0.0, 0.0)


def test_tree_joints(specification, mechanism):
    for wanted in specification["tree_joints"]:
        joint = mechanism.joint(our_name(wanted["name"]))
        assert isinstance(joint, KINDS[wanted["kind"]])
        assert (joint.body_a, joint.body_b) == (wanted["parent"], wanted["child"])
        assert joint.point_a == joint.point_b == tuple(wanted["point"])
        if wanted["axis"] is not None:
            assert joint.axis_a == joint.axis_b == pytest.approx(wanted["axis"], abs=AXIS, rel=0)


def test_ball_loops(specification, mechanism):
    for wanted in specification["ball_loops"]:
        joint = mechanism.joint(wanted["name"])
        assert isinstance(joint, Spherical)
        assert (joint.body_a, joint.body_b) == (wanted["body_a"], wanted["body_b"])
        assert joint.point_a == joint.point_b == tuple(wanted["point"])


def test_rod_loops(specification, mechanism):
    for wanted in specification["rod_loops"]:
        joint = mechanism.joint(wanted["name"])
        assert isinstance(joint, Distance)
        assert (joint.body_a, joint.body_b) == (wanted["body_a"], wanted["body_b"])
        assert (joint.point_a, joint.point_b) == (tuple(wanted["point_a"]), tuple(wanted["point_b"]))
        assert joint.length is None


def test_no_other_joints(specification, mechanism):
    rooms = ("tree_joints", "ball_loops", "rod_loops")
    assert len(mechanism.joints) == sum(len(specification[room]) for room in rooms)


def test_degrees_of_freedom(mechanism):
    """6 chassis, 4 jounce, 4 spin, 1 rack."""
    assert 6 * len(mechanism.bodies) - sum(joint.equations for joint in mechanism.joints) == 15


def test_springs(specification, mechanism):
    springs = forces(mechanism, SpringDamper)
    assert list(springs) == [wanted["name"] for wanted in specification["springs"]]
    for wanted in specification["springs"]:
        spring = springs[wanted["name"]]
        assert (spring.body_a, spring.body_b) == (wanted["body_a"], wanted["body_b"])
        assert (spring.point_a, spring.point_b) == (tuple(wanted["point_a"]), tuple(wanted["point_b"]))
        assert (spring.stiffness, spring.damping) == (wanted["stiffness"], wanted["damping"])
        assert spring.free_length_m == wanted["free_length"]
        assert spring.spring_curve is spring.damper_curve is spring.bump_stop is spring.rebound_stop is None


def test_tires_at_the_hubs(specification, mechanism):
    wanted = specification["tire"]
    assert [tire.name for tire in mechanism.tires] == [f"tire_{corner}" for corner in CORNERS]
    for tire, corner in zip(mechanism.tires, CORNERS, strict=True):
        assert tire.body == f"wheel_{corner}"
        assert tire.centre == tuple(specification["hubs"][corner])
        assert tire.spin_axis == (0.0, 1.0, 0.0)
        assert tire.radius == wanted["radius"]
        assert tire.law.vertical_stiffness == wanted["vertical_stiffness"]
        assert tire.law.vertical_damping == wanted["vertical_damping"]
        for formula, key in ((tire.law.lateral, "lateral"), (tire.law.longitudinal, "longitudinal")):
            assert [formula.b, formula.c, formula.d, formula.e] == wanted[f"{key}_B_C_DoverFz_E"]


def test_rack_servo(specification, mechanism):
    (servo,) = forces(mechanism, Servo).values()
    wanted = specification["rack_servo"]
    assert (servo.name, servo.joint) == ("rack_servo", "rack")
    assert (servo.stiffness, servo.damping) == (wanted["stiffness"], wanted["damping"])
    assert servo.target == Input(name="rack_travel", default=0.0)


def test_everything_else_exerts_nothing(mechanism):
    """Drives and brakes, which the specification does not have, act by inputs that are 0 until they are set."""
    others = [force for force in mechanism.forces if not isinstance(force, SpringDamper | Servo)]
    assert {force.kind for force in others} == {"applied_torque", "brake"}
    signals = [getattr(force, "magnitude", None) or force.torque for force in others]
    assert all(isinstance(signal, Input) and signal.default == 0.0 for signal in signals)


def test_gravity(specification, mechanism):
    assert mechanism.gravity == (0.0, 0.0, -specification["gravity"])


def test_initial_condition(specification, dw18):
    speed = specification["maneuver"]["speed"]
    assert specification["maneuver"]["initial_spin"] == "speed / 0.29"
    moving = rolling(dw18, speed)
    for body in moving.bodies:
        spin = speed / 0.29 if body.name.startswith("wheel") else 0.0
        assert body.velocity == (speed, 0.0, 0.0)
        assert body.angular_velocity == (0.0, spin, 0.0)
    assert moving == rolling(to_mechanism(dw18), "60 km/h")
