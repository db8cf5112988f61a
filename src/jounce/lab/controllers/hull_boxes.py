"""Boxes around the body of a car, which touch the ground and objects; vehicle files do not describe sheet metal."""

from __future__ import annotations

from jounce.engine.single_body import HullBox
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.geometry import SIDES

SILL, BELT, ROOF = 0.36, 1.40, 2.25
"""Heights of sill, belt line and roof above the ground, by the diameter of the wheels [-]: as cars are drawn."""
NOSE, TAIL = 0.30, 0.30
"""Overhangs of a car without an outline, by its wheelbase [-]."""
SCREEN, BACK = 0.25, 0.05
"""Distances of the cabin behind the first axle, and of its rear end before the last one, by the wheelbase [-]."""
MARGIN = 0.04
"""By how much the body is narrower than the outsides of the wheels [m]."""


def hull_boxes(car: Vehicle, height: float | None = None) -> tuple[HullBox, HullBox]:
    """Lower body and cabin of a car, from the centre of mass of its chassis; height: of the roof above the ground [m],
    by default from its wheels."""
    axles = [(axle.suspension.wheel_centre, axle.tire.radius) for axle in car.axles]
    front, rear = max(c[0] for c, _ in axles), min(c[0] for c, _ in axles)
    base, diameter = front - rear, 2.0 * max(radius for _, radius in axles)
    centre = SIDES[0].point(car.laden_chassis.centre_of_mass)
    nose, tail = front + NOSE * base, rear - TAIL * base
    width = 2.0 * (max(c[1] for c, _ in axles) + 0.15 * diameter) - MARGIN
    if (outline := car.outline) is not None:
        nose, width = front + outline.front_overhang, outline.width
        tail = nose - outline.length
    roof = ROOF * diameter if height is None else height
    sill, belt = SILL * diameter, min(BELT * diameter, 0.65 * roof)
    screen, back = front - SCREEN * base, rear + BACK * base
    return (
        _box((tail, nose), (sill, belt), width, centre),
        _box((back, screen), (belt, roof), width - 0.3, centre),
    )


def _box(
    along: tuple[float, float], up: tuple[float, float], width: float, origin: tuple[float, float, float]
) -> HullBox:
    middle = 0.5 * (along[0] + along[1]) - origin[0], -origin[1], 0.5 * (up[0] + up[1]) - origin[2]
    return HullBox(centre=middle, size=(along[1] - along[0], width, up[1] - up[0]))
