"""Solid axles of Chrono's JSON: masses are those of the files, points where they are, and the cars can be held."""

import math

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.model.vehicle import to_mechanism

SPINDLE = {"Mass": 4.0, "COM": [0.0, 0.75, 0.0], "Inertia": [0.01, 0.02, 0.01]}
TUBE = {"Mass": 60.0, "COM": [0.0, 0.0, 0.0], "Inertia": [6.0, 0.5, 6.0]}
STRUTS = {
    "Spring": {
        "Location Chassis": [0.0, 0.5, 0.4],
        "Location Axle": [0.0, 0.5, 0.1],
        "Spring Coefficient": 40000.0,
        "Free Length": 0.36,
    },
    "Shock": {
        "Location Chassis": [-0.1, 0.5, 0.4],
        "Location Axle": [-0.1, 0.5, 0.05],
        "Damping Coefficient": 3000.0,
        "Degressivity Compression": 3.0,
        "Degressivity Expansion": 1.0,
    },
}
KNUCKLE = {
    "Mass": 6.0,
    "COM": [0.0, 0.68, 0.0],
    "Inertia": [0.1, 0.1, 0.1],
    "Location Lower": [0.0, 0.67, -0.1],
    "Location Upper": [0.0, 0.65, 0.1],
}
TOE_BAR = {
    "Knuckle": KNUCKLE | {"Location Draglink": [0.0, 0.53, 0.2]},
    "Tierod": {"Mass": 4.0, "Inertia": [0.4, 0.01, 0.4], "Location Knuckle": [-0.19, 0.6, 0.1]},
    "Draglink": {"Mass": 3.0, "Inertia": [0.1, 0.1, 0.01], "Location Chassis": [0.6, 0.53, 0.2]},
}
PUSH_PIPE = {
    "Axle Tube": TUBE | {"Location Connector Chassis": [-0.9, 0.0, 0.0]},
    "Panhard Rod": {
        "Mass": 5.0,
        "Inertia": [0.4, 0.01, 0.4],
        "Location Connector Chassis": [0.1, 0.5, 0.0],
        "Location Connector Axle": [0.1, -0.5, 0.0],
    },
}
THREE_LINKS = {
    "Axle Tube": TUBE,
    "Triangular Link": {
        "Mass": 7.0,
        "Inertia": [0.2, 0.2, 0.3],
        "Location Chassis": [0.7, 0.4, 0.1],
        "Location Axle": [0.1, 0.0, 0.2],
    },
    "Longitudinal Link": {
        "Mass": 5.0,
        "Inertia": [0.05, 0.2, 0.2],
        "Location Chassis": [-0.9, 0.3, 0.0],
        "Location Axle": [-0.1, 0.5, -0.1],
    },
}
BELLCRANK = {
    "Knuckle": KNUCKLE | {"Location Tierod": [-0.2, 0.6, 0.1]},
    "Tierod": {"Mass": 2.0, "Inertia": [0.05, 0.01, 0.05]},
    "Bellcrank": {
        "Mass": 3.0,
        "Inertia": [0.02, 0.03, 0.03],
        "Location Axle": [0.0, 0.0, 0.2],
        "Location Tierod": [-0.22, 0.04, 0.1],
    },
    "Draglink": {
        "Mass": 3.0,
        "Inertia": [0.1, 0.1, 0.1],
        "Location Steering": [0.6, 0.2, 0.2],
        "Location Bellcrank": [0.03, 0.2, 0.1],
    },
}
LEAVES = {
    "Leafspring": {
        "Location Front Hanger": [0.5, 0.4, 0.12],
        "Location Clamp A": [0.05, 0.4, 0.10],
        "Location Clamp B": [-0.05, 0.4, 0.10],
        "Location Shackle": [-0.5, 0.4, 0.07],
        "Location Rear Hanger": [-0.45, 0.4, 0.18],
        "Vertical Stiffness": 30000.0,
        "Vertical Preload Force": 3000.0,
        "Stiffness Bias": 1.0,
        "Lateral Stiffness": 600000.0,
        "Frontleaf": {"Mass": 3.0, "Inertia": [0.01, 0.06, 0.06]},
        "Rearleaf": {"Mass": 3.0, "Inertia": [0.01, 0.06, 0.06]},
        "Half Clamp": {"Mass": 0.5, "Inertia": [0.001, 0.001, 0.001]},
        "Shackle": {"Mass": 0.8, "Inertia": [0.001, 0.001, 0.001]},
    }
}
GUIDED = {"Axle Tube": TUBE}
ARM = {
    "Name": "arm",
    "Type": "Steering",
    "Template": "RotaryArm",
    "Pitman Arm": {
        "Mass": 2.0,
        "Inertia": [0.006, 0.007, 0.002],
        "Axis of Rotation": [0.0, 1.0, 0.0],
        "Point of Rotation": [0.6, 0.53, 0.4],
        "Point to Draglink": [0.6, 0.53, 0.2],
        "Maximum Angle (deg)": 15.0,
    },
}
AXLES = {
    "push pipe": ("ToeBarPushPipeAxle", PUSH_PIPE | TOE_BAR, "PushPipeAxle", PUSH_PIPE),
    "three links": ("SolidBellcrankThreeLinkAxle", THREE_LINKS | BELLCRANK, "SolidThreeLinkAxle", THREE_LINKS),
    "leaf spring": ("SAEToeBarLeafspringAxle", GUIDED | LEAVES | TOE_BAR, "SAELeafspringAxle", GUIDED | LEAVES),
    "guided": ("ToeBarLeafspringAxle", GUIDED | TOE_BAR, "LeafspringAxle", GUIDED),
}


