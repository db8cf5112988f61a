"""The kingpin of a generic suspension of Chrono and the rod that steers it, found in its joints: no key names them."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import triple
from jounce.model.vehicle.corners import RACK

KINGPIN_LENGTH = 0.1
"""Distance of the points that stand for the ends of a kingpin from its joint [m]."""

Joints = dict[str, dict[str, Any]]


def find_steering_axis(document: Document, own: Joints, shared: Joints, carrier: str) -> dict[str, Any]:
    """The keys of a steering axis; own, shared: joints of a corner and of the axle, carrier: what carries the wheel.

    The carrier turns about the line through its two ball joints, or about its one hinge. Raises ModelError where there
    is neither, and where nothing leads from the carrier to the steering.
    """
    held = [(joint, min(_bodies(joint) - {carrier})) for joint in own.values() if carrier in _bodies(joint)]
    balls = sorted(
        ((joint["point"], other) for joint, other in held if joint["kind"] == "spherical"), key=lambda ball: ball[0][2]
    )
    hinges = [(joint, other) for joint, other in held if joint["kind"] == "revolute"]
    if len(balls) == 2:
        (lower, fixed), (upper, _) = balls
    elif len(hinges) == 1:
        hinge, fixed = hinges[0]
        ends = (np.add(hinge["point"], sign * KINGPIN_LENGTH * np.array(hinge["axis"])) for sign in (1.0, -1.0))
        lower, upper = sorted((triple(end) for end in ends), key=lambda point: point[2])
    else:
        raise _unsteered(document, f"{len(balls)} ball joints and {len(hinges)} hinges of its carrier")
    rod = _rod({**own, **shared}, {carrier, f"{carrier}_left", f"{carrier}_right"})
    if rod is None:
        raise _unsteered(document, "nothing between its carrier and the steering")
    return {"lower": lower, "upper": upper, "fixed": fixed, **rod}


def _rod(joints: Joints, carriers: set[str]) -> dict[str, Any] | None:
    """The joint that holds the steer of the wheel and the ends of its rod: a tie rod of a corner, or a drag link."""
    for name, joint in joints.items():
        if joint["kind"] == "distance" and RACK in _bodies(joint) and carriers & _bodies(joint):
            points = joint["point_a"], joint["point_b"]
            start, end = points if joint["body_a"] == RACK else points[::-1]
            return {"released": name, "tie_rod_end": end, "tie_rod_start": start}
    for first in joints.values():
        for name, second in joints.items():
            rods = (_bodies(first) - {RACK}) & _bodies(second)
            if RACK in _bodies(first) and rods and carriers & _bodies(second):
                start, (x, y, z) = first["point"], second["point"]
                return {"released": name, "tie_rod_end": (x, abs(y), z), "tie_rod_start": start}
    return None


def _bodies(joint: dict[str, Any]) -> set[str]:
    return {joint["body_a"], joint["body_b"]}


def _unsteered(document: Document, got: str) -> ModelError:
    hint = "two ball joints or one hinge, and a rod from the steering"
    return document.error("Steerable", "cannot be carried over: no kingpin found", got, hint)
