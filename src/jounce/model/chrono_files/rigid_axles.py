"""Chrono's axles without springs: wheels on the chassis, or on a beam that a pin along the car holds."""

from __future__ import annotations

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame, possible_tensor, read_tensor, six
from jounce.model.chrono_files.suspension import ReadSuspension

PIN_AXIS = (1.0, 0.0, 0.0)


def rigid_suspension(document: Document, frame: Frame) -> ReadSuspension:
    """A RigidSuspension: the chassis carries the wheels."""
    return ReadSuspension({"kind": "mechanism", "carrier": "chassis"})


def pinned_axle(document: Document, frame: Frame) -> ReadSuspension:
    """A RigidPinnedAxle: a beam that swings about a pin in the chassis."""
    tube = document.child("Tube")
    tensor, raised = possible_tensor(read_tensor(tube))
    beam = {
        "mass": tube.number("Mass"),
        "centre_of_mass": frame.point(tube.numbers("COM", 3)),
        "inertia": six(tensor),
    }
    pin = {"kind": "revolute", "body_a": "chassis", "body_b": "beam", "axis": PIN_AXIS,
           "point": frame.point(tube.numbers("Pin Location", 3))}  # fmt: skip
    shared = {"bodies": {"beam": beam}, "joints": {"pin": pin}}
    notes = [f"{document.file.name}: {tube.path}: {raised}"] if raised else []
    return ReadSuspension({"kind": "mechanism", "carrier": "beam", "shared": shared}, notes=notes)
