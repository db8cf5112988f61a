"""Springs and shocks of Chrono's suspensions as struts: tables over deformation become tables over compression."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame

OLD_TABLE = "Curve Data"
"""Key of the table of a spring or a shock in older files."""


def read_spring(spring: Document, frame: Frame, outer: str, carrier: str) -> dict[str, Any]:
    """The keys of a strut; outer: the key of its point on the suspension, carrier: the part that has it."""
    keys = _ends(spring, frame, outer, carrier) | {"free_length": spring.number("Free Length")}
    for key in ("Spring Curve Data", OLD_TABLE):
        if spring.has(key):
            return keys | {"spring_curve": _turned(spring.table(key))}
    return keys | {"stiffness": spring.number("Spring Coefficient")}


def read_shock(shock: Document, frame: Frame, outer: str, carrier: str, notes: list[str]) -> dict[str, Any]:
    """The keys of a damper with points of its own; notes: what is taken in another way is added to them."""
    keys = _ends(shock, frame, outer, carrier)
    where = f"{shock.file.name}: {shock.path}"
    for key in ("Damping Curve Data", OLD_TABLE):
        if shock.has(key):
            return keys | {"damper_curve": _turned(shock.table(key))}
    if shock.has("Map Data"):
        length = math.dist(keys["upper"], keys["lower"])
        notes.append(f"{where}.Map Data: only its column at the design length of {length:.4g} m is carried over")
        return keys | {"damper_curve": _turned(_column(shock, length))}
    if not shock.has("Damping Coefficient"):
        known = ", ".join(key for key in shock.data if not key.startswith("Location"))
        raise shock.error("", "cannot be carried over: no shock of this kind in jounce", known)
    rate = shock.number("Damping Coefficient")
    bump, rebound = (shock.number(f"Degressivity {way}", 0.0) for way in ("Compression", "Expansion"))
    if bump or rebound:
        notes.append(f"{where}: the degressive law is a table of {2 * len(SPEEDS) + 1} points, straight between them")
        return keys | {"damper_curve": _degressive(rate, bump, rebound)}
    return keys | {"damping": rate}


SPEEDS = tuple(0.02 * 1.25**i for i in range(26))
"""Compression speeds of the table of a degressive shock, up to 5 m/s."""


def _degressive(rate: float, bump: float, rebound: float) -> dict[str, list[float]]:
    """c v / (1 + d |v|), with a degressivity d of its own in bump and in rebound [s/m]."""
    down = [(-v, -rate * v / (1.0 + rebound * v)) for v in reversed(SPEEDS)]
    up = [(v, rate * v / (1.0 + bump * v)) for v in SPEEDS]
    rows = [*down, (0.0, 0.0), *up]
    return {"x": [x for x, _ in rows], "y": [y for _, y in rows]}


def _column(shock: Document, length: float) -> list[tuple[float, float]]:
    """Rows velocity, force of a map at a length, between its columns; raises ModelError."""
    lengths, rows = shock.list_of_numbers("Deformation"), shock.matrix("Map Data")
    if not lengths[0] <= length <= lengths[-1] or any(len(row) != len(lengths) + 1 for row in rows):
        got = f"lengths {lengths[0]:g} … {lengths[-1]:g} m, designed {length:.4g} m"
        raise shock.error("Deformation", "cannot be carried over: the design length is not in the map", got)
    return [(row[0], float(np.interp(length, lengths, row[1:]))) for row in rows]


def _ends(strut: Document, frame: Frame, outer: str, carrier: str) -> dict[str, Any]:
    upper, lower = (frame.point(strut.numbers(key, 3)) for key in ("Location Chassis", outer))
    return {"upper": upper, "lower": lower, "carrier": carrier}


def _turned(rows: list[tuple[float, float]]) -> dict[str, list[float]]:
    """Restoring force over lengthening → push over compression: −y(−x)."""
    ordered = sorted((0.0 - x, 0.0 - y) for x, y in rows)
    return {"x": [x for x, _ in ordered], "y": [y for _, y in ordered]}
