"""From a `.tir` file to the flat vector of coefficients that the compiled law reads."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.errors import InputError
from jounce.findings import shown
from jounce.model.tire_files import dimensions as dialects
from jounce.model.tire_files.coefficient_names import CURVE, CURVE_SIZE, GROUPS, NAMES, SIZE
from jounce.model.tire_files.read import TirFile, load_limit, nominal_cornering_stiffness

DEFAULTS = {
    **dict.fromkeys(GROUPS["scaling"].split(), 1.0),
    "LONGVL": 16.7,
    "PKY4": 2.0,
    "RCX1": 1.0,
    "RCY1": 1.0,
    "QCZ1": 1.0,
    "Q_RE0": 1.0,
}
"""Values of coefficients that a file leaves out; all others are 0."""
ASYMMETRIC = (
    "RHX1", "PEY3", "PHY1", "PHY2", "PVY1", "PVY2", "RBY3", "RVY1", "RVY2",
    "QBZ4", "QDZ3", "QDZ6", "QDZ7", "QEZ4", "QHZ1", "QHZ2", "SSZ1", "QSX1",
)  # fmt: skip
"""What makes a tire's left differ from its right; left out for a symmetric one."""
CAMBER_RANGE = math.radians(15.0)
"""Largest camber of a file that names none [rad]."""
CARCASS = {"LONGITUDINAL_STIFFNESS": 1.2, "LATERAL_STIFFNESS": 0.6}
"""Stiffnesses of a file that has none, as parts of the vertical one."""
OPPOSITE = {"left": "right", "right": "left"}


def coefficients(tir: TirFile, mounted: str = "as measured") -> np.ndarray:
    """The coefficients of a tire on the left or right side of a car; of unknown side: as if measured on the left.

    On the other side than it was measured on, a tire is mirrored: forces and moments of the mirrored state, mirrored.
    """
    if mounted not in ("left", "right", "as measured"):
        raise InputError("unknown side", shown(mounted), "'left', 'right' or 'as measured'", where="mounted")
    measured = "left" if tir.side == "unknown" else tir.side
    c = dict.fromkeys(NAMES, 0.0) | DEFAULTS | {key: v for key, v in tir.values.items() if key in NAMES}
    if tir.side == "symmetric":
        c |= dict.fromkeys(ASYMMETRIC, 0.0)
    c["MODERN"] = float(tir.dialect in dialects.MODERN)
    c["COSINE"] = float(tir.combined == "cosine")
    c["SIDE"] = -1.0 if OPPOSITE.get(mounted) == measured else 1.0
    c["AXES"] = -1.0 if nominal_cornering_stiffness(c) > 0.0 else 1.0
    c["TRAIL_LOAD"] = c["FNOMIN"] * (c["LFZO"] if c["MODERN"] else 1.0)
    # MF 6.x: Fz0 (Fz/Fz0)^QSY7; older files, and those of 6.x without QSY7: Fz (Fz/Fz0)^QSY7
    c["ROLLING_POWER"] = c["QSY7"] - 1.0 if c["MODERN"] and c["QSY7"] > 0.0 else c["QSY7"]
    c["DPI"] = _pressure_change(tir)
    c["LOAD_LIMIT"] = load_limit(tir.values)
    c["CAMBER_LIMIT"] = max(abs(tir.values.get("CAMMIN", 0.0)), abs(tir.values.get("CAMMAX", 0.0))) or CAMBER_RANGE
    _add_vertical(c, tir)
    _add_relaxation(c, tir)
    vector = np.zeros(SIZE)
    vector[: len(NAMES)] = [c[name] for name in NAMES]
    if tir.deflection:
        vector[CURVE:] = deflection_rows(tir.deflection).ravel()
    return vector


def _pressure_change(tir: TirFile) -> float:
    nominal = tir.values.get("NOMPRES")
    if nominal is None or "INFLPRES" not in tir.values:
        return 0.0
    return tir.values["INFLPRES"] * tir.values.get("LIP", 1.0) / nominal - 1.0


def _add_vertical(c: dict[str, float], tir: TirFile) -> None:
    """Q_FZ1 of any spring, the nominal stiffness of any spring, bottoming, and a rolling radius for files without."""
    v, unit = tir.values, c["FNOMIN"] / c["UNLOADED_RADIUS"]
    if tir.deflection:
        from scipy.interpolate import PchipInterpolator  # half a second, which only such files need

        c["CURVE_POINTS"] = float(min(len(tir.deflection), CURVE_SIZE))
        rho, load = np.array(tir.deflection).T
        c["VERTICAL_STIFFNESS"] = float(PchipInterpolator(rho, load)(np.interp(c["FNOMIN"], load, rho), 1))
    elif "Q_FZ1" in v:
        root = math.sqrt(max(c["Q_FZ1"] ** 2 + 4.0 * c["Q_FZ2"], 0.01 * c["Q_FZ1"] ** 2))
        c["VERTICAL_STIFFNESS"] = v.get("VERTICAL_STIFFNESS", unit * root)
    else:
        c["Q_FZ1"] = math.sqrt(max((c["VERTICAL_STIFFNESS"] / unit) ** 2 - 4.0 * c["Q_FZ2"], 0.0))
    rim = v.get("BOTTOMING_RADIUS", 0.0) or v.get("RIM_RADIUS", 0.0) + v.get("BOTTOM_OFFST", 0.0)
    c["BOTTOM_AT"] = c["UNLOADED_RADIUS"] - rim
    if not any(key in v for key in ("BREFF", "DREFF", "FREFF")):
        c["FREFF"] = 1.0 / 3.0


def _add_relaxation(c: dict[str, float], tir: TirFile) -> None:
    """Relaxation lengths as the file gives them, or from stiffnesses of the carcass."""
    c["RELAXATION"] = float(all(tir.values.get(key, 0.0) > 0.0 for key in ("PTX1", "PTY1", "PTY2")))
    for key, part in CARCASS.items():
        if not c[key] > 0.0:
            c[key] = part * c["VERTICAL_STIFFNESS"]


def deflection_rows(points: Sequence[tuple[float, float]]) -> np.ndarray:
    """Deflections, forces and slopes of a monotone cubic through points; of more points than fit, evenly spread."""
    from scipy.interpolate import PchipInterpolator

    rho, load = np.array(points).T
    smooth = PchipInterpolator(rho, load)
    at = rho if len(rho) <= CURVE_SIZE else np.linspace(0.0, rho[-1], CURVE_SIZE)
    curve = np.zeros((3, CURVE_SIZE))
    curve[:, : len(at)] = at, smooth(at), smooth(at, 1)
    return curve
