"""Messages of the design page: what it is told, as JSON, and what it may say, checked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.findings import shown
from jounce.lab.design.axle_curves import ABSCISSAS, CURVES, AxleCurves
from jounce.lab.design.curve_targets import CurveTarget
from jounce.lab.design.hardpoints import Hardpoint
from jounce.lab.design.pull import Free
from jounce.model.vehicle.geometry import Triple

MAX_PLACE = 100.0
"""Farthest place of a hardpoint from the origin, along each axis [m]."""
DECIMALS = 5
"""Digits of a place [m]: a hundredth of a millimetre, which is what is saved."""
MAX_BOUND = 0.5
"""Farthest that an optimiser may move a point, each way [m]."""


def car_message(name: str, file: str, axles: Sequence[str], points: Iterable[Hardpoint]) -> str:
    """What the page shows: axles, hardpoints, and which curves there are."""
    curves = [
        {"name": kind.name, "label": kind.label, "unit": kind.unit, "sweep": kind.sweep, "span": kind.span}
        for kind in CURVES.values()
    ]
    across = {sweep: {"label": label, "unit": unit} for sweep, (label, unit, _) in ABSCISSAS.items()}
    listed = [asdict(point) for point in points]
    return _text(
        kind="car", name=name, file=file, axles=list(axles), points=listed, curves=curves, across=across
    )  # fmt: skip


def curves_message(curves: AxleCurves, number: int, milliseconds: float, error: float) -> str:
    """Curves of an axle; number: of the last move that is in them; error: of the targets."""
    link = curves.linkage
    return _text(
        kind="curves",
        axle=curves.axle,
        full=curves.full,
        number=number,
        milliseconds=milliseconds,
        error=error,
        x={sweep: _list(values) for sweep, values in curves.x.items()},
        y={name: _list(values) for name, values in curves.y.items()},
        numbers=[list(row) for row in curves.numbers],
        notes=list(curves.notes),
        links=[[one.kind, one.start, one.end] for one in link.links],
        wheel={"centre": link.wheel_centre, "axis": link.spin_axis, "contact": link.contact, "radius": link.radius},
        instant_centre=_list(curves.instant_centre),
        roll_centre=_list(curves.roll_centre),
    )


def opened_message(curves: AxleCurves) -> str:
    """Curves of an axle as the file has it."""
    x = {sweep: _list(values) for sweep, values in curves.x.items()}
    return _text(kind="opened", axle=curves.axle, x=x, y={name: _list(values) for name, values in curves.y.items()})


def state_message(
    places: Mapping[str, Triple], can_undo: bool, can_redo: bool, changed: bool, targets: Iterable[CurveTarget]
) -> str:
    """Where moved points are, what can be undone, whether there is something to save, and all targets."""
    kept = [{"axle": one.axle, "curve": one.curve, "points": [list(p) for p in one.points]} for one in targets]
    return _text(
        kind="state", places=dict(places), undo=can_undo, redo=can_redo, changed=changed, targets=kept
    )  # fmt: skip


def said(kind: str, message: str, **more: Any) -> str:
    """A sentence for the page."""
    return _text(kind=kind, message=message, **more)


def read_places(value: Any, known: Mapping[str, Hardpoint]) -> dict[str, Triple]:
    """Paths and places [m] of a move; raises InputError."""
    if not isinstance(value, dict) or not value:
        raise InputError("not a move", shown(value), "a mapping of paths to [x, y, z]", where="places")
    found: dict[str, Triple] = {}
    for path, place in value.items():
        if path not in known:
            raise InputError("no such hardpoint", shown(path), where="places")
        good = isinstance(place, list) and len(place) == 3 and all(_is_number(one) for one in place)
        if not good or any(abs(one) > MAX_PLACE for one in place):
            expected = f"three numbers of at most {MAX_PLACE:g} m"
            raise InputError("not a place", shown(place), expected, where=f"places.{path}")
        x, y, z = (round(float(one), DECIMALS) for one in place)
        found[path] = (x, y, z)
    return found


def read_free(value: Any, known: Mapping[str, Hardpoint]) -> list[Free]:
    """Coordinates that an optimiser may move; raises InputError."""
    if not isinstance(value, list) or len(value) > 60:
        raise InputError("not what may move", shown(value), "a list of {path, axis, by}", where="free")
    found = []
    for one in value:
        path, axis, by = (one.get(key) for key in ("path", "axis", "by")) if isinstance(one, dict) else (None,) * 3
        if not isinstance(path, str) or path not in known or not isinstance(axis, int) or not 0 <= axis <= 2:
            expected = "the path of a hardpoint, and axis 0, 1 or 2"
            raise InputError("not a coordinate", shown(one), expected, where="free")
        if not isinstance(by, int | float) or not 1e-5 <= by <= MAX_BOUND:
            raise InputError("not a bound", shown(by), f"0.01 to {1e3 * MAX_BOUND:g} mm", where=f"free.{path}")
        found.append(Free(path, axis, float(by)))
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _list(values: np.ndarray) -> list[float | None]:
    return [float(f"{value:.7g}") if math.isfinite(value) else None for value in values.tolist()]


def _text(**content: Any) -> str:
    return json.dumps(content, allow_nan=False, separators=(",", ":"))
