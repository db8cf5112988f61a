"""The assistance of a steering: a force on the slider by the torque T of the torsion bar and the speed v.

    F = A(T, |v|) / i,   T = (k (x₀ + target − x) − c ẋ) / i

A is bilinear between the points of a map over |T| and |v|, held beyond them, and odd in T.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Law, book_drive
from jounce.engine.laws.forces.signal import interval, signal

FIELDS = {
    "stiffness": float,
    "damping": float,
    "free": float,
    "target": int,
    "ratio": float,
    "speed_table": int,
    "speed_points": int,
    "bar_points": int,
}
"""k/i², c/i² as a servo has them, x₀, the signal, i, and the map: speeds, bar torques, then a row for each speed."""


@kernel
def power_steering_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N]; sensed: v [m/s]; no state."""
    return assist(law, tables, bar_torque(law, signals, tables, t, x, rate), sensed)[0] / law["ratio"], 0.0


@subroutine
def power_steering_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of F by x, ẋ and v."""
    _, by_torque, by_speed = assist(law, tables, bar_torque(law, signals, tables, t, x, rate), sensed)
    return -by_torque * law["stiffness"], -by_torque * law["damping"], 0.0, by_speed / law["ratio"], 0.0, 0.0, 0.0


@kernel
def bar_torque(law, signals, tables, t, x, rate):
    """T [N m]."""
    free = law["free"] + signal(signals[law["target"]], tables, t)[0]
    return (law["stiffness"] * (free - x) - law["damping"] * rate) * law["ratio"]


@kernel
def assist(law, tables, torque, speed):
    """A [N m], ∂A/∂T [-] and ∂A/∂v [N s]."""
    n, m, at = law["speed_points"], law["bar_points"], law["speed_table"]
    v, v_slope = hold(tables, at, n, abs(speed))
    T, T_slope = hold(tables, at + n, m, abs(torque))
    i, j = interval(tables, at, n, v), interval(tables, at + n, m, T)
    v0, v1, T0, T1 = tables[at + i], tables[at + i + 1], tables[at + n + j], tables[at + n + j + 1]
    a, b = (v - v0) / (v1 - v0), (T - T0) / (T1 - T0)
    k = at + n + m + i * m + j
    f00, f01, f10, f11 = tables[k], tables[k + 1], tables[k + m], tables[k + m + 1]
    low, high = f00 + (f01 - f00) * b, f10 + (f11 - f10) * b
    by_torque = ((1.0 - a) * (f01 - f00) + a * (f11 - f10)) / (T1 - T0)
    sign = math.copysign(1.0, torque)
    by_speed = (high - low) / (v1 - v0) * math.copysign(1.0, speed)
    return sign * (low + (high - low) * a), by_torque * T_slope, sign * by_speed * v_slope


@kernel
def hold(tables, offset, n, x):
    """x held between the first and the last of n points, and the slope of that, 1 or 0."""
    first, last = tables[offset], tables[offset + n - 1]
    held = min(max(x, first), last)
    return held, 1.0 if held == x else 0.0


LAW = Law(
    name="power_steering",
    fields=FIELDS,
    force=power_steering_force,
    derivatives=power_steering_derivatives,
    account=book_drive,
)
