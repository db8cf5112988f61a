"""The gauges that are shown beside a moving car, and the charts that plot them.

A gauge shows a channel, under its name and in its unit (`jounce.lab.results.channel_names`); live drives have gauges of
controls and of the loop beside them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.lab.results.channel_names import named_channel
from jounce.lab.scene.scene import Gauge, GaugeChart
from jounce.model.vehicle.corners import INNER


def channel_gauge(name: str, label: str) -> Gauge:
    """The gauge of a channel."""
    return Gauge(name, label, named_channel(name, np.zeros(0)).unit)


MOTION = (
    channel_gauge("chassis.speed", "Speed"),
    channel_gauge("chassis.longitudinal_acceleration", "Longitudinal"),
    channel_gauge("chassis.lateral_acceleration", "Lateral"),
    channel_gauge("chassis.yaw_rate", "Yaw rate"),
)
ENGINE = (channel_gauge("engine.speed", "Engine"),)
BATTERY = (channel_gauge("battery.state_of_charge", "Charge"), channel_gauge("battery.power", "Battery"))
DRIVING = (
    Gauge("controls.steer", "Steering", "1"),
    Gauge("controls.throttle", "Throttle", "1"),
    Gauge("controls.brake", "Brake", "1"),
    Gauge("gearbox.gear", "Gear", "1"),
)
"""Controls: steering −1 … 1 to the left, pedals 0 … 1; the gear that is engaged."""
TICK_TIME = "loop.tick_time"
LOOP = (Gauge(TICK_TIME, "Tick", "s"), Gauge("loop.late_ticks", "Late ticks", "1"))
"""Counters of the real-time loop."""


def wheel_gauges(names: Sequence[str]) -> tuple[Gauge, ...]:
    """Vertical force of every tire and travel of every wheel; inner tires of dual wheels have none of their own."""
    forces = (channel_gauge(f"tire.{name}.vertical_force", name) for name in names)
    wheels = [name for name in names if not name.endswith(f"_{INNER}")]
    return *forces, *(channel_gauge(f"suspension.{name}.travel", name) for name in wheels)


def trailer_gauges(names: Sequence[str]) -> tuple[Gauge, ...]:
    """Articulation and yaw rate of every trailer."""
    angles = (channel_gauge(f"trailer.{name}.articulation_angle", f"{name} articulation") for name in names)
    return *angles, *(channel_gauge(f"trailer.{name}.yaw_rate", f"{name} yaw rate") for name in names)


SLIDING = "sliding_speed"
"""End of the names of sliding gauges."""


def sliding_gauges(names: Sequence[str]) -> tuple[Gauge, ...]:
    """How fast the contact patch of every wheel slides over the ground [m/s], see `sliding_speed`."""
    return tuple(Gauge(f"tire.{name}.{SLIDING}", name, "m/s") for name in names)


def sliding_speed(speed: np.ndarray, slip_ratio: np.ndarray, slip_angle: np.ndarray) -> np.ndarray:
    """Sliding speed of contact patches [m/s]: v √(κ² + tan² α), of the car's speed v and the slips of its tires."""
    across = np.tan(np.clip(slip_angle, -1.4, 1.4))
    return np.asarray(np.abs(speed) * np.hypot(slip_ratio, across))


def charts(gauges: Sequence[Gauge]) -> tuple[GaugeChart, ...]:
    """The charts whose gauges are all present."""
    names = [gauge.name for gauge in gauges]

    def of_all(quantity: str) -> tuple[str, ...]:
        return tuple(name for name in names if name.endswith(quantity))

    accelerations = "chassis.longitudinal_acceleration", "chassis.lateral_acceleration"
    wanted = (
        GaugeChart("Speed", "km/h", 3.6, ("chassis.speed",)),
        GaugeChart("Acceleration", "m/s²", 1.0, accelerations),
        GaugeChart("Yaw rate", "°/s", math.degrees(1.0), ("chassis.yaw_rate", *of_all(".yaw_rate")[1:])),
        GaugeChart("Articulation", "°", math.degrees(1.0), of_all(".articulation_angle")),
        GaugeChart("Wheel loads", "kN", 1e-3, of_all(".vertical_force")),
        GaugeChart("Suspension travel", "mm", 1e3, of_all(".travel")),
        GaugeChart("Engine", "1/min", 30.0 / math.pi, ("engine.speed",)),
        GaugeChart("Battery", "kW", 1e-3, ("battery.power",)),
        GaugeChart("Tick time", "µs", 1e6, (TICK_TIME,)),
    )
    return tuple(chart for chart in wanted if chart.gauges and set(chart.gauges) <= set(names))
