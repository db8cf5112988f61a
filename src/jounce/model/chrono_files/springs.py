"""Springs and shocks of Chrono's suspensions as struts: tables over deformation become tables over compression."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame
from jounce.model.mechanism import Curve

CHASSIS_END = "Location Chassis"
"""Key of the end of a spring or a shock on the chassis."""
OLD_TABLE = "Curve Data"
"""Key of the table of a spring or a shock in older files."""
SPRING_TABLES = ("Spring Curve Data", OLD_TABLE)
STOP_LENGTHS = ("Minimum Length", "Maximum Length")
STOP = (
    *((0.0, 0.0), (0.01, 1000.0), (0.02, 2500.0), (0.03, 4500.0), (0.04, 7500.0), (0.05, 12500.0)),
    *((0.06, 125000.0), (0.07, 125000.0)),
)
"""Force [N] over penetration [m] of every stop in Chrono's code, held beyond its last point."""


def read_spring(
    spring: Document, frame: Frame, outer: str, carrier: str, notes: list[str], *, inner: str = CHASSIS_END
) -> dict[str, Any]:
    """The keys of a strut; outer: the key of its point on the suspension, carrier: the part that has it.

    Stops and a preload are functions of the length as the spring is: they become part of its table. notes: what is
    taken in another way is added to them.
    """
    keys = _ends(spring, frame, outer, carrier, inner) | {"free_length": spring.number("Free Length")}
    table = next((key for key in SPRING_TABLES if spring.has(key)), None)
    stops, preload = _stops(spring, keys["free_length"], notes), spring.number("Preload", 0.0)
    if table is None and not stops and not preload:
        return keys | {"stiffness": spring.number("Spring Coefficient")}
    if table is not None:
        base = Curve(**_turned(spring.table(table)))
    else:
        rate = spring.number("Spring Coefficient")
        base = Curve(x=(-1.0, 0.0, 1.0), y=(-rate, 0.0, rate))
    return keys | {"spring_curve": _sum_of(base, stops, preload)}


def read_shock(
    shock: Document, frame: Frame, outer: str, carrier: str, notes: list[str], *, inner: str = CHASSIS_END
) -> dict[str, Any]:
    """The keys of a damper with points of its own; notes: what is taken in another way is added to them."""
    keys = _ends(shock, frame, outer, carrier, inner)
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


def _stops(spring: Document, free: float, notes: list[str]) -> list[Curve]:
    """Forces of both stops over the compression; none where a file has no lengths, or impossible ones, with a note."""
    if not all(spring.has(key) for key in STOP_LENGTHS):
        return []
    shortest, longest = (spring.number(key) for key in STOP_LENGTHS)
    where = f"{spring.file.name}: {spring.path}"
    if shortest >= longest:
        notes.append(
            f"{where}: stops are not carried over: {STOP_LENGTHS[0]} = {shortest:g} m is not below "
            f"{STOP_LENGTHS[1]} = {longest:g} m"
        )
        return []
    notes.append(f"{where}: stops at {shortest:g} m and {longest:g} m have the table of forces of Chrono's code")
    held = Curve(x=tuple(x for x, _ in STOP), y=tuple(y for _, y in STOP))
    return [_shifted(held, free - shortest), _shifted(held.turned(), free - longest)]


def _shifted(curve: Curve, by: float) -> Curve:
    return Curve(x=tuple(x + by for x in curve.x), y=curve.y)


def _sum_of(base: Curve, stops: list[Curve], preload: float) -> dict[str, list[float]]:
    """A spring, extended with its slopes, its stops, held beyond their ends, and a constant push, as one table."""
    points = sorted({round(x, 12) for curve in (base, *stops) for x in curve.x})
    forces = [base.value(x) + sum(stop.y_at(x) for stop in stops) + preload for x in points]
    return {"x": points, "y": forces}


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


def _ends(strut: Document, frame: Frame, outer: str, carrier: str, inner: str) -> dict[str, Any]:
    upper, lower = (frame.point(strut.numbers(key, 3)) for key in (inner, outer))
    return {"upper": upper, "lower": lower, "carrier": carrier}


def _turned(rows: list[tuple[float, float]]) -> dict[str, list[float]]:
    """Restoring force over lengthening → push over compression: −y(−x)."""
    ordered = sorted((0.0 - x, 0.0 - y) for x, y in rows)
    return {"x": [x for x, _ in ordered], "y": [y for _, y in ordered]}
