"""Encoding of samples of a real-time loop as blocks of a scene, sixty times a second.

Scene and poses of the simplified car and of the objects of its course.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from jounce.engine.assembly.world_state_writer import WorldStateWriter
from jounce.engine.single_body import Fleet, playground
from jounce.engine.terrain import ground_of
from jounce.lab.controllers.catalogue.collisions import obstacles_of
from jounce.lab.scene import Scene, SceneWheel, vehicle_scene
from jounce.lab.scene.car_body import WheelGeometry, car_body
from jounce.lab.scene.gauges import (
    BATTERY,
    DRIVING,
    ENGINE,
    LOOP,
    MOTION,
    SLIDING,
    TICK_TIME,
    charts,
    sliding_gauges,
    sliding_speed,
    wheel_gauges,
)
from jounce.lab.scene.obstacles import Obstacles, poses_of, with_obstacles
from jounce.lab.scene.scene import POSE, Shape, Triple
from jounce.lab.scene.shapes import wheel
from jounce.live.realtime.sample_layout import SampleLayout
from jounce.live.realtime.simple import WHEELS, simple_car
from jounce.live.realtime.tuning import apply_tuning
from jounce.live.viewer.choices import Choice
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Mechanism
from jounce.model.vehicle import BodyMesh, to_mechanism


class SimpleCarPoses:
    """Scene of a `jounce.live.realtime.simple.SimplePlant`, and poses from its rows."""

    def __init__(self, name: str, layout: SampleLayout, title: str, origin: Triple) -> None:
        """name: name of the simplified car."""
        self._layout = layout
        self._fleet = Fleet(simple_car(name), course=playground())
        self.scene = _scene(self._fleet, title, origin)

    def poses(self, row: np.ndarray, poses: np.ndarray) -> None:
        """Write the poses of the body, the wheels and all objects, world."""
        fleet, y = self._fleet, row[self._layout.y]
        body, wheels, things = fleet.bodies[0], fleet.wheels[0], fleet.things[0]
        body["position"] = row[self._layout.position]
        body["rotation"] = row[self._layout.quaternion]
        body["steer"] = y[0]
        wheels["depth"], wheels["angle"] = y[1:9:2], y[2:9:2]
        places = y[9:].reshape(-1, 7)
        things["position"], things["rotation"] = places[:, :3], places[:, 3:]
        found = fleet.poses()
        poses[0, :3], poses[0, 3:] = found.position[0], found.rotation[0]
        poses[1:5, :3], poses[1:5, 3:] = found.wheel_position[0], found.wheel_rotation[0]
        poses[5:, :3], poses[5:, 3:] = found.object_position[0], found.object_rotation[0]


def _scene(fleet: Fleet, title: str, origin: Triple) -> Scene:
    car = fleet.cars[0]
    corners = [
        np.array([x, y, car.wheel_radius - car.height])
        for x in (car.front_axle, car.front_axle - car.wheelbase)
        for y in (0.5 * car.track, -0.5 * car.track)
    ]
    places = [WheelGeometry(corner, car.wheel_radius, car.wheel_width) for corner in corners]
    shapes: list[Shape] = car_body(0, places)
    across, centre = np.array([0.0, 1.0, 0.0]), np.zeros(3)
    for i, name in enumerate(WHEELS):
        shapes.append(wheel(1 + i, centre, across, car.wheel_radius, car.wheel_width, name))
    gauges = (*MOTION, *wheel_gauges(WHEELS), *DRIVING, *LOOP)
    scene = Scene(
        title=title,
        vehicle=car.name,
        bodies=("chassis", *(f"wheel_{name}" for name in WHEELS)),
        shapes=tuple(shapes),
        wheels=tuple(SceneWheel(n, 1 + i, i, car.wheel_radius, car.wheel_width) for i, n in enumerate(WHEELS)),
        contacts=WHEELS,
        gauges=gauges,
        charts=charts(gauges),
        weight=car.mass * fleet.gravity,
        origin=origin,
    )
    return with_obstacles(scene, Obstacles(fleet.course, fleet.shapes["half"], poses_of(fleet.things[0])))


class PoseSource(Protocol):
    """The scene of one plant, and the poses of its bodies."""

    scene: Scene

    def poses(self, row: np.ndarray, poses: np.ndarray) -> None:
        """Write the poses of all bodies, (bodies, 7), world."""


class MultibodyPoses:
    """Scene and poses of a multibody car."""

    def __init__(
        self,
        mechanism: Mechanism,
        layout: SampleLayout,
        title: str,
        origin: Triple,
        *,
        engine: bool,
        battery: bool = False,
        obstacles: Obstacles | None = None,
        body_mesh: BodyMesh | None = None,
    ) -> None:
        """obstacles: objects whose poses are in the rows, if it can meet any; body_mesh: what is drawn as its body."""
        more = (
            *(ENGINE if engine else ()),
            *(BATTERY if battery else ()),
            *DRIVING,
            *LOOP,
            *sliding_gauges(layout.wheels),
        )
        scene = vehicle_scene(mechanism, title=title, more=more, origin=origin, body_mesh=body_mesh)
        self.scene = scene if obstacles is None else with_obstacles(scene, obstacles)
        self._layout, self._bodies = layout, len(scene.bodies)
        self._states = WorldStateWriter.of(mechanism)

    def poses(self, row: np.ndarray, poses: np.ndarray) -> None:
        """Write the poses of all bodies, (bodies, 7), world."""
        self._states.write(row[self._layout.y])
        poses[: self._bodies] = self._states.poses
        poses[self._bodies :] = row[self._layout.objects].reshape(-1, POSE)


class FrameEncoder:
    """Encodes rows as blocks; a gauge is the column of its name."""

    def __init__(self, source: PoseSource, layout: SampleLayout) -> None:
        self.scene, self.layout = source.scene, layout
        self._source = source
        self._origin = np.array(self.scene.origin)
        self._poses = np.zeros((len(self.scene.bodies), POSE))
        derived = {TICK_TIME, *(g.name for g in self.scene.gauges if g.name.endswith(SLIDING))}
        self._gauges = [
            (1 + i, layout.columns[g.name]) for i, g in enumerate(self.scene.gauges) if g.name not in derived
        ]
        self._sliding = [1 + i for i, g in enumerate(self.scene.gauges) if g.name.endswith(SLIDING)]
        self._tick_time = next((1 + i for i, g in enumerate(self.scene.gauges) if g.name == TICK_TIME), None)

    def encode(self, row: np.ndarray, tick_time: float = 0.0) -> np.ndarray:
        """The block of a row; tick_time: compute time of the last tick [s]."""
        block = np.zeros(self.scene.width, np.float32)
        block[0] = row[0]
        for place, column in self._gauges:
            block[place] = row[column]
        if self._sliding:
            slips = (self.layout.each_wheel(row, "tire", quantity) for quantity in ("slip_ratio", "slip_angle"))
            block[self._sliding] = sliding_speed(row[self.layout.columns["chassis.speed"]], *slips)
        if self._tick_time is not None:
            block[self._tick_time] = tick_time
        self._source.poses(row, self._poses)
        self._poses[:, :3] -= self._origin
        block[self.scene.poses] = self._poses.ravel()
        contacts = self.layout.contacts(row).copy()
        contacts[:, :3] -= self._origin
        block[self.scene.contact_numbers] = contacts.ravel()
        return block


def pose_source_of(
    choice: Choice, layout: SampleLayout, row: np.ndarray, controllers: str | Sequence[Any] = ""
) -> PoseSource:
    """Scene and poses of the vehicle that a loop drives; the origin of the scene is near the current position.

    controllers: those of the loop, which may bring objects.
    """
    x, y, _ = row[layout.position].tolist()
    origin: Triple = (round(x) + 0.0, round(y) + 0.0, 0.0)
    title = f"{choice.vehicle} on {choice.ground}"
    if choice.simple:
        return SimpleCarPoses(choice.vehicle, layout, title, origin)
    vehicle = apply_tuning(load_vehicle(choice.vehicle), choice.parameters)
    powertrain = vehicle.powertrain
    has = {
        "engine": powertrain is not None and powertrain.engine is not None,
        "battery": powertrain is not None and powertrain.battery is not None,
    }
    obstacles = obstacles_of(controllers, ground_of(choice.ground_spec)) if layout.object_count else None
    mechanism, mesh = to_mechanism(vehicle), vehicle.body_mesh
    return MultibodyPoses(mechanism, layout, title, origin, **has, obstacles=obstacles, body_mesh=mesh)
