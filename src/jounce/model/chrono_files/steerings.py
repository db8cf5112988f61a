"""Chrono's steering templates: a rack, a Pitman arm with its link and idler, a rotary arm.

Chrono has no steering wheel: its input is a share of the largest angle of pinion or arm. A steering wheel is added
that turns LOCK_TURNS for it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame, possible_tensor, read_tensor
from jounce.model.vehicle.geometry import Triple, halfway
from jounce.model.vehicle.steerings.registry import build_steering
from jounce.model.vehicle.suspensions.suspension import Suspension

LOCK_TURNS = 1.5
"""Turns of the steering wheel that is added for the largest angle of pinion or arm."""
NUT_MASS = 0.5
"""Mass of the nut that stands for the gear of an arm, which Chrono turns by itself [kg]."""
ACTUATION = {"kind": "prescribed", "smoothing": 0.01}
SAME_AXIS = 1e-6
"""Sine of the angle between axes that are the same."""


@dataclass
class ReadSteering:
    """Keys of a steering, and the largest travel of its rack or nut [m]."""

    keys: dict[str, Any]
    largest: float
    notes: list[str] = field(default_factory=list)


def read_steering(document: Document, frame: Frame, suspension: Suspension) -> ReadSteering:
    """The steering of a file at its frame, for the axle with a suspension; raises ModelError for unknown templates.

    The sign of its ratio is such that the steering wheel turned left turns the wheels left.
    """
    template = document.text("Template")
    readers = {"RackPinion": _rack, "PitmanArm": _pitman_arm, "RotaryArm": _rotary_arm}
    if template not in readers:
        hint = f"known templates: {', '.join(readers)}"
        raise document.error("Template", "cannot be carried over: unknown steering template", repr(template), hint)
    found = readers[template](document, frame)
    found.keys |= {"actuation": ACTUATION, "stops": {"travel": found.largest}}
    made = build_steering(found.keys)
    sideways = made.slider_axis[1] if template == "RackPinion" else 1.0
    found.keys[made.ratio_key] *= math.copysign(1.0, made.lever(suspension) * made.ratio * sideways)
    return found


def follow(second: ReadSteering, first: ReadSteering) -> None:
    """Make a second steering follow the first: both have the same share of their largest angle."""
    second.keys["actuation"] = {"kind": "linked", "ratio": second.largest / first.largest}


def _rack(document: Document, frame: Frame) -> ReadSteering:
    link, pinion = document.child("Steering Link"), document.child("Pinion")
    radius, largest = pinion.number("Radius"), pinion.number("Maximum Angle (deg)")
    travel = radius * math.radians(largest)
    keys = {
        "kind": "rack",
        "rack": {
            "mass": link.number("Mass"),
            "centre_of_mass": frame.point((0.0, link.number("COM"), 0.0)),
            "inertia": frame.inertia(read_tensor(link)),
        },
        "axis": frame.direction((0.0, 1.0, 0.0)),
        "travel_per_turn": travel / LOCK_TURNS,
    }
    return ReadSteering(keys, travel, [_wheel_note(document, "pinion", largest)])


def _pitman_arm(document: Document, frame: Frame) -> ReadSteering:
    hinge, cross, idler = (document.child(f"{kind} Joint") for kind in ("Revolute", "Universal", "Revolute-Spherical"))
    pivot, axis = frame.point(hinge.numbers("Location", 3)), frame.direction(hinge.numbers("Direction", 3))
    end = frame.point(cross.numbers("Location", 3))
    guided = {
        key: frame.point(idler.numbers(f"Location {name}", 3)) for key, name in (("pivot", "Chassis"), ("end", "Link"))
    }
    found = _arm(document, "pitman_arm", hinge.number("Maximum Angle (deg)"), pivot, axis, end)
    found.keys |= {
        "arm": _part(document, "Pitman Arm", frame, found.notes),
        "centre_link": _part(document, "Steering Link", frame, found.notes),
        "idler": {**guided, "axis": frame.direction(idler.numbers("Direction", 3))},
    }
    pins = [frame.direction(cross.numbers(f"Direction {of}", 3)) for of in ("Arm", "Link")]
    ours = axis, np.cross(axis, np.subtract(guided["end"], end))
    if any(_sine(pin, own) > SAME_AXIS for pin, own in zip(pins, ours, strict=True)):
        found.notes.append(
            f"{document.file.name}: Universal Joint: its pins are taken along the shaft of the arm and across the link"
        )
    if document.flag("Vehicle-Frame Inertia"):
        found.notes.append(f"{document.file.name}: Vehicle-Frame Inertia of the steering is not carried over")
    document.child("Tierod Locations").read.update({"Pitman Side", "Idler Side"})  # the suspension has them too
    return found


def _rotary_arm(document: Document, frame: Frame) -> ReadSteering:
    arm = document.child("Pitman Arm")
    pivot, end = (frame.point(arm.numbers(key, 3)) for key in ("Point of Rotation", "Point to Draglink"))
    axis = frame.direction(arm.numbers("Axis of Rotation", 3))
    found = _arm(document, "rotary_arm", arm.number("Maximum Angle (deg)"), pivot, axis, end)
    found.keys["arm"] = _part(document, "Pitman Arm", frame, found.notes, halfway(pivot, end))
    found.notes.append(f"{document.file.name}: the centre of mass of the arm is taken halfway: the file has none")
    return found


def _arm(document: Document, kind: str, largest: float, pivot: Triple, axis: Triple, end: Triple) -> ReadSteering:
    """The keys that all gears with an arm have; the radius of the sector is that of the arm."""
    radius = float(np.linalg.norm(np.cross(axis, np.subtract(end, pivot))))
    keys = {
        "kind": kind,
        "gear_ratio": LOCK_TURNS * 360.0 / largest,
        "pivot": pivot,
        "pivot_axis": axis,
        "end": end,
        "nut_mass": NUT_MASS,
        "sector_radius": radius,
    }
    notes = [
        _wheel_note(document, "arm", largest),
        f"{document.file.name}: the gear of the arm is a nut of {NUT_MASS:g} kg that jounce adds; its travel is that "
        "of the arm's end along its arc",
    ]
    return ReadSteering(keys, radius * math.radians(largest), notes)


def _part(document: Document, key: str, frame: Frame, notes: list[str], centre: Triple | None = None) -> dict[str, Any]:
    """Mass, centre of mass and inertia of a part; both arm and link have the axes of the steering frame."""
    part = document.child(key)
    tensor, raised = possible_tensor(read_tensor(part))
    notes += [f"{part.file.name}: {part.path}: {raised}"] if raised else []
    return {
        "mass": part.number("Mass"),
        "centre_of_mass": frame.point(part.numbers("COM", 3)) if centre is None else centre,
        "inertia": frame.inertia(tensor),
    }


def _sine(a: Any, b: Any) -> float:
    """Sine of the angle between two lines."""
    return float(np.linalg.norm(np.cross(a, b)) / (np.linalg.norm(a) * np.linalg.norm(b)))


def _wheel_note(document: Document, what: str, largest: float) -> str:
    return (
        f"{document.file.name}: no steering wheel: one is added that turns {LOCK_TURNS:g} times for the largest angle "
        f"of the {what}, {largest:g} deg, at which there are stops"
    )
