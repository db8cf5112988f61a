"""An engine and the driver at its pedal.

    T = D(ω) + φ (L(ω) − D(ω)),   φ = S(u),   u = throttle + z + K (v* − v)

L: full load, D: overrun with the pedal released, which is negative above idle speed and positive below it, so that an
engine left alone idles. Both are smooth curves, held beyond their ends. Without v* there is neither v nor z. The driver
remembers z, adds nothing to it while the pedal is down and the car still too slow, and keeps it between 0 and 1:

    ż = K_i (v* − v) g + (S(z) − z) / τ,   g = G(u) if v* > v, else 1

With v* < 0 the driver is away: v* − v counts as 0, and z is forgotten over τ. S is u between its ends 0 and 1, with a
parabola over ±h at each, h = 0.02, so that its slope is continuous; G is that slope at the upper end, 1 below it.
(The usual anti-windup, S(u) − u instead of S(z) − z, makes z as large as K (v − v*) when a car is far too fast; braked
quickly, it would then have its throttle open.)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Law, book_drive
from jounce.engine.laws.forces.signal import signal, spline_table

FIELDS = {
    "full_table": int,
    "full_points": int,
    "overrun_table": int,
    "overrun_points": int,
    "throttle": int,
    "target": int,
    "gain": float,
    "integral_gain": float,
    "reset_time": float,
}
"""Places of L and D in the tables, the signal of the pedal; the signal v*, −1 without a driver, K, K_i and τ."""

ROUNDED = 0.02
"""h: half of the width over which S is rounded."""


@kernel
def engine_torque(law, signals, tables, t, x, rate, state, sensed):
    """Torque T [N m] at the speed ω = rate [rad/s], and ż [1/s]; state: z; sensed: v [m/s]."""
    full = spline_table(tables, law["full_table"], law["full_points"], rate)[0]
    overrun = spline_table(tables, law["overrun_table"], law["overrun_points"], rate)[0]
    pedal = signal(signals[law["throttle"]], tables, t)[0]
    if law["target"] < 0:
        return overrun + unit_clamp(pedal) * (full - overrun), 0.0
    wanted = signal(signals[law["target"]], tables, t)[0]
    if wanted < 0.0:
        return overrun + unit_clamp(pedal + state) * (full - overrun), -state / law["reset_time"]
    lag = wanted - sensed
    u = pedal + state + law["gain"] * lag
    torque = overrun + unit_clamp(u) * (full - overrun)
    share = upper_slope(u) if lag > 0.0 else 1.0
    return torque, law["integral_gain"] * share * lag + (unit_clamp(state) - state) / law["reset_time"]


@subroutine
def engine_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of T and ż by ω, z and v."""
    full, full_slope, _ = spline_table(tables, law["full_table"], law["full_points"], rate)
    overrun, overrun_slope, _ = spline_table(tables, law["overrun_table"], law["overrun_points"], rate)
    u = signal(signals[law["throttle"]], tables, t)[0]
    by_state, by_speed, z_z, z_s = 0.0, 0.0, 0.0, 0.0
    if law["target"] >= 0:
        u, by_state = u + state, 1.0
        wanted, forget = signal(signals[law["target"]], tables, t)[0], 1.0 / law["reset_time"]
        if wanted < 0.0:
            z_z = -forget
        else:
            lag, by_speed, integral = wanted - sensed, -law["gain"], law["integral_gain"]
            u += law["gain"] * lag
            z_z, z_s = (clamp_slope(state) - 1.0) * forget, -integral
            if lag > 0.0:
                bend = -integral * lag / (2.0 * ROUNDED) if abs(u - 1.0) < ROUNDED else 0.0
                z_z, z_s = z_z + bend, -integral * upper_slope(u) + by_speed * bend
    share, steep = unit_clamp(u), clamp_slope(u) * (full - overrun)
    f_v = overrun_slope + share * (full_slope - overrun_slope)
    return 0.0, f_v, by_state * steep, by_speed * steep, 0.0, z_z, z_s


@kernel
def unit_clamp(u):
    """The rounded clamp S(u) to 0 … 1."""
    if u <= -ROUNDED:
        return 0.0
    if u < ROUNDED:
        return (u + ROUNDED) * (u + ROUNDED) / (4.0 * ROUNDED)
    if u <= 1.0 - ROUNDED:
        return u
    if u < 1.0 + ROUNDED:
        return 1.0 - (1.0 + ROUNDED - u) * (1.0 + ROUNDED - u) / (4.0 * ROUNDED)
    return 1.0


@kernel
def upper_slope(u):
    """The slope G(u) of S at its upper end, 1 below it."""
    return min(max((1.0 + ROUNDED - u) / (2.0 * ROUNDED), 0.0), 1.0)


@subroutine
def clamp_slope(u):
    """The slope S′(u) of the rounded clamp."""
    if u <= -ROUNDED or u >= 1.0 + ROUNDED:
        return 0.0
    if u < ROUNDED:
        return (u + ROUNDED) / (2.0 * ROUNDED)
    if u <= 1.0 - ROUNDED:
        return 1.0
    return (1.0 + ROUNDED - u) / (2.0 * ROUNDED)


def silence_engine(law: np.void, place: int) -> bool:
    """Give an engine curves without torque, which stand at a place in the tables."""
    law["full_table"] = law["overrun_table"] = place
    law["full_points"] = law["overrun_points"] = 2
    return True


LAW = Law(
    name="engine",
    fields=FIELDS,
    force=engine_torque,
    derivatives=engine_derivatives,
    account=book_drive,
    silence=silence_engine,
)
