"""Springs and dampers along the line between two points, with stops.

Characteristics given by points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal

import numpy as np
from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism.bodies import GROUND
from jounce.model.mechanism.joints import check_apart
from jounce.model.mechanism.signals import Signal, check_columns
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    AnyQuantity,
    CubicStiffness,
    Damping,
    Force,
    Items,
    Length,
    Name,
    NotNegative,
    Point,
    Stiffness,
    items,
)
from jounce.schema.units import parse_quantity


class Curve(Frozen):
    """y over strictly increasing x, straight between the points, extended with the slopes at both ends; SI."""

    x: Annotated[tuple[AnyQuantity, ...], Items]
    y: Annotated[tuple[AnyQuantity, ...], Items]

    @model_validator(mode="after")
    def _two_matching_columns(self) -> Curve:
        check_columns(("x", self.x), ("y", self.y))
        return self

    def rises(self) -> bool:
        """Whether y strictly increases, so that each y belongs to one x."""
        return all(a < b for a, b in zip(self.y, self.y[1:], strict=False))

    def x_at(self, y: float) -> float:
        """The x of a rising curve at y."""
        i = max(1, min(sum(value < y for value in self.y), len(self.y) - 1))
        (x0, x1), (y0, y1) = self.x[i - 1 : i + 1], self.y[i - 1 : i + 1]
        return x0 + (y - y0) * (x1 - x0) / (y1 - y0)

    def value(self, x: float) -> float:
        """y at x, extended with the slopes at both ends."""
        i = max(1, min(sum(value < x for value in self.x), len(self.x) - 1))
        (x0, x1), (y0, y1) = self.x[i - 1 : i + 1], self.y[i - 1 : i + 1]
        return y0 + (y1 - y0) * (x - x0) / (x1 - x0)

    def turned(self) -> Curve:
        """−y(−x): the curve turned about the origin by half a turn."""
        return Curve(x=tuple(0.0 - x for x in self.x[::-1]), y=tuple(0.0 - y for y in self.y[::-1]))

    def y_at(self, x: float) -> float:
        """y at x by straight lines, held constant beyond the ends."""
        i = max(1, min(sum(value < x for value in self.x), len(self.x) - 1))
        (x0, x1), (y0, y1) = self.x[i - 1 : i + 1], self.y[i - 1 : i + 1]
        return y0 + (y1 - y0) * min(max((x - x0) / (x1 - x0), 0.0), 1.0)


def columns_in(x: str, y: str) -> Callable[[object], object]:
    """A validator for the keys of a Curve whose units must be of the dimensions x and y."""

    def check(value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        findings = []
        for column, dimension in (("x", x), ("y", y)):
            try:
                entries = items(value.get(column))
            except InputError:
                continue  # Curve itself says so
            for i, entry in enumerate(entries):
                try:
                    parse_quantity(entry, dimension)
                except InputError as refusal:
                    findings.append(refusal.finding.inside(column, i))
        if findings:
            raise ModelError(findings)
        return value

    return check


class Stop(Frozen):
    """A force stiffness × p + cubic × p³ for the penetration p [m] past `length` [m]; [N/m] and [N/m³]."""

    length: Annotated[Length, NotNegative]
    stiffness: Annotated[Stiffness, NotNegative]
    cubic: Annotated[CubicStiffness, NotNegative] = 0.0


class SpringDamper(Frozen):
    """A strut between point_a on body a and point_b on body b; its force is positive when it pushes them apart.

    stiffness [N/m], damping [N s/m]. Either free_length [m] or preload [N], the push at the design length; with
    neither the spring is slack at the design length.
    spring_curve: compression [m] → force [N], instead of stiffness; spring_polynomial: k₁, k₂, k₃ [N/m, N/m², N/m³] of
    k₁ p + k₂ p² + k₃ p³ at the compression p, instead of both; damper_curve: compression speed [m/s] → force [N],
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
    spring_polynomial: Annotated[tuple[AnyQuantity, ...], Items] | None = None
    damper_curve: Annotated[Curve, BeforeValidator(columns_in("velocity", "force"))] | None = None
    bump_stop: Stop | None = None
    rebound_stop: Stop | None = None
    actuator: Signal | None = None

    @model_validator(mode="after")
    def _consistent(self) -> SpringDamper:
        findings = [*_twice_said_findings(self), *_polynomial_findings(self)]
        findings += [*_preload_findings(self), *_stop_findings(self)]
        if findings:
            raise ModelError(findings)
        check_apart(self.point_a, self.point_b)
        return self

    @property
    def design_length(self) -> float:
        """The distance of the points at the design position [m]."""
        return math.dist(self.point_a, self.point_b)

    @property
    def polynomial(self) -> tuple[float, float, float]:
        """k₁, k₂ and k₃ of the force at a compression [N/m, N/m², N/m³]; zero beside a spring_curve."""
        if self.spring_curve is not None:
            return 0.0, 0.0, 0.0
        k1, k2, k3, *_ = (*(self.spring_polynomial or (self.stiffness,)), 0.0, 0.0)
        return k1, k2, k3

    @property
    def free_length_m(self) -> float:
        """The length at which the spring is slack [m], from free_length, preload or the design length."""
        if self.free_length is not None:
            return self.free_length
        if not self.preload:
            return self.design_length
        if self.spring_curve is not None:
            return self.design_length + self.spring_curve.x_at(self.preload)
        if self.spring_polynomial is not None:
            return self.design_length + _compression(self.polynomial, self.preload)
        return self.design_length + self.preload / self.stiffness


