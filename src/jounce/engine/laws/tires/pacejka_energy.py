"""Whether a Magic Formula tire takes energy out of sliding, as friction does, or feeds it.

A contact that slides with the velocity v_s = V (−κ, tan α) does the work F·v_s per time on the tire. Per load and
sliding speed this is

    P = (F_y tan α − F_x κ) / (F_z s),   s = √(κ² + tan² α)

Friction has P ≈ −μ. Shifts of the curves make P positive at slips below a few thousandths, for conicity and ply steer
push a wheel that rolls straight; above `SIZES[0]` a positive P is a mistake: a wrong sign, or a shape factor that
turns the force round.
"""

from __future__ import annotations

import numpy as np

from jounce.engine.laws.tires.pacejka import pacejka_sweep
from jounce.engine.laws.tires.pacejka_coefficients import NAMES

LOADS = (0.25, 0.5, 1.0, 1.5, 2.0)
"""Loads per nominal load; those beyond the load limit are left out."""
SIZES = (0.1, 0.3, 1.0)
"""Sizes s of the slip."""
DIRECTIONS = 24
SPEED = 20.0
"""Speed of rolling [m/s]."""


def most_fed_power(c: np.ndarray) -> tuple[float, float, float, float]:
    """The largest P over a grid of loads and slips of the upright wheel, and its load [N], κ and tan α."""
    fnominal, scale, limit = (c[NAMES.index(name)] for name in ("FNOMIN", "LFZO", "LOAD_LIMIT"))
    loads = np.unique(np.minimum(fnominal * scale * np.array(LOADS), limit))
    angles = 2.0 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    fz, size, angle = (grid.ravel() for grid in np.meshgrid(loads, SIZES, angles, indexing="ij"))
    kappa, tan_alpha = size * np.cos(angle), size * np.sin(angle)
    rest = np.zeros_like(fz)
    states = np.column_stack([fz, kappa, tan_alpha, rest, rest + SPEED, rest + 1.0])
    forces = np.zeros((len(states), 5))
    pacejka_sweep(c, states, forces)
    power = (forces[:, 1] * tan_alpha - forces[:, 0] * kappa) / (fz * size)
    n = int(np.argmax(power))
    return float(power[n]), float(fz[n]), float(kappa[n]), float(tan_alpha[n])
