"""A gearbox with a clutch for every gear, as dual-clutch and automatic gearboxes have.

The input `gear` says which one is engaged, and a number between two gears shares the torque between their clutches.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated

from pydantic import model_validator

from jounce.errors import InputError
from jounce.findings import dotted, shown
from jounce.model import mechanism
from jounce.model.mechanism import Constant, Curve, Input, Signal
from jounce.model.vehicle.corners import CLUTCH, GEAR, Elements
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import AngularVelocity, Items, Number, Positive, Torque

_Speeds = Annotated[tuple[Annotated[AngularVelocity, Positive], ...], Items]


class Clutch(Frozen):
    """Torque [N m] that the clutch of a gear can carry at the gearbox's input, and its slip where it carries three
    quarters of it, seen at the output [rad/s]."""

    torque: Annotated[Torque, Positive]
    slip_speed: Annotated[AngularVelocity, Positive] = 3.0


class ShiftMap(Frozen):
    """Speeds of the gearbox's output [rad/s] at which an automatic gearbox shifts, over throttle, 0 … 1.

    up: a row for each gear but the last, a speed for each throttle; down: from the gear above back to it, each lower
    than the speed up, which is the hysteresis.
    """

    throttle: Annotated[tuple[Number, ...], Items]
    up: Annotated[tuple[_Speeds, ...], Items]
    down: Annotated[tuple[_Speeds, ...], Items]

    @model_validator(mode="after")
    def _has_hysteresis(self) -> ShiftMap:
        n = len(self.throttle)
        if n < 2 or any(b <= a for a, b in pairwise(self.throttle)):
            raise InputError("not rising", shown(list(self.throttle)), "2 throttles or more, rising", where="throttle")
        if len(self.up) != len(self.down) or any(len(row) != n for row in (*self.up, *self.down)):
            got = f"{len(self.up)} rows up, {len(self.down)} down"
            raise InputError("sizes differ", got, f"as many rows of {n} speeds each", where="up")
        for i, (up, down) in enumerate(zip(self.up, self.down, strict=True)):
            if any(low >= high for low, high in zip(down, up, strict=True)):
                expected = "a speed below that up, at every throttle"
                raise InputError("no hysteresis", f"gear {i + 1}", expected, where=dotted("down", i))
        return self

    def speeds(self, gear: int, throttle: float) -> tuple[float, float]:
        """Speeds of the output [rad/s] for shifting up from a gear, and down from it; inf and 0 where there is none."""
        up = self._at(self.up[gear - 1], throttle) if gear <= len(self.up) else math.inf
        return up, self._at(self.down[gear - 2], throttle) if gear > 1 else 0.0

    def _at(self, row: tuple[float, ...], throttle: float) -> float:
        return Curve(x=self.throttle, y=row).y_at(throttle)


class Gearbox(Frozen):
    """Turns of the input per turn of the output, first gear first; reverse: a positive number, too; final_drive: turns
    of the output per turn of what it drives. shift_map: when the controller `automatic` shifts."""

    ratios: Annotated[tuple[Annotated[Number, Positive], ...], Items]
    reverse: Annotated[Number, Positive] | None = None
    final_drive: Annotated[Number, Positive] = 1.0
    shift_map: ShiftMap | None = None

    @model_validator(mode="after")
    def _first_gear_first(self) -> Gearbox:
        if not self.ratios:
            raise InputError("no gears", "an empty list", "one ratio or more", where="ratios")
        for i, (lower, higher) in enumerate(pairwise(self.ratios), start=1):
            if not higher < lower:
                got = f"{higher:g} after {lower:g}"
                raise InputError("not falling", got, "ratios from first gear on", where=dotted("ratios", i))
        if self.shift_map is not None and len(self.shift_map.up) != len(self.ratios) - 1:
            got, expected = f"{len(self.shift_map.up)} rows", f"{len(self.ratios) - 1}, one for each gear but the last"
            raise InputError("gears without a row", got, expected, where="shift_map.up")
        return self

    @property
    def gears(self) -> dict[int, float]:
        """Number of a gear → turns of the input per turn behind the final drive; −1 is reverse, neutral has none."""
        found = {number: ratio * self.final_drive for number, ratio in enumerate(self.ratios, start=1)}
        return found if self.reverse is None else {-1: -self.reverse * self.final_drive} | found


def gear_elements(
    clutch: Clutch, gears: Mapping[int, float], before: str, after: str, *, pedal: bool = True
) -> Elements:
    """A clutch for every gear between two joints, its slip as the second sees it; pedal: whether the input `clutch`
    opens all of them."""
    engagement: Signal = Input(name=CLUTCH, default=1.0) if pedal else Constant(value=1.0)
    forces = tuple(
        mechanism.Clutch(
            name=f"gear_{'reverse' if number < 0 else number}",
            joints=(before, after),
            coefficients=(1.0, -ratio),
            torque=clutch.torque,
            slip_speed=abs(ratio) * clutch.slip_speed,
            engagement=engagement,
            gear=Input(name=GEAR),
            number=number,
        )
        for number, ratio in gears.items()
    )
    return Elements(forces=forces)
