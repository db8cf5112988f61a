"""The drives of Lee 2000: over a slope into the air, and around a bend that is too tight; both laws, recorded."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.engine.laws.ground import Ferguson
from jounce.engine.single_body import SIMPLE, TALL, Fleet, SimpleCar
from jounce.engine.terrain import Raster, generate
from jounce.schema.frozen import replace

SAMPLE = 10
"""Steps of 1 ms between samples."""
SLOPE, CREST, BACK = 30.0, 8.0, 2.0
"""Where the slope begins, how long it rises and falls [m]."""
HEIGHT, HALF_WIDTH = 1.7, 5.0
"""Height and half width of the slope [m]."""
JUMP_SPEED, TURN_SPEED = 15.0, 20.0
LAWS = ("smooth", "printed")


@dataclass(frozen=True)
class CarSamples:
    """Samples of one car, in world axes."""

    car: SimpleCar
    time: np.ndarray
    position: np.ndarray
    rotation: np.ndarray
    velocity: np.ndarray
    wheels: np.ndarray
    """What each wheel touches (samples, 4); −2 is air."""
    energies: np.ndarray
    """Kinetic, potential, in contacts (samples, 3) [J]."""

    @property
    def flying(self) -> np.ndarray:
        """Whether no wheel touches anything."""
        return np.all(self.wheels == -2, axis=1)

    @property
    def upright(self) -> np.ndarray:
        """Vertical component of the car's upward axis."""
        return 1.0 - 2.0 * (self.rotation[:, 1] ** 2 + self.rotation[:, 2] ** 2)

    @property
    def roll(self) -> np.ndarray:
        """Angle of the car's left axis above the horizon [rad], beyond 90° with the roof down; right low → positive."""
        w, x, y, z = self.rotation.T
        return np.arctan2(2.0 * (y * z + w * x), self.upright)


def jump_terrain() -> Raster:
    """A rough field with a slope ahead of the origin that ends in the air."""
    field = generate(size=200.0, spacing=0.5, seed=4, flat=(150.0, 10.0), flat_roughness=0.01, hill_height=5.0)
    x, y = field.x[:, None] - SLOPE, field.y[None, :]
    up = np.clip(x / CREST, 0.0, 1.0)
    down = np.clip((x - CREST) / BACK, 0.0, 1.0)
    # a smooth foot, a straight slope up to the crest, a short way down
    rise = np.where(up < 0.3, up * up / 0.6, up - 0.15) / 0.85
    across = np.clip((HALF_WIDTH - np.abs(y)) / 2.0, 0.0, 1.0)
    shape = HEIGHT * rise * (1.0 - down * down * (3.0 - 2.0 * down)) * across * across * (3.0 - 2.0 * across)
    return Raster(field.heights + shape, field.x0, field.y0, field.dx, field.dy)


def jump(law: str, ground: Ferguson, seconds: float) -> CarSamples:
    """Up the slope, through the air, and on."""
    fleet = Fleet(replace(SIMPLE, law=law), ground=ground)
    fleet.place(speed=JUMP_SPEED)
    fleet.drive(throttle=0.35)
    return record(fleet, seconds)


def turn(law: str, car: SimpleCar, seconds: float) -> CarSamples:
    """Straight on for half a second, then the wheel to the left."""
    fleet = Fleet(replace(car, law=law))
    fleet.place(speed=TURN_SPEED)
    return record(fleet, seconds, steer=0.35, after=0.5)


def turns(law: str, seconds: float) -> dict[str, CarSamples]:
    """Drives of both cars through one bend, by the name of the car."""
    return {car.name: turn(law, car, seconds) for car in (TALL, SIMPLE)}


def record(fleet: Fleet, seconds: float, steer: float = 0.0, after: float = math.inf) -> CarSamples:
    """Samples of a drive that steers after a time [s]."""
    rows: list[tuple[np.ndarray, ...]] = []
    for _ in range(round(seconds / (SAMPLE * fleet.step))):
        if fleet.time[0] >= after:
            fleet.drive(steer=steer)
        fleet.advance(steps=SAMPLE)
        body, energy = fleet.bodies[0], fleet.energies()
        booked = np.array([energy.kinetic[0], energy.potential[0], energy.contacts[0]])
        state = (body["position"], body["rotation"], body["velocity"], fleet.wheels["surface"][0], booked)
        rows.append((fleet.time[0], *(part.copy() for part in state)))
    return CarSamples(fleet.cars[0], *(np.array(column) for column in zip(*rows, strict=True)))
