"""The motion of a result file that has none: a body that goes where the channels say, on flat ground."""

from __future__ import annotations

import numpy as np

from jounce.errors import Refusal
from jounce.ground import Flat
from jounce.results import Result
from jounce.scene import Motion, Scene
from jounce.scene.gauges import MOTION, charts
from jounce.scene.motion import channel_of, path_terrain
from jounce.scene.scene import POSE
from jounce.scene.shapes import box
from jounce.topology.poses import quaternions, turns

NEEDED = (
    "chassis.position_x",
    "chassis.position_y",
    "chassis.position_z",
    "chassis.roll_angle",
    "chassis.pitch_angle",
    "chassis.yaw_angle",
)
_HALF = (2.1, 0.85, 0.45)
"""Of a box as large as a car [m]."""


def channel_motion(result: Result) -> Motion:
    """A box that follows position and angles; raises Refusal without them."""
    missing = [name for name in NEEDED if name not in result]
    if missing:
        hint = "repeat the run with this version of jounce"
        raise Refusal("nothing to replay", f"no channels {', '.join(missing)}", "a result of `jounce run`", hint)
    gauges = tuple(gauge for gauge in MOTION if channel_of(gauge.name) in result)
    title = f"{result.metadata.maneuver} · {result.metadata.vehicle}"
    scene = Scene(
        title=title,
        vehicle=result.metadata.vehicle,
        bodies=("chassis",),
        shapes=(box(0, (0.0, 0.0, 0.0), _HALF, role="chassis"),),
        gauges=gauges,
        charts=charts(gauges),
    )
    blocks = np.zeros((len(result.time), scene.width), np.float32)
    blocks[:, 0] = result.time
    for i, gauge in enumerate(gauges):
        blocks[:, 1 + i] = result[channel_of(gauge.name)].values
    place = np.column_stack([result[name].values for name in NEEDED[:3]])
    blocks[:, scene.poses] = np.column_stack([place, _quaternions(result)]).reshape(-1, POSE)
    return Motion(scene, blocks, path_terrain(Flat(), place))


def _quaternions(result: Result) -> np.ndarray:
    """Of yaw, then pitch, then roll (ISO 8855)."""
    roll, pitch, yaw = (turns(axis, result[name].values) for axis, name in zip(np.eye(3), NEEDED[3:], strict=True))
    return quaternions(yaw @ pitch @ roll)
