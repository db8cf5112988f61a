"""Targets on K&C curves: points that a curve should go through, and how far it is from them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.lab.design.axle_curves import CURVES, AxleCurves

MAX_TARGET_POINTS = 50
"""Most points of one target."""
MAX_VALUE = 1e9
"""Largest coordinate of a point of a target, in the units of the curve."""
MISSING = 20.0
"""Error of a point that the linkage does not reach, in spans of the curve: more than any curve that is reached."""


@dataclass(frozen=True)
class CurveTarget:
    """Points that a curve of an axle should go through, in the units that it is drawn in, by rising x."""

    axle: str
    curve: str
    points: tuple[tuple[float, float], ...]

    @property
    def sweep(self) -> str:
        """What is moved along the curve: travel, roll or steer."""
        return CURVES[self.curve].sweep


def read_target(axle: str, curve: Any, points: Any) -> CurveTarget:
    """A target from what a page or a file says; raises InputError."""
    if not isinstance(curve, str) or curve not in CURVES:
        hint = suggestion(str(curve), list(CURVES))
        raise InputError("no such curve", shown(curve), f"one of {', '.join(CURVES)}", hint, "curve")
    if not isinstance(points, list) or not 0 < len(points) <= MAX_TARGET_POINTS:
        raise InputError("not a target", shown(points), f"1 to {MAX_TARGET_POINTS} points [x, y]", where="points")
    pairs = [_pair(point) for point in points]
    return CurveTarget(axle, curve, tuple(sorted(pairs)))


def _pair(point: Any) -> tuple[float, float]:
    numbers = isinstance(point, list | tuple) and len(point) == 2
    if not numbers or not all(isinstance(v, int | float) and abs(v) < MAX_VALUE for v in point):
        raise InputError("not a point of a target", shown(point), "[x, y] in the units of the curve", where="points")
    return float(point[0]), float(point[1])


def target_errors(curves: AxleCurves, targets: Sequence[CurveTarget]) -> np.ndarray:
    """Curve less target at every point of every target, in spans of the curve (`CurveKind.span`)."""
    found = []
    for target in targets:
        kind = CURVES[target.curve]
        x, y = curves.x.get(kind.sweep), curves.y.get(kind.name)
        for at, wanted in target.points:
            found.append(MISSING if x is None or y is None else _error(x, y, at, wanted) / kind.span)
    return np.array(found)


def _error(x: np.ndarray, y: np.ndarray, at: float, wanted: float) -> float:
    """Distance of a curve from a point; beyond the end of a curve, which a linkage may have, it grows with the gap."""
    known = np.isfinite(y)
    x, y = x[known], y[known]
    value = float(_cubic(x, y, min(max(at, x[0]), x[-1])))
    gap = max(x[0] - at, at - x[-1], 0.0) / max(float(x[-1] - x[0]), 1e-9)
    return value - wanted + math.copysign(gap, value - wanted)


def _cubic(x: np.ndarray, y: np.ndarray, at: float) -> float:
    """Cubic interpolation through the four nearest positions; linear where there are fewer."""
    if x.size < 4:
        return float(np.interp(at, x, y))
    first = int(np.clip(np.searchsorted(x, at) - 2, 0, x.size - 4))
    near, values = x[first : first + 4], y[first : first + 4]
    weights = [math.prod((at - b) / (a - b) for b in near if b != a) for a in near]
    return float(np.dot(weights, values))


def target_error(curves: AxleCurves, targets: Sequence[CurveTarget]) -> float:
    """Root mean square of `target_errors`; 0 without targets."""
    errors = target_errors(curves, targets)
    return float(np.sqrt(np.mean(errors**2))) if errors.size else 0.0
