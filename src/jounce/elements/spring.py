"""One force law for all that pushes along a scalar coordinate x: springs, dampers, stops, servos, brakes, drives.

    F = k (x₀ + target − x) − c ẋ + S(x₀ − x) + D(−ẋ) + bump(x) − rebound(x)
        + actuator − brake + control − clutch + engine

F is positive when it drives x up. S and D are tables that replace k and c; bump and rebound are stops with
k p + k₃ p³ for a penetration p past their length.

A brake of torque T is T tanh(ẋ / ẋ₀), which creeps under load, or, with an angle δ, it holds: its pads are dragged
along until they slip, and the part z of T that they have taken up is a state (Dahl):

    brake = T (z + τ₁ ż),   ż = (ẋ − |ẋ| z) / (δ + τ |ẋ|),   τ = 10 ms,  τ₁ = 1 ms

At rest ż = 0 for every |z| ≤ 1; sliding, z → sgn ẋ; τ bounds how fast.

A control of speed holds ẋ at `target`: PD with a filtered derivative, the filter's output a state f, limited to L:

    control = L S(u / L),   u = K (target − ẋ) − D (ẋ − f) / T_f,   ḟ = (ẋ − f) / T_f,   S(u) = u / (1 + u⁴)^¼

A clutch slips under a torque that is shared between gears as the gear lever g moves from one number to the next:

    clutch = C × engaged × max(0, 1 − |g − number|) × tanh(ẋ / ẋ₀)

and an engine and its driver, who holds a sensed speed v at v* and remembers z, are in `jounce.elements.engine`.
"""

import math

from jounce.elements.engine import engine
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
    brake_angle=float,
    control=int,
    control_gain=float,
    control_derivative=float,
    control_time=float,
    control_limit=float,
    clutch=int,
    clutch_torque=float,
    clutch_speed=float,
    gear=int,
    gear_number=float,
    full_table=int,
    full_points=int,
    overrun_table=int,
    overrun_points=int,
    throttle=int,
    speed=int,
    speed_gain=float,
    speed_integral=float,
    speed_time=float,
    sense_start=int,
    sense_stop=int,
    state=int,
)
"""A force along x = Σ factor · measure over the terms start … stop − 1, that may depend on v = Σ factor · rate over the
terms sense_start … sense_stop − 1; tables, signals and the auxiliary state are −1 when absent."""

DRAGGED, DAMPED = 1e-2, 1e-3
"""τ and τ₁ [s]."""

SPRING_TERM = record(measure=int, factor=float)


@kernel
def spring_force(law, signals, tables, t, x, rate, state, sensed):
    """Force (or torque) along x [N or N·m] at coordinate x [m or rad] and rate ẋ, and the rate of its state.

    sensed: the speed v that a driver sees [m/s], 0 for everything else.
    """
    state_rate = 0.0
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
        torque = signal(signals[law["brake"]], tables, t)[0]
        if law["state"] >= 0:
            state_rate = (rate - abs(rate) * state) / (law["brake_angle"] + DRAGGED * abs(rate))
            force -= torque * (state + DAMPED * state_rate)
        else:
            force -= torque * math.tanh(rate / law["brake_speed"])
    if law["control"] >= 0:
        state_rate = (rate - state) / law["control_time"]
        wanted = law["control_gain"] * (signal(signals[law["control"]], tables, t)[0] - rate)
        force += limited(wanted - law["control_derivative"] * state_rate, law["control_limit"])
    if law["clutch"] >= 0:
        capacity = clutch_share(law, signals, tables, t)
        if capacity != 0.0:
            force -= capacity * math.tanh(rate / law["clutch_speed"])
    if law["full_table"] >= 0:
        torque, state_rate = engine(law, signals, tables, t, rate, state, sensed)
        force += torque
    return force, state_rate


@kernel
def clutch_share(law, signals, tables, t):
    """Torque that a clutch can carry, 0 while another gear is engaged."""
    share = 1.0
    if law["gear"] >= 0:
        share -= abs(signal(signals[law["gear"]], tables, t)[0] - law["gear_number"])
        if share <= 0.0:
            return 0.0
    return law["clutch_torque"] * signal(signals[law["clutch"]], tables, t)[0] * share


@kernel
def limited(u, limit):
    """u, smoothly kept below a limit."""
    part = u / limit
    square = part * part
    return u / (1.0 + square * square) ** 0.25
