"""A fleet of simplified cars: one or ten thousand, on any ground, each with its own copy of the objects."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np

from jounce.engine.laws.ground import Flat, inside, place_ground
from jounce.engine.laws.ground.query import memories
from jounce.engine.linalg.quaternion import rotate
from jounce.engine.single_body.arrays import designs_of, objects_of, stand_on
from jounce.engine.single_body.car import SIMPLE, SimpleCar
from jounce.engine.single_body.compiled.energy import energies
from jounce.engine.single_body.compiled.records import AIR, BODY, CONTROL, NO_PARTNER, OK, POINT, WHEEL, WHEELS, Cars
from jounce.engine.single_body.compiled.step import advance
from jounce.engine.single_body.course import Course
from jounce.engine.single_body.poses import Poses, poses_of
from jounce.engine.terrain import Raster, ground_of
from jounce.errors import InputError, SimulationError
from jounce.findings import shown


def to_ground(given: tuple | Raster | str) -> tuple:
    """A ground from a ground, heights on a grid, or a specification."""
    if isinstance(given, str):
        return ground_of(given)
    if isinstance(given, Raster):
        return cast(tuple, given.ground())
    if not isinstance(given, tuple):
        raise InputError(
            "not a ground", shown(given), "a ground such as Flat(), a Raster, or a specification", where="ground"
        )
    return given


def to_cars(cars: SimpleCar | Sequence[SimpleCar], count: int | None) -> tuple[SimpleCar, ...]:
    """A description for each car."""
    found = (cars,) * (1 if count is None else count) if isinstance(cars, SimpleCar) else tuple(cars)
    if not found or any(not isinstance(car, SimpleCar) for car in found):
        raise InputError("not cars", shown(cars), "a SimpleCar, or a list of one or more", where="cars")
    if count is not None and count != len(found):
        raise InputError(
            "count and cars do not match", f"{count} and {len(found)} cars", "the count of one description"
        )
    return found


def to_array(value: float | np.ndarray, count: int, name: str) -> np.ndarray:
    """A number for each of `count` cars, from one for all or a list."""
    numbers = np.asarray(value, dtype=float)
    if numbers.shape not in ((), (count,)) or not np.all(np.isfinite(numbers)):
        raise InputError("not a place", shown(value), f"a finite number, or one for each of {count} cars", where=name)
    return np.broadcast_to(numbers, (count,))


CONTROLS = {"steer": (-1.0, 1.0), "throttle": (-1.0, 1.0), "brake": (0.0, 1.0), "handbrake": (0.0, 1.0)}
"""Controls and their ranges; steer > 0 turns left, throttle < 0 drives backwards."""
LEVEL_GROUND = Flat()
MAX_STEP = 2e-3
"""Longest step, up to which the example cars are tested [s]."""


class Energies(NamedTuple):
    """Energies of every car, (n,) [J]."""

    kinetic: np.ndarray
    potential: np.ndarray
    """Gravitational energy m g z."""
    contacts: np.ndarray
    """Energy of springs and bristles of wheels and hull."""
    objects: np.ndarray
    """Kinetic and gravitational energy of the crates and cones of the car's course."""

    @property
    def car(self) -> np.ndarray:
        """Energy of the car and its contacts."""
        return self.kinetic + self.potential + self.contacts


@dataclass(frozen=True)
class FleetSnapshot:
    """Everything that the future of a fleet depends on."""

    arrays: tuple[np.ndarray, ...]


