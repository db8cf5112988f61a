"""Struts, semi-trailing arms and three links of Chrono's JSON: points, axes of inertias, masses and K&C by hand."""

import math

import numpy as np
import pytest

from jounce.model.vehicle import to_mechanism

SPINDLE = {"Mass": 3.0, "COM": [0.0, 0.75, 0.0], "Inertia": [0.01, 0.02, 0.01]}
AXLE = {"Inertia": 0.1}
STRUT = {
    "Name": "strut",
    "Template": "MacPhersonStrut",
    "Spindle": SPINDLE,
    "Upright": {"Mass": 9.0, "COM": [0.0, 0.68, 0.0], "Inertia": [0.1, 0.09, 0.06]},
    "Control Arm": {
        "Mass": 5.0,
        "COM": [0.0, 0.5, -0.1],
        "Inertia": [0.03, 0.06, 0.08],
        "Location Chassis Front": [0.2, 0.36, -0.09],
        "Location Chassis Back": [-0.2, 0.38, -0.07],
        "Location Upright": [0.01, 0.70, -0.12],
    },
    "Strut": {"Mass": 4.0, "Inertia": [0.05, 0.05, 0.01]},
    "Tierod": {"Location Chassis": [-0.15, 0.38, -0.03], "Location Upright": [-0.14, 0.70, -0.03]},
    "Spring": {
        "Location Chassis": [-0.03, 0.56, 0.50],
        "Location Upright": [-0.01, 0.62, 0.15],
        "Free Length": 0.5,
        "Spring Coefficient": 25000.0,
    },
    "Shock": {
        "Location Chassis": [-0.03, 0.56, 0.50],
        "Location Upright": [-0.01, 0.62, 0.15],
        "Damping Coefficient": 1800.0,
    },
    "Axle": AXLE,
}
SPRINGS = {
    "Spring": {
        "Location Chassis": [0.2, 0.6, 0.35],
        "Location Arm": [0.2, 0.6, 0.0],
        "Free Length": 0.44,
        "Spring Coefficient": 50000.0,
    },
    "Shock": {
        "Location Chassis": [0.1, 0.6, 0.4],
        "Location Arm": [0.1, 0.6, 0.0],
        "Curve Data": [[-1.0, -1200.0], [0.0, 0.0], [1.0, 2500.0]],
    },
    "Axle": AXLE,
}
SEMI_TRAILING = SPRINGS | {
    "Name": "arm",
    "Template": "SemiTrailingArm",
    "Spindle": SPINDLE,
    "Trailing Arm": {
        "Mass": 8.0,
        "COM": [0.25, 0.6, 0.0],
        "Moments of Inertia": [0.2, 0.25, 0.4],
        "Products of Inertia": [0.01, 0.02, 0.03],
        "Location Chassis Outer": [0.5, 0.65, 0.01],
        "Location Chassis Inner": [0.4, 0.3, -0.03],
        "Location Spindle": [0.0, 0.65, 0.0],
    },
}
THREE_LINKS = SPRINGS | {
    "Name": "links",
    "Template": "ThreeLinkIRS",
    "Spindle": SPINDLE,
    "Trailing Arm": {
        "Mass": 7.0,
        "COM": [0.3, 0.65, 0.02],
        "Inertia": [0.02, 0.3, 0.31],
        "Location Chassis": [0.7, 0.6, 0.1],
        "Location Spindle": [0.0, 0.65, 0.0],
    },
    "Upper Link": {
        "Mass": 2.0,
        "COM": [-0.05, 0.5, 0.2],
        "Inertia": [0.01, 0.05, 0.055],
        "Location Chassis": [-0.05, 0.3, 0.22],
        "Location Arm": [-0.05, 0.65, 0.18],
        "Universal Joint Axis": [1.0, 0.0, 0.0],
    },
    "Lower Link": {
        "Mass": 2.5,
        "COM": [-0.08, 0.45, -0.1],
        "Inertia": [0.01, 0.06, 0.065],
        "Location Chassis": [-0.08, 0.2, -0.06],
        "Location Arm": [-0.08, 0.66, -0.12],
        "Universal Joint Axis": [1.0, 0.0, 0.0],
    },
}
CHASSIS, RACK, WHEEL, OTHER = 1000.0, 2.0, 10.0, {"front": 2 + 8 + 2 + 4, "rear": 2 + 8 + 3 + 2 + 6}
"""Masses of the cart of tests/data: chassis, rack, wheel, and one side of the axles that it has [kg]."""