def _compression(polynomial: tuple[float, float, float], force: float) -> float:
    """The compression nearest to zero at which a polynomial gives a force [m]; NaN if there is none."""
    roots = np.polynomial.polynomial.polyroots((-force, *polynomial))
    real = roots.real[np.abs(roots.imag) < 1e-9 * (1.0 + np.abs(roots.real))]
    return float(real[np.argmin(np.abs(real))]) if real.size else math.nan


def _polynomial_findings(spring: SpringDamper) -> Iterator[Finding]:
    """A polynomial that is no spring: not one to three numbers, beside another characteristic, or out of reach."""
    given = spring.spring_polynomial
    if given is None:
        return
    if not 1 <= len(given) <= 3:
        yield Finding("spring_polynomial", "wrong number of items", str(len(given)), "k₁, k₁ and k₂, or k₁, k₂ and k₃")
        return
    if spring.spring_curve is not None or spring.stiffness:
        other = "spring_curve" if spring.spring_curve is not None else "stiffness"
        got = f"{other} and spring_polynomial"
        yield Finding("spring_polynomial", "two characteristics", got, "one of them")
    if spring.preload and not math.isfinite(_compression(spring.polynomial, spring.preload)):
        yield Finding("preload", "the polynomial never reaches it", f"{spring.preload:g} N", hint="give free_length")


def _twice_said_findings(spring: SpringDamper) -> Iterator[Finding]:
    """Things said in two ways."""
    if spring.spring_curve is not None and spring.stiffness:
        yield Finding("spring_curve", "two characteristics", "stiffness and spring_curve", "one of them")
    if spring.damper_curve is not None and spring.damping:
        yield Finding("damper_curve", "two characteristics", "damping and damper_curve", "one of them")
    if spring.free_length is not None and spring.preload is not None:
        yield Finding("preload", "given in two ways", "free_length and preload", "one of them")


def _preload_findings(spring: SpringDamper) -> Iterator[Finding]:
    """A preload that no free length can produce."""
    if not spring.preload:
        return
    got = f"{spring.preload:g} N"
    if spring.spring_curve is None and not any(spring.polynomial):
        yield Finding("preload", "preload of no spring", got, hint="give stiffness, or the force as actuator")
    if spring.spring_curve is not None and not spring.spring_curve.rises():
        yield Finding("preload", "preload on a curve that does not rise", got, hint="give free_length instead")


def _stop_findings(spring: SpringDamper) -> Iterator[Finding]:
    """Stops that both act at some length."""
    bump, rebound = spring.bump_stop, spring.rebound_stop
    if bump is not None and rebound is not None and bump.length >= rebound.length:
        got = f"bump stop at {bump.length:g} m and rebound stop at {rebound.length:g} m"
        yield Finding("rebound_stop", "stops overlap", got, "a bump stop shorter than the rebound stop")
