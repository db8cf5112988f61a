"""Springs and shocks of Chrono's suspensions as struts: tables over deformation become tables over compression."""

from __future__ import annotations

from typing import Any

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame


def read_spring(spring: Document, frame: Frame, outer: str, carrier: str) -> dict[str, Any]:
    """The keys of a strut; outer: the key of its point on the suspension, carrier: the part that has it."""
    keys = _ends(spring, frame, outer, carrier) | {"free_length": spring.number("Free Length")}
    if spring.has("Spring Curve Data"):
        return keys | {"spring_curve": _turned(spring.table("Spring Curve Data"))}
    return keys | {"stiffness": spring.number("Spring Coefficient")}


def read_shock(shock: Document, frame: Frame, outer: str, carrier: str) -> dict[str, Any]:
    """The keys of a damper with points of its own."""
    keys = _ends(shock, frame, outer, carrier)
    if shock.has("Damping Curve Data"):
        return keys | {"damper_curve": _turned(shock.table("Damping Curve Data"))}
    if not shock.has("Damping Coefficient"):
        known = ", ".join(key for key in shock.data if not key.startswith("Location"))
        raise shock.error("", "cannot be carried over: no shock of this kind in jounce", known)
    return keys | {"damping": shock.number("Damping Coefficient")}


def _ends(strut: Document, frame: Frame, outer: str, carrier: str) -> dict[str, Any]:
    upper, lower = (frame.point(strut.numbers(key, 3)) for key in ("Location Chassis", outer))
    return {"upper": upper, "lower": lower, "carrier": carrier}


def _turned(rows: list[tuple[float, float]]) -> dict[str, list[float]]:
    """Restoring force over lengthening → push over compression: −y(−x)."""
    ordered = sorted((0.0 - x, 0.0 - y) for x, y in rows)
    return {"x": [x for x, _ in ordered], "y": [y for _, y in ordered]}
