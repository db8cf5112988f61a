"""An engine and the driver at its pedal, as a part of the law of `jounce.elements.spring`.

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

from jounce.elements.signal import signal, spline_table
from jounce.kernel import kernel

ROUNDED = 0.02
"""h."""


@kernel
def engine(law, signals, tables, t, rate, state, sensed):
    """Torque [N m] at the speed ω = rate [rad/s], and ż [1/s]; state: z; sensed: v [m/s]."""
    full = spline_table(tables, law["full_table"], law["full_points"], rate)[0]
    overrun = spline_table(tables, law["overrun_table"], law["overrun_points"], rate)[0]
    pedal = signal(signals[law["throttle"]], tables, t)[0]
    if law["speed"] < 0:
        return overrun + unit_clamp(pedal) * (full - overrun), 0.0
    wanted = signal(signals[law["speed"]], tables, t)[0]
    if wanted < 0.0:
        return overrun + unit_clamp(pedal + state) * (full - overrun), -state / law["speed_time"]
    lag = wanted - sensed
    u = pedal + state + law["speed_gain"] * lag
    torque = overrun + unit_clamp(u) * (full - overrun)
    share = upper_slope(u) if lag > 0.0 else 1.0
    return torque, law["speed_integral"] * share * lag + (unit_clamp(state) - state) / law["speed_time"]


@kernel
def unit_clamp(u):
    """S(u)."""
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
    """G(u)."""
    return min(max((1.0 + ROUNDED - u) / (2.0 * ROUNDED), 0.0), 1.0)
