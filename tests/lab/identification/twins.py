"""Records of a car whose numbers are known, with noise: what a fit must find again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

import jounce
from jounce.lab.results.channel import Channel

NOISE = {
    "chassis.yaw_rate": 0.005,
    "chassis.lateral_acceleration": 0.1,
    "chassis.roll_angle": 0.002,
}
"""Standard deviations of what is measured [rad/s, m/s², rad]: those of a good inertial sensor."""


def disturbed(car: jounce.Vehicle, factors: Mapping[str, float]) -> jounce.Vehicle:
    """The car with numbers multiplied, by their paths in a fit."""
    paths = {path.removeprefix("vehicle."): factor for path, factor in factors.items()}
    return car.with_values({path: factor * car.value(path) for path, factor in paths.items()})


def noisy(result: jounce.Result, seed: int, noise: Mapping[str, float] = NOISE) -> jounce.Result:
    """The result as sensors would give it: independent errors of a normal distribution on some channels."""
    random = np.random.default_rng(seed)
    channels = [
        Channel(c.name, c.unit, c.frame, c.description, c.values + random.normal(0.0, noise[c.name], len(c)))
        if c.name in noise
        else c
        for c in result.channels
    ]
    return replace(result, channels=tuple(channels), motion=None)
