"""Forces and moments of the air on a body that it flows past at an angle, in wind that blows everywhere or in a zone.

With the velocity u of a point through the air, in axes of the body, q = ½ρ|u|² and β = atan2(−u_y, u_x):

    F = q A (−C_D, C_Y, C_f + C_r)      T = q A l (C_roll, C_pitch − (C_f − C_r)/2, C_yaw)                  (1)

Where a body of length 2s is partly in a zone of wind, side force F and moment n s about its middle lie along it as
f(z) = F/2 + 3/2 n z with z from −1 at the rear to 1 at the front, all else evenly. With a₁ = (z₂ − z₁)/2,
a₂ = (z₂² − z₁²)/2 and a₃ = (z₂³ − z₁³)/2 the part between z₁ and z₂ has

    F' = a₁ F + 3/2 a₂ n      n' = ½ a₂ F + a₃ n                                                            (2)

and what is outside has the same share of the flow without wind.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.laws.forces.body_forces import drag_and_lift
from jounce.engine.laws.forces.signal import signal, spline_table
from jounce.engine.linalg.elementary import atan2, sin_cos
from jounce.engine.linalg.vec3 import axpy, dot, load, scale, sub

NOTHING = (0.0, 0.0, 0.0)
UP = (0.0, 0.0, 1.0)
"""Upwards in axes of the body."""
MIN_COSINE = 0.05
"""Smallest cosine of the angle between a body and the zone that it crosses: one that stands across the zone enters it
over this share of its length [-]."""


@kernel
def air(law, signals, tables, t, place, velocity, ahead, left, up):
    """Force at a point and moment about it, world axes [N, N m].

    place, velocity: of the point; ahead, left, up: axes of the body; all in world axes.
    """
    through = sub(velocity, load(law["wind"], 0))
    windy = along_axes(sub(through, gust(law, signals, tables, t)), ahead, left, up)
    f, torque = flow_past(law, tables, windy)
    if law["zone_start"] >= 0:
        start, end = zone(law, signals, tables, t, place)
        rest, rest_torque = flow_past(law, tables, along_axes(through, ahead, left, up))
        f, torque = partly_in(law, ahead[0], start, end, f, torque, rest, rest_torque)
    return from_axes(f, ahead, left, up), from_axes(torque, ahead, left, up)


@kernel
def gust(law, signals, tables, t):
    """Wind that blows by signals, world axes [m/s]."""
    if law["wind_speed"] < 0:
        return NOTHING
    speed = signal(signals[law["wind_speed"]], tables, t)[0]
    sine, cosine = sin_cos(signal(signals[law["wind_direction"]], tables, t)[0])
    return (speed * cosine, speed * sine, 0.0)


@kernel
def zone(law, signals, tables, t, place):
    """From and to where it blows, ahead of a place along the world's x [m]."""
    start = signal(signals[law["zone_start"]], tables, t)[0] - place[0]
    return start, signal(signals[law["zone_end"]], tables, t)[0] - place[0]


@kernel
def along_axes(a, ahead, left, up):
    return (dot(a, ahead), dot(a, left), dot(a, up))


@kernel
def from_axes(a, ahead, left, up):
    return axpy(a[0], ahead, axpy(a[1], left, scale(a[2], up)))


@kernel
def flow_past(law, tables, u):
    """(1) for the velocity u through the air; without coefficients drag against u and lift."""
    if law["shaped"] == 0:
        return drag_and_lift(law, u, UP), NOTHING
    flat = math.sqrt(u[0] * u[0] + u[1] * u[1])
    cosine, sine = 1.0, 0.0
    if flat > 0.0:
        cosine, sine = u[0] / flat, -u[1] / flat
    beta = atan2(sine, cosine)
    push = 0.5 * law["density"] * dot(u, u) * law["area"]
    turn = push * law["length"]
    front = coefficient(tables, law["front_lift"], law["front_lift_table"], law["front_lift_points"], beta)
    rear = coefficient(tables, law["rear_lift"], law["rear_lift_table"], law["rear_lift_points"], beta)
    resistance = coefficient(tables, law["drag"] * cosine, law["drag_table"], law["drag_points"], beta)
    side = coefficient(tables, law["side"] * sine, law["side_table"], law["side_points"], beta)
    roll = coefficient(tables, law["roll"] * sine, law["roll_table"], law["roll_points"], beta)
    pitch = coefficient(tables, law["pitch"] * cosine, law["pitch_table"], law["pitch_points"], beta)
    yaw = coefficient(tables, law["yaw"] * sine * cosine, law["yaw_table"], law["yaw_points"], beta)
    f = (-push * resistance, push * side, push * (front + rear))
    return f, (turn * roll, turn * (pitch - 0.5 * (front - rear)), turn * yaw)


@kernel
def coefficient(tables, value, table, points, beta):
    """A coefficient: the value, or what a curve says at the angle."""
    if points == 0:
        return value
    return spline_table(tables, table, points, beta)[0]


@kernel
def partly_in(law, cosine, start, end, f, torque, rest, rest_torque):
    """Force and moment with one flow between two places ahead of the point [m] and another elsewhere."""
    middle, half = 0.5 * (law["front"] + law["rear"]), 0.5 * (law["front"] - law["rear"])
    along = math.copysign(max(abs(cosine), MIN_COSINE), cosine)
    first, second = (start / along - middle) / half, (end / along - middle) / half
    low = min(max(min(first, second), -1.0), 1.0)
    high = min(max(max(first, second), -1.0), 1.0)
    a1, a2 = 0.5 * (high - low), 0.5 * (high * high - low * low)
    a3 = 0.5 * (high * high * high - low * low * low)
    # side forces and their moments about the middle, per half length
    n, n_rest = (torque[2] - middle * f[1]) / half, (rest_torque[2] - middle * rest[1]) / half
    difference, n_difference = f[1] - rest[1], n - n_rest
    side = rest[1] + a1 * difference + 1.5 * a2 * n_difference  # (2)
    moment = n_rest + 0.5 * a2 * difference + a3 * n_difference
    f = axpy(a1, sub(f, rest), rest)
    torque = axpy(a1, sub(torque, rest_torque), rest_torque)
    return (f[0], side, f[2]), (torque[0], torque[1], half * moment + middle * side)
