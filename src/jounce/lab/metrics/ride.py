"""Ride comfort (ISO 2631-1) from weighted accelerations, and the travel that the suspension needs.

Frequency weightings of ISO 2631-1 (annex A): how much people feel an acceleration of each frequency.

    H(p) = high-pass(f1) · low-pass(f2) · transition(f3, f4, Q4) · step(f5, Q5, f6, Q6),   p = 2πjf

The signal is weighted by its Fourier transform and the transfer function as it is printed: no sampled filter stands in
between, so that no sample time bends the curve.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.lab.metrics.loads import load_variation
from jounce.lab.metrics.metric import Metric, axles, values, wheel_load
from jounce.lab.metrics.once import once
from jounce.lab.metrics.signals import NoValueError, resample
from jounce.lab.results import Result


@dataclass(frozen=True, kw_only=True)
class Weighting:
    """Frequencies [Hz] and quality factors of one curve; without a step when f5 is infinite."""

    f1: float = 0.4
    f2: float = 100.0
    f3: float
    f4: float
    q4: float
    f5: float = math.inf
    q5: float = 1.0
    f6: float = math.inf
    q6: float = 1.0

    def __call__(self, frequency: np.ndarray) -> np.ndarray:
        """H at frequencies [Hz], complex; 0 at 0 Hz."""
        f = np.asarray(frequency, dtype=float)
        s = 1j * f
        high = s**2 / (s**2 + math.sqrt(2.0) * self.f1 * s + self.f1**2)
        low = 1.0 / (1.0 + math.sqrt(2.0) * s / self.f2 + (s / self.f2) ** 2)
        transition = (1.0 + s / self.f3) / (1.0 + s / (self.q4 * self.f4) + (s / self.f4) ** 2)
        h = high * low * transition
        if math.isfinite(self.f5):
            above = self.f5**2 + s * self.f5 / self.q5 + s**2
            below = self.f6**2 + s * self.f6 / self.q6 + s**2
            h = h * above / below
        return h


WK = Weighting(f3=12.5, f4=12.5, q4=0.63, f5=2.37, q5=0.91, f6=3.35, q6=0.91)
"""Vertical, seated or standing."""
WD = Weighting(f3=2.0, f4=2.0, q4=0.63)
"""Horizontal, seated or standing."""

_SETTLING = 10.0
"""The slowest part of a weighting, its high-pass of 0.4 Hz, has forgotten everything after this time [s]."""


def weigh(t: np.ndarray, acceleration: np.ndarray, weighting: Weighting) -> tuple[float, np.ndarray]:
    """The time between samples [s] and the weighted acceleration, as of a filter that was at rest before the run."""
    step, (a,) = resample(t, acceleration)
    padded = len(a) + math.ceil(_SETTLING / step)  # or the end of the run would be felt at its beginning
    spectrum = np.fft.rfft(a, padded) * weighting(np.fft.rfftfreq(padded, step))
    return step, np.fft.irfft(spectrum, padded)[: len(a)]


RUNNING = 1.0
"""Integration time of the running RMS [s]."""


def rms(a: np.ndarray) -> float:
    """The root of the mean square."""
    return float(np.sqrt(np.mean(a**2)))


def vibration_dose(step: float, a: np.ndarray) -> float:
    """VDV = (∫ a⁴ dt)^¼ [m/s^1.75]."""
    return float(np.sum(a**4) * step) ** 0.25


def running_rms(step: float, a: np.ndarray) -> np.ndarray:
    """The RMS over the last second at every sample that has one; raises NoValueError for shorter runs."""
    width = round(RUNNING / step)
    if width > len(a):
        raise NoValueError("the run is shorter than 1 s")
    total = np.concatenate([[0.0], np.cumsum(a**2)])
    return np.sqrt(np.maximum(total[width:] - total[:-width], 0.0) / width)


def maximum_transient(step: float, a: np.ndarray) -> float:
    """MTVV: the largest running RMS over 1 s [m/s²]."""
    return float(np.max(running_rms(step, a)))


def crest_factor(a: np.ndarray) -> float:
    """The largest |a| over the RMS; above 9 the RMS understates the ride."""
    mean = rms(a)
    if mean == 0.0:
        raise NoValueError("the car does not vibrate")
    return float(np.max(np.abs(a))) / mean


def vibration_total(longitudinal: float, lateral: float, vertical: float) -> float:
    """The root of the sum of squares of weighted RMS values, all multiplied by 1 (comfort of a seated person)."""
    return math.sqrt(longitudinal**2 + lateral**2 + vertical**2)


def travel_used(travels: Sequence[np.ndarray]) -> float:
    """The largest distance between full bump and full rebound of a wheel [m]."""
    return float(max(np.ptp(travel) for travel in travels))


# which channels, facts and options of a run go into which function

AXES = {"vertical": ("Wk", WK), "lateral": ("Wd", WD), "longitudinal": ("Wd", WD)}
"""Direction → name and curve of its weighting."""
VERTICAL = "chassis.vertical_acceleration"


def _channel(axis: str) -> str:
    return f"chassis.{axis}_acceleration"


@once
def _weighted(result: Result, axis: str) -> tuple[float, np.ndarray]:
    curve: Weighting = AXES[axis][1]
    return weigh(result.time, values(result, _channel(axis)), curve)


def _rms(result: Result, axis: str) -> float:
    return rms(_weighted(result, axis)[1])


def _total(result: Result) -> float:
    return vibration_total(*(_rms(result, axis) for axis in ("longitudinal", "lateral", "vertical")))


def _rms_metric(axis: str) -> Metric:
    return Metric(
        name=f"weighted_{axis}_acceleration",
        unit="m/s^2",
        standard="ISO 2631-1",
        definition=f"RMS over the run of the {axis} acceleration of the chassis' centre of mass, weighted by "
        f"{AXES[axis][0]} (a_w).",
        needs=(_channel(axis),),
        rule=lambda result: _rms(result, axis),
    )


def _variation(result: Result) -> float:
    return load_variation([wheel_load(result, wheel) for pair in axles(result) for wheel in pair])


def _travel(result: Result) -> float:
    names = [name for name in result if name.startswith("suspension.") and name.endswith(".travel")]
    return travel_used([values(result, name) for name in names])


RIDE = (
    *(_rms_metric(axis) for axis in AXES),
    Metric(
        name="vibration_total_value",
        unit="m/s^2",
        standard="ISO 2631-1",
        definition="Root of the sum of squares of the weighted longitudinal, lateral and vertical accelerations (a_v, "
        "all factors 1).",
        needs=tuple(_channel(axis) for axis in AXES),
        rule=_total,
    ),
    Metric(
        name="vibration_dose_value",
        unit="m/s^1.75",
        standard="ISO 2631-1",
        definition="Fourth root of the integral over the run of the fourth power of the vertical acceleration weighted "
        "by Wk (VDV).",
        needs=(VERTICAL,),
        rule=lambda result: vibration_dose(*_weighted(result, "vertical")),
    ),
    Metric(
        name="maximum_transient_vibration",
        unit="m/s^2",
        standard="ISO 2631-1",
        definition="Largest RMS over 1 s of the vertical acceleration weighted by Wk (MTVV).",
        needs=(VERTICAL,),
        rule=lambda result: maximum_transient(*_weighted(result, "vertical")),
    ),
    Metric(
        name="crest_factor",
        unit="1",
        standard="ISO 2631-1",
        definition="Largest magnitude of the vertical acceleration weighted by Wk, over its RMS.",
        needs=(VERTICAL,),
        rule=lambda result: crest_factor(_weighted(result, "vertical")[1]),
    ),
    Metric(
        name="tire_load_variation",
        unit="1",
        display_unit="%",
        standard="",
        definition="Largest ratio, of all wheels, of the standard deviation of the vertical force to its mean over the "
        "run.",
        needs=("tire.*.vertical_force",),
        rule=_variation,
    ),
    Metric(
        name="suspension_travel_used",
        unit="m",
        display_unit="mm",
        standard="",
        definition="Largest difference, of all wheels, between the highest and the lowest suspension travel.",
        needs=("suspension.*.travel",),
        rule=_travel,
    ),
)
