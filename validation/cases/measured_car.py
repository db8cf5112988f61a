"""A measured car: the BMW M8, driven as the real one was; fitted on one lane change, judged on another."""

from __future__ import annotations

from pathlib import Path

from jounce.lab.validation.agreement import Agreement
from jounce.lab.validation.validate import validate
from validation.comparison import Comparison

GROUP = "A measured car: BMW M8, double lane change"
STUDY = Path(__file__).parents[1] / "data" / "bmw_m8" / "study.yaml"
SPEED_LIMIT = 0.02
"""Speed is an input of the model: its error is that of the driver who follows it."""
WINDOWS = {"held_out": "held out", "fitted": "fitted"}
QUANTITIES = {
    "chassis.yaw_rate": "yaw rate",
    "chassis.lateral_acceleration": "lateral acceleration",
    "chassis.roll_angle": "roll angle",
    "chassis.speed": "speed",
}


def comparisons() -> list[Comparison]:
    """RMS errors by the measured peak in both parts of the record, with those before the fit."""
    found = validate(STUDY)
    rows = []
    for window, words in WINDOWS.items():
        first, last = found.study.looked_at[window]
        for channel, quantity in QUANTITIES.items():
            one, before = found.windows[window][channel], found.windows_before[window][channel]
            limit = found.study.channels[channel].rms
            past = f"before the fit {100.0 * (before.rms_of_peak or 0.0):.1f} %"
            note = f"{past}; peak error {100.0 * one.peak / one.measured_peak:.0f} %, correlation {_correlation(one)}"
            rows.append(
                Comparison(
                    group=GROUP,
                    name=f"{words}, {first:g} to {last:g} s",
                    quantity=quantity,
                    reference="measured",
                    error=one.rms_of_peak or 0.0,
                    allowed=limit if limit is not None else SPEED_LIMIT,
                    kind="RMS of peak",
                    note=note if channel != "chassis.speed" else f"an input of the model; {note}",
                )
            )
    return rows


def _correlation(one: Agreement) -> str:
    return "none" if one.correlation is None else f"{one.correlation:.4f}"
