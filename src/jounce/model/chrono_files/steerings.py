"""Chrono's steering templates: a rack, or a Pitman arm with its link and idler, as a rack that turns the arm."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame, read_tensor, triple
from jounce.model.vehicle.geometry import Triple, foot

NUT_MASS = 0.5
"""Mass of the rack that stands for the gear of a Pitman arm, which Chrono moves by itself [kg]."""
ACTUATION = {"kind": "prescribed", "smoothing": 0.01}


@dataclass
class ReadSteering:
    """Keys of a steering, and further parts of the car that it needs."""

    keys: dict[str, Any]
    extra: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def read_steering(document: Document, frame: Frame, lower: Triple, upper: Triple, rod_end: Triple) -> ReadSteering:
    """The steering of a file at its frame; lower, upper, rod_end: kingpin of the left wheel and end of its tie rod [m].

    Raises ModelError for a template that is not known.
    """
    template = document.text("Template")
    readers = {"RackPinion": _rack, "PitmanArm": _pitman_arm}
    if template not in readers:
        hint = f"known templates: {', '.join(readers)}"
        raise document.error("Template", "cannot be carried over: unknown steering template", repr(template), hint)
    found = readers[template](document, frame)
    axis = tuple((b - a) / math.dist(lower, upper) for a, b in zip(lower, upper, strict=True))
    lever = rod_end[0] - foot(rod_end, lower, triple(axis))[0]
    sign = math.copysign(1.0, lever * found.keys["axis"][1])
    found.keys["travel_per_turn"] = sign * found.keys["travel_per_turn"]
    return found


def _rack(document: Document, frame: Frame) -> ReadSteering:
    link, pinion = document.child("Steering Link"), document.child("Pinion")
    radius, largest = pinion.number("Radius"), pinion.number("Maximum Angle (deg)")
    keys = {
        "rack": {
            "mass": link.number("Mass"),
            "centre_of_mass": frame.point((0.0, link.number("COM"), 0.0)),
            "inertia": frame.inertia(read_tensor(link)),
        },
        "axis": frame.direction((0.0, 1.0, 0.0)),
        "travel_per_turn": math.tau * radius,
        "actuation": ACTUATION,
    }
    return ReadSteering(keys, notes=[_wheel_note(document, "pinion", largest)])


def _pitman_arm(document: Document, frame: Frame) -> ReadSteering:
    """Rack travel is the arc of the arm's end: a rack of the radius of the arm turns it."""
    hinge, cross, idler = (document.child(f"{kind} Joint") for kind in ("Revolute", "Universal", "Revolute-Spherical"))
    pivot, axis = frame.point(hinge.numbers("Location", 3)), np.array(frame.direction(hinge.numbers("Direction", 3)))
    end = frame.point(cross.numbers("Location", 3))
    arm = np.subtract(end, pivot)
    along = np.cross(axis, arm)
    radius = float(np.linalg.norm(along))
    parts = {"pitman_arm": document.child("Pitman Arm"), "steering_link": document.child("Steering Link")}
    bodies = {
        name: {
            "mass": part.number("Mass"),
            "centre_of_mass": frame.point(part.numbers("COM", 3)),
            "inertia": frame.inertia(read_tensor(part)),
        }
        for name, part in parts.items()
    }
    # inertias of both are about the steering frame, whichever "Vehicle-Frame Inertia" says
    in_vehicle_axes = document.flag("Vehicle-Frame Inertia")
    joints = {
        "pitman": {"kind": "revolute", "body_a": "chassis", "body_b": "pitman_arm", "point": pivot,
                   "axis": triple(axis)},
        "steering_gear": {"kind": "rack_and_pinion", "rack": "rack", "pinion": "pitman", "radius": radius},
        "pitman_link": {"kind": "universal", "body_a": "pitman_arm", "body_b": "steering_link", "point": end,
                        "axis_a": frame.direction(cross.numbers("Direction Arm", 3)),
                        "axis_b": frame.direction(cross.numbers("Direction Link", 3))},
        "idler": {"kind": "revolute_spherical", "body_a": "chassis", "body_b": "steering_link",
                  "point_a": frame.point(idler.numbers("Location Chassis", 3)),
                  "point_b": frame.point(idler.numbers("Location Link", 3)),
                  "axis": frame.direction(idler.numbers("Direction", 3))},
    }  # fmt: skip
    keys = {
        "rack": {"mass": NUT_MASS, "centre_of_mass": end, "inertia": [1e-3] * 3},
        "axis": triple(along / radius),
        "travel_per_turn": math.tau * radius,
        "holder": "steering_link",
        "actuation": ACTUATION,
    }
    notes = [
        _wheel_note(document, "Pitman arm", hinge.number("Maximum Angle (deg)")),
        f"{document.file.name}: the gear of the Pitman arm is a rack of {NUT_MASS:g} kg that jounce adds; its travel "
        "is prescribed and is that of the arm's end along its arc",
    ]
    if in_vehicle_axes:
        notes.append(f"{document.file.name}: Vehicle-Frame Inertia of the steering is not carried over")
    document.child("Tierod Locations").read.update({"Pitman Side", "Idler Side"})  # the suspension has them too
    return ReadSteering(keys, {"bodies": bodies, "joints": joints}, notes)


def _wheel_note(document: Document, what: str, largest: float) -> str:
    return (
        f"{document.file.name}: no steering wheel: travel_per_turn is that of one turn of the {what}, whose largest "
        f"angle of {largest:g} deg is not carried over"
    )
