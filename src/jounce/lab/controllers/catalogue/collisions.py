"""Contacts of the body with the ground and with objects, and of wheels with objects: a car that rolls over comes to
rest on its roof, climbs kerbs and ramps, and hits boxes, crates and cones.

Two boxes around the car, lower body and cabin, have contact points at their corners and faces. A point that is d deep
in the ground or in an object pushes with

    F_n = max(0, K d + C ḋ min(1, d/d₀))                                                            (H1)

along the normal, and holds by a bristle within μ F_n, as the simplified car does (docs/theory/simple_car.md, S14).
Wheels meet the ground through their tires. An object meets a wheel as a torus with the stiffness of its tire: load,
slip and friction by (H3) and (H4) of `jounce.engine.single_body.compiled.wheel_contact`. Forces and torques on chassis
and wheels hold from one update to the next; crates and cones take the opposite and move in the same steps. A run with
this controller does not end when the car rolls over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from jounce.engine.laws.ground import original
from jounce.engine.single_body import COURSES, Course, HullContact, WheelOutline
from jounce.engine.single_body.arrays import objects_of
from jounce.engine.single_body.hull_contact import BODY, NOWHERE
from jounce.errors import InputError
from jounce.lab.controllers.hull_boxes import hull_boxes
from jounce.lab.controllers.registry import build_controller, parse_controllers
from jounce.lab.controllers.wheel_outlines import wheel_outlines
from jounce.lab.scene.obstacles import POSE_PARTS, Obstacles, poses_of
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.corners import CHASSIS, HULL_LOADS, wheel_loads
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Damping, Frequency, Length, NotNegative, Number, Positive, Stiffness


class Collisions(Frozen):
    """Options of the contacts, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "collisions"
    inputs: ClassVar[tuple[str, ...]] = HULL_LOADS
    course: Annotated[
        Literal["none", "slalom", "jump", "kerb", "cleats", "parked", "playground"],
        Field(description="objects on the ground: none, slalom, jump, kerb, cleats, parked (cars) or playground"),
    ] = "none"
    height: Annotated[
        Length,
        NotNegative,
        Field(description="height of the roof above the ground [m]; 0: 2.25 diameters of the wheels"),
    ] = 0.0
    stiffness: Annotated[Stiffness, Positive, Field(description="K of a contact point [N/m]")] = 400e3
    damping: Annotated[Damping, NotNegative, Field(description="C of a contact point [N s/m]")] = 10e3
    friction: Annotated[Number, NotNegative, Field(description="μ of the body on a ground of factor 1 [-]")] = 0.5
    wheel_friction: Annotated[Number, NotNegative, Field(description="μ of tires on an object of factor 1 [-]")] = 0.9
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]; best one a step")] = 1000.0

    def start(self, car: Vehicle, speed: float) -> CollisionSession:
        """Start a run."""
        return CollisionSession(self, car)

    @property
    def objects(self) -> Course:
        """The objects on the ground."""
        return COURSES[self.course]() if self.course in COURSES else Course()


class CollisionSession:
    """Contacts of the body in one run."""

    def __init__(self, options: Collisions, car: Vehicle) -> None:
        self.options, self.gravity = options, car.gravity
        self.boxes = hull_boxes(car, options.height or None)
        self.course = options.objects
        tires = car.to_mechanism().tires if self.course.objects else ()
        self.wheels = tuple(dict.fromkeys(tire.body for tire in tires))
        self.inputs = (*HULL_LOADS, *(name for body in self.wheels for name in wheel_loads(body)))
        self.moving = [i for i, thing in enumerate(self.course.objects) if thing.kind in ("crate", "cone")]
        self.records = {
            f"{self.course.objects[i].kind}_{i}.{part}": "m" if part in ("x", "y", "z") else "1"
            for i in self.moving
            for part in POSE_PARTS
        }
        self.last: float | None = None
        self.obstacles: Obstacles | None = None

    def attach(self, system: Any, y: np.ndarray) -> None:
        """Attach to a run: its system, and the state, which changes while it goes on."""
        base = getattr(getattr(system, "state", None), "tree", None)
        if base is None or system.state.tree.base != CHASSIS:
            hint = "use the formulation synthesis"
            raise InputError("no state of the chassis", system.mechanism.name, "", hint, "controllers.collisions")
        options, placed = self.options, system.model.ground
        self.y, self.velocity, self.writer = y, system.state.velocity_start, None
        outlines: list[WheelOutline] = []
        reach = 0.0
        if self.wheels and (writer := system.world_state_writer()) is not None:
            self.writer = writer
            self.world = writer.world[: BODY * len(system.layout.bodies)]
            outlines, reach = wheel_outlines(system.mechanism, system.packed, options.wheel_friction, self.gravity)
        self.contact = HullContact(
            self.boxes,
            original(placed),
            placed,
            course=self.course,
            wheels=outlines,
            reach=reach,
            stiffness=options.stiffness,
            damping=options.damping,
            friction=options.friction,
            gravity=self.gravity,
        )
        if self.course.objects:
            self.obstacles = Obstacles(self.course, self.contact.half_lengths, poses_of(self.contact.things))

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Forces [N] and torques [N m] of all contacts, and the objects one step on."""
        contact, u = self.contact, self.velocity
        contact.body[:7], contact.body[7:] = self.y[:7], self.y[u : u + 6]
        h = 1.0 / self.options.rate if self.last is None else t - self.last
        self.last = t
        world = NOWHERE
        if self.writer is not None and contact.is_near_objects:
            self.writer.write(self.y)
            world = self.world
        contact.advance(h, world)
        return dict(zip(self.inputs, (*contact.push.tolist(), *contact.loads.ravel().tolist()), strict=True))

    @property
    def recorded(self) -> dict[str, float]:
        """Poses of the objects that move, by name."""
        values = poses_of(self.contact.things[self.moving]).ravel()
        return dict(zip(self.records, values.tolist(), strict=True))

    def memory(self) -> tuple[float | None, list[np.ndarray]]:
        """What the future depends on: the time of the last update, bristles and objects."""
        return self.last, [array.copy() for array in self.contact.arrays()]

    def remember(self, memory: tuple[float | None, Sequence[np.ndarray]]) -> None:
        """Go back to a memory."""
        self.last = memory[0]
        self.contact.restore(memory[1])


def obstacles_of(controllers: str | Sequence[Any], ground: tuple) -> Obstacles | None:
    """The objects that controllers bring onto a ground; None without any."""
    for spec in parse_controllers(controllers) if controllers else ():
        one = build_controller(spec)
        if isinstance(one, Collisions) and one.objects.objects:
            objects = objects_of(one.objects, ground, 1)
            return Obstacles(one.objects, objects.shapes["half"], poses_of(objects.things[0]))
    return None


def objects_on(ground: str) -> str:
    """The course that belongs to a ground, by its specification: cleats on the proving ground."""
    return "cleats" if ground.partition(",")[0].strip() in ("proving ground", "proving-ground") else "none"


def with_collisions(controllers: str | Sequence[Any], course: str = "none") -> list[Any]:
    """Controllers with contacts of the body after all others, unless they are among them; course: its objects.

    Raises InputError for an unknown course.
    """
    given = list(parse_controllers(controllers)) if controllers else []
    if any(isinstance(build_controller(spec), Collisions) for spec in given):
        return given
    known = ("none", *COURSES)
    if course not in known:
        raise InputError("unknown obstacles", repr(course), f"one of {', '.join(known)}", where="obstacles")
    return [*given, f"collisions(course={course})"]
