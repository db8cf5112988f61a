"""The numbers that tire engineers ask for first, load by load."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from jounce.engine.assembly.tire_energy import check_energy
from jounce.engine.laws.tires.pacejka import pacejka_at_rest, pacejka_sweep
from jounce.model import tire_files as tir
from jounce.model.tire_files import TirFile
from jounce.model.tire_files.read import load_limit

PARTS = (0.25, 0.5, 1.0, 1.5, 2.0)
"""Default loads, as shares of the nominal one."""
SPEED = 20.0
"""Speed of the rolling wheel [m/s]."""
SLIPS = np.linspace(-1.0, 1.0, 4001)
ANGLES = np.radians(np.linspace(-30.0, 30.0, 6001))
"""Slips [-] and slip angles [rad] at which peaks are looked for."""
STEP = 1e-5
"""Step of the differences for slopes at zero slip [-, rad]."""


@dataclass(frozen=True)
class Characteristics:
    """A tire at one load [N]; slopes at zero slip, peaks the larger of both directions; SI units and radians."""

    load: float
    slip_stiffness: float
    """Slope dFx/dκ at zero slip [N]."""
    cornering_stiffness: float
    """Slope −dFy/dα at zero slip [N/rad]."""
    camber_stiffness: float
    """Slope −dFy/dγ at zero slip [N/rad]."""
    pneumatic_trail: float
    """Pneumatic trail −dMz/dFy over α at zero slip [m]."""
    peak_longitudinal_friction: float
    """Largest |Fx|/Fz [-]."""
    peak_slip: float | None
    """Slip κ of the largest |Fx|/Fz [-]; None where the force still rises at |κ| = 1."""
    peak_lateral_friction: float
    """Largest |Fy|/Fz [-]."""
    peak_slip_angle: float | None
    """Slip angle α of the largest |Fy|/Fz [rad]; None where the force still rises at 30°."""
    longitudinal_relaxation_length: float
    """Relaxation length of the longitudinal force [m]."""
    lateral_relaxation_length: float
    """Relaxation length of the lateral force [m]."""
    deflection: float
    """Deflection of the tire at rest [m]."""
    vertical_stiffness: float
    """Vertical stiffness at rest [N/m]."""
    loaded_radius: float
    """Loaded radius at rest [m]."""
    rolling_radius: float
    """Effective rolling radius [m]."""


@dataclass(frozen=True)
class TireSheet:
    """A tire as measured, its coefficients and its characteristics."""

    file: TirFile
    coefficients: np.ndarray
    nominal_load: float
    """Nominal load, FNOMIN × LFZO [N]."""
    load_limit: float
    """Load beyond which coefficients are held [N]."""
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
    """The characteristics of a tire at some loads [N], by default parts of the nominal one.

    Raises ModelError for a tire that feeds energy.
    """
    nominal = file.values["FNOMIN"] * file.values.get("LFZO", 1.0)
    limit = load_limit(file.values)
    chosen = sorted(set(loads)) or [part * nominal for part in PARTS if part * nominal <= limit]
    c = tir.coefficients(file)
    check_energy(file, c)
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
