"""Instruments of a replay: steering wheel, pedals, gear, engine, battery and sliding of any run, from its channels."""

from __future__ import annotations

import numpy as np

from jounce.lab.results import Result
from jounce.lab.results.motion import Motion
from jounce.lab.scene import Gauge
from jounce.lab.scene.gauges import BATTERY, DRIVING, ENGINE, channel_gauge, charts, sliding_gauges, sliding_speed

SOURCES: dict[str, tuple[str, ...]] = {
    "controls.throttle": ("input.throttle",),
    "controls.brake": ("input.brake",),
    "gearbox.gear": ("input.gear",),
    "steering_wheel.angle": ("steering_wheel.angle", "input.steering_wheel_angle"),
    "engine.speed": ("engine.speed",),
    "battery.state_of_charge": ("battery.state_of_charge",),
    "battery.power": ("battery.power",),
}
"""Gauge → channels that it can be taken from, the best first."""
_GAUGES = {
    gauge.name: gauge
    for gauge in (*DRIVING, *ENGINE, *BATTERY, channel_gauge("steering_wheel.angle", "Steering wheel"))
}


def with_instruments(result: Result, motion: Motion) -> Motion:
    """The motion with a gauge for every instrument that the run has a channel for and the motion does not have yet."""
    before = [Gauge(one["name"], one["label"], one["unit"]) for one in motion.scene.get("gauges", ())]
    known = {gauge.name for gauge in before}
    found: list[tuple[Gauge, np.ndarray]] = []
    for name, channels in SOURCES.items():
        source = next((channel for channel in channels if channel in result), None)
        if name not in known and source is not None and len(result[source]) == len(motion.blocks):
            found.append((_GAUGES[name], result[source].values))
    for wheel in (str(one["name"]) for one in motion.scene.get("wheels", ())):
        names = "chassis.speed", f"tire.{wheel}.slip_ratio", f"tire.{wheel}.slip_angle"
        (gauge,) = sliding_gauges([wheel])
        if gauge.name not in known and all(
            name in result and len(result[name]) == len(motion.blocks) for name in names
        ):
            found.append((gauge, sliding_speed(*(result[name].values for name in names))))
    if not found:
        return motion
    gauges = (*before, *(gauge for gauge, _ in found))
    at = 1 + len(before)
    columns = np.stack([values for _, values in found], axis=1).astype(np.float32)
    blocks = np.concatenate([motion.blocks[:, :at], columns, motion.blocks[:, at:]], axis=1)
    shown = {
        "gauges": [dict(vars(gauge)) for gauge in gauges],
        "charts": [{**vars(chart), "gauges": list(chart.gauges)} for chart in charts(gauges)],
    }
    return Motion({**motion.scene, **shown}, blocks, motion.terrain)
