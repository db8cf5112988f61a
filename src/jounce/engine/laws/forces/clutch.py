"""A clutch slips under a torque that is shared between gears as the gear lever g moves from one number to the next.

F = −c ẋ − C × engaged × max(0, 1 − |g − number|) × tanh(ẋ / ẋ₀)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.brake import tanh_slope
from jounce.engine.laws.forces.law import Law, book_brake
from jounce.engine.laws.forces.signal import signal

FIELDS = {"damping": float, "engagement": int, "capacity": float, "slip_speed": float, "gear": int, "number": float}
"""c; the signal of engagement, C, ẋ₀; the signal g of the lever, −1 without, and the gear's number."""


@kernel
def clutch_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m]; no state."""
    torque = -law["damping"] * rate
    capacity = clutch_share(law, signals, tables, t)
    if capacity != 0.0:
        torque -= capacity * math.tanh(rate / law["slip_speed"])
    return torque, 0.0


@kernel
def clutch_share(law, signals, tables, t):
    """Torque that a clutch can carry [N m], 0 while another gear is engaged."""
    share = 1.0
    if law["gear"] >= 0:
        share -= abs(signal(signals[law["gear"]], tables, t)[0] - law["number"])
        if share <= 0.0:
            return 0.0
    return law["capacity"] * signal(signals[law["engagement"]], tables, t)[0] * share


@subroutine
def clutch_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivative of F by ẋ."""
    slip = clutch_share(law, signals, tables, t) * tanh_slope(rate, law["slip_speed"])
    return 0.0, -law["damping"] - slip, 0.0, 0.0, 0.0, 0.0, 0.0


LAW = Law(name="clutch", fields=FIELDS, force=clutch_torque, derivatives=clutch_derivatives, account=book_brake)
