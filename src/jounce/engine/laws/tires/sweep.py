"""A tire law over many states at once, called from Python: for plots, tables and tests."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry
from jounce.engine.laws.tires.pacejka import pacejka
from jounce.engine.laws.tires.pacejka_vertical import (
    effective_rolling_radius,
    free_radius,
    relaxation,
    static_deflection,
    vertical_stiffness,
)


@entry
def pacejka_sweep(c, states, forces):
    """Fill rows (Fx, Fy, Mx, My, Mz) from rows (fz, κ, tan α, γ, vx, friction)."""
    for n in range(states.shape[0]):
        s = states[n]
        forces[n, 0], forces[n, 1], forces[n, 2], forces[n, 3], forces[n, 4] = pacejka(
            c, s[0], s[1], s[2], s[3], s[4], s[5]
        )


@entry
def pacejka_at_rest(c, loads, facts):
    """Fill rows (σ_κ, σ_α, deflection, vertical stiffness, loaded radius, effective rolling radius) from loads [N]."""
    for n in range(loads.shape[0]):
        fz = loads[n]
        rho = static_deflection(c, fz, 0.0)
        facts[n, 0], facts[n, 1] = relaxation(c, fz, 0.0)
        facts[n, 2], facts[n, 3] = rho, vertical_stiffness(c, rho, 0.0)
        facts[n, 4], facts[n, 5] = free_radius(c, 0.0) - rho, effective_rolling_radius(c, fz, 0.0)
