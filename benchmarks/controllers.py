"""What controllers gain: stops with anti-lock brakes, rides with skyhook dampers, sines with dwell with stability
control.

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
from jounce.model.library import load_vehicle

STOPS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "wet road, friction 0.5, 100 km/h": ("braking", {"ground": "flat, friction=0.5"}),
    "friction 1.0 left and 0.3 right, 80 km/h": ("split-mu-braking", {}),
    "turn with 40°, dry, 80 km/h": ("braking-in-turn", {"steering_wheel_angle": "40 deg", "start": 2.5}),
    "turn with 40°, friction 0.5, 80 km/h": (
        "braking-in-turn",
        {"steering_wheel_angle": "40 deg", "start": 2.5, "ground": "flat, friction=0.5"},
    ),
}
STEERED: Sequence[tuple[float, str | None]] = (
    (1.0, None), (0.7, None), (0.65, None), (0.6, None), (0.4, None),
    (1.0, "abs"), (1.0, "abs(side_rate=0.6)"), (1.0, "abs(side_difference=0.2, side_rate=1)"),
)  # fmt: skip
"""Pedal and controllers of stops on split friction while a driver steers along the line."""
RIDES: Sequence[tuple[float, str | None]] = (
    (1.0, None), (0.5, None), (0.25, None), (0.25, "skyhook"), (0.25, "skyhook(mode=active)"),
)  # fmt: skip
"""Damping of dw18 by that of the library, and controllers, of rides over a rough road."""
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


def steered_stops() -> list[str]:
    """Braking of the sedan on split friction with a driver who steers along the line between the two halves."""
    rows = ["| pedal | controllers | stopping distance | away from the line | turned |", "|---|---|---|---|---|"]
    for pedal, controllers in STEERED:
        plan = maneuver("split-mu-braking", pedal=pedal, steering="driver")
        result = run(plan, vehicle="sedan", controllers=controllers)
        distance, away, yaw = (
            _value(result, name) for name in ("stopping_distance", "lateral_deviation", "yaw_deviation")
        )
        stop = "spins" if distance is None else f"{distance:.1f} m"
        rows.append(
            f"| {pedal:g} | {f'`{controllers}`' if controllers else 'none'} | {stop} | {away:.2f} m "
            f"| {round(math.degrees(yaw or 0.0))}° |"
        )
    return rows


def rides() -> list[str]:
    """dw18 with an actuator at every spring over a road of class C at 72 km/h, with harder and softer dampers."""
    rows = ["| damping of `dw18` | controllers | weighted acceleration | tire load variation |", "|---|---|---|---|"]
    for scale, controllers in RIDES:
        changes: dict[str, Any] = {}
        for axle in load_vehicle("dw18").axles:
            spring = f"axles.{axle.name}.suspension.spring"
            changes |= {f"{spring}.actuator": True, f"{spring}.damping": scale * axle.suspension.spring.damping}
        car = load_vehicle("dw18").with_values(changes)
        result = run("ride", vehicle=car, speed=20.0, duration=10.0, controllers=controllers)
        felt, varying = (_value(result, name) for name in ("weighted_vertical_acceleration", "tire_load_variation"))
        named = f"`{controllers}`" if controllers else "none"
        rows.append(f"| × {scale:g} | {named} | {felt:.3f} m/s² | {round(100 * (varying or 0.0))} % |")
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
    print("\n".join([*stops(), "", *steered_stops(), "", *rides(), "", *sines()]))
