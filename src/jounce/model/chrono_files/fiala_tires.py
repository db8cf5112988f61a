"""Chrono's FialaTire."""

from __future__ import annotations

from typing import Any

from jounce.model.chrono_files.document import Document

SHORTEST_RELAXATION = 0.1
"""Relaxation length by the radius, for files that have none."""


def fiala_keys(document: Document, notes: list[str]) -> dict[str, Any]:
    """Keys of a tire with `kind: fiala`; raises ModelError."""
    numbers = document.child("Fiala Parameters")
    curve = numbers.table("Vertical Curve Data") if numbers.has("Vertical Curve Data") else []
    radius = numbers.number("Unloaded Radius")
    mean = curve[-1][1] / curve[-1][0] if curve else None
    friction = document.number("Coefficient of Friction", 0.8)
    notes.append(f"{document.file.name}: UMIN and UMAX are of a ground of friction {friction:g}: friction 1 here")
    lengths = [numbers.number(f"{axis} Relaxation Length", 0.0) for axis in "XY"]
    least = SHORTEST_RELAXATION * radius
    if min(lengths) < least:
        notes.append(f"{document.file.name}: relaxation lengths below a tenth of the radius are taken as {least:.3g} m")
    keys = {
        "kind": "fiala",
        "radius": radius,
        "width": numbers.number("Width"),
        "vertical_stiffness": numbers.number("Vertical Stiffness", mean),
        "vertical_damping": numbers.number("Vertical Damping"),
        "slip_stiffness": numbers.number("CSLIP"),
        "cornering_stiffness": numbers.number("CALPHA"),
        "static_friction": numbers.number("UMAX"),
        "sliding_friction": numbers.number("UMIN"),
        "rolling_lever": numbers.number("Rolling Resistance"),
        "relaxation": tuple(max(length, least) for length in lengths),
    }
    return keys | ({"deflection_curve": tuple(curve)} if curve else {})
