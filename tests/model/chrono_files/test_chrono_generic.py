"""Chrono's GenericWheeledSuspension against templates that have the same linkage: inertias, joints, K&C."""

import math

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.model.chrono_files.frames import arm_axes
from jounce.model.vehicle import to_mechanism
from tests.model.chrono_files.test_chrono_import import json_of
from tests.model.chrono_files.test_chrono_rigid_axles import PINNED

WISHBONES = json_of("Cart_DoubleWishbone.json")
UPRIGHT_TURN = (1.0, 0.0, 0.0, 0.0)


def quaternion(R):
    """Scalar first, of a rotation by less than half a turn."""
    w = 0.5 * math.sqrt(1.0 + np.trace(R))
    return [w, *(np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4.0 * w)).tolist()]


def along(z):
    """The turn of a frame whose z has a direction."""
    z = np.asarray(z) / np.linalg.norm(z)
    x = np.cross((0.3, 1.0, 0.2), z)
    x /= np.linalg.norm(x)
    return quaternion(np.column_stack([x, np.cross(z, x), z]))


def part(name, like, turn, mirrored=True):
    keys = {key: like[key] for key in ("Mass", "Moments of Inertia", "Products of Inertia")}
    return {"Name": name, "Mirrored": mirrored, "Position": like["COM"], "Rotation": turn, **keys}


def joint(name, kind, first, second, point, turn=UPRIGHT_TURN, mirrored=True):
    return {"Name": name, "Type": kind, "Mirrored": mirrored, "Body1": first, "Body2": second,
            "Position": list(point), "Rotation": list(turn)}  # fmt: skip


def as_generic(file):
    """A DoubleWishbone as bodies, joints, a rod and springs."""
    arms = {"UCA": file["Upper Control Arm"], "LCA": file["Lower Control Arm"]}
    points = {name: [np.array(arm[f"Location {end}"]) for end in ("Chassis Front", "Chassis Back", "Upright")]
              for name, arm in arms.items()}  # fmt: skip
    bodies = [part("Upright", file["Upright"], UPRIGHT_TURN)]
    joints = []
    for name, (front, back, outer) in points.items():
        bodies.append(part(name, arms[name], quaternion(arm_axes(front, back, outer))))
        joints.append(joint(f"Revolute {name}", "Revolute", "Chassis", name, 0.5 * (front + back), along(front - back)))
        joints.append(joint(f"Spherical {name}", "Spherical", name, "Upright", outer))
    ends = {"Mirrored": True, "Body1": "Chassis", "Body2": "LCA"}
    struts = [
        {"Name": key, **ends, "Point1": file[key]["Location Chassis"], "Point2": file[key]["Location Arm"]}
        | {k: v for k, v in file[key].items() if not k.startswith("Location")}
        for key in ("Spring", "Shock")
    ]
    rod = {"Name": "Tierod", "Mirrored": True, "Body1": "Steering", "Body2": "Upright",
           "Point1": file["Tierod"]["Location Chassis"], "Point2": file["Tierod"]["Location Upright"]}  # fmt: skip
    return {
        "Template": "GenericWheeledSuspension",
        "Independent": True,
        "Steerable": True,
        "Antiroll Body": "LCA",
        "Spindle": {**file["Spindle"], "Attachment Body": "Upright"},
        "Bodies": bodies,
        "Joints": joints,
        "Distance Constraints": [rod],
        "TSDAs": struts,
        "Axle": file["Axle"],
    }


def test_wishbones_by_bodies_and_joints_are_the_template(cart_on):
    """Masses, places and inertias of the left side, ratios of the steering, and all of K&C of both sides."""
    ours, theirs = cart_on(front=as_generic(WISHBONES)), cart_on()
    found, wanted = to_mechanism(ours.vehicle), to_mechanism(theirs.vehicle)
    for name, like in (
        ("uca_fl", "uca_fl"),
        ("lca_fl", "lca_fl"),
        ("upright_fl", "knuckle_fl"),
        ("wheel_fr", "wheel_fr"),
    ):
        body, other = found.body(name), wanted.body(like)
        assert body.mass == other.mass
        assert body.centre_of_mass == pytest.approx(other.centre_of_mass, abs=1e-9)
        assert body.inertia_matrix == pytest.approx(other.inertia_matrix, abs=1e-12)
    assert ours.vehicle.steering.travel_per_turn == theirs.vehicle.steering.travel_per_turn
    sheets = [car.vehicle.kc(axle="front", travel=0.03).axle("front") for car in (ours, theirs)]
    for sweep in ("parallel", "steer"):
        for side in ("left", "right"):
            curves, others = (getattr(getattr(sheet, sweep), side) for sheet in sheets)
            for key in ("toe", "camber", "caster", "kingpin_inclination", "scrub_radius", "wheel_rate", "spring_ratio"):
                assert getattr(curves, key) == pytest.approx(getattr(others, key), rel=1e-6, abs=1e-8), (sweep, key)
    assert ours.vehicle.check().freedom.dof == theirs.vehicle.check().freedom.dof