class Fleet:
    """n simplified cars on one ground.

    `cars` is one description for `count` cars, or a list of them. `ground` is any ground, heights on a grid, or a
    specification as on the command line ("plane, grade=0.1"); beyond the edge of a grid it goes on level
    (`off_ground`).

    Cars do not interact: each has its own copy of the course, so that crates and cones are knocked about by one
    car alone. Results do not depend on threads, nor on how a run is cut into calls, to the bit. Steps of 1 ms by
    default; the example cars run with up to 2 ms.

    `bodies`, `wheels`, `points`, `things`, `shapes` and `controls` are the rows that compiled code works on
    (`compiled/records.py` has their fields).
    """

    def __init__(
        self,
        cars: SimpleCar | Sequence[SimpleCar] = SIMPLE,
        *,
        count: int | None = None,
        ground: tuple | Raster | str = LEVEL_GROUND,
        course: Course | None = None,
        step: float = 1e-3,
        gravity: float = 9.81,
        threads: int = 1,
    ) -> None:
        self.cars = to_cars(cars, count)
        if not 0.0 < step <= MAX_STEP:
            raise InputError("step out of range", f"{step!r}", f"a time in (0, {MAX_STEP:g}] s", where="step")
        if not 0.0 <= gravity < math.inf:
            raise InputError("gravity out of range", f"{gravity!r}", "0 or more m/s²", where="gravity")
        self.ground = to_ground(ground)
        self.course, self.step, self.gravity = course or Course(), step, gravity
        if threads < 1:
            raise InputError("no thread", f"{threads}", "1 or more", where="threads")
        self.threads = threads
        kinds = list(dict.fromkeys(self.cars))
        number = {car: k for k, car in enumerate(kinds)}
        self._designs = designs_of(kinds, gravity)
        self._ground = place_ground(self.ground)
        n, p = len(self.cars), self._designs.points.shape[1]
        self._cars = Cars(
            np.zeros(n, BODY),
            np.zeros((n, WHEELS), WHEEL),
            np.zeros((n, p), POINT),
            memories(n * (WHEELS + 1)).reshape(n, WHEELS + 1),
        )
        self.bodies, self.wheels, self.points, _ = self._cars
        self.bodies["kind"] = [number[car] for car in self.cars]
        self.controls = np.zeros(n, CONTROL)
        self.reset_course()
        self.place()

    @property
    def count(self) -> int:
        """Number of cars."""
        return len(self.cars)

    @property
    def batch(self) -> tuple:
        """What compiled code drives: cars, designs, controls, the placed ground and the objects."""
        return self._cars, self._designs, self.controls, self._ground, self._objects

    @property
    def time(self) -> np.ndarray:
        """Time that every car has driven (n,) [s]."""
        return self.bodies["steps"] * self.step

    @property
    def stopped(self) -> np.ndarray:
        """Numbers of the cars whose next state would not have been finite."""
        return np.flatnonzero(self.bodies["status"] != OK)

    @property
    def off_ground(self) -> np.ndarray:
        """Numbers of the cars whose centre of mass has left the grid of heights, if the ground has one."""
        x, y, _ = self.bodies["position"].T
        return np.flatnonzero(~inside(self.ground, x, y))

    def reset_course(self) -> None:
        """Put all objects back to where they were."""
        self._objects = objects_of(self.course, self.ground, self.count)
        self.things, self.shapes = self._objects.things, self._objects.shapes

    def place(
        self,
        x: float | np.ndarray = 0.0,
        y: float | np.ndarray = 0.0,
        heading: float | np.ndarray = 0.0,
        speed: float | np.ndarray = 0.0,
        *,
        above: float | np.ndarray = 0.0,
        cars: Sequence[int] | None = None,
    ) -> None:
        """Set cars (by default all) on the ground at (x, y) [m] with a heading [rad] and a speed along it [m/s].

        They stand as on level ground, `above` [m] higher, and their contact memory is cleared.
        """
        chosen = list(range(self.count)) if cars is None else list(cars)
        given = {"x": x, "y": y, "heading": heading, "speed": speed, "above": above}
        rows = {name: to_array(value, len(chosen), name) for name, value in given.items()}
        for k, i in enumerate(chosen):
            foot, rotation = stand_on(self.ground, rows["x"][k], rows["y"][k], rows["heading"][k])
            up, ahead = rotate(rotation, (0.0, 0.0, 1.0)), rotate(rotation, (1.0, 0.0, 0.0))
            position = foot + self.cars[i].height * np.array(up) + (0.0, 0.0, rows["above"][k])
            self.set_state(i, position, rotation, rows["speed"][k] * np.array(ahead))

    def set_state(
        self,
        car: int,
        position: Sequence[float] | np.ndarray,
        rotation: Sequence[float] | np.ndarray = (1.0, 0.0, 0.0, 0.0),
        velocity: Sequence[float] | np.ndarray = (0.0, 0.0, 0.0),
        spin: Sequence[float] | np.ndarray = (0.0, 0.0, 0.0),
    ) -> None:
        """Set the state of a car: centre of mass [m], quaternion, velocity [m/s] in world and spin [rad/s] in body
        axes."""
        body = self.bodies[car]
        for name, value in (("position", position), ("rotation", rotation), ("velocity", velocity), ("spin", spin)):
            numbers = np.asarray(value, dtype=float)
            if numbers.shape != body[name].shape or not np.all(np.isfinite(numbers)):
                raise InputError("not a state", shown(value), f"{body[name].size} finite numbers", where=name)
            body[name] = numbers
        length = float(np.linalg.norm(body["rotation"]))
        if not length > 0.0:
            raise InputError("zero length", shown(rotation), "a quaternion such as [1, 0, 0, 0]", where="rotation")
        body["rotation"] /= length
        body["steer"], body["status"], body["steps"] = 0.0, OK, 0
        self.wheels[car], self.points[car] = np.zeros((), WHEEL), np.zeros((), POINT)
        self.wheels[car]["surface"], self.points[car]["partner"] = AIR, NO_PARTNER

    def drive(self, *, cars: Sequence[int] | slice = slice(None), **controls: float | np.ndarray) -> None:
        """Set steer, throttle, brake or handbrake of cars (by default all); they stay until they are set again."""
        for name, value in controls.items():
            if name not in CONTROLS:
                raise InputError("unknown control", repr(name), f"one of {', '.join(CONTROLS)}")
            least, most = CONTROLS[name]
            numbers = np.asarray(value, dtype=float)
            if not np.all((numbers >= least) & (numbers <= most)):
                raise InputError("control out of range", shown(value), f"from {least:g} to {most:g}", where=name)
            self.controls[name][cars] = numbers

    def advance(self, seconds: float | None = None, *, steps: int | None = None) -> None:
        """Drive on for a time [s], rounded to whole steps, or for a number of steps.

        Raises SimulationError if the state of a car would no longer be finite; it has stopped at its last one
        (`stopped`), the others have driven on.
        """
        if (seconds is None) == (steps is None):
            raise InputError("time and steps", f"{seconds!r} and {steps!r}", "one of them")
        number = round(seconds / self.step) if seconds is not None and math.isfinite(seconds) else steps
        if number is None or number < 0:
            raise InputError("not a time to drive", f"{seconds if steps is None else steps!r}", "0 or more")
        before = self.stopped.size

        def run(first: int, last: int) -> int:
            where = self._ground, self._objects, first, last, number, self.step
            return int(advance(self._cars, self._designs, self.controls, *where))

        if self.threads == 1 or self.count < self.threads:
            after = run(0, self.count)
        else:
            ends = np.linspace(0, self.count, 4 * self.threads + 1).astype(int)
            with ThreadPoolExecutor(self.threads) as pool:
                after = sum(pool.map(run, ends[:-1], ends[1:]))
        if after > before:
            raise self._failure()

    def _failure(self) -> SimulationError:
        car = int(self.stopped[-1])
        steps = int(self.bodies["steps"][car])
        return SimulationError(
            f"t = {steps * self.step:.3f} s: the state of car {car} is no longer finite; it stopped at its last one. "
            "Try a smaller step, or softer springs and less damping.",
            time=steps * self.step,
            step=steps,
            culprit=f"car {car}",
        )

    def snapshot(self) -> FleetSnapshot:
        """A copy of the state of all cars and objects."""
        return FleetSnapshot(tuple(array.copy() for array in self._state()))

    def restore(self, snapshot: FleetSnapshot) -> None:
        """Go back to a snapshot of this fleet, or of one with the same cars and course."""
        for array, kept in zip(self._state(), snapshot.arrays, strict=True):
            if array.shape != kept.shape:
                raise InputError("snapshot of another fleet", str(kept.shape), str(array.shape))
            array[...] = kept

    def _state(self) -> tuple[np.ndarray, ...]:
        return self.bodies, self.wheels, self.points, self.things, self._objects.touches, self.controls

    def energies(self) -> Energies:
        """Current energies of every car [J]."""
        out = np.zeros((self.count, 4))
        energies(self._cars, self._designs, self._ground, self._objects, out)
        return Energies(*out.T)

    def poses(self) -> Poses:
        """Poses of bodies, wheels and objects."""
        return poses_of(self._cars, self._designs, self._objects)

    def wheel_contacts(self) -> np.ndarray:
        """The wheels' rows (n, 4) after the last step.

        `surface` (−2 air, −1 ground, else the number of an object), `depth` [m], `load` [N], `point` [m], `normal`,
        and `force` [N] on the car in world axes.
        """
        return self.wheels
