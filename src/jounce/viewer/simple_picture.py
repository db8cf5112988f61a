"""The picture of the simplified car and of what stands about."""

from __future__ import annotations

import numpy as np

from jounce.realtime.rows import PLACE, RowLayout
from jounce.realtime.simple import WHEELS, simple_car
from jounce.scene import Scene, SceneWheel
from jounce.scene.car_body import WheelPlace, car_body
from jounce.scene.gauges import DRIVING, LOOP, MOTION, charts, wheel_gauges
from jounce.scene.scene import Shape, Triple
from jounce.scene.shapes import box, cone, wheel
from jounce.simple_car import Fleet, playground

COLOURS = {"box": "#8d99a6", "ramp": "#9aa5b1", "crate": "#b08a5a"}


class SimplePicture:
    """Draws the rows of a `jounce.realtime.simple.SimplePlant`."""

    def __init__(self, name: str, layout: RowLayout, title: str, origin: Triple) -> None:
        """name: of the car."""
        self._layout = layout
        self._twin = Fleet(simple_car(name), course=playground())
        self.scene = _scene(self._twin, title, origin)

    def poses(self, row: np.ndarray, poses: np.ndarray) -> None:
        """Write the poses of the body, the wheels and all objects, world."""
        twin, y = self._twin, row[self._layout.y]
        body, wheels, things = twin.bodies[0], twin.wheels[0], twin.things[0]
        body["position"] = row[PLACE["x"] : PLACE["z"] + 1]
        body["rotation"] = row[PLACE["q0"] : PLACE["q3"] + 1]
        body["steer"] = y[0]
        wheels["depth"], wheels["angle"] = y[1:9:2], y[2:9:2]
        places = y[9:].reshape(-1, 7)
        things["position"], things["rotation"] = places[:, :3], places[:, 3:]
        found = twin.poses()
        poses[0, :3], poses[0, 3:] = found.position[0], found.rotation[0]
        poses[1:5, :3], poses[1:5, 3:] = found.wheel_position[0], found.wheel_rotation[0]
        poses[5:, :3], poses[5:, 3:] = found.object_position[0], found.object_rotation[0]


def _scene(twin: Fleet, title: str, origin: Triple) -> Scene:
    car = twin.cars[0]
    corners = [
        np.array([x, y, car.wheel_radius - car.height])
        for x in (car.front_axle, car.front_axle - car.wheelbase)
        for y in (0.5 * car.track, -0.5 * car.track)
    ]
    places = [WheelPlace(corner, car.wheel_radius, car.wheel_width) for corner in corners]
    shapes: list[Shape] = car_body(0, places)
    across, centre = np.array([0.0, 1.0, 0.0]), np.zeros(3)
    for i, name in enumerate(WHEELS):
        shapes.append(wheel(1 + i, centre, across, car.wheel_radius, car.wheel_width, name))
    names = []
    for i, (thing, half) in enumerate(zip(twin.course.objects, twin.shapes["half"], strict=True)):
        names.append(f"{thing.kind}_{i}")
        if thing.kind == "cone":
            tip = float(half[2])
            shapes.append(cone(5 + i, (0.0, 0.0, -tip), (0.0, 0.0, tip), round(float(half[0]), 4)))
        else:
            size = [round(float(length), 4) for length in half]
            shapes.append(box(5 + i, (0.0, 0.0, 0.0), size, role="obstacle", colour=COLOURS[thing.kind]))
    gauges = (*MOTION, *wheel_gauges(WHEELS), *DRIVING, *LOOP)
    return Scene(
        title=title,
        vehicle=car.name,
        bodies=("chassis", *(f"wheel_{name}" for name in WHEELS), *names),
        shapes=tuple(shapes),
        wheels=tuple(SceneWheel(n, 1 + i, i, car.wheel_radius, car.wheel_width) for i, n in enumerate(WHEELS)),
        contacts=WHEELS,
        gauges=gauges,
        charts=charts(gauges),
        weight=car.mass * twin.gravity,
        origin=origin,
    )