def masses(keys) -> float:
    """Sum of the masses of a suspension's file, both sides [kg]."""
    both = ("Spindle", "Knuckle", "Longitudinal Link", "Frontleaf", "Rearleaf", "Shackle")
    twice_two = {"Half Clamp": 4.0}
    total = 0.0
    for key, part in keys.items():
        if not isinstance(part, dict):
            continue
        rods = 2.0 if key == "Tierod" and "Bellcrank" in keys else 1.0
        own = part.get("Mass", 0.0) * (2.0 if key in both else twice_two.get(key, rods))
        total += own + masses(part)
    return total


@pytest.fixture
def imported(cart_on):
    """A function that imports the cart on axles of Chrono's templates, steered by a rotary arm."""

    def build(steered, steered_keys, plain, plain_keys, arm=ARM):
        axles = []
        for template, keys in ((steered, steered_keys), (plain, plain_keys)):
            struts = {} if "Leafspring" in keys else {"Spring": STRUTS["Spring"]}
            data = {"Name": template, "Template": template, "Spindle": SPINDLE, **keys, **struts}
            axles.append(data | {"Shock": STRUTS["Shock"]})
        return cart_on(*axles, arm)

    return build


@pytest.mark.parametrize("name", AXLES)
def test_masses_are_those_of_the_files(imported, name):
    """Chassis of 1000 kg, two axles, four wheels of 8 kg and the arm; jounce adds a nut of 0.5 kg."""
    _, steered_keys, _, plain_keys = AXLES[name]
    found = imported(*AXLES[name])
    files = 2.0 * 2.0 * SPINDLE["Mass"] + masses(steered_keys) + masses(plain_keys) + ARM["Pitman Arm"]["Mass"]
    wheels = sum(2.0 * (axle.wheel.mass - SPINDLE["Mass"]) for axle in found.vehicle.axles)
    total = sum(body.mass for body in to_mechanism(found.vehicle).bodies)
    assert total == pytest.approx(1000.0 + wheels + files + 0.5)
    assert found.vehicle.steering.kind == "rotary_arm"
    assert found.vehicle.steering_lever / found.vehicle.steering.ratio > 0.0


def test_points_masses_of_rods_and_rates_of_leaves(imported):
    found = imported(*AXLES["leaf spring"])
    front, lift = found.vehicle.axles[0].suspension, found.vehicle.axles[0].suspension.wheel_centre[2]
    leaf = front.leaf_spring
    assert leaf.front_eye == pytest.approx((1.2 + 0.5, 0.4, lift + 0.12), abs=1e-9)
    assert (leaf.stiffness, leaf.front_share, leaf.preload) == (30000.0, 0.5, (1500.0, 1500.0))
    assert leaf.lateral_stiffness == 300000.0
    assert front.beam.mass == 62.0  # four half clamps
    assert front.steered.knuckle.mass == 8.0  # half of the track rod
    lever = 2.0 / 8.0
    assert front.steered.knuckle.centre_of_mass == pytest.approx(
        np.array([1.2, 0.68, lift]) + lever * np.array([-0.19, -0.08, 0.1]), abs=1e-9
    )
    assert any("Tierod.Mass = 4 kg" in note for note in found.notes)


def test_a_degressive_shock_is_its_law(imported):
    """c v / (1 + d v): exact at the points of its table, and between them to (step / speed)² / 8 of it."""
    damper = imported(*AXLES["push pipe"]).vehicle.axles[1].suspension.damper
    for v in (0.05, 0.3, 1.1, 4.0):
        assert damper.damper_curve.value(v) == pytest.approx(3000.0 * v / (1.0 + 3.0 * v), rel=6e-3)
        assert damper.damper_curve.value(-v) == pytest.approx(-3000.0 * v / (1.0 + v), rel=6e-3)


def test_the_arm_has_stops_at_its_largest_angle(imported):
    steering = imported(*AXLES["guided"]).vehicle.steering
    assert steering.sector_radius == pytest.approx(0.2)
    assert steering.stops.travel == pytest.approx(0.2 * math.radians(15.0))
    assert abs(steering.gear_ratio) == pytest.approx(36.0)


def test_portal_axles_are_refused(imported):
    steered, keys, plain, plain_keys = AXLES["push pipe"]
    portal = plain_keys | {"Axle Tube": plain_keys["Axle Tube"] | {"Portal Offset": 0.1}}
    with pytest.raises(ModelError, match=r"PushPipeAxle\.json: Axle Tube\.Portal Offset: cannot be carried over"):
        imported(steered, keys, plain, portal)
