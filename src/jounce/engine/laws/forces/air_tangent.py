"""What force and moment of the air (`jounce.engine.laws.forces.air`) change by, along small changes of a body.

With β = atan2(−u_y, u_x) and the flow √(u_x² + u_y²) along the ground plane of the body,

    δβ = (u_y δu_x − u_x δu_y) / (u_x² + u_y²),   δ(|u|²) = 2 u · δu

At corners (a body in line with an end of the zone, or held by MIN_COSINE) the side on which the state is counts.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.laws.forces.air import (
    MIN_COSINE,
    NOTHING,
    UP,
    along_axes,
    flow_past,
    from_axes,
    gust,
    partly_in,
    zone,
)
from jounce.engine.laws.forces.body_forces import drag_and_lift_tangent
from jounce.engine.laws.forces.signal import spline_table
from jounce.engine.linalg.elementary import atan2
from jounce.engine.linalg.vec3 import add, axpy, dot, load, scale, sub


@kernel
def air_tangent(law, signals, tables, t, place, velocity, ahead, left, up, by_place, by_velocity, by_axes):
    """Changes of force and moment of `air`; by_axes: those of ahead, left and up."""
    through = sub(velocity, load(law["wind"], 0))
    windy = sub(through, gust(law, signals, tables, t))
    u, by_u = along_axes(windy, ahead, left, up), along_moved(windy, ahead, left, up, by_velocity, by_axes)
    f, torque = flow_past(law, tables, u)
    by_f, by_torque = flow_tangent(law, tables, u, by_u)
    if law["zone_start"] >= 0:
        start, end = zone(law, signals, tables, t, place)
        u, by_u = along_axes(through, ahead, left, up), along_moved(through, ahead, left, up, by_velocity, by_axes)
        rest, by_rest = flow_past(law, tables, u), flow_tangent(law, tables, u, by_u)
        inside, by_inside = (f, torque), (by_f, by_torque)
        f, torque = partly_in(law, ahead[0], start, end, f, torque, rest[0], rest[1])
        moves = (by_axes[0][0], -by_place[0])
        by_f, by_torque = partly_tangent(law, ahead[0], start, end, moves, inside, rest, by_inside, by_rest)
    return (
        add(from_axes(by_f, ahead, left, up), from_axes(f, by_axes[0], by_axes[1], by_axes[2])),
        add(from_axes(by_torque, ahead, left, up), from_axes(torque, by_axes[0], by_axes[1], by_axes[2])),
    )


@kernel
def along_moved(a, ahead, left, up, by_a, by_axes):
    """The change of `along_axes` of a vector."""
    return add(along_axes(by_a, ahead, left, up), along_axes(a, by_axes[0], by_axes[1], by_axes[2]))


@kernel
def flow_tangent(law, tables, u, by_u):
    """Changes of force and moment of `flow_past`."""
    if law["shaped"] == 0:
        return drag_and_lift_tangent(law, u, UP, by_u, NOTHING), NOTHING
    flat = math.sqrt(u[0] * u[0] + u[1] * u[1])
    cosine, sine, by_beta = 1.0, 0.0, 0.0
    if flat > 0.0:
        cosine, sine = u[0] / flat, -u[1] / flat
        by_beta = (u[1] * by_u[0] - u[0] * by_u[1]) / (flat * flat)
    beta = atan2(sine, cosine)
    by_cosine, by_sine = -sine * by_beta, cosine * by_beta
    by_double = by_sine * cosine + sine * by_cosine
    push, by_push = 0.5 * law["density"] * dot(u, u) * law["area"], law["density"] * dot(u, by_u) * law["area"]
    # coefficients and their changes
    front = both(tables, law["front_lift"], 0.0, law["front_lift_table"], law["front_lift_points"], beta, by_beta)
    rear = both(tables, law["rear_lift"], 0.0, law["rear_lift_table"], law["rear_lift_points"], beta, by_beta)
    a = law["drag"]
    ahead = both(tables, a * cosine, a * by_cosine, law["drag_table"], law["drag_points"], beta, by_beta)
    a = law["side"]
    side = both(tables, a * sine, a * by_sine, law["side_table"], law["side_points"], beta, by_beta)
    a = law["roll"]
    roll = both(tables, a * sine, a * by_sine, law["roll_table"], law["roll_points"], beta, by_beta)
    a = law["pitch"]
    pitch = both(tables, a * cosine, a * by_cosine, law["pitch_table"], law["pitch_points"], beta, by_beta)
    a = law["yaw"]
    yaw = both(tables, a * sine * cosine, a * by_double, law["yaw_table"], law["yaw_points"], beta, by_beta)
    # products
    value = (-ahead[0], side[0], front[0] + rear[0])
    change = (-ahead[1], side[1], front[1] + rear[1])
    by_f = axpy(by_push, value, scale(push, change))
    value = (roll[0], pitch[0] - 0.5 * (front[0] - rear[0]), yaw[0])
    change = (roll[1], pitch[1] - 0.5 * (front[1] - rear[1]), yaw[1])
    return by_f, scale(law["length"], axpy(by_push, value, scale(push, change)))


@kernel
def both(tables, value, by_value, table, points, beta, by_beta):
    """A coefficient and its change: the value's, or those of a curve along the angle."""
    if points == 0:
        return value, by_value
    found = spline_table(tables, table, points, beta)
    return found[0], found[1] * by_beta