def total(vehicle) -> float:
    return sum(body.mass for body in to_mechanism(vehicle).bodies)


def test_a_strut(cart_on):
    """The spring's line is the strut's, which weighs 4 kg halfway; a shock on the same points is part of it."""
    found = cart_on(front=STRUT)
    front, lift = found.vehicle.axles[0].suspension, found.vehicle.axles[0].suspension.wheel_centre[2] - 0.1
    assert front.kind == "macpherson"
    assert front.strut_rod.top == pytest.approx((1.2 - 0.03, 0.56, 0.1 + lift + 0.50), abs=1e-9)
    assert front.strut_rod.centre_of_mass == pytest.approx(
        0.5 * np.add(front.strut_rod.top, front.strut_rod.bottom), abs=1e-9
    )
    assert np.subtract(front.strut_rod.top, front.strut_rod.bottom) == pytest.approx((-0.02, -0.06, 0.35), abs=1e-9)
    assert (front.spring.stiffness, front.spring.damping, front.damper) == (25000.0, 1800.0, None)
    assert total(found.vehicle) == pytest.approx(CHASSIS + RACK + 4 * WHEEL + 2 * (3 + 9 + 5 + 4 + OTHER["rear"]))
    assert any("MacPhersonStrut.json: Strut: it turns with the upright" in note for note in found.notes)


def test_a_shock_beside_the_strut(cart_on):
    """A damper with points of its own, whose motion ratio is not the spring's."""
    shock = STRUT["Shock"] | {"Location Chassis": [0.1, 0.3, 0.4], "Location Upright": [0.05, 0.6, 0.0]}
    car = cart_on(front=STRUT | {"Shock": shock}).vehicle
    assert (car.axles[0].suspension.spring.damping, car.axles[0].suspension.damper.damping) == (0.0, 1800.0)
    sweep = car.kc(axle="front", travel=0.02).axle("front").parallel
    spring, damper = (getattr(sweep.left, f"{part}_ratio")[sweep.design] for part in ("spring", "damper"))
    assert damper < spring - 0.05  # it leans inwards by 37°
    assert sweep.left.damper_ratio == pytest.approx(sweep.right.damper_ratio, abs=1e-12)


def test_toe_and_camber_turn_the_spin_axis_as_in_chrono(cart_on):
    """Rz(−τ) Rx(−γ) of the axis across the car, on the left."""
    toe, camber = 0.7, -1.3
    car = cart_on(front=STRUT | {"Toe Angle (deg)": toe, "Camber Angle (deg)": camber}).vehicle
    t, c = -math.radians(toe), -math.radians(camber)
    about_z = np.array([[math.cos(t), -math.sin(t), 0.0], [math.sin(t), math.cos(t), 0.0], [0.0, 0.0, 1.0]])
    about_x = np.array([[1.0, 0.0, 0.0], [0.0, math.cos(c), -math.sin(c)], [0.0, math.sin(c), math.cos(c)]])
    assert car.axles[0].suspension.wheel_axis == pytest.approx(about_z @ about_x @ (0.0, 1.0, 0.0), abs=1e-15)


