"""The scene of a multibody vehicle: its linkage, and a body around it."""

from __future__ import annotations

import math
from dataclasses import replace

from jounce.engine.assembly.bodies import frames
from jounce.lab.scene.body_mesh import mesh_shape
from jounce.lab.scene.car_body import WheelGeometry, car_body, trailer_box
from jounce.lab.scene.chassis_lines import chassis_lines
from jounce.lab.scene.gauges import MOTION, charts, trailer_gauges, wheel_gauges
from jounce.lab.scene.mechanism_shapes import mechanism_shapes, tire_width
from jounce.lab.scene.scene import Gauge, Scene, SceneWheel, Triple
from jounce.model.mechanism import Mechanism, SpringDamper
from jounce.model.vehicle.body_mesh import BodyMesh
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.hitches import find_hitches
from jounce.model.vehicle.units import unit_of_bodies


def vehicle_scene(
    mechanism: Mechanism,
    *,
    title: str | None = None,
    more: tuple[Gauge, ...] = (),
    origin: Triple = (0.0, 0.0, 0.0),
    body_mesh: BodyMesh | None = None,
) -> Scene:
    """Every link, spring, rod and wheel, and a body around them, lofted unless it is given; more: gauges beside those
    of motion and wheels."""
    places = frames(mechanism.bodies)
    chassis = CHASSIS if CHASSIS in places else max(mechanism.bodies, key=lambda body: body.mass).name
    home, trailers = places[chassis], [joint.body_b for joint in find_hitches(mechanism)]
    unit_of = unit_of_bodies(mechanism, trailers)
    own = [tire for tire in mechanism.tires if unit_of.get(tire.body) not in trailers]
    around = [WheelGeometry(home.point(t.centre), t.radius, tire_width(t)) for t in own]
    springs = [force for force in mechanism.forces if isinstance(force, SpringDamper)]
    towers = [home.point(s.point_a) for s in springs if s.body_a == chassis]
    boxes = [trailer_box(body, places[body.name].index) for body in mechanism.bodies if body.name in trailers]
    body = (
        car_body(home.index, around, towers, tows=bool(trailers))
        if body_mesh is None
        else [mesh_shape(home, body_mesh)]
    )
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
        shapes=(
            *body,
            *boxes,
            *(rod for body in (chassis, *trailers) for rod in chassis_lines(mechanism, body)),
            *mechanism_shapes(mechanism, {chassis, *trailers}),
        ),
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