@kernel
def partly_tangent(law, cosine, start, end, moves, inside, rest, by_inside, by_rest):
    """Changes of force and moment of `partly_in`; moves: changes of the cosine, and of start and end.

    inside, rest: force and moment in the zone and elsewhere.
    """
    middle, half = 0.5 * (law["front"] + law["rear"]), 0.5 * (law["front"] - law["rear"])
    along = math.copysign(max(abs(cosine), MIN_COSINE), cosine)
    by_along = moves[0] if abs(cosine) > MIN_COSINE else 0.0
    first, second = (start / along - middle) / half, (end / along - middle) / half
    by_first = (moves[1] - start / along * by_along) / along / half
    by_second = (moves[1] - end / along * by_along) / along / half
    if first > second:
        first, second, by_first, by_second = second, first, by_second, by_first
    low, by_low = held(first, by_first)
    high, by_high = held(second, by_second)
    a1, by_a1 = 0.5 * (high - low), 0.5 * (by_high - by_low)
    a2, by_a2 = 0.5 * (high * high - low * low), high * by_high - low * by_low
    a3 = 0.5 * (high * high * high - low * low * low)
    by_a3 = 1.5 * (high * high * by_high - low * low * by_low)
    # side forces and their moments about the middle
    n, n_rest = (inside[1][2] - middle * inside[0][1]) / half, (rest[1][2] - middle * rest[0][1]) / half
    by_n = (by_inside[1][2] - middle * by_inside[0][1]) / half
    by_n_rest = (by_rest[1][2] - middle * by_rest[0][1]) / half
    more, n_more = inside[0][1] - rest[0][1], n - n_rest
    by_more, by_n_more = by_inside[0][1] - by_rest[0][1], by_n - by_n_rest
    by_side = by_rest[0][1] + by_a1 * more + a1 * by_more + 1.5 * (by_a2 * n_more + a2 * by_n_more)
    by_moment = by_n_rest + 0.5 * (by_a2 * more + a2 * by_more) + by_a3 * n_more + a3 * by_n_more
    # all else evenly
    by_f = add(axpy(by_a1, sub(inside[0], rest[0]), by_rest[0]), scale(a1, sub(by_inside[0], by_rest[0])))
    by_torque = add(axpy(by_a1, sub(inside[1], rest[1]), by_rest[1]), scale(a1, sub(by_inside[1], by_rest[1])))
    return (by_f[0], by_side, by_f[2]), (by_torque[0], by_torque[1], half * by_moment + middle * by_side)


@kernel
def held(x, by_x):
    """A place within −1 and 1, and its change."""
    return min(max(x, -1.0), 1.0), by_x if abs(x) < 1.0 else 0.0
