"""An electric motor with limits of torque and electrical power, both ways.

With its speed ω, n = |ω|, the largest torque L(n), throttle p and regeneration r + l (1 − p), both kept to 0 … 1, the
gear g kept to −1 … 1, the efficiency η and the electrical limits P⁺ and P⁻:

    D = g p min(L, η P⁺/n)              (P⁻/(η n) instead, where it turns against g)
    R = (r + l (1 − p)) min(s L, P⁻/(η n)) tanh(ω/ω₀)
    T = D − R,   but no more than P⁻/(η n) against ω

and the electrical power P = T ω/η driving, T ω η braking. With the energy E of its battery the state is the share that
it has drawn, ż = P/E. L is smooth, and held beyond its end.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.brake import tanh_slope
from jounce.engine.laws.forces.law import Law, book_drive
from jounce.engine.laws.forces.signal import signal, spline_table
from jounce.engine.linalg.elementary import tanh

FIELDS = {
    "full_table": int,
    "full_points": int,
    "throttle": int,
    "regeneration": int,
    "gear": int,
    "discharge": int,
    "charge": int,
    "give": float,
    "take": float,
    "efficiency": float,
    "share": float,
    "lift_off": float,
    "fade_speed": float,
    "energy": float,
}
"""Place of L; the signals p, r, g (−1: forward) and the shares of both limits; P⁺, P⁻, η, s, l, ω₀ and E."""


@kernel
def motor_torque(law, signals, tables, t, x, rate, state, sensed):
    """T [N m] at the speed ω = rate [rad/s], and ż [1/s]."""
    torque = torque_and_slope(law, signals, tables, t, rate)[0]
    if law["state"] < 0:
        return torque, 0.0
    power, efficiency = torque * rate, law["efficiency"]
    return torque, (power / efficiency if power > 0.0 else power * efficiency) / law["energy"]


@subroutine
def motor_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of T and ż by ω."""
    torque, slope = torque_and_slope(law, signals, tables, t, rate)
    if law["state"] < 0:
        return 0.0, slope, 0.0, 0.0, 0.0, 0.0, 0.0
    share = 1.0 / law["efficiency"] if torque * rate > 0.0 else law["efficiency"]
    return 0.0, slope, 0.0, 0.0, share * (torque + rate * slope) / law["energy"], 0.0, 0.0


@kernel
def torque_and_slope(law, signals, tables, t, rate):
    """T [N m] and dT/dω."""
    # pedals, gear and what is left of the limits
    throttle = min(max(signal(signals[law["throttle"]], tables, t)[0], 0.0), 1.0)
    braking = signal(signals[law["regeneration"]], tables, t)[0] + law["lift_off"] * (1.0 - throttle)
    braking = min(max(braking, 0.0), 1.0)
    sense = 1.0
    if law["gear"] >= 0:
        sense = min(max(signal(signals[law["gear"]], tables, t)[0], -1.0), 1.0)
    give = law["give"] * max(signal(signals[law["discharge"]], tables, t)[0], 0.0) * law["efficiency"]
    take = law["take"] * max(signal(signals[law["charge"]], tables, t)[0], 0.0) / law["efficiency"]
    # torques within the limits, and their slopes over |ω|
    turning, way = abs(rate), math.copysign(1.0, rate)
    full, full_slope, _ = spline_table(tables, law["full_table"], law["full_points"], turning)
    driving, driving_slope = limit_power(full, full_slope, give if sense * rate >= 0.0 else take, turning)
    held, held_slope = limit_power(law["share"] * full, law["share"] * full_slope, take, turning)
    fade = tanh(rate / law["fade_speed"])
    torque = sense * throttle * driving - braking * held * fade
    slope = sense * throttle * driving_slope * way
    slope -= braking * (held_slope * way * fade + held * tanh_slope(rate, law["fade_speed"]))
    # never more than the battery takes
    if torque * rate < -take:
        return -take / rate, take / (rate * rate)
    return torque, slope


@kernel
def limit_power(torque, slope, power, speed):
    """A torque [N m] at a speed of 0 or more [rad/s], kept to a power [W], and its slope."""
    if torque * speed <= power:
        return torque, slope
    return power / speed, -power / (speed * speed)


LAW = Law(name="motor", fields=FIELDS, force=motor_torque, derivatives=motor_derivatives, account=book_drive)