def test_a_semi_trailing_arm_turns_about_its_pivots(cart_on):
    """The wheel centre keeps its distance from both pivots; its rate of toe is that of the hinge."""
    found = cart_on(rear=SEMI_TRAILING)
    rear = found.vehicle.axles[1].suspension
    assert rear.kind == "trailing_arm"
    assert rear.damper.damper_curve.value(1.0) == 1200.0  # bump
    assert rear.damper.damper_curve.value(-1.0) == -2500.0  # rebound
    assert total(found.vehicle) == pytest.approx(CHASSIS + RACK + 4 * WHEEL + 2 * (OTHER["front"] + 3 + 8))
    axis = np.subtract(rear.arm.outer_pivot, rear.arm.inner_pivot)
    axis /= np.linalg.norm(axis)
    arm = np.subtract(rear.wheel_centre, rear.arm.outer_pivot)
    rise = np.cross(axis, arm)[2]
    turn = np.cross(axis, (0.0, 1.0, 0.0)) / rise  # of the spin axis per wheel travel; toe-in turns it forward
    sweep = found.vehicle.kc(axle="rear", travel=0.01).axle("rear").parallel
    assert sweep.left.toe_gradient[sweep.design] == pytest.approx(turn[0], abs=1e-6)
    assert sweep.left.camber_gradient[sweep.design] == pytest.approx(-turn[2], abs=1e-6)


def test_inertias_of_a_semi_trailing_arm(cart_on):
    """x from the inner to the outer pivot, z = (outer − spindle) × (inner − spindle), on both sides."""
    arm = SEMI_TRAILING["Trailing Arm"]
    (xx, yy, zz), (xy, xz, yz) = arm["Moments of Inertia"], arm["Products of Inertia"]
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    mechanism = to_mechanism(cart_on(rear=SEMI_TRAILING).vehicle)
    for suffix, sign in (("rl", 1.0), ("rr", -1.0)):
        outer, inner, spindle = (
            np.array(arm[f"Location {key}"]) * (1.0, sign, 1.0) for key in ("Chassis Outer", "Chassis Inner", "Spindle")
        )
        x = (outer - inner) / np.linalg.norm(outer - inner)
        z = np.cross(outer - spindle, inner - spindle)
        z /= np.linalg.norm(z)
        R = np.column_stack([x, np.cross(z, x), z])
        assert mechanism.body(f"arm_{suffix}").inertia_matrix == pytest.approx(R @ tensor @ R.T, abs=1e-12)


def test_three_links(cart_on):
    """Links and arm are bodies, x of their inertias along them; the wheel moves as in a second solution of the arm."""
    found = cart_on(rear=THREE_LINKS)
    rear, mechanism = found.vehicle.axles[1].suspension, to_mechanism(found.vehicle)
    assert rear.kind == "three_link"
    assert total(found.vehicle) == pytest.approx(CHASSIS + RACK + 4 * WHEEL + 2 * (OTHER["front"] + 3 + 7 + 2 + 2.5))
    for name, key in (("upper", "Upper Link"), ("lower", "Lower Link")):
        link = THREE_LINKS[key]
        x = np.subtract(link["Location Arm"], link["Location Chassis"])
        x /= np.linalg.norm(x)
        assert x @ mechanism.body(f"{name}_rl").inertia_matrix @ x == pytest.approx(link["Inertia"][0], abs=1e-12)
    # the arm turns about an axis through its pivot that keeps both links' lengths
    pivot = np.array(rear.arm.pivot)
    first, second = (
        np.cross(np.subtract(link.outer, pivot), np.subtract(link.outer, link.inner)) for link in rear.links
    )
    axis = np.cross(first, second)
    turn = np.cross(axis, (0.0, 1.0, 0.0)) / np.cross(axis, np.subtract(rear.wheel_centre, pivot))[2]
    sweep = found.vehicle.kc(axle="rear", travel=0.01).axle("rear").parallel
    assert sweep.left.toe_gradient[sweep.design] == pytest.approx(turn[0], abs=1e-6)
    assert sweep.left.camber_gradient[sweep.design] == pytest.approx(-turn[2], abs=1e-6)
    assert any("Upper Link.Universal Joint Axis: pins are taken across" in note for note in found.notes)
