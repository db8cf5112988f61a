"""The largest forces that the tires of a run can give, from the law of each axle and the mean load of each wheel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import JounceError
from jounce.lab.results import Result
from jounce.model.mechanism.tmeasy import LOAD_RANGE
from jounce.output.reports.plots import axles


@dataclass(frozen=True)
class ForceLimit:
    """Largest pure forces over the load [-], on a ground with a friction factor of 1."""

    lateral: float
    longitudinal: float


def force_limits(result: Result) -> dict[str, ForceLimit]:
    """Wheel → limit, of wheels whose tire law the record of the run has."""
    if result.record is None:
        return {}
    laws = [axle.get("tire") for axle in result.record.vehicle.get("axles", ()) if isinstance(axle, Mapping)]
    pairs = list(axles(result).values())
    if len(laws) != len(pairs):
        return {}
    found = {}
    for law, pair in zip(laws, pairs, strict=True):
        for wheel in pair:
            load = float(np.mean(result[f"tire.{wheel}.vertical_force"].values))
            limit = _limit(law, load) if isinstance(law, Mapping) and load > 0.0 else None
            if limit is not None and min(limit.lateral, limit.longitudinal) > 0.0:
                found[wheel] = limit
    return found


def _limit(law: Mapping[str, Any], load: float) -> ForceLimit | None:
    match law.get("kind"):
        case "simple":
            return ForceLimit(abs(law["lateral"]["d"]), abs(law["longitudinal"]["d"]))
        case "magic_formula_87":
            return ForceLimit(_peak_87(law["lateral"], law, load), _peak_87(law["longitudinal"], law, load))
        case "tmeasy":
            return ForceLimit(_peak_tmeasy(law["lateral"], law, load), _peak_tmeasy(law["longitudinal"], law, load))
        case "fiala":
            return ForceLimit(law["static_friction"], law["static_friction"])
        case "calspan":
            return _limit_calspan(law, load)
        case "tir":
            return _limit_of_file(law, load)
    return None


def _peak_87(row: list[float], law: Mapping[str, Any], load: float) -> float:
    """D / Fz = a1 Fz + a2 with the load in kN, which is held at the limit of the fit."""
    numbers = [*row, 0.0, 0.0][:3]
    return abs(numbers[1] * 1e-3 * min(load, law["largest_load"]) + numbers[2]) * 1e-3


def _peak_tmeasy(curve: Mapping[str, Any], law: Mapping[str, Any], load: float) -> float:
    """F_M / Fz of a curve, a straight line over the load."""
    first, second = curve["peak"]
    nominal = law["nominal_load"]
    u = min(load, law.get("largest_load") or LOAD_RANGE * nominal) / nominal
    return abs(2.0 * first - 0.5 * second - (first - 0.5 * second) * u) / nominal


def _limit_calspan(law: Mapping[str, Any], load: float) -> ForceLimit:
    """Friction at a load and low speed, in both directions."""
    b1, _, b3, b4 = law["friction"]
    friction = law.get("skid_number_ratio", 1.0) * (b1 * load + b3 + b4 * load * load)
    return ForceLimit(friction, friction)


def _limit_of_file(law: Mapping[str, Any], load: float) -> ForceLimit | None:
    """From the .tir file, if it is still there."""
    from jounce.model.mechanism.tires import TirTire
    from jounce.output.reports.tire.characteristics import tire_sheet

    try:
        (at_load,) = tire_sheet(TirTire(file=law["file"], pressure=law.get("pressure")).properties, [load]).loads
    except (JounceError, OSError, ValueError):
        return None
    return ForceLimit(at_load.peak_lateral_friction, at_load.peak_longitudinal_friction)
