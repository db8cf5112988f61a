"""Methods of the standards for validating vehicle dynamics simulation, as far as they are publicly described.

What is from the public previews of the standards (scope, terms, principle), and what is ours:

ISO 19364:2016 (steady-state circular driving, slowly increasing steer). Public: results are cross plots, one variable
over another such as lateral acceleration; the simulation gives boundaries; measured data are laid over them and must
fall within; the car is tested at least three times. Ours: the width of the band, gain × |value| + offset × largest
value of the model, and the model's curve as means over bins of the horizontal axis.

ISO 19365:2016 (sine with dwell) and ISO 22140:2021 (lateral transient response). Public: simulated and measured tests
of FMVSS 126 and ISO 7401 are compared, for the purpose of validating the tool for variants of the tested car. Ours:
which characteristic values stand for the test (those of FMVSS 126 and ISO 7401 that jounce computes), and the
tolerance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.lab.metrics.measuring import measure
from jounce.lab.results.result import Result
from jounce.lab.validation.study import Characteristics, CrossPlot

BINS = 24
"""Intervals of the horizontal axis in which the model's values are averaged."""
MIN_TESTS = 3
"""Tests of the same kind that ISO 19364 asks for."""

TEST_METRICS: Mapping[str, tuple[str, ...]] = {
    "iso_19365": ("yaw_rate_ratio_at_1_00_s", "yaw_rate_ratio_at_1_75_s", "lateral_displacement", "peak_yaw_rate"),
    "iso_22140": (
        "yaw_rate_response_time",
        "peak_response_time",
        "yaw_rate_overshoot",
        "steady_state_yaw_rate",
        "lateral_acceleration_response_time",
        "lateral_acceleration_peak_response_time",
        "steady_state_lateral_acceleration",
        "steady_state_roll_angle",
    ),
}
"""Metrics by which a test is compared, where the study names none."""

TITLES: Mapping[str, str] = {
    "iso_19364": "ISO 19364: steady states, cross plots with a tolerance band",
    "iso_19365": "ISO 19365: sine with dwell",
    "iso_22140": "ISO 22140: lateral transient response",
}


@dataclass(frozen=True, eq=False)
class Band:
    """The model's curve over the horizontal axis with its boundaries, and the measured points over it, in SI."""

    channel: str
    across: str
    x: np.ndarray
    model: np.ndarray
    low: np.ndarray
    high: np.ndarray
    measured_x: np.ndarray
    measured_y: np.ndarray
    inside: float
    """Share of the measured points that lie within the boundaries."""
    excess: float
    """Largest distance of a measured point from the band, in its unit."""

    @property
    def passed(self) -> bool:
        """Whether every measured point lies within."""
        return self.excess == 0.0

    def data(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        points = len(self.measured_x)
        return {"points": points, "inside": self.inside, "excess": self.excess, "passed": self.passed}


def cross_plot(method: CrossPlot, channel: str, model: Result, measured: Result) -> Band | None:
    """The model's band of a channel over another, and how the measurement lies in it; None without common values."""
    mx, my = _points(method, channel, measured)
    sx, sy = _points(method, channel, model)
    if len(mx) < 3 or len(sx) < 3:
        return None
    edges = np.linspace(sx.min(), sx.max(), BINS + 1)
    place = np.clip(np.digitize(sx, edges) - 1, 0, BINS - 1)
    counts = np.bincount(place, minlength=BINS)
    used = counts > 0
    x = np.bincount(place, weights=sx, minlength=BINS)[used] / counts[used]
    y = np.bincount(place, weights=sy, minlength=BINS)[used] / counts[used]
    half = method.gain * np.abs(y) + method.offset * float(np.max(np.abs(y)))
    known = (mx >= x[0]) & (mx <= x[-1])  # the model says nothing beyond its own range
    mx, my = mx[known], my[known]
    low, high = np.interp(mx, x, y - half), np.interp(mx, x, y + half)
    beyond = np.maximum(np.maximum(low - my, my - high), 0.0)
    inside = float(np.mean(beyond == 0.0)) if len(mx) else 0.0
    excess = float(beyond.max()) if len(mx) else float("inf")
    return Band(channel, method.across, x, y, y - half, y + half, mx, my, inside, excess)


def _points(method: CrossPlot, channel: str, result: Result) -> tuple[np.ndarray, np.ndarray]:
    if channel not in result or method.across not in result:
        return np.zeros(0), np.zeros(0)
    used = np.ones(len(result.time), bool)
    if method.between is not None:
        used = (result.time >= method.between[0]) & (result.time <= method.between[1])
    x, y = result[method.across].values, result[channel].values
    used &= np.isfinite(x) & np.isfinite(y)
    return x[used], y[used]


@dataclass(frozen=True, kw_only=True)
class ComparedValue:
    """One characteristic value of both sides [SI]; None where it does not exist, with the reason."""

    name: str
    unit: str
    measured: float | bool | None
    model: float | bool | None
    note: str = ""
    tolerance: float

    @property
    def difference(self) -> float | None:
        """(model − measured) / |measured|; None without both numbers."""
        if self.measured is None or self.model is None or isinstance(self.measured, bool):
            return None
        return (float(self.model) - self.measured) / abs(self.measured) if self.measured != 0.0 else None

    @property
    def passed(self) -> bool | None:
        """Whether the two agree within the tolerance; None without a comparison."""
        if isinstance(self.measured, bool):
            return None if self.model is None else self.measured == self.model
        return None if self.difference is None else abs(self.difference) <= self.tolerance

    def data(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return {**vars(self), "difference": self.difference, "passed": self.passed}


def compare_characteristics(
    method: Characteristics, model: Result, measured: Result, options: Mapping[str, float]
) -> list[ComparedValue]:
    """Characteristic values of a test from both sides, by the same definitions.

    options: of the maneuver, such as when its input begins in measured time [s]; facts of the car are the model's.
    """
    names = method.metrics or TEST_METRICS[method.kind]
    facts = {**model.metadata.facts, **measured.metadata.facts}
    sides = [
        measure(
            replace(one, metadata=replace(one.metadata, facts=facts, options={**one.metadata.options, **options})),
            names,
        )
        for one in (measured, model)
    ]
    return [
        ComparedValue(
            name=name,
            unit=real.unit,
            measured=real.value,
            model=simulated.value,
            note=real.note or simulated.note,
            tolerance=method.tolerance,
        )
        for (name, real), simulated in zip(sides[0].items(), sides[1].values(), strict=True)
    ]
