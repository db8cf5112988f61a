"""Metrics of ride comfort."""

from __future__ import annotations

import numpy as np

from jounce.metrics import ride as on
from jounce.metrics.facts import axles, values, wheel_load
from jounce.metrics.iso_2631 import WD, WK, Weighting, weighted
from jounce.metrics.loads import load_variation
from jounce.metrics.metric import Metric
from jounce.results import Result

AXES = {"vertical": ("Wk", WK), "lateral": ("Wd", WD), "longitudinal": ("Wd", WD)}
"""Direction → name and curve of its weighting."""
VERTICAL = "chassis.vertical_acceleration"


def _channel(axis: str) -> str:
    return f"chassis.{axis}_acceleration"


def _weighted(result: Result, axis: str) -> tuple[float, np.ndarray]:
    curve: Weighting = AXES[axis][1]
    return weighted(result.time, values(result, _channel(axis)), curve)


def _rms(result: Result, axis: str) -> float:
    return on.rms(_weighted(result, axis)[1])


def _total(result: Result) -> float:
    return on.vibration_total(*(_rms(result, axis) for axis in ("longitudinal", "lateral", "vertical")))


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
    return on.travel_used([values(result, name) for name in names])


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
        rule=lambda result: on.vibration_dose(*_weighted(result, "vertical")),
    ),
    Metric(
        name="maximum_transient_vibration",
        unit="m/s^2",
        standard="ISO 2631-1",
        definition="Largest RMS over 1 s of the vertical acceleration weighted by Wk (MTVV).",
        needs=(VERTICAL,),
        rule=lambda result: on.maximum_transient(*_weighted(result, "vertical")),
    ),
    Metric(
        name="crest_factor",
        unit="1",
        standard="ISO 2631-1",
        definition="Largest magnitude of the vertical acceleration weighted by Wk, over its RMS.",
        needs=(VERTICAL,),
        rule=lambda result: on.crest_factor(_weighted(result, "vertical")[1]),
    ),
    Metric(
        name="tire_load_variation",
        unit="1",
        spoken="%",
        standard="",
        definition="Largest ratio, of all wheels, of the standard deviation of the vertical force to its mean over the "
        "run.",
        needs=("tire.*.vertical_force",),
        rule=_variation,
    ),
    Metric(
        name="suspension_travel_used",
        unit="m",
        spoken="mm",
        standard="",
        definition="Largest difference, of all wheels, between the highest and the lowest suspension travel.",
        needs=("suspension.*.travel",),
        rule=_travel,
    ),
)
