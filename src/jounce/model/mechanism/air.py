"""What the air does to a body that it flows past at an angle: coefficients, and the forces and moments they give."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism.springs import Curve, columns_in
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Area, Length, Number, Positive
from jounce.schema.units import parse_quantity


def _number_or_curve(value: object) -> object:
    """A mapping as the curve that it describes, anything else as a number."""
    if isinstance(value, Curve):
        return value
    if isinstance(value, Mapping):
        columns_in("angle", "dimensionless")(value)
        return Curve(**value)
    return parse_quantity(value, "dimensionless")


Coefficient: TypeAlias = Annotated[Number | Curve, BeforeValidator(_number_or_curve)]
"""A number, or a curve over the magnitude of the angle of the relative wind [rad]."""

ODD = ("side", "roll", "yaw")
"""Coefficients that change their sign with the angle."""


class AirCoefficients(Frozen):
    """Coefficients of forces ½ρ|u|² area C and moments ½ρ|u|² area length C at a point, along axes of the body.

    u: velocity through the air. The relative wind comes at the angle β = atan2(−u_y, u_x), positive when it blows from
    right to left. drag acts to the rear, side to the left, front_lift and rear_lift upwards, length / 2 ahead of and
    behind the point; roll, pitch and yaw are moments about x, y and z. A number is drag cos β, side sin β, roll sin β,
    pitch cos β, yaw ½ sin 2β, or a constant lift: drag, pitch and lift are given for flow from ahead, side, roll and
    yaw as slopes at β = 0 [1/rad]. A curve is given from 0 on over |β|; side, roll and yaw are odd in β.
    area: often frontal area [m²]; length: often wheelbase [m].
    """

    area: Annotated[Area, Positive]
    length: Annotated[Length, Positive]
    drag: Coefficient | None = None
    side: Coefficient = 0.0
    front_lift: Coefficient = 0.0
    rear_lift: Coefficient = 0.0
    roll: Coefficient = 0.0
    pitch: Coefficient = 0.0
    yaw: Coefficient = 0.0

    @model_validator(mode="after")
    def _curves_begin_straight_ahead(self) -> AirCoefficients:
        findings = [finding for name, value in self for finding in _curve_findings(name, value)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def curves(self) -> dict[str, float | Curve]:
        """The coefficients that are forces or moments, by name; drag 0 where it is given elsewhere."""
        names = ("drag", "side", "front_lift", "rear_lift", "roll", "pitch", "yaw")
        return {name: getattr(self, name) if getattr(self, name) is not None else 0.0 for name in names}


def _curve_findings(name: str, value: object) -> Iterator[Finding]:
    if not isinstance(value, Curve):
        return
    if value.x[0] != 0.0:
        got = f"{math.degrees(value.x[0]):g} deg"
        yield Finding(f"{name}.x.0", "does not begin straight ahead", got, "0", "the other side is its mirror image")
    if value.x[-1] > math.pi:
        yield Finding(f"{name}.x.{len(value.x) - 1}", "out of range", f"{math.degrees(value.x[-1]):g} deg", "≤ 180 deg")
    if name in ODD and value.y[0] != 0.0:
        yield Finding(
            f"{name}.y.0", "not 0 straight ahead", f"{value.y[0]:g}", "0", "it changes its sign with the angle"
        )


def drag_findings(area: float | None, lift: float, coefficients: AirCoefficients | None) -> Iterator[Finding]:
    """What is wrong with areas beside coefficients: drag is given once, and so is lift."""
    by_angle = coefficients is not None and coefficients.drag is not None
    if area is None and not by_angle:
        yield Finding("drag_area", "missing key", hint="give it, or drag among the coefficients")
    if area is not None and by_angle:
        yield Finding("drag_area", "drag is given twice", f"{area:g} m^2", hint="leave out coefficients.drag")
    if coefficients is not None and lift != 0.0 and (coefficients.front_lift, coefficients.rear_lift) != (0.0, 0.0):
        yield Finding("lift_area", "lift is given twice", f"{lift:g} m^2", hint="leave out front_lift and rear_lift")


def drag_area_ahead(area: float | None, coefficients: AirCoefficients | None) -> float:
    """Cd·A for flow from ahead [m²]."""
    if area is not None or coefficients is None or coefficients.drag is None:
        return area or 0.0
    drag = coefficients.drag
    return coefficients.area * (drag.y[0] if isinstance(drag, Curve) else drag)
