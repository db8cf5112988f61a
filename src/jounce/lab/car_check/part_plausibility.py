"""Warnings about single parts: far from their wheel, or with an inertia that their mass cannot have."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from jounce.findings import Finding, dotted
from jounce.model.mechanism import Curve
from jounce.model.vehicle import Axle, LeftPart, Part, Vehicle
from jounce.model.vehicle.geometry import Triple
from jounce.schema.frozen import Frozen

MAX_SHAFT_ANGLE = math.radians(35.0)
"""Angle of a half shaft to the line across the car [rad]."""
MIN_REACH = 2.0
"""A point of a suspension may be as far from its wheel centre as this, and as 1.5 tracks [m]."""
GYRATION = (0.1, 1.0)
"""Radius of gyration of the chassis about x per track, about y and z per wheelbase."""
WHEEL_GYRATION = (0.2, 1.05)
"""Radius of gyration of a wheel about its spin axis per tire radius."""
IN_KG_M2 = "mass is in kg and inertia in kg m^2 (10^-6 of kg mm^2)"


def part_findings(vehicle: Vehicle) -> Iterator[Finding]:
    """What is odd about the places and inertias of parts."""
    yield from _chassis_findings(vehicle)
    for axle in vehicle.all_axles:
        yield from _reach_findings(axle)
        yield from _wheel_findings(axle)
        yield from _heavy_turning_findings(vehicle, axle)
        yield from _damper_findings(axle)
    yield from _half_shaft_findings(vehicle)


def _size(vehicle: Vehicle) -> float:
    """Wheelbase, or the track of a car with one axle [m]."""
    places = [axle.suspension.wheel_centre for axle in vehicle.axles]
    return places[0][0] - places[-1][0] or 2.0 * places[0][1]


def _chassis_findings(vehicle: Vehicle) -> Iterator[Finding]:
    chassis = vehicle.laden_chassis
    track = 2.0 * max(axle.suspension.wheel_centre[1] for axle in vehicle.axles)
    sizes = {"x": ("track", track), "y": ("wheelbase", _size(vehicle)), "z": ("wheelbase", _size(vehicle))}
    for (axis, (name, size)), moment in zip(sizes.items(), chassis.inertia[:3], strict=True):
        radius, (low, high) = math.sqrt(moment / chassis.mass), GYRATION
        if not low * size <= radius <= high * size:
            got, expected = f"{radius:.3g} m", f"{low * size:.3g} to {high * size:.3g} m ({low:g} to {high:g} × {name})"
            what = f"implausible radius of gyration about {axis}"
            yield Finding("chassis.inertia", what, got, expected, IN_KG_M2)


def _reach_findings(axle: Axle) -> Iterator[Finding]:
    """Points of a suspension that are not near its wheel."""
    centre = axle.suspension.wheel_centre
    limit = max(MIN_REACH, 3.0 * centre[1])
    far = [(path, point) for path, point in _points(axle.suspension) if math.dist(point, centre) > limit]
    if far:
        path, point = far[0]
        others = f", and {len(far) - 1} other points" if len(far) > 1 else ""
        got = f"{math.dist(point, centre):.4g} m from the wheel centre{others}"
        hint = "check both points; coordinates are in metres unless a unit is written"
        where = dotted("axles", axle.name, "suspension", path)
        yield Finding(where, "far from its wheel", got, f"less than {limit:.3g} m", hint)


def _points(thing: Frozen, *path: str) -> Iterator[tuple[str, Triple]]:
    """Dotted path and value of all hardpoints and centres of mass of an object."""
    for key in type(thing).model_fields:
        value: Any = getattr(thing, key)
        if isinstance(value, Curve):
            continue
        if isinstance(value, Frozen):
            yield from _points(value, *path, key)
        elif isinstance(value, tuple) and any(isinstance(item, Frozen) for item in value):
            for item in value:
                yield from _points(item, *path, key, item.name)
        elif isinstance(value, tuple) and len(value) == 3 and key not in NOT_POINTS:
            yield dotted(*path, key), value


NOT_POINTS = {
    *("axis", "axis_a", "axis_b", "direction", "spin_axis", "x_axis", "y_axis", "wheel_centre", "inertia", "preload"),
    *("preload_torque", "spring_polynomial", "wind", "joints", "coefficients"),
    *("stiffness", "damping", "rotational_stiffness", "rotational_damping"),
}
"""Fields of three numbers that are no points."""


def _wheel_findings(axle: Axle) -> Iterator[Finding]:
    radius = math.sqrt(axle.wheel.spin_inertia / axle.wheel.mass)
    low, high = (limit * axle.tire.radius for limit in WHEEL_GYRATION)
    if not low <= radius <= high:
        where, what = dotted("axles", axle.name, "wheel", "spin_inertia"), "implausible radius of gyration"
        yield Finding(where, what, f"{radius:.3g} m", f"{low:.3g} to {high:.3g} m, by the tire's radius", IN_KG_M2)


def _heavy_turning_findings(vehicle: Vehicle, axle: Axle) -> Iterator[Finding]:
    """Parts of a suspension whose radius of gyration exceeds the track."""
    limit = 2.0 * axle.suspension.wheel_centre[1]
    for key in type(axle.suspension).model_fields:
        part = getattr(axle.suspension, key)
        if isinstance(part, Part | LeftPart) and (radius := math.sqrt(max(part.inertia[:3]) / part.mass)) > limit:
            where = dotted("axles", axle.name, "suspension", key, "inertia")
            got, expected = f"{radius:.3g} m", f"less than {limit:.3g} m"
            yield Finding(where, "implausible radius of gyration", got, expected, IN_KG_M2)


def _damper_findings(axle: Axle) -> Iterator[Finding]:
    """Curves of dampers that drive instead of damping, and of springs that weaken when they are pressed."""
    for key in type(axle.suspension).model_fields:
        strut = getattr(axle.suspension, key)
        where = dotted("axles", axle.name, "suspension", key)
        damper, spring = getattr(strut, "damper_curve", None), getattr(strut, "spring_curve", None)
        if damper is not None and any(x * y < 0.0 for x, y in zip(damper.x, damper.y, strict=True)):
            expected = "force of the sign of the compression speed: + in bump, − in rebound"
            yield Finding(dotted(where, "damper_curve"), "drives instead of damping", expected=expected)
        if spring is not None and not spring.rises():
            hint = "check the order of the values; compression is positive"
            yield Finding(dotted(where, "spring_curve"), "negative stiffness", "a force that falls", hint=hint)


def _half_shaft_findings(vehicle: Vehicle) -> Iterator[Finding]:
    for driven in vehicle.powertrain.driven_axles if vehicle.powertrain is not None else ():
        x, y, z = driven.half_shafts.flange.centre_of_mass
        cx, cy, cz = vehicle.axle(driven.name).suspension.wheel_centre
        angle = math.atan2(math.hypot(cx - x, cz - z), cy - y)
        if angle > MAX_SHAFT_ANGLE:
            got = f"{math.dist((x, y, z), (cx, cy, cz)):.3g} m away, a half shaft at {math.degrees(angle):.0f} deg"
            hint = f"move the flange and the differential to axle {driven.name!r}, or name another axle"
            where = dotted("powertrain", "driven_axles", driven.name, "half_shafts", "flange", "centre_of_mass")
            expected = f"at most {math.degrees(MAX_SHAFT_ANGLE):.0f} deg to the line across the car"
            yield Finding(where, "flange far from its wheel", got, expected, hint)
