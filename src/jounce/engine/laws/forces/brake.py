"""A brake of torque T along a joint's angle.

    F = −T tanh(ẋ / ẋ₀)

creeps under load; or, with an angle δ, it holds: its pads are dragged along until they slip, and the part z of T that
they have taken up is a state (Dahl):

    F = −T (z + τ₁ ż),   ż = (ẋ − |ẋ| z) / (δ + τ |ẋ|),   τ = 10 ms,  τ₁ = 1 ms

At rest ż = 0 for every |z| ≤ 1; sliding, z → sgn ẋ; τ bounds how fast. T is a signal, or, for a brake that a pressure
works, T_full v, where it hears the share v that the pressure exerts.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Law, book_brake
from jounce.engine.laws.forces.signal import signal
from jounce.engine.linalg.elementary import tanh

FIELDS = {"torque": int, "full_torque": float, "full_speed": float, "grip_angle": float}
"""The signal T, −1 where a pressure works the brake, T_full there, ẋ₀, and δ, which counts where there is a state."""

DRAGGED, DAMPED = 1e-2, 1e-3
"""Time constants τ and τ₁ of a brake that holds [s]."""


@kernel
def brake_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m], and ż [1/s] of a brake that holds."""
    torque = clamping(law, signals, tables, t, sensed)
    return (creep(law, torque, rate), 0.0) if law["state"] < 0 else hold(law, torque, rate, state)


@kernel
def creeping_brake_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m] of a brake without a state."""
    return creep(law, signal(signals[law["torque"]], tables, t)[0], rate), 0.0


@kernel
def holding_brake_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m], and ż [1/s] of a brake that holds."""
    return hold(law, signal(signals[law["torque"]], tables, t)[0], rate, state)


@kernel
def pressed_creeping_brake_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m] of a brake without a state that a pressure works."""
    return creep(law, law["full_torque"] * sensed, rate), 0.0


@kernel
def pressed_holding_brake_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m], and ż [1/s] of a brake that holds and that a pressure works."""
    return hold(law, law["full_torque"] * sensed, rate, state)


@kernel
def clamping(law, signals, tables, t, sensed):
    """T [N m]."""
    return law["full_torque"] * sensed if law["torque"] < 0 else signal(signals[law["torque"]], tables, t)[0]


@kernel
def creep(law, torque, rate):
    """−T tanh(ẋ / ẋ₀)."""
    return -torque * tanh(rate / law["full_speed"])


@kernel
def hold(law, torque, rate, state):
    """−T (z + τ₁ ż), and ż."""
    state_rate = (rate - abs(rate) * state) / (law["grip_angle"] + DRAGGED * abs(rate))
    return -torque * (state + DAMPED * state_rate), state_rate


def pick_brake(law: np.void) -> Callable:
    """The kernel for a brake."""
    if law["torque"] < 0:
        return pressed_creeping_brake_torque if law["state"] < 0 else pressed_holding_brake_torque
    return creeping_brake_torque if law["state"] < 0 else holding_brake_torque


@subroutine
def brake_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of F and ż by ẋ, z and v."""
    torque = clamping(law, signals, tables, t, sensed)
    gain = law["full_torque"] if law["torque"] < 0 else 0.0
    if law["state"] < 0:
        return 0.0, -torque * tanh_slope(rate, law["full_speed"]), 0.0, creep(law, gain, rate), 0.0, 0.0, 0.0
    size, sign = abs(rate), math.copysign(1.0, rate)
    reach = law["grip_angle"] + DRAGGED * size
    z_v = (1.0 - sign * state - DRAGGED * sign * (rate - size * state) / reach) / reach
    z_z = -size / reach
    by_share = hold(law, gain, rate, state)[0]
    return 0.0, -torque * DAMPED * z_v, -torque * (1.0 + DAMPED * z_z), by_share, z_v, z_z, 0.0


@subroutine
def tanh_slope(rate, full):
    """d tanh(ẋ/ẋ₀) / dẋ."""
    share = tanh(rate / full)
    return (1.0 - share * share) / full


LAW = Law(
    name="brake",
    fields=FIELDS,
    force=brake_torque,
    derivatives=brake_derivatives,
    account=book_brake,
    variants=(
        creeping_brake_torque,
        holding_brake_torque,
        pressed_creeping_brake_torque,
        pressed_holding_brake_torque,
    ),
    pick=pick_brake,
)
