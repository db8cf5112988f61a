"""The numbers that tire engineers ask for first, load by load."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from jounce import tir
from jounce.tir import TirFile
from jounce.tir.load_limit import load_limit
from jounce.tires.sweep import pacejka_at_rest, pacejka_sweep

PARTS = (0.25, 0.5, 1.0, 1.5, 2.0)
"""Of the nominal load, where nobody asks for others."""
SPEED = 20.0
"""Of the rolling wheel [m/s]."""
SLIPS = np.linspace(-1.0, 1.0, 4001)
ANGLES = np.radians(np.linspace(-30.0, 30.0, 6001))
"""Where peaks are looked for."""
STEP = 1e-5
"""For slopes at zero slip."""


@dataclass(frozen=True)
class Characteristics:
    """At one load [N]; slopes at zero slip, peaks the larger of both directions; SI units and radians."""

    load: float
    slip_stiffness: float
    """dFx/dκ [N]."""
    cornering_stiffness: float
    """−dFy/dα [N/rad]."""
    camber_stiffness: float
    """−dFy/dγ [N/rad]."""
    pneumatic_trail: float
    """−dMz/dFy over α [m]."""
    peak_longitudinal_friction: float
    """|Fx|/Fz."""
    peak_slip: float | None
    """κ there; None where the force still rises at |κ| = 1."""
    peak_lateral_friction: float
    """|Fy|/Fz."""
    peak_slip_angle: float | None
    """α there [rad]; None where the force still rises at 30°."""
    longitudinal_relaxation_length: float
    lateral_relaxation_length: float
    """[m]."""
    deflection: float
    vertical_stiffness: float
    """[m], [N/m] at rest."""
    loaded_radius: float
    rolling_radius: float
    """[m] at rest; rolling: effective."""


@dataclass(frozen=True)
class TireSheet:
    """A tire as measured, its coefficients and its characteristics."""

    file: TirFile
    coefficients: np.ndarray
    nominal_load: float
    """FNOMIN × LFZO [N]."""
    load_limit: float
    """Coefficients are held beyond [N]."""
    loads: tuple[Characteristics, ...]

    def data(self) -> dict[str, Any]:
        """Everything as JSON holds it."""
        file = self.file
        return {
            "file": file.name,
            "dialect": file.dialect,
            "side": file.side,
            "combined_slip": file.combined,
            "unloaded_radius": file.values["UNLOADED_RADIUS"],
            "nominal_load": self.nominal_load,
            "load_limit": self.load_limit,
            "findings": [str(finding) for finding in file.findings],
            "loads": [asdict(characteristics) for characteristics in self.loads],
        }


def tire_sheet(file: TirFile, loads: Sequence[float] = ()) -> TireSheet:
    """The characteristics of a tire at some loads [N], by default parts of the nominal one."""
    nominal = file.values["FNOMIN"] * file.values.get("LFZO", 1.0)
    limit = load_limit(file.values)
    chosen = sorted(set(loads)) or [part * nominal for part in PARTS if part * nominal <= limit]
    c = tir.coefficients(file)
    return TireSheet(file, c, nominal, limit, tuple(_at(c, load) for load in chosen))


def forces(c: np.ndarray, fz: Any, kappa: Any = 0.0, alpha: Any = 0.0, gamma: Any = 0.0) -> np.ndarray:
    """Rows (Fx, Fy, Mx, My, Mz) of the rolling wheel; slip angle and camber in rad."""
    states = np.stack(np.broadcast_arrays(fz, kappa, np.tan(alpha), gamma, SPEED, 1.0), axis=-1)
    rows = np.zeros((len(states), 5))
    pacejka_sweep(c, np.ascontiguousarray(states, dtype=float), rows)
    return rows


def at_rest(c: np.ndarray, loads: np.ndarray) -> np.ndarray:
    """Rows (σ_κ, σ_α, deflection, vertical stiffness, loaded radius, effective rolling radius)."""
    rows = np.zeros((len(loads), 6))
    pacejka_at_rest(c, np.asarray(loads, dtype=float), rows)
    return rows


def slopes(c: np.ndarray, loads: np.ndarray) -> np.ndarray:
    """Rows (dFx/dκ, −dFy/dα, −dFy/dγ, −dMz/dα) at zero slip."""
    x, y, camber = (
        (forces(c, loads, **{name: STEP}) - forces(c, loads, **{name: -STEP})) / (2.0 * STEP)
        for name in ("kappa", "alpha", "gamma")
    )
    return np.stack([x[:, 0], -y[:, 1], -camber[:, 1], -y[:, 4]], axis=1)


def _at(c: np.ndarray, load: float) -> Characteristics:
    one = np.array([load])
    slip, corner, camber, moment = (float(value) for value in slopes(c, one)[0])
    by_kappa, by_alpha, deflection, stiffness, loaded, rolling = (float(value) for value in at_rest(c, one)[0])
    peak_x, slip_there = _peak(SLIPS, forces(c, load, kappa=SLIPS)[:, 0])
    peak_y, angle_there = _peak(ANGLES, forces(c, load, alpha=ANGLES)[:, 1])
    return Characteristics(
        load=load,
        slip_stiffness=slip,
        cornering_stiffness=corner,
        camber_stiffness=camber,
        pneumatic_trail=-moment / corner if corner else math.nan,
        peak_longitudinal_friction=peak_x / load,
        peak_slip=slip_there,
        peak_lateral_friction=peak_y / load,
        peak_slip_angle=angle_there,
        longitudinal_relaxation_length=by_kappa,
        lateral_relaxation_length=by_alpha,
        deflection=deflection,
        vertical_stiffness=stiffness,
        loaded_radius=loaded,
        rolling_radius=rolling,
    )


def _peak(x: np.ndarray, force: np.ndarray) -> tuple[float, float | None]:
    """Largest size of a force and where it is, None at the ends."""
    n = int(np.argmax(np.abs(force)))
    return float(abs(force[n])), float(x[n]) if 0 < n < len(x) - 1 else None
