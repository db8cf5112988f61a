"""One force law for everything that pushes along a scalar coordinate x: springs, dampers, stops, servos, brakes.

    F = k (x₀ + target − x) − c ẋ + S(x₀ − x) + D(−ẋ) + bump(x) − rebound(x) + actuator − T tanh(ẋ / ẋ₀)

F is positive when it drives x up. S and D are tables that replace k and c; bump and rebound are stops with
k p + k₃ p³ for a penetration p past their length.
"""

import math

from jounce.elements.records import record
from jounce.elements.signal import curve, signal
from jounce.kernel import kernel

SPRING = record(
    start=int,
    stop=int,
    stiffness=float,
    damping=float,
    free=float,
    bump_at=float,
    bump_stiffness=float,
    bump_cubic=float,
    rebound_at=float,
    rebound_stiffness=float,
    rebound_cubic=float,
    spring_table=int,
    spring_points=int,
    damper_table=int,
    damper_points=int,
    target=int,
    actuator=int,
    brake=int,
    brake_speed=float,
)
"""A force along x = Σ factor · measure over the terms start … stop − 1; tables and signals are −1 when absent."""

SPRING_TERM = record(measure=int, factor=float)


@kernel
def spring_force(law, signals, tables, t, x, rate):
    """Force (or torque) along x [N or N·m] at coordinate x [m or rad] and rate ẋ."""
    free = law["free"]
    if law["target"] >= 0:
        free += signal(signals[law["target"]], tables, t)[0]
    force = law["stiffness"] * (free - x) - law["damping"] * rate
    if law["spring_table"] >= 0:
        force += curve(tables, law["spring_table"], law["spring_points"], free - x)
    if law["damper_table"] >= 0:
        force += curve(tables, law["damper_table"], law["damper_points"], -rate)
    p = law["bump_at"] - x
    if p > 0.0:
        force += (law["bump_stiffness"] + law["bump_cubic"] * p * p) * p
    p = x - law["rebound_at"]
    if p > 0.0:
        force -= (law["rebound_stiffness"] + law["rebound_cubic"] * p * p) * p
    if law["actuator"] >= 0:
        force += signal(signals[law["actuator"]], tables, t)[0]
    if law["brake"] >= 0:
        force -= signal(signals[law["brake"]], tables, t)[0] * math.tanh(rate / law["brake_speed"])
    return force
