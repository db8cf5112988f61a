"""Chrono's chassis: components with mass and inertia at frames of their own, as one part."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import rotation, six, triple


def read_chassis(document: Document, lift: float) -> dict[str, Any]:
    """Mass, centre of mass and inertia of all components, voids subtracted; lift: of the reference frame [m]."""
    template = document.text("Template")
    if template != "RigidChassis":
        raise document.error("Template", "cannot be carried over: unknown chassis template", repr(template))
    masses, places, tensors = [], [], []
    for component in document.items("Components"):
        frame, sign = component.child("Centroidal Frame"), -1.0 if component.flag("Void") else 1.0
        A = rotation(frame.numbers("Orientation", 4))
        xx, yy, zz = component.numbers("Moments of Inertia", 3)
        xy, xz, yz = component.numbers("Products of Inertia", 3, (0.0, 0.0, 0.0))
        masses.append(sign * component.number("Mass"))
        places.append(np.array(frame.numbers("Location", 3)))
        tensors.append(sign * A @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ A.T)
    mass = sum(masses)
    centre = sum((m * r for m, r in zip(masses, places, strict=True)), np.zeros(3)) / mass
    J = np.zeros((3, 3))
    for m, r, tensor in zip(masses, places, tensors, strict=True):
        d = r - centre
        J += tensor + m * (d @ d * np.eye(3) - np.outer(d, d))
    return {"mass": mass, "centre_of_mass": triple(np.round(centre + np.array([0.0, 0.0, lift]), 9)), "inertia": six(J)}
