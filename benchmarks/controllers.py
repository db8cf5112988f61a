"""What controllers gain: stops with and without anti-lock brakes, sines with dwell with and without stability control.

    python -m benchmarks.controllers

prints the tables of docs/controllers.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from jounce.lab.maneuvers import maneuver
from jounce.lab.maneuvers.maneuver import AT_REST
from jounce.lab.results import Result
from jounce.lab.runs.run import run

STOPS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "wet road, friction 0.5, 100 km/h": ("braking", {"ground": "flat, friction=0.5"}),
    "friction 1.0 left and 0.3 right, 80 km/h": ("split-mu-braking", {}),
    "turn with 40°, dry, 80 km/h": ("braking-in-turn", {"steering_wheel_angle": "40 deg", "start": 2.5}),
    "turn with 40°, friction 0.5, 80 km/h": (
        "braking-in-turn",
        {"steering_wheel_angle": "40 deg", "start": 2.5, "ground": "flat, friction=0.5"},
    ),
}
AMPLITUDES = (100, 120, 150, 180)
"""Of the steering wheel [deg]."""


def stops() -> list[str]:
    """Full braking of the sedan to standstill: distance, how far the car has turned meanwhile, and its side slip."""
    rows = ["| full braking of `sedan` | controllers | stopping distance | turned while braking | side slip |"]
    rows.append("|---|---|---|---|---|")
    for title, (name, options) in STOPS.items():
        for controllers in (None, "abs"):
            given = {key: value for key, value in options.items() if key != "ground"}
            plan = replace(maneuver(name, pedal=1.0, **given), stop=(AT_REST,))  # also a car that spins
            result = run(plan, vehicle="sedan", controllers=controllers, ground=options.get("ground"))
            distance = f"{_value(result, 'stopping_distance'):.1f} m"
            yaw, slip = _turned(result), math.degrees(max(abs(result["chassis.side_slip_angle"].values)))
            rows.append(f"| {title} | {controllers or 'none'} | {distance} | {round(yaw)}° | {round(slip)}° |")
    return rows


def sines() -> list[str]:
    """Sines with dwell of the sedan at 80 km/h on a dry road."""
    names = ("yaw_rate_ratio_at_1_00_s", "yaw_rate_ratio_at_1_75_s", "lateral_displacement", "peak_side_slip")
    rows = ["| amplitude | controllers | yaw-rate ratio 1.00 s | 1.75 s | displacement | peak side slip | passed |"]
    rows.append("|---|---|---|---|---|---|---|")
    for amplitude in AMPLITUDES:
        for controllers in (None, "esc", "esc, abs"):
            given = {"amplitude": f"{amplitude} deg", "controllers": controllers}
            result = run("sine-with-dwell", vehicle="sedan", **given)
            one, later, way, slip = (_value(result, name) or 0.0 for name in names)
            numbers = f"{round(100 * one)} % | {round(100 * later)} % | {way:.2f} m | {round(math.degrees(slip))}°"
            passed = "yes" if _value(result, "sine_with_dwell_passed") else "no"
            rows.append(f"| {amplitude}° | {controllers or 'none'} | {numbers} | {passed} |")
    return rows


def _value(result: Result, name: str) -> float | None:
    found = result.metadata.measured[name]["value"]
    return None if found is None else float(found)


def _turned(result: Result) -> float:
    """Yaw angle from the beginning of braking to the end [deg]."""
    first = int((result["input.brake"].values > 0.0).argmax())
    yaw: Sequence[float] = result["chassis.yaw_angle"].values
    return math.degrees(yaw[-1] - yaw[first])


if __name__ == "__main__":
    print("\n".join([*stops(), "", *sines()]))
