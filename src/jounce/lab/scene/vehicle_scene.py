"""The scene of a multibody vehicle.

The drawn body of a car, derived from its wheels: vehicle files do not describe sheet metal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.engine.assembly.bodies import frames
from jounce.lab.scene.gauges import MOTION, charts, trailer_gauges, wheel_gauges
from jounce.lab.scene.mechanism_shapes import mechanism_shapes, tire_width
from jounce.lab.scene.scene import Gauge, Scene, SceneWheel, Shape, Triple
from jounce.lab.scene.shapes import box, hull
from jounce.model.mechanism import Body, Mechanism, SpringDamper
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.hitches import find_hitches
from jounce.model.vehicle.units import unit_of_bodies

MAX_HATCHBACK_WHEELBASE = 2.6
"""Wheelbase up to which a car is drawn with a tailgate instead of a boot [m]."""


@dataclass(frozen=True)
class WheelGeometry:
    """Centre of a wheel in the axes of the chassis, from its centre of mass, radius and width [m]."""

    centre: np.ndarray
    radius: float
    width: float


def car_body(body: int, wheels: Sequence[WheelGeometry], towers: Sequence[np.ndarray] = ()) -> list[Shape]:
    """A hull around two axles; a low box between more of them; nothing without wheels. towers: points that it covers,
    such as the upper ends of struts."""
    if not wheels:
        return []
    xs = sorted({round(float(w.centre[0]), 3) for w in wheels})
    highest = max((float(tower[2]) for tower in towers), default=-np.inf)
    return _car(body, wheels, xs, highest) if len(xs) == 2 else _deck(body, wheels, xs)


def _car(body: int, wheels: Sequence[WheelGeometry], xs: list[float], highest: float) -> list[Shape]:
    rear, front = xs
    base = front - rear
    radius = max(w.radius for w in wheels)
    ground = min(float(w.centre[2]) - w.radius for w in wheels)
    outer = max(abs(float(w.centre[1])) + 0.5 * w.width for w in wheels)
    hatch = base < MAX_HATCHBACK_WHEELBASE
    nose, tail = front + 0.30 * base, rear - (0.22 if hatch else 0.34) * base

    def up(share: float) -> float:
        return ground + share * 2.0 * radius

    lifted = max(0.0, highest + 0.05 - up(1.26))
    sill, belt, roof = up(0.36), up(1.40) + lifted, up(2.28 if hatch else 2.22) + lifted
    outline = [
        (nose - 0.06, sill + 0.02),
        (nose, up(0.62)),
        (nose - 0.03, up(1.00) + lifted),
        (nose - 0.25 * base, up(1.28) + lifted),
        (front - 0.20 * base, belt),
        (tail + (0.02 if hatch else 0.10), belt + 0.02),
        (tail, up(1.32) + lifted),
        (tail + 0.02, up(0.72)),
        (tail + 0.10, sill + 0.06),
    ]
    screen, back = front - 0.16 * base, rear + (-0.12 if hatch else -0.02) * base
    cabin = [
        (screen, belt - 0.03),
        (front - 0.50 * base, roof - 0.01),
        (rear + (0.16 if hatch else 0.30) * base, roof),
        (back, belt - 0.03),
    ]
    arches = [{"x": round(x, 4), "z": round(_height(wheels, x), 4), "radius": round(1.14 * radius, 4)} for x in xs]
    return [hull(body, outline, 2.0 * outer - 0.04, cabin, 2.0 * outer - 0.32, arches)]


def _deck(body: int, wheels: Sequence[WheelGeometry], xs: list[float]) -> list[Shape]:
    """A vehicle without a cabin: a tub between the wheels, a deck over them, and a mast with a camera."""
    inner = min(abs(float(w.centre[1])) - 0.5 * w.width for w in wheels) - 0.06
    outer = max(abs(float(w.centre[1])) + 0.5 * w.width for w in wheels)
    radius = max(w.radius for w in wheels)
    axle = float(np.mean([w.centre[2] for w in wheels]))
    middle, half = 0.5 * (xs[0] + xs[-1]), 0.5 * (xs[-1] - xs[0])
    tub, deck = axle + 0.25 * radius, axle + 1.45 * radius
    slender = (0.06, 0.06, 0.22)
    return [
        box(body, (middle, 0.0, tub), (half + 0.8 * radius, max(inner, 0.2), 0.75 * radius), role="chassis"),
        box(body, (middle, 0.0, deck), (half + 0.75 * radius, 0.92 * outer, 0.07), role="chassis"),
        box(body, (middle - 0.4 * half, 0.0, deck + 0.16), (0.42 * half, 0.5 * outer, 0.10), role="part"),
        box(body, (middle + 0.75 * half, 0.0, deck + 0.28), slender, role="part"),
        box(body, (middle + 0.78 * half, 0.0, deck + 0.55), (0.09, 0.14, 0.06), role="part", colour="#20262e"),
    ]


def trailer_box(body: Body, index: int) -> Shape:
    """The homogeneous box with the mass and the moments of inertia of a trailer's body, about its centre of mass; not
    lower than a third of its width."""
    x, y, z = body.inertia[:3]
    length, width, height = (math.sqrt(max(6.0 * m / body.mass, 0.0)) for m in (y + z - x, z + x - y, x + y - z))
    half = 0.5 * length, 0.5 * width, 0.5 * max(height, width / 3.0)
    return box(index, (0.0, 0.0, 0.0), tuple(round(edge, 4) for edge in half), role="chassis")


def _height(wheels: Sequence[WheelGeometry], x: float) -> float:
    return float(np.mean([w.centre[2] for w in wheels if abs(float(w.centre[0]) - x) < 0.01]))


def vehicle_scene(
    mechanism: Mechanism, *, title: str | None = None, more: tuple[Gauge, ...] = (), origin: Triple = (0.0, 0.0, 0.0)
) -> Scene:
    """Every link, spring, rod and wheel, and a body around them; more: gauges beside those of motion and wheels."""
    places = frames(mechanism.bodies)
    chassis = CHASSIS if CHASSIS in places else max(mechanism.bodies, key=lambda body: body.mass).name
    home, trailers = places[chassis], [joint.body_b for joint in find_hitches(mechanism)]
    unit_of = unit_of_bodies(mechanism, trailers)
    own = [tire for tire in mechanism.tires if unit_of.get(tire.body) not in trailers]
    around = [WheelGeometry(home.point(t.centre), t.radius, tire_width(t)) for t in own]
    springs = [force for force in mechanism.forces if isinstance(force, SpringDamper)]
    towers = [home.point(s.point_a) for s in springs if s.body_a == chassis]
    boxes = [trailer_box(body, places[body.name].index) for body in mechanism.bodies if body.name in trailers]
    names = tuple(tire.name.removeprefix("tire_") for tire in mechanism.tires)
    wheels = tuple(
        SceneWheel(name, places[tire.body].index, i, tire.radius, tire_width(tire))
        for i, (name, tire) in enumerate(zip(names, mechanism.tires, strict=True))
    )
    gauges = (*MOTION, *trailer_gauges(trailers), *wheel_gauges(names), *more)
    return Scene(
        title=title or mechanism.name,
        vehicle=mechanism.name,
        bodies=tuple(body.name for body in mechanism.bodies),
        shapes=(*car_body(home.index, around, towers), *boxes, *mechanism_shapes(mechanism, {chassis, *trailers})),
        wheels=wheels,
        contacts=names,
        gauges=gauges,
        charts=charts(gauges),
        weight=math.dist(mechanism.gravity, (0.0, 0.0, 0.0)) * sum(body.mass for body in mechanism.bodies),
        focus=home.index,
        origin=origin,
    )


def without_gauges(scene: Scene, missing: set[str]) -> Scene:
    """The scene of a run that lacks some gauges."""
    gauges = tuple(gauge for gauge in scene.gauges if gauge.name not in missing)
    return replace(scene, gauges=gauges, charts=charts(gauges))
