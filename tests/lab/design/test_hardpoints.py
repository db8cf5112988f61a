"""Hardpoints of every car of the library: where they are, and cars with one of them moved."""

import pytest

from jounce.lab.design.hardpoints import hardpoints, with_hardpoints
from jounce.model.library import load_vehicle, names
from jounce.model.vehicle.parameters import value_at


@pytest.mark.parametrize("name", names())
def test_every_hardpoint_can_be_moved(name):
    car = load_vehicle(name)
    points = list(hardpoints(car))
    assert len({point.path for point in points}) == len(points) > 2
    for point in points:
        assert value_at(car, point.path) == point.at
    x, y, z = points[-1].at
    moved = with_hardpoints(car, {points[-1].path: (x + 1e-3, y, z)})
    assert value_at(moved, points[-1].path) == (x + 1e-3, y, z)
    assert moved != car


def test_points_are_places_and_not_axes_or_inertias():
    labels = {point.label for point in hardpoints(load_vehicle("sedan"))}
    assert {"front.upper_arm.ball_joint", "rear.anti_roll_bar.point", "front.wheel_centre"} <= labels
    assert not any("axis" in label or "inertia" in label or "mass" in label for label in labels)
