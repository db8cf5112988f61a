"""The numbers that are shown beside a moving car, and the charts that they are drawn on."""

from __future__ import annotations

import math
from collections.abc import Sequence

from jounce.scene.scene import Chart, Gauge

LOAD, TRAVEL = "load_", "travel_"
"""Begin the names of the gauges of a wheel."""

MOTION = (
    Gauge("speed", "Speed", "m/s"),
    Gauge("longitudinal_acceleration", "Longitudinal", "m/s^2"),
    Gauge("lateral_acceleration", "Lateral", "m/s^2"),
    Gauge("yaw_rate", "Yaw rate", "rad/s"),
)
DRIVING = (
    Gauge("steer", "Steering", "1"),
    Gauge("throttle", "Throttle", "1"),
    Gauge("brake", "Brake", "1"),
    Gauge("gear", "Gear", "1"),
)
"""What the driver does: steering −1 … 1 to the left, pedals 0 … 1."""
ENGINE = (Gauge("engine_speed", "Engine", "rad/s"),)
LOOP = (Gauge("tick_time", "Tick", "s"), Gauge("late_ticks", "Late ticks", "1"))
"""How the real-time loop fares."""


def wheel_gauges(names: Sequence[str]) -> tuple[Gauge, ...]:
    """Vertical load and travel of every wheel."""
    loads = (Gauge(LOAD + name, name, "N") for name in names)
    return *loads, *(Gauge(TRAVEL + name, name, "m") for name in names)


def charts(gauges: Sequence[Gauge]) -> tuple[Chart, ...]:
    """Charts of those gauges that there are."""
    names = [gauge.name for gauge in gauges]
    wanted = (
        Chart("Speed", "km/h", 3.6, ("speed",)),
        Chart("Acceleration", "m/s²", 1.0, ("longitudinal_acceleration", "lateral_acceleration")),
        Chart("Yaw rate", "°/s", math.degrees(1.0), ("yaw_rate",)),
        Chart("Wheel loads", "kN", 1e-3, tuple(name for name in names if name.startswith(LOAD))),
        Chart("Suspension travel", "mm", 1e3, tuple(name for name in names if name.startswith(TRAVEL))),
        Chart("Engine", "1/min", 30.0 / math.pi, ("engine_speed",)),
        Chart("Tick time", "µs", 1e6, ("tick_time",)),
    )
    return tuple(chart for chart in wanted if chart.gauges and set(chart.gauges) <= set(names))
