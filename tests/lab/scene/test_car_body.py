"""Drawn bodies: every library car has that of its class, and lines of its chassis reach every pivot."""

import numpy as np
import pytest

from jounce.engine.assembly.bodies import frames
from jounce.lab.scene import vehicle_scene
from jounce.lab.scene.car_body import STYLES, WheelGeometry, car_body, style_of
from jounce.model import library
from jounce.model.mechanism import Pointed, SpringDamper
from jounce.model.vehicle import to_mechanism

CLASSES = {
    "bmw_m8": "saloon",
    "dw18": "saloon",
    "hatchback": "hatchback",
    "pickup": "pick-up",
    "roadster": "roadster",
    "single_seater": "single-seater",
    "sedan": "saloon",
    "trail4x4": "off-road",
}


def wheels_of(wheelbase, radius, height, track=1.5):
    """Four wheels, from a centre of mass at the height [m] in the middle between the axles."""
    return [
        WheelGeometry(np.array([x, y, radius - height]), radius, 0.2)
        for x in (0.5 * wheelbase, -0.5 * wheelbase)
        for y in (0.5 * track, -0.5 * track)
    ]


@pytest.mark.parametrize("name", sorted(set(library.names()) & set(CLASSES)))
def test_library_cars_look_like_their_class(name):
    mechanism = to_mechanism(library.vehicle(name))
    home = frames(mechanism.bodies)["chassis"]
    centres = np.array([home.point(tire.centre) for tire in mechanism.tires])
    radius = max(tire.radius for tire in mechanism.tires)
    assert style_of(float(np.ptp(centres[:, 0])), radius, float(radius - centres[:, 2].min())) == CLASSES[name]


@pytest.mark.parametrize("style", STYLES)
def test_a_body_covers_its_axles_and_is_higher_than_its_wheels(style):
    sizes = {
        "saloon": (2.75, 0.32, 0.6),
        "hatchback": (2.45, 0.29, 0.6),
        "roadster": (2.35, 0.31, 0.5),
        "off-road": (2.4, 0.37, 0.8),
        "pick-up": (3.3, 0.38, 0.75),
        "single-seater": (2.9, 0.29, 0.31),
        "truck": (4.2, 0.5, 1.1),
    }
    base, radius, height = sizes[style]
    assert style_of(base, radius, height) == style
    body = next(shape for shape in car_body(0, wheels_of(base, radius, height)) if shape["kind"] == "hull")
    x, z = np.array(body["outline"]).T
    assert x.max() > 0.5 * base + 0.6 * radius
    assert x.min() < -0.5 * base - 0.6 * radius
    assert z.min() > -height + 0.1  # clear of the ground
    assert z.max() > 2.0 * radius - height - 0.02
    roof = np.array(body["cabin"])[:, 1].max()
    assert roof > z.max() + 0.1
    if style == "single-seater":
        assert body["width"] < 1.5 - 0.2  # between its wheels
    else:
        assert len(body["arches"]) == 2


def test_a_truck_that_tows_carries_no_box():
    wheels = wheels_of(3.7, 0.54, 1.1)
    alone, towing = (car_body(0, wheels, tows=tows) for tows in (False, True))
    assert [shape["kind"] for shape in alone] == ["hull", "box"]
    assert [shape["kind"] for shape in towing] == ["hull"]


def test_struts_lift_the_bonnet():
    wheels = wheels_of(2.45, 0.29, 0.6)
    low, high = (
        np.array(car_body(0, wheels, towers)[0]["outline"])[:, 1].max() for towers in ((), [np.array([1.2, 0.5, 0.5])])
    )
    assert high > max(low + 0.1, 0.5)


@pytest.mark.parametrize("name", library.names())
def test_lines_of_the_chassis_reach_every_pivot(name):
    mechanism = to_mechanism(library.vehicle(name))
    home = frames(mechanism.bodies)["chassis"]
    drawn = [shape for shape in vehicle_scene(mechanism).shapes if shape["role"] == "frame"]
    ends = np.array([[shape["a"], shape["b"]] for shape in drawn])
    holders = [*mechanism.joints, *mechanism.forces]
    for one in holders:
        if isinstance(one, Pointed | SpringDamper) and one.body_a == "chassis":
            point = home.point(one.point_a)
            if abs(point[1]) < 0.05:
                continue  # in the middle, such as a rack
            a, b = ends[:, 0], ends[:, 1]
            share = np.clip(np.sum((point - a) * (b - a), axis=1) / np.sum((b - a) ** 2, axis=1), 0.0, 1.0)
            assert np.linalg.norm(a + share[:, None] * (b - a) - point, axis=1).min() < 0.035, one.name
