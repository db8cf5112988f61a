"""Springs and dampers along the line between two points, with stops."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.mechanism.bodies import GROUND
from jounce.mechanism.curves import Curve, columns_in
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.joints import check_apart
from jounce.mechanism.quantities import CubicStiffness, Damping, Force, Length, Name, NotNegative, Point, Stiffness
from jounce.mechanism.signals import Signal


class Stop(Frozen):
    """A force stiffness × p + cubic × p³ for the penetration p [m] past `length` [m]; [N/m] and [N/m³]."""

    length: Annotated[Length, NotNegative]
    stiffness: Annotated[Stiffness, NotNegative]
    cubic: Annotated[CubicStiffness, NotNegative] = 0.0


class SpringDamper(Frozen):
    """A strut between point_a on body a and point_b on body b; its force is positive when it pushes them apart.

    stiffness [N/m], damping [N s/m]. Either free_length [m] or preload [N], the push at the design length; with
    neither the spring is slack at the design length.
    spring_curve: compression [m] → force [N], instead of stiffness; damper_curve: compression speed [m/s] → force [N],
    instead of damping. bump_stop acts when shorter, rebound_stop when longer than its length.
    actuator: extra push [N].
    """

    kind: Literal["spring_damper"] = "spring_damper"
    name: Name
    body_a: Name = GROUND
    body_b: Name
    point_a: Point
    point_b: Point
    stiffness: Annotated[Stiffness, NotNegative] = 0.0
    damping: Annotated[Damping, NotNegative] = 0.0
    free_length: Annotated[Length, NotNegative] | None = None
    preload: Force | None = None
    spring_curve: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None
    damper_curve: Annotated[Curve, BeforeValidator(columns_in("velocity", "force"))] | None = None
    bump_stop: Stop | None = None
    rebound_stop: Stop | None = None
    actuator: Signal | None = None

    @model_validator(mode="after")
    def _consistent(self) -> SpringDamper:
        findings = [*_twice(self), *_preload(self), *_stops(self)]
        if findings:
            raise ModelError(findings)
        check_apart(self.point_a, self.point_b)
        return self

    @property
    def design_length(self) -> float:
        """The distance of the points at the design position [m]."""
        return math.dist(self.point_a, self.point_b)

    @property
    def free_length_m(self) -> float:
        """The length at which the spring is slack [m], from free_length, preload or the design length."""
        if self.free_length is not None:
            return self.free_length
        if not self.preload:
            return self.design_length
        if self.spring_curve is not None:
            return self.design_length + self.spring_curve.x_at(self.preload)
        return self.design_length + self.preload / self.stiffness


def _twice(spring: SpringDamper) -> Iterator[Finding]:
    """Things said in two ways."""
    if spring.spring_curve is not None and spring.stiffness:
        yield Finding("spring_curve", "two characteristics", "stiffness and spring_curve", "one of them")
    if spring.damper_curve is not None and spring.damping:
        yield Finding("damper_curve", "two characteristics", "damping and damper_curve", "one of them")
    if spring.free_length is not None and spring.preload is not None:
        yield Finding("preload", "two ways to say one thing", "free_length and preload", "one of them")


def _preload(spring: SpringDamper) -> Iterator[Finding]:
    """A preload that no free length can produce."""
    if not spring.preload:
        return
    got = f"{spring.preload:g} N"
    if spring.spring_curve is None and spring.stiffness == 0.0:
        yield Finding("preload", "preload of no spring", got, hint="give stiffness, or the force as actuator")
    if spring.spring_curve is not None and not spring.spring_curve.rises():
        yield Finding("preload", "preload on a curve that does not rise", got, hint="give free_length instead")


def _stops(spring: SpringDamper) -> Iterator[Finding]:
    """Stops that both act at some length."""
    bump, rebound = spring.bump_stop, spring.rebound_stop
    if bump is not None and rebound is not None and bump.length >= rebound.length:
        got = f"bump stop at {bump.length:g} m and rebound stop at {rebound.length:g} m"
        yield Finding("rebound_stop", "stops overlap", got, "a bump stop shorter than the rebound stop")
