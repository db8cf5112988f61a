"""The pressure of a brake follows what is asked for; it exerts nothing itself.

    F = 0,   τ ż = μ(θ) p / p₀ − z

p: the signal, p₀: full pressure. z counts as the share of the full brake torque that the pads exert, so that it has
the friction μ of a hot disc in it, whose temperature θ above the air, in HUNDRED kelvins, it hears; without a disc
μ = 1. (Friction before the lag or behind it makes no difference: it changes over seconds, z over milliseconds.)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Law, book_brake
from jounce.engine.laws.forces.signal import signal, spline_table

FIELDS = {"pressure": int, "full_pressure": float, "lag": float, "friction_table": int, "friction_points": int}
"""The signal p, p₀, τ, and the place of μ over kelvins, −1 without a disc."""

HUNDRED = 100.0
"""Kelvins of temperature per unit of a disc's state."""


@kernel
def pressure_rate(law, signals, tables, t, x, rate, state, sensed):
    """No force, and ż [1/s]."""
    if law["friction_table"] < 0:
        return cold_pressure_rate(law, signals, tables, t, x, rate, state, sensed)
    friction = spline_table(tables, law["friction_table"], law["friction_points"], HUNDRED * sensed)[0]
    asked = signal(signals[law["pressure"]], tables, t)[0] / law["full_pressure"]
    return 0.0, (friction * asked - state) / law["lag"]


@kernel
def cold_pressure_rate(law, signals, tables, t, x, rate, state, sensed):
    """No force, and ż [1/s] without a disc."""
    asked = signal(signals[law["pressure"]], tables, t)[0] / law["full_pressure"]
    return 0.0, (asked - state) / law["lag"]


def pick_pressure(law: np.void) -> Callable:
    """The kernel for a pressure."""
    return cold_pressure_rate if law["friction_table"] < 0 else pressure_rate


@subroutine
def pressure_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of ż by z and θ."""
    by_heat = 0.0
    if law["friction_table"] >= 0:
        slope = spline_table(tables, law["friction_table"], law["friction_points"], HUNDRED * sensed)[1]
        asked = signal(signals[law["pressure"]], tables, t)[0] / law["full_pressure"]
        by_heat = HUNDRED * slope * asked / law["lag"]
    return 0.0, 0.0, 0.0, 0.0, 0.0, -1.0 / law["lag"], by_heat


LAW = Law(
    name="brake pressure",
    fields=FIELDS,
    force=pressure_rate,
    derivatives=pressure_derivatives,
    account=book_brake,
    variants=(cold_pressure_rate,),
    pick=pick_pressure,
)
