"""A hydrodynamic torque converter between two revolute joints."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism.springs import Curve, columns_in
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Name


class TorqueConverter(Frozen):
    """Takes T₁ = λ(ν) ω₁² from the joint `impeller`, gives T₂ = μ(ν) T₁ to the joint `turbine`; ν = ω₂/ω₁.

    capacity: λ [N m s²/rad²] and torque_ratio: μ [-] over ν from 0 to 1, smooth between the points; λ(1) = 0, and
    beyond, on overrun, the turbine drives the impeller with λ(ω₁/ω₂) ω₂² on both. The bodies that carry the joints take
    the difference. Its force elements are called NAME.impeller and NAME.turbine.
    """

    kind: Literal["torque_converter"] = "torque_converter"
    name: Name
    impeller: Name
    turbine: Name
    capacity: Curve
    torque_ratio: Annotated[Curve, BeforeValidator(columns_in("dimensionless", "dimensionless"))]

    @model_validator(mode="after")
    def _covers_all_ratios(self) -> TorqueConverter:
        if findings := converter_findings(self.capacity, self.torque_ratio):
            raise ModelError(findings)
        return self


def converter_findings(capacity: Curve, torque_ratio: Curve) -> list[Finding]:
    """What is wrong with the curves of a converter: speed ratios from 0 to 1, a capacity above 0 that ends at 0, and
    no more power out than in."""
    findings = []
    for key, curve in (("capacity", capacity), ("torque_ratio", torque_ratio)):
        if curve.x[0] != 0.0 or curve.x[-1] != 1.0:
            got = f"from {curve.x[0]:g} to {curve.x[-1]:g}"
            findings.append(Finding(key, "not all speed ratios", got, "x from 0 to 1"))
    if capacity.y[-1] != 0.0 or min(capacity.y[:-1]) <= 0.0:
        got = f"{capacity.y[-1]:g} at the end, {min(capacity.y[:-1]):g} at least before"
        findings.append(Finding("capacity", "no coupling range", got, "above 0 up to a speed ratio of 1, 0 there"))
    for ratio, torque in zip(torque_ratio.x, torque_ratio.y, strict=True):
        if ratio * torque > 1.0 + 1e-9:
            got = f"{torque:g} at a speed ratio of {ratio:g}"
            findings.append(Finding("torque_ratio", "more power out than in", got, "torque ratio × speed ratio ≤ 1"))
            break
    return findings
