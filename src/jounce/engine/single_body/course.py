"""Objects of a course: boxes and ramps that do not move, crates and cones that do."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from jounce.engine.terrain.proving_ground import CLEAT_LANE, CLEAT_START
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Items, Length, Mass, Name, NotNegative, Number, Positive

Size = Annotated[tuple[Annotated[Length, Positive], Annotated[Length, Positive], Annotated[Length, Positive]], Items]


class PlacedObject(Frozen):
    """An object on the ground at (x, y) [m], turned about the ground's normal by its heading [rad]."""

    x: Length = 0.0
    y: Length = 0.0
    heading: Angle = 0.0
    above: Length = 0.0
    """Height of its lower side above the ground [m]."""
    friction: Annotated[Number, NotNegative] = 1.0
    """Factor on the friction of what touches it, like that of a ground [-]."""


class Box(PlacedObject):
    """A box that does not move; (x, y) is the middle of its lower side."""

    kind: Literal["box"] = "box"
    size: Size = (1.0, 1.0, 1.0)
    """Length, width and height [m]."""


class Ramp(PlacedObject):
    """A ramp that does not move; (x, y) is the middle of its foot, and it rises along its heading."""

    kind: Literal["ramp"] = "ramp"
    length: Annotated[Length, Positive] = 6.0
    """Length on the ground [m]."""
    height: Annotated[Length, Positive] = 1.2
    width: Annotated[Length, Positive] = 4.0


class Crate(PlacedObject):
    """A box that can be knocked about; (x, y) is the middle of its lower side."""

    kind: Literal["crate"] = "crate"
    size: Size = (0.6, 0.6, 0.6)
    mass: Annotated[Mass, Positive] = 15.0


class Cone(PlacedObject):
    """A traffic cone; (x, y) is the middle of its foot. In contacts it is a slender box."""

    kind: Literal["cone"] = "cone"
    height: Annotated[Length, Positive] = 0.7
    width: Annotated[Length, Positive] = 0.36
    """Width of its foot [m]."""
    mass: Annotated[Mass, Positive] = 3.0


Object: TypeAlias = Annotated[Box | Ramp | Crate | Cone, Field(discriminator="kind")]


class Course(Frozen):
    """Objects by number, in the order in which they are given. Crates and cones do not interact."""

    name: Name = "course"
    objects: tuple[Object, ...] = ()


def slalom(gates: int = 10, spacing: float = 18.0, first: float = 30.0) -> Course:
    """Cones on a line ahead of the origin."""
    return Course(name="slalom", objects=tuple(Cone(x=first + spacing * i) for i in range(gates)))


def jump(distance: float = 40.0, length: float = 7.0, height: float = 1.3) -> Course:
    """A ramp ahead of the origin, with cones where a car lands."""
    ramp = Ramp(x=distance, length=length, height=height)
    cones = [Cone(x=distance + length + 12.0 + 6.0 * i, y=side) for i in range(3) for side in (2.5, -2.5)]
    return Course(name="jump", objects=(ramp, *cones))


def kerb(distance: float = 10.0, height: float = 0.1, length: float = 20.0) -> Course:
    """A raised pavement across the way, with kerbs at both ends."""
    return Course(name="kerb", objects=(Box(x=distance + 0.5 * length, size=(length, 8.0, height)),))


CLEAT_HEIGHTS = (0.010, 0.015, 0.020, 0.025)
"""Heights of the cleats across the lane [m]; the last is there a second time at 45°, and for the left wheels alone."""
CLEAT_PITCH, CLEAT_LENGTH, CLEAT_WIDTH = 15.0, 0.05, 5.0


def cleats(x: float = CLEAT_START, y: float = CLEAT_LANE) -> Course:
    """Bars across a lane along x, on the dynamics pad of the proving ground unless given [m]."""
    bars = [(0.0, 0.0, CLEAT_WIDTH, height) for height in CLEAT_HEIGHTS]
    high = CLEAT_HEIGHTS[-1]
    bars += [
        (0.25 * math.pi, 0.0, CLEAT_WIDTH * math.sqrt(2.0), high),
        (0.0, 0.25 * CLEAT_WIDTH, 0.5 * CLEAT_WIDTH, high),
    ]
    boxes = [
        Box(x=x + CLEAT_PITCH * k, y=y + side, heading=turn, size=(CLEAT_LENGTH, width, height))
        for k, (turn, side, width, height) in enumerate(bars)
    ]
    return Course(name="cleats", objects=tuple(boxes))


PARKED_SIZE, PARKED_MASS = (4.3, 1.8, 1.4), 1300.0
"""Size [m] and mass [kg] of a parked car."""


def parked() -> Course:
    """Parked cars ahead of the origin, as boxes that slide: one across the way, others beside it."""
    places = ((30.0, 0.0, 0.5 * math.pi), (18.0, 4.5, 0.0), (18.0, -4.5, 0.0), (42.0, 4.5, math.pi))
    cars = [Crate(x=x, y=y, heading=turn, size=PARKED_SIZE, mass=PARKED_MASS) for x, y, turn in places]
    return Course(name="parked", objects=tuple(cars))


def playground() -> Course:
    """Ramps, crates and cones around the origin."""
    ramps = [
        Ramp(x=25.0 * math.cos(a), y=25.0 * math.sin(a), heading=a, height=h, length=l)
        for a, h, l in ((0.0, 1.2, 6.0), (2.1, 0.8, 6.0), (4.2, 1.8, 8.0))
    ]
    walls = [Box(x=-30.0, y=6.0, size=(1.0, 10.0, 1.2)), Box(x=0.0, y=-32.0, size=(12.0, 1.0, 1.0))]
    pile = [Crate(x=12.0, y=-10.0 + 0.8 * i, size=(0.6, 0.6, 0.6)) for i in range(6)]
    ring = [Cone(x=14.0 * math.cos(0.4 * i), y=14.0 * math.sin(0.4 * i)) for i in range(2, 14)]
    return Course(name="playground", objects=(*ramps, *walls, *pile, *ring))


COURSES: Mapping[str, Callable[[], Course]] = {
    "slalom": slalom,
    "jump": jump,
    "kerb": kerb,
    "cleats": cleats,
    "parked": parked,
    "playground": playground,
}
"""Built-in courses by name."""
