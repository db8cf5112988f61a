"""The TMeasy tire: curves by their initial slope, peak and sliding, each at the nominal load and at twice that load."""

from __future__ import annotations

import math
from typing import Annotated, Literal, TypeAlias

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding, dotted, shown
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Damping, Force, Length, NotNegative, Number, Positive, Stiffness

Slips: TypeAlias = tuple[Annotated[Number, Positive], Annotated[Number, Positive]]
Forces: TypeAlias = tuple[Annotated[Force, Positive], Annotated[Force, Positive]]
Ratios: TypeAlias = tuple[Annotated[Number, NotNegative], Annotated[Number, NotNegative]]
LOAD_RANGE = 3.5
"""Largest load per nominal load of a tire that names none."""
HELD_LOAD = 1.1
"""How far beyond the largest load the law evaluates its curves, as a factor."""


class TMeasyCurve(Frozen):
    """A force over slip, each number at the nominal load and at twice that load.

    slope: dF/ds at zero slip [N]; peak: largest force [N], at peak_slip; sliding: force [N] from sliding_slip on. Slip
    counts by the speed of the tread, (Ω r − v_x)/|Ω r| along and v_y/|Ω r| across.
    """

    slope: Forces
    peak_slip: Slips
    peak: Forces
    sliding_slip: Slips
    sliding: Forces


class TMeasyTrail(Frozen):
    """Pneumatic trail over the length of the contact patch, each number at the nominal load and at twice that load.

    trail: at zero slip; zero_slip: lateral slip at which it vanishes; end_slip: from which on there is none.
    """

    trail: Ratios
    zero_slip: Slips
    end_slip: Slips


class TMeasyTire(Frozen):
    """The handling tire model TMeasy of Rill (Road Vehicle Dynamics; 3-D slip).

    radius [m] unloaded, width [m], nominal_load and largest_load [N] (3.5 times the nominal one if not given);
    vertical_stiffness [N/m] at the nominal load and double_load_stiffness at twice that load (if given),
    vertical_damping [N s/m]; longitudinal_stiffness and lateral_stiffness of the carcass [N/m], which give the
    relaxation lengths; rolling_resistance: part of the load, and radius_weight: part of the deflection that the rolling
    radius does not lose, both at the nominal load and at twice that load; largest_camber [rad].
    """

    kind: Literal["tmeasy"] = "tmeasy"
    radius: Annotated[Length, Positive]
    width: Annotated[Length, Positive]
    nominal_load: Annotated[Force, Positive]
    largest_load: Annotated[Force, Positive] | None = None
    vertical_stiffness: Annotated[Stiffness, Positive]
    double_load_stiffness: Annotated[Stiffness, Positive] | None = None
    vertical_damping: Annotated[Damping, NotNegative] = 0.0
    longitudinal_stiffness: Annotated[Stiffness, Positive]
    lateral_stiffness: Annotated[Stiffness, Positive]
    longitudinal: TMeasyCurve
    lateral: TMeasyCurve
    aligning: TMeasyTrail
    rolling_resistance: Ratios = (0.0, 0.0)
    radius_weight: Ratios = (0.375, 0.75)
    largest_camber: Annotated[Angle, Positive] = 0.26

    @model_validator(mode="after")
    def _curves_are_possible(self) -> TMeasyTire:
        findings = [finding for name in ("longitudinal", "lateral") for finding in self._curve_findings(name)]
        findings += self._range_findings("aligning", self.aligning, ("zero_slip", "end_slip"), is_force=False)
        findings += _ordered("aligning", self.aligning.zero_slip, self.aligning.end_slip, "zero_slip", "end_slip")
        findings += self._stiffness_findings()
        if findings:
            raise ModelError(findings, "TMeasyTire")
        return self

    @property
    def load_limit(self) -> float:
        """Largest load of the fit [N]."""
        return self.largest_load if self.largest_load is not None else LOAD_RANGE * self.nominal_load

    @property
    def spring(self) -> tuple[float, float]:
        """a₁ [N/m] and a₂ [N/m²] of the vertical force a₁ρ + a₂ρ², which has both stiffnesses at their loads."""
        c1 = self.vertical_stiffness
        c2 = c1 if self.double_load_stiffness is None else self.double_load_stiffness
        return math.sqrt(2.0 * c1**2 - c2**2), (c2**2 - c1**2) / (4.0 * self.nominal_load)

    def _curve_findings(self, name: str) -> list[Finding]:
        curve: TMeasyCurve = getattr(self, name)
        found = self._range_findings(name, curve, ("slope", "peak", "sliding"), is_force=True)
        found += self._range_findings(name, curve, ("peak_slip", "sliding_slip"), is_force=False)
        found += _ordered(name, curve.peak_slip, curve.sliding_slip, "peak_slip", "sliding_slip")
        found += _ordered(name, curve.sliding, curve.peak, "sliding", "peak", may_be_equal=True)
        for k, load in enumerate(("nominal load", "twice the nominal load")):
            least = 2.0 * curve.peak[k] / curve.peak_slip[k]
            if curve.slope[k] < (1.0 - 1e-6) * least:
                expected = f"at least 2 peak/peak_slip = {least:.6g} N"
                found.append(
                    Finding(dotted(name, "slope", k), f"too flat at the {load}", shown(curve.slope[k]), expected)
                )
        return found

    def _range_findings(self, name: str, values: Frozen, keys: tuple[str, ...], *, is_force: bool) -> list[Finding]:
        """Numbers that are extrapolated to nothing between no load and the largest one."""
        found, most = [], HELD_LOAD * self.load_limit / self.nominal_load
        for key in keys:
            first, second = getattr(values, key)
            second = 0.5 * second if is_force else second  # a force per load is a straight line, as a slip is
            for load in (0.0, most):
                if first + (second - first) * (load - 1.0) <= 0.0:
                    where, hint = dotted(name, key), "the two numbers differ too much" if load == 0.0 else ""
                    hint = hint or "give a smaller largest_load, or numbers that differ less"
                    what = f"not above zero when extrapolated to {load * self.nominal_load:.0f} N"
                    found.append(Finding(where, what, shown(getattr(values, key)), hint=hint))
        return found

    def _stiffness_findings(self) -> list[Finding]:
        c1, c2 = self.vertical_stiffness, self.double_load_stiffness
        if c2 is None or c1 <= c2 < math.sqrt(2.0) * c1:
            return []
        expected = f"from {c1:g} to below {math.sqrt(2.0) * c1:g} N/m, for a spring that begins with some stiffness"
        return [Finding("double_load_stiffness", "no such spring", shown(c2), expected)]


def _ordered(
    name: str, small: Slips, large: Slips, small_key: str, large_key: str, *, may_be_equal: bool = False
) -> list[Finding]:
    """Pairs whose first must be below their second, at both loads."""
    wrong = [k for k in (0, 1) if not (small[k] < large[k] or (may_be_equal and small[k] == large[k]))]
    expected = f"{'at least' if may_be_equal else 'above'} {small_key}"
    return [
        Finding(dotted(name, large_key, k), f"below {small_key}", shown(large[k]), f"{expected} = {small[k]:g}")
        for k in wrong
    ]
