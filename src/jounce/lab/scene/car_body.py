"""The drawn body of a vehicle, lofted around its wheels: vehicle files do not describe sheet metal.

A style is a side view, whose points stand at the nose, the front axle, the rear axle or the tail, shifted by shares of
the wheelbase, at heights in wheel diameters above the ground. `style_of` chooses one by the proportions of the car.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.lab.scene.scene import Shape
from jounce.lab.scene.shapes import box, hull
from jounce.model.mechanism import Body

SidePoint = tuple[str, float, float]
"""Anchor (nose, front, rear, tail), shift in wheelbases, height in wheel diameters."""


@dataclass(frozen=True)
class WheelGeometry:
    """Centre of a wheel in the axes of the chassis, from its centre of mass, radius and width [m]."""

    centre: np.ndarray
    radius: float
    width: float


@dataclass(frozen=True)
class BodyStyle:
    """Side view of a class of cars."""

    nose: float
    """Overhang before the front axle, in wheelbases."""
    tail: float
    """Overhang behind the rear axle, in wheelbases."""
    outline: tuple[SidePoint, ...]
    """Lower part, from the front end over the bonnet to the rear end."""
    cabin: tuple[SidePoint, ...]
    """Glass and roof, from the foot of the windscreen backwards."""
    bonnet: float = 1.26
    """Height that the upper ends of struts may have, in wheel diameters; higher ones lift the body."""
    between_wheels: bool = False
    """Whether the body stands between its wheels instead of over them."""
    narrow: float = 0.28
    """How much narrower than the body the cabin is [m]."""


_FRONT: tuple[SidePoint, ...] = (("nose", -0.02, 0.38), ("nose", 0.0, 0.62), ("nose", -0.01, 1.00))
STYLES: Mapping[str, BodyStyle] = {
    "saloon": BodyStyle(
        0.30,
        0.36,
        (*_FRONT, ("nose", -0.25, 1.28), ("front", -0.20, 1.40), ("rear", -0.06, 1.44), ("tail", 0.02, 1.42),
         ("tail", 0.0, 1.20), ("tail", 0.01, 0.72), ("tail", 0.04, 0.44)),
        (("front", -0.17, 1.37), ("front", -0.46, 2.20), ("rear", 0.28, 2.22), ("rear", -0.10, 1.40)),
    ),
    "hatchback": BodyStyle(
        0.29,
        0.21,
        (*_FRONT, ("nose", -0.22, 1.30), ("front", -0.16, 1.42), ("tail", 0.01, 1.50), ("tail", 0.0, 1.30),
         ("tail", 0.01, 0.72), ("tail", 0.04, 0.46)),
        (("front", -0.12, 1.38), ("front", -0.46, 2.38), ("rear", 0.10, 2.40), ("rear", -0.14, 2.18),
         ("rear", -0.19, 1.44)),
    ),
    "roadster": BodyStyle(
        0.31,
        0.33,
        (*_FRONT[:2], ("nose", -0.01, 0.92), ("nose", -0.26, 1.16), ("front", -0.34, 1.30), ("rear", 0.12, 1.32),
         ("tail", 0.06, 1.30), ("tail", 0.0, 1.12), ("tail", 0.01, 0.70), ("tail", 0.04, 0.44)),
        (("front", -0.34, 1.26), ("front", -0.52, 1.86), ("front", -0.56, 1.86), ("front", -0.42, 1.26)),
        bonnet=1.18,
    ),
    "off-road": BodyStyle(
        0.24,
        0.25,
        (("nose", 0.0, 0.66), ("nose", 0.0, 1.24), ("nose", -0.03, 1.44), ("front", -0.26, 1.52), ("tail", 0.0, 1.56),
         ("tail", 0.0, 0.70)),
        (("front", -0.26, 1.48), ("front", -0.34, 2.34), ("tail", 0.03, 2.36), ("tail", 0.01, 1.52)),
        bonnet=1.40,
        narrow=0.16,
    ),
    "pick-up": BodyStyle(
        0.25,
        0.32,
        (("nose", 0.0, 0.60), ("nose", 0.0, 1.16), ("nose", -0.04, 1.36), ("front", -0.17, 1.44),
         ("front", -0.66, 1.46), ("front", -0.67, 1.30), ("tail", 0.0, 1.30), ("tail", 0.0, 0.66)),
        (("front", -0.15, 1.40), ("front", -0.33, 2.22), ("front", -0.60, 2.22), ("front", -0.65, 1.40)),
        bonnet=1.32,
        narrow=0.2,
    ),
    "single-seater": BodyStyle(
        0.22,
        0.20,
        (("nose", 0.0, 0.22), ("nose", -0.02, 0.40), ("front", -0.10, 0.86), ("front", -0.50, 1.02),
         ("rear", 0.38, 1.00), ("rear", 0.12, 0.92), ("tail", 0.0, 0.62), ("tail", 0.0, 0.30)),
        (("rear", 0.46, 0.98), ("rear", 0.38, 1.56), ("rear", 0.26, 1.50), ("tail", 0.06, 0.80)),
        bonnet=0.86,
        between_wheels=True,
    ),
    "truck": BodyStyle(
        0.28,
        0.30,
        (("nose", 0.0, 0.45), ("nose", 0.0, 1.60), ("front", -0.18, 1.60), ("front", -0.19, 0.98), ("tail", 0.0, 0.98),
         ("tail", 0.0, 0.62)),
        (("nose", 0.0, 1.56), ("nose", -0.05, 2.60), ("front", -0.16, 2.62), ("front", -0.18, 1.56)),
        bonnet=1.40,
        narrow=0.04,
    ),
}  # fmt: skip
"""Bodies by class."""


def style_of(wheelbase: float, radius: float, height: float) -> str:
    """The class of a car with two axles by its wheelbase, wheel radius and height of its centre of mass [m]."""
    if radius > 0.44:
        return "truck"
    if height < 0.4:
        return "single-seater"
    if radius > 0.345 and height > 0.65:
        return "pick-up" if wheelbase > 2.9 else "off-road"
    if wheelbase < 2.6:
        return "roadster" if height < 0.55 else "hatchback"
    return "saloon"


def car_body(
    body: int, wheels: Sequence[WheelGeometry], towers: Sequence[np.ndarray] = (), *, tows: bool = False
) -> list[Shape]:
    """A hull around two axles; a low box between more of them; nothing without wheels. towers: points that it covers,
    such as the upper ends of struts; tows: a truck that draws a trailer carries no box itself."""
    if not wheels:
        return []
    xs = sorted({round(float(w.centre[0]), 3) for w in wheels})
    highest = max((float(tower[2]) for tower in towers), default=-np.inf)
    return _car(body, wheels, xs, highest, tows) if len(xs) == 2 else _deck(body, wheels, xs)


def _car(body: int, wheels: Sequence[WheelGeometry], xs: list[float], highest: float, tows: bool) -> list[Shape]:
    rear, front = xs
    base = front - rear
    radius = max(w.radius for w in wheels)
    ground = min(float(w.centre[2]) - w.radius for w in wheels)
    outer = max(abs(float(w.centre[1])) + 0.5 * w.width for w in wheels)
    name = style_of(base, radius, -ground)
    style = STYLES[name]
    anchors = {"nose": front + style.nose * base, "front": front, "rear": rear, "tail": rear - style.tail * base}
    lifted = max(0.0, highest + 0.05 - (ground + 2.0 * radius * style.bonnet))

    def place(point: SidePoint) -> tuple[float, float]:
        anchor, shift, height = point
        return anchors[anchor] + shift * base, ground + 2.0 * radius * height + (lifted if height > 0.95 else 0.0)

    arches = [{"x": round(x, 4), "z": round(_height(wheels, x), 4), "radius": round(1.14 * radius, 4)} for x in xs]
    outline, cabin = [place(p) for p in style.outline], [place(p) for p in style.cabin]
    width = 2.0 * outer - 0.04
    if style.between_wheels:
        inner = min(abs(float(w.centre[1])) - 0.5 * w.width for w in wheels)
        return [hull(body, outline, min(0.9, 1.2 * inner), cabin, min(0.6, 0.8 * inner))]
    shapes = [hull(body, outline, width, cabin, width - style.narrow, arches)]
    if not tows:
        shapes.extend(_details(name, body, anchors, base, ground, radius, outer))
    return shapes


def _details(
    name: str, body: int, anchors: Mapping[str, float], base: float, ground: float, radius: float, outer: float
) -> list[Shape]:
    """What makes a class: seats and hoops of a roadster, the spare wheel of an off-road car, the box of a truck."""

    def up(share: float) -> float:
        return ground + 2.0 * radius * share

    front, rear, tail = anchors["front"], anchors["rear"], anchors["tail"]
    if name == "roadster":
        return [
            box(body, (rear + 0.20 * base, side * 0.38, up(1.42)), (0.09, 0.20, 0.16), role="part", colour="#23282d")
            for side in (-1.0, 1.0)
        ]
    if name == "off-road":
        spare = (tail - 0.10, 0.0, up(1.30))
        return [box(body, spare, (0.09, 0.8 * radius, 0.8 * radius), role="part", colour="#23262a")]
    if name == "truck":
        start = front - 0.24 * base
        middle, half = 0.5 * (start + tail), 0.5 * (start - tail)
        return [
            box(body, (middle, 0.0, up(1.85)), (half, outer - 0.02, 1.7 * radius), role="chassis", colour="#d9dcda")
        ]
    return []


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
        box(body, (middle - 0.4 * half, 0.0, deck + 0.16), (0.42 * half, 0.5 * outer, 0.10), role="chassis"),
        box(body, (middle + 0.75 * half, 0.0, deck + 0.28), slender, role="chassis"),
        box(body, (middle + 0.78 * half, 0.0, deck + 0.55), (0.09, 0.14, 0.06), role="chassis", colour="#20262e"),
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
