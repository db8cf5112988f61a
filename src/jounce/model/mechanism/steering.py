"""The assistance of a steering: a map over the torque of the torsion bar and the speed, and the force that it makes."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism.signals import Signal
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    Items,
    Length,
    Name,
    NotNegative,
    NotZero,
    Positive,
    RotationalDamping,
    RotationalStiffness,
    Torque,
    Velocity,
)


class AssistMap(Frozen):
    """Torque of the assistance at the pinion over the torque of the torsion bar, one curve for each speed.

    bar_torques: from 0, rising, the map is odd in them [N m]. speeds: rising [m/s]. torques: for every speed the values
    at bar_torques [N m]. Straight between the points, held beyond the last ones.
    """

    bar_torques: Annotated[tuple[Torque, ...], Items]
    speeds: Annotated[tuple[Velocity, ...], Items]
    torques: Annotated[tuple[Annotated[tuple[Torque, ...], Items], ...], Items]

    @model_validator(mode="after")
    def _is_a_grid(self) -> AssistMap:
        findings = []
        for key, values in (("bar_torques", self.bar_torques), ("speeds", self.speeds)):
            if len(values) < 2 or any(b <= a for a, b in pairwise(values)):
                findings.append(
                    Finding(key, "not rising", f"{list(values)}", "two values or more, each above the last")
                )
        if self.bar_torques and self.bar_torques[0] != 0.0:
            findings.append(Finding("bar_torques.0", "does not begin at 0", f"{self.bar_torques[0]:g} N m", "0"))
        if len(self.torques) != len(self.speeds):
            got = f"{len(self.torques)} curves for {len(self.speeds)} speeds"
            findings.append(Finding("torques", "one curve is needed for each speed", got))
        for i, curve in enumerate(self.torques):
            if len(curve) != len(self.bar_torques):
                got = f"{len(curve)} values for {len(self.bar_torques)} bar_torques"
                findings.append(Finding(f"torques.{i}", "lengths differ", got))
            elif curve[0] != 0.0:
                findings.append(Finding(f"torques.{i}.0", "assistance without torque", f"{curve[0]:g} N m", "0"))
        if findings:
            raise ModelError(findings)
        return self

    def torque(self, bar: float, speed: float) -> float:
        """The assistance [N m] at a torque of the bar [N m] and a speed [m/s]."""
        size, column = abs(bar), []
        for curve in self.torques:
            column.append(_held(self.bar_torques, curve, size))
        return _held(self.speeds, tuple(column), abs(speed)) * (1.0 if bar >= 0.0 else -1.0)


def _held(x: tuple[float, ...], y: tuple[float, ...], at: float) -> float:
    """y at a place, straight between the points and held beyond them."""
    i = max(1, min(sum(value < at for value in x), len(x) - 1))
    share = min(max((at - x[i - 1]) / (x[i] - x[i - 1]), 0.0), 1.0)
    return y[i - 1] + (y[i] - y[i - 1]) * share


class PowerSteering(Frozen):
    """A force map(T, v) / ratio on a slider, with the torque T of a torsion bar and the speed v of the wheels' rims.

        T = (stiffness (target − s) − damping ṡ) / ratio,   v = mean of radii × rates of `joints`

    s: travel of the prismatic joint [m]; target: where the bar is not twisted [m]; ratio: travel per angle of the bar
    [m/rad]; stiffness [N m/rad] and damping [N m s/rad] of the bar, whose own force on the slider is a servo's. map:
    torque of the assistance. joints: hubs of the wheels. radii: their rolling radii [m].
    """

    kind: Literal["power_steering"] = "power_steering"
    name: Name
    joint: Name
    target: Signal
    ratio: Annotated[Length, NotZero]
    stiffness: Annotated[RotationalStiffness, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0
    map: AssistMap
    joints: Annotated[tuple[Name, ...], Items]
    radii: Annotated[tuple[Annotated[Length, Positive], ...], Items]

    @model_validator(mode="after")
    def _has_a_radius_for_each_joint(self) -> PowerSteering:
        if len(self.radii) != len(self.joints) or not self.joints:
            got = f"{len(self.joints)} joints and {len(self.radii)} radii"
            raise InputError("lengths differ", got, "one of each per wheel", where="radii")
        return self
