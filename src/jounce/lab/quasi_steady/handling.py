"""Handling diagrams of a car: the yaw-moment diagram at one speed, and the g-g-V envelope over several."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.lab.quasi_steady.car import QuasiSteadyCar, read_car
from jounce.lab.quasi_steady.envelope import Envelope, ggv
from jounce.lab.quasi_steady.yaw_moment import YawMomentDiagram, yaw_moment_diagram
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle
from jounce.schema.units import parse_quantity

DEFAULT_SPEEDS = ("40 km/h", "80 km/h", "120 km/h", "160 km/h")
"""Speeds of the g-g-V envelope."""
MIN_SPEED, MAX_SPEED = 3.0, 150.0
"""Between these a speed may be [m/s]: below, circles of steady cornering are as small as the car."""
MAX_SPEEDS = 12
"""Most speeds of an envelope."""


@dataclass(frozen=True)
class HandlingDiagrams:
    """A car's yaw-moment diagram and its envelopes."""

    vehicle: str
    friction: float
    car: QuasiSteadyCar
    yaw_moment: YawMomentDiagram
    envelopes: tuple[Envelope, ...]

    def data(self) -> dict[str, Any]:
        """Everything as JSON holds it: SI units, radians, accelerations in g; None where there is no balance."""
        found = {"vehicle": self.vehicle, "friction": self.friction}
        return found | {
            "yaw_moment": _plain(asdict(self.yaw_moment)),
            "envelopes": [_plain(asdict(one)) for one in self.envelopes],
        }


def handling(
    vehicle: str | Path | Vehicle,
    *,
    speed: float | str = "100 km/h",
    speeds: Sequence[float | str] = DEFAULT_SPEEDS,
    friction: float = 1.0,
) -> HandlingDiagrams:
    """Yaw-moment diagram and g-g-V envelope of a car in quasi-steady balance on level ground.

    vehicle: a name in the library, a YAML file or a Vehicle, with two axles and a rack. speed: of the yaw-moment
    diagram; speeds: of the envelope [m/s or strings with a unit]. friction: of the ground, a factor on that of the
    tires. Raises InputError.

        found = jounce.handling("sedan", speed="80 km/h")
        found.yaw_moment.stability  # ∂C_N/∂β, 1/rad
        found.envelopes[0].braking  # g
    """
    car = load_vehicle(vehicle)
    at = _speed(speed, "speed")
    if isinstance(speeds, str) or not 0 < len(speeds) <= MAX_SPEEDS:
        raise InputError("not speeds", repr(speeds), f"1 to {MAX_SPEEDS} of them", where="speeds")
    several = [_speed(one, f"speeds.{i}") for i, one in enumerate(speeds)]
    grip = parse_quantity(friction, "dimensionless")
    if not 0.0 < grip <= 5.0:
        raise InputError("not a friction", repr(friction), "more than 0 and at most 5", where="friction")
    reduced = read_car(car)
    return HandlingDiagrams(
        car.name, grip, reduced, yaw_moment_diagram(reduced, at, grip), ggv(reduced, several, grip)
    )  # fmt: skip


def _speed(value: float | str, where: str) -> float:
    found = parse_quantity(value, "velocity")
    if not MIN_SPEED <= found <= MAX_SPEED:
        raise InputError("not a speed for this", repr(value), f"{MIN_SPEED:g} to {MAX_SPEED:g} m/s", where=where)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
