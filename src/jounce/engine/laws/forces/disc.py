"""The temperature of a brake disc above that of the air; it exerts nothing itself.

    F = 0,   C ż = T v |ω| / 100 − (a + b |ω|) z

z in hundred kelvins, so that it is of the size of other states; C: heat capacity, T v: torque of the brake, v the share
of the full torque T that its pressure exerts, which it hears; a, b: cooling at rest and per speed ω.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Law, book_brake
from jounce.engine.laws.forces.pressure import HUNDRED

FIELDS = {"full_torque": float, "heat_capacity": float, "cooling": float, "cooling_by_speed": float}
"""T, C, a and b."""


@kernel
def disc_heating(law, signals, tables, t, x, rate, state, sensed):
    """No force, and ż [1/s]."""
    speed = abs(rate)
    heat = law["full_torque"] * sensed * speed / HUNDRED
    return 0.0, (heat - (law["cooling"] + law["cooling_by_speed"] * speed) * state) / law["heat_capacity"]


@subroutine
def disc_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of ż by ω, z and v."""
    speed, way, share = abs(rate), math.copysign(1.0, rate), 1.0 / law["heat_capacity"]
    by_speed = way * (law["full_torque"] * sensed / HUNDRED - law["cooling_by_speed"] * state) * share
    cooling = (law["cooling"] + law["cooling_by_speed"] * speed) * share
    return 0.0, 0.0, 0.0, 0.0, by_speed, -cooling, law["full_torque"] * speed / HUNDRED * share


LAW = Law(
    name="brake disc",
    fields=FIELDS,
    force=disc_heating,
    derivatives=disc_derivatives,
    account=book_brake,
    variants=(disc_heating,),
)
