"""One force law for everything that pushes along a scalar coordinate x: springs, dampers, stops, servos, brakes.

    F = k (x₀ + target − x) − c ẋ + S(x₀ − x) + D(−ẋ) + bump(x) − rebound(x) + actuator − T tanh(ẋ / ẋ₀)

F is positive when it drives x up. S and D are tables that replace k and c; bump and rebound are stops with
k p + k₃ p³ for a penetration p past their length. Absent parts are zero or −1 in the row.
"""

import math

from jounce.elements.signal import curve, signal
from jounce.kernel import kernel

(
    STIFFNESS,
    DAMPING,
    FREE,
    BUMP_AT,
    BUMP_STIFFNESS,
    BUMP_CUBIC,
    REBOUND_AT,
    REBOUND_STIFFNESS,
    REBOUND_CUBIC,
    SPRING_TABLE,
    SPRING_POINTS,
    DAMPER_TABLE,
    DAMPER_POINTS,
    TARGET_SIGNAL,
    ACTUATOR_SIGNAL,
    BRAKE_SIGNAL,
    BRAKE_SPEED,
) = range(17)
ROW = 17
"""Numbers per spring row."""


@kernel
def spring_force(row, signals, tables, t, x, rate):
    """Force (or torque) along x [N or N·m] at coordinate x [m or rad] and rate ẋ."""
    free = row[FREE]
    if row[TARGET_SIGNAL] >= 0.0:
        free += signal(signals[int(row[TARGET_SIGNAL])], tables, t)[0]
    force = row[STIFFNESS] * (free - x) - row[DAMPING] * rate
    if row[SPRING_TABLE] >= 0.0:
        force += curve(tables, int(row[SPRING_TABLE]), int(row[SPRING_POINTS]), free - x)
    if row[DAMPER_TABLE] >= 0.0:
        force += curve(tables, int(row[DAMPER_TABLE]), int(row[DAMPER_POINTS]), -rate)
    p = row[BUMP_AT] - x
    if p > 0.0:
        force += (row[BUMP_STIFFNESS] + row[BUMP_CUBIC] * p * p) * p
    p = x - row[REBOUND_AT]
    if p > 0.0:
        force -= (row[REBOUND_STIFFNESS] + row[REBOUND_CUBIC] * p * p) * p
    if row[ACTUATOR_SIGNAL] >= 0.0:
        force += signal(signals[int(row[ACTUATOR_SIGNAL])], tables, t)[0]
    if row[BRAKE_SIGNAL] >= 0.0:
        force -= signal(signals[int(row[BRAKE_SIGNAL])], tables, t)[0] * math.tanh(rate / row[BRAKE_SPEED])
    return force
