"""Slopes of the law of `jounce.elements.spring`, for implicit integration.

Corners (stops, tables, limits) have the slope of the side on which they are.
"""

import math

from jounce.elements.engine import ROUNDED, unit_clamp, upper_slope
from jounce.elements.signal import interval, signal, spline_table
from jounce.elements.spring import DAMPED, DRAGGED, clutch_share
from jounce.kernel import part


@part
def spring_slopes(law, signals, tables, t, x, rate, state, sensed):
    """(∂F/∂x, ∂F/∂ẋ, ∂F/∂z, ∂F/∂v, ∂ż/∂ẋ, ∂ż/∂z, ∂ż/∂v): F force, z state, v what is sensed."""
    f_x, f_v, f_z, f_s, z_v, z_z, z_s = -law["stiffness"], -law["damping"], 0.0, 0.0, 0.0, 0.0, 0.0
    if law["spring_table"] >= 0:
        free = law["free"]
        if law["target"] >= 0:
            free += signal(signals[law["target"]], tables, t)[0]
        f_x -= curve_slope(tables, law["spring_table"], law["spring_points"], free - x)
    if law["damper_table"] >= 0:
        f_v -= curve_slope(tables, law["damper_table"], law["damper_points"], -rate)
    p = law["bump_at"] - x
    if p > 0.0:
        f_x -= law["bump_stiffness"] + 3.0 * law["bump_cubic"] * p * p
    p = x - law["rebound_at"]
    if p > 0.0:
        f_x -= law["rebound_stiffness"] + 3.0 * law["rebound_cubic"] * p * p
    if law["brake"] >= 0:
        torque = signal(signals[law["brake"]], tables, t)[0]
        if law["state"] >= 0:
            size, sign = abs(rate), math.copysign(1.0, rate)
            room = law["brake_angle"] + DRAGGED * size
            z_v = (1.0 - sign * state - DRAGGED * sign * (rate - size * state) / room) / room
            z_z = -size / room
            f_v -= torque * DAMPED * z_v
            f_z -= torque * (1.0 + DAMPED * z_z)
        else:
            f_v -= torque * bent(rate, law["brake_speed"])
    if law["control"] >= 0:
        z_v, z_z = 1.0 / law["control_time"], -1.0 / law["control_time"]
        gain, derivative = law["control_gain"], law["control_derivative"]
        wanted = gain * (signal(signals[law["control"]], tables, t)[0] - rate)
        u = wanted - derivative * (rate - state) / law["control_time"]
        give = (1.0 + (u / law["control_limit"]) ** 4) ** -1.25
        f_v -= give * (gain + derivative * z_v)
        f_z -= give * derivative * z_z
    if law["clutch"] >= 0:
        f_v -= clutch_share(law, signals, tables, t) * bent(rate, law["clutch_speed"])
    if law["full_table"] >= 0:
        e_v, e_z, e_s, z_z, z_s = engine_slopes(law, signals, tables, t, rate, state, sensed)
        f_v, f_z, f_s = f_v + e_v, f_z + e_z, f_s + e_s
    return f_x, f_v, f_z, f_s, z_v, z_z, z_s


@part
def bent(rate, full):
    """d tanh(ẋ/ẋ₀) / dẋ."""
    part = math.tanh(rate / full)
    return (1.0 - part * part) / full


@part
def curve_slope(tables, offset, n, x):
    """Slope of `jounce.elements.signal.curve`."""
    i = interval(tables, offset, n, x)
    return (tables[offset + n + i + 1] - tables[offset + n + i]) / (tables[offset + i + 1] - tables[offset + i])


@part
def engine_slopes(law, signals, tables, t, rate, state, sensed):
    """∂T by ω, z and v; ∂ż by z and v."""
    full, full_slope, _ = spline_table(tables, law["full_table"], law["full_points"], rate)
    overrun, overrun_slope, _ = spline_table(tables, law["overrun_table"], law["overrun_points"], rate)
    u = signal(signals[law["throttle"]], tables, t)[0]
    by_state, by_speed, z_z, z_s = 0.0, 0.0, 0.0, 0.0
    if law["speed"] >= 0:
        u, by_state = u + state, 1.0
        wanted, forget = signal(signals[law["speed"]], tables, t)[0], 1.0 / law["speed_time"]
        if wanted < 0.0:
            z_z = -forget
        else:
            lag, by_speed, integral = wanted - sensed, -law["speed_gain"], law["speed_integral"]
            u += law["speed_gain"] * lag
            z_z, z_s = (clamp_slope(state) - 1.0) * forget, -integral
            if lag > 0.0:
                bend = -integral * lag / (2.0 * ROUNDED) if abs(u - 1.0) < ROUNDED else 0.0
                z_z, z_s = z_z + bend, -integral * upper_slope(u) + by_speed * bend
    share, steep = unit_clamp(u), clamp_slope(u) * (full - overrun)
    return overrun_slope + share * (full_slope - overrun_slope), by_state * steep, by_speed * steep, z_z, z_s


@part
def clamp_slope(u):
    """S'(u)."""
    if u <= -ROUNDED or u >= 1.0 + ROUNDED:
        return 0.0
    if u < ROUNDED:
        return (u + ROUNDED) / (2.0 * ROUNDED)
    if u <= 1.0 - ROUNDED:
        return 1.0
    return (1.0 + ROUNDED - u) / (2.0 * ROUNDED)
