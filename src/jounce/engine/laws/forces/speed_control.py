"""A speed control holds ẋ at a signal: PD with a filtered derivative, the filter's output a state f, limited to L.

F = L S(u / L),   u = K (target − ẋ) − D (ẋ − f) / T_f,   ḟ = (ẋ − f) / T_f,   S(u) = u / (1 + u⁴)^¼
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Law, book_drive, silence_by
from jounce.engine.laws.forces.signal import signal

FIELDS = {"target": int, "gain": float, "derivative_gain": float, "filter_time": float, "limit": float}
"""The signal, K, D, T_f and L."""


@kernel
def speed_control_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N], and ḟ."""
    state_rate = (rate - state) / law["filter_time"]
    wanted = law["gain"] * (signal(signals[law["target"]], tables, t)[0] - rate)
    return saturate(wanted - law["derivative_gain"] * state_rate, law["limit"]), state_rate


@kernel
def saturate(u, limit):
    """u, smoothly kept below a limit."""
    part = u / limit
    square = part * part
    return u / math.sqrt(math.sqrt(1.0 + square * square))


@subroutine
def speed_control_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of F and ḟ by ẋ and f."""
    z_v, z_z = 1.0 / law["filter_time"], -1.0 / law["filter_time"]
    gain, derivative = law["gain"], law["derivative_gain"]
    wanted = gain * (signal(signals[law["target"]], tables, t)[0] - rate)
    u = wanted - derivative * (rate - state) / law["filter_time"]
    square = (u / law["limit"]) * (u / law["limit"])
    fourth = 1.0 + square * square
    give = 1.0 / (fourth * math.sqrt(math.sqrt(fourth)))
    return 0.0, -give * (gain + derivative * z_v), -give * derivative * z_z, 0.0, z_v, z_z, 0.0


LAW = Law(
    name="speed control",
    fields=FIELDS,
    force=speed_control_force,
    derivatives=speed_control_derivatives,
    account=book_drive,
    variants=(speed_control_force,),
    silence=silence_by("gain", "derivative_gain"),
)