def test_frames_of_the_right_side_are_turned_mirror_images(cart_on):
    """M R D of the axes of a body: of its products of inertia those with z change their signs."""
    tensor = np.array([[0.05, 0.002, 0.004], [0.002, 0.06, 0.003], [0.004, 0.003, 0.1]])
    file = as_generic(WISHBONES)
    arm = next(body for body in file["Bodies"] if body["Name"] == "LCA")
    arm["Moments of Inertia"], arm["Products of Inertia"] = [0.05, 0.06, 0.1], [0.002, 0.004, 0.003]
    mechanism = to_mechanism(cart_on(front=file).vehicle)
    points = [
        np.array(WISHBONES["Lower Control Arm"][f"Location {p}"]) for p in ("Chassis Front", "Chassis Back", "Upright")
    ]
    R, M, D = arm_axes(*points), np.diag([1.0, -1.0, 1.0]), np.diag([1.0, 1.0, -1.0])
    assert mechanism.body("lca_fl").inertia_matrix == pytest.approx(R @ tensor @ R.T, abs=1e-12)
    right = M @ R @ D
    assert np.linalg.det(right) == pytest.approx(1.0)
    assert mechanism.body("lca_fr").inertia_matrix == pytest.approx(right @ tensor @ right.T, abs=1e-12)


def beam(*springs):
    """A RigidPinnedAxle by its body and its pin, with torsional springs."""
    tube = PINNED["Tube"]
    like = {
        "Mass": tube["Mass"],
        "COM": tube["COM"],
        "Moments of Inertia": tube["Inertia"],
        "Products of Inertia": [0, 0, 0],
    }
    return {
        "Template": "GenericWheeledSuspension",
        "Independent": False,
        "Steerable": False,
        "Spindle": {**PINNED["Spindle"], "Attachment Body": "Axle Tube"},
        "Bodies": [part("Axle Tube", like, UPRIGHT_TURN, mirrored=False)],
        "Joints": [
            joint("Pin", "Revolute", "Chassis", "Axle Tube", tube["Pin Location"], along((1, 0, 0)), mirrored=False)
        ],
        "RSDAs": list(springs),
        "Axle": PINNED["Axle"],
    }


def test_a_beam_that_both_wheels_share(cart_on):
    """One body for both, as the RigidPinnedAxle is."""
    found, wanted = (to_mechanism(cart_on(rear=file).vehicle) for file in (beam(), PINNED))
    ours, theirs = found.body("axle_tube_rear"), wanted.body("beam_rear")
    assert (ours.mass, ours.centre_of_mass) == (theirs.mass, theirs.centre_of_mass)
    assert ours.inertia_matrix == pytest.approx(theirs.inertia_matrix, abs=1e-12)
    assert found.connection("pin_rear").point_a == wanted.connection("pin_rear").point_a
    assert found.connection("pin_rear").axis_a == pytest.approx(wanted.connection("pin_rear").axis_a, abs=1e-12)


@pytest.mark.parametrize(
    ("first", "axis"), [("Chassis", 1.0), ("Chassis", -1.0), ("Axle Tube", 1.0), ("Axle Tube", -1.0)]
)
def test_a_torsional_spring_pushes_its_second_body_about_its_axis(cart_on, first, axis):
    """The torque on the beam at the design position is P about the axis, −P where the beam is the first body."""
    second = {"Chassis": "Axle Tube", "Axle Tube": "Chassis"}[first]
    spring = {"Name": "Twist", "Mirrored": False, "Body1": first, "Body2": second, "Position": [0, 0, 0.15],
              "Axis": [axis, 0, 0],
              "Spring Coefficient": 500.0, "Damping Coefficient": 5.0, "Preload": 20.0}  # fmt: skip
    (twist,) = (f for f in to_mechanism(cart_on(rear=beam(spring)).vehicle).forces if f.name == "twist_rear")
    assert (twist.joint, twist.stiffness, twist.damping) == ("pin_rear", 500.0, 5.0)
    on_beam = 20.0 * axis * (1.0 if second == "Axle Tube" else -1.0)  # about +x, which is the axis of the pin
    assert twist.stiffness * twist.free_angle == pytest.approx(on_beam)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"Type": "PointPlane"}, r"Joints\.0\.Type: cannot be carried over: unknown type of joint; got 'PointPlane'"),
        ({"Body2": "Axel"}, r"Joints\.0\.Body2: cannot be carried over: no such body of the suspension; got 'Axel'"),
        ({"Bushing Data": {}}, r"Joints\.0\.Bushing Data: cannot be carried over: rubber"),
    ],
)  # fmt: skip
def test_what_is_refused_is_told_by_its_place(cart_on, change, told):
    file = beam()
    file["Joints"][0] |= change
    with pytest.raises(ModelError, match=told):
        cart_on(rear=file)


def test_wheels_that_nothing_steers_are_refused(cart_on):
    file = as_generic(WISHBONES)
    file["Distance Constraints"][0]["Body1"] = "Chassis"
    with pytest.raises(
        ModelError, match="Steerable: cannot be carried over: no kingpin found; got nothing between its carrier"
    ):
        cart_on(front=file)
