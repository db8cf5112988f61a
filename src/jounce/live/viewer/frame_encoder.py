"""Encoding of samples of a real-time loop as blocks of a scene, sixty times a second.

Scene and poses of the simplified car and of the objects of its course.
"""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from jounce.engine.assembly.world_state_writer import WorldStateWriter
from jounce.engine.single_body import Fleet, playground
from jounce.lab.scene import Scene, SceneWheel, vehicle_scene
from jounce.lab.scene.scene import CONTACT, POSE, Shape, Triple
from jounce.lab.scene.shapes import box, cone, wheel
from jounce.lab.scene.vehicle_scene import (
    DRIVING,
    ENGINE,
    LOAD,
    LOOP,
    MOTION,
    TRAVEL,
    WheelGeometry,
    car_body,
    charts,
    wheel_gauges,
)
from jounce.live.realtime.sample_layout import COLUMN, WHEEL, SampleLayout
from jounce.live.realtime.simple import WHEELS, simple_car
from jounce.live.realtime.tuning import apply_tuning
from jounce.live.viewer.choices import Choice
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Mechanism
from jounce.model.vehicle import to_mechanism

COLOURS = {"box": "#8d99a6", "ramp": "#9aa5b1", "crate": "#b08a5a"}


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
        body["position"] = row[COLUMN["x"] : COLUMN["z"] + 1]
        body["rotation"] = row[COLUMN["q0"] : COLUMN["q3"] + 1]
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
    names = []
    for i, (thing, half) in enumerate(zip(fleet.course.objects, fleet.shapes["half"], strict=True)):
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
        weight=car.mass * fleet.gravity,
        origin=origin,
    )


_AT = {name: i for i, name in enumerate(WHEEL)}
MAX_SAMPLE_GAP = 0.2
"""Longest time between two rows whose velocities give an acceleration [s]."""


class PoseSource(Protocol):
    """The scene of one plant, and the poses of its bodies."""

    scene: Scene

    def poses(self, row: np.ndarray, poses: np.ndarray) -> None:
        """Write the poses of all bodies, (bodies, 7), world."""


class MultibodyPoses:
    """Scene and poses of a multibody car."""

    def __init__(self, mechanism: Mechanism, layout: SampleLayout, title: str, origin: Triple, *, engine: bool) -> None:
        more = (*(ENGINE if engine else ()), *DRIVING, *LOOP)
        self.scene = vehicle_scene(mechanism, title=title, more=more, origin=origin)
        self._layout = layout
        self._states = WorldStateWriter.of(mechanism)

    def poses(self, row: np.ndarray, poses: np.ndarray) -> None:
        """Write the poses of all bodies, (bodies, 7), world."""
        self._states.write(row[self._layout.y])
        poses[:] = self._states.poses


class FrameEncoder:
    """Encodes rows as blocks, one after the other: accelerations are differences of velocities."""

    def __init__(self, source: PoseSource, layout: SampleLayout) -> None:
        self.scene = source.scene
        self._source = source
        self._layout = layout
        self._origin = np.array(self.scene.origin)
        self._poses = np.zeros((len(self.scene.bodies), POSE))
        self._contacts = np.zeros((len(self.scene.contacts), CONTACT))
        self._names = [gauge.name for gauge in self.scene.gauges]
        self._before: tuple[float, np.ndarray] | None = None
        self._acceleration = np.zeros(3)

    def restart(self) -> FrameEncoder:
        """A new encoder of the same plant, without rows before."""
        return FrameEncoder(self._source, self._layout)

    def encode(self, row: np.ndarray, tick_time: float = 0.0) -> np.ndarray:
        """The block of a row; tick_time: compute time of the last tick [s]."""
        block = np.zeros(self.scene.width, np.float32)
        block[0] = row[COLUMN["time"]]
        gauges = self._gauges(row) | {"tick_time": tick_time}
        block[1 : 1 + len(self._names)] = [gauges[name] for name in self._names]
        self._source.poses(row, self._poses)
        self._poses[:, :3] -= self._origin
        block[self.scene.poses] = self._poses.ravel()
        wheels = self._layout.wheel_rows(row)
        self._contacts[:, :3] = wheels[:, _AT["px"] : _AT["pz"] + 1] - self._origin
        self._contacts[:, 3:] = wheels[:, _AT["fx"] : _AT["fz"] + 1]
        block[self.scene.contact_numbers] = self._contacts.ravel()
        return block

    def _gauges(self, row: np.ndarray) -> dict[str, float]:
        """Values of all gauges by name [SI]."""

        def at(name: str) -> float:
            return float(row[COLUMN[name]])

        q0, q1, q2, q3 = (at(f"q{i}") for i in range(4))
        forward = np.array([1.0 - 2.0 * (q2 * q2 + q3 * q3), 2.0 * (q1 * q2 + q0 * q3)])
        forward /= max(math.hypot(*forward), 1e-9)
        velocity = np.array([at("vx"), at("vy"), at("vz")])
        along, across = self._accelerations(at("time"), velocity, forward)
        w = at("wx"), at("wy"), at("wz")
        yaw = 2.0 * (q1 * q3 - q0 * q2) * w[0] + 2.0 * (q2 * q3 + q0 * q1) * w[1]
        yaw += (1.0 - 2.0 * (q1 * q1 + q2 * q2)) * w[2]
        wheels = self._layout.wheel_rows(row)
        found = {
            "speed": float(math.hypot(velocity[0], velocity[1])),
            "longitudinal_acceleration": along,
            "lateral_acceleration": across,
            "yaw_rate": yaw,
            "engine_speed": at("engine_speed"),
            "steer": at("steer"),
            "throttle": at("throttle"),
            "brake": at("brake"),
            "gear": at("gear"),
            "late_ticks": at("late_ticks"),
        }
        for name, row in zip(self._layout.wheels, wheels, strict=True):
            found[LOAD + name], found[TRAVEL + name] = float(row[_AT["load"]]), float(row[_AT["travel"]])
        return found

    def _accelerations(self, t: float, velocity: np.ndarray, forward: np.ndarray) -> tuple[float, float]:
        """Along and across the heading [m/s²], from the difference to the row before; unchanged while time stands
        still."""
        if self._before is None or not 0.0 <= t - self._before[0] <= MAX_SAMPLE_GAP:
            self._acceleration[:] = 0.0
        elif t > self._before[0]:
            self._acceleration[:] = (velocity - self._before[1]) / (t - self._before[0])
        self._before = t, velocity
        a = self._acceleration
        return float(a[0] * forward[0] + a[1] * forward[1]), float(a[1] * forward[0] - a[0] * forward[1])


def pose_source_of(choice: Choice, layout: SampleLayout, row: np.ndarray) -> PoseSource:
    """Scene and poses of the vehicle that a loop drives; the origin of the scene is near the current position."""
    origin: Triple = (round(float(row[COLUMN["x"]])) + 0.0, round(float(row[COLUMN["y"]])) + 0.0, 0.0)
    title = f"{choice.vehicle} on {choice.ground}"
    if choice.simple:
        return SimpleCarPoses(choice.vehicle, layout, title, origin)
    vehicle = apply_tuning(load_vehicle(choice.vehicle), choice.parameters)
    has_engine = vehicle.powertrain is not None
    return MultibodyPoses(to_mechanism(vehicle), layout, title, origin, engine=has_engine)
