"""A clutch slips under a torque that is shared between gears as the gear lever g moves from one number to the next.

F = −c ẋ − C × engaged × max(0, 1 − |g − number|) × tanh(ẋ / ẋ₀)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.brake import tanh_slope
from jounce.engine.laws.forces.law import Law, book_brake, silence_by
from jounce.engine.laws.forces.signal import signal
from jounce.engine.linalg.elementary import tanh

FIELDS = {"damping": float, "engagement": int, "capacity": float, "slip_speed": float, "gear": int, "number": float}
"""c; the signal of engagement, C, ẋ₀; the signal g of the lever, −1 without, and the gear's number."""


@kernel
def clutch_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m]; no state."""
    if law["gear"] >= 0:
        return shifted_clutch_torque(law, signals, tables, t, x, rate, state, sensed)
    return plain_clutch_torque(law, signals, tables, t, x, rate, state, sensed)


@kernel
def plain_clutch_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m] of a clutch that belongs to no gear; no state."""
    return slip_torque(law, full_capacity(law, signals, tables, t), rate), 0.0


@kernel
def shifted_clutch_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m] of the clutch of one gear; no state."""
    return slip_torque(law, gear_capacity(law, signals, tables, t), rate), 0.0


@kernel
def slip_torque(law, capacity, rate):
    """−c ẋ − capacity tanh(ẋ / ẋ₀)."""
    return -law["damping"] * rate - capacity * tanh(rate / law["slip_speed"])


@kernel
def full_capacity(law, signals, tables, t):
    """C × engaged [N m]."""
    return law["capacity"] * signal(signals[law["engagement"]], tables, t)[0]


@kernel
def gear_capacity(law, signals, tables, t):
    """Torque that the clutch of a gear can carry [N m], 0 while another gear is engaged."""
    off = abs(signal(signals[law["gear"]], tables, t)[0] - law["number"])
    return full_capacity(law, signals, tables, t) * max(1.0 - off, 0.0)


@subroutine
def clutch_share(law, signals, tables, t):
    """Torque that a clutch can carry [N m]."""
    return gear_capacity(law, signals, tables, t) if law["gear"] >= 0 else full_capacity(law, signals, tables, t)


def pick_clutch(law: np.void) -> Callable:
    """The kernel for a clutch."""
    return shifted_clutch_torque if law["gear"] >= 0 else plain_clutch_torque


@subroutine
def clutch_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivative of F by ẋ."""
    slip = clutch_share(law, signals, tables, t) * tanh_slope(rate, law["slip_speed"])
    return 0.0, -law["damping"] - slip, 0.0, 0.0, 0.0, 0.0, 0.0


LAW = Law(
    name="clutch",
    fields=FIELDS,
    force=clutch_torque,
    derivatives=clutch_derivatives,
    account=book_brake,
    variants=(plain_clutch_torque, shifted_clutch_torque),
    pick=pick_clutch,
    silence=silence_by("damping", "capacity"),
)
