"""Channels of a car at one instant, compiled: from evaluated bodies, forces and tires to one number a channel.

The formulas are those of `jounce.lab.results.vehicle_channels`, which writes the same quantities of recorded runs;
tests/lab/simulation/test_simulation.py compares the two.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.assembly.world_state_kernel import POSE, TWIST, put_world_state
from jounce.engine.compiler import call_bound_at, entry, subroutine
from jounce.engine.formulations.cartesian.element_forces import scalar_forces
from jounce.engine.formulations.cartesian.kinematics import evaluate_measures, unpack
from jounce.engine.laws.forces.laws import MOTOR
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.forces.signal import signal
from jounce.engine.linalg.elementary import atan2
from jounce.engine.linalg.mat3 import load9, mv, tmv
from jounce.engine.linalg.vec3 import add, cross, dot, load, sub

CHASSIS_VALUES, WHEEL_VALUES, FORCE_VALUES, INPUT_VALUES, TRAILER_VALUES, BATTERY_VALUES = range(6)
"""Where a channel is taken from: numbers of the chassis, of a wheel, of a force element, of an input, of a trailer, or
a sum over the motors on a battery."""

CHANNEL = record(source=int, row=int, column=int, before=int, factor=float, offset=float)
"""Source, row and column of a channel's number, for trailers the row of the unit before, and what it is multiplied by;
offset: of the sum over motors, before that."""

CHASSIS_COLUMNS = (
    "time",
    "position_x",
    "position_y",
    "position_z",
    "roll_angle",
    "pitch_angle",
    "yaw_angle",
    "speed",
    "side_slip_angle",
    "roll_rate",
    "pitch_rate",
    "yaw_rate",
    "longitudinal_acceleration",
    "lateral_acceleration",
    "vertical_acceleration",
    "vertical_velocity",
    "rack_travel",
    "engine_speed",
)
WHEEL_COLUMNS = (
    "longitudinal_force",
    "lateral_force",
    "vertical_force",
    "slip_ratio",
    "slip_angle",
    "camber_angle",
    "aligning_moment",
    "ground_height",
    "spin",
    "height",
    "travel",
    "velocity",
    "contact_x",
    "contact_y",
)

TRAILER_COLUMNS = (
    "position_x",
    "position_y",
    "roll_angle",
    "speed",
    "side_slip_angle",
    "yaw_rate",
    "articulation_angle",
)

HOME = record(unit=int, height=float)
"""Where a tire belongs: row of the unit that carries it, and height of its centre over that unit's centre of mass at
the design position [m]."""

CAR = record(chassis=int, rack=int, engine=int, twist=int, rack_point=3, rack_axis=3)
"""Rows of chassis, rack and engine among the bodies (−1: none); place of the chassis' twist in y, in body axes; centre
of mass of the rack in chassis axes, and the axis of its travel."""


@entry
def observe_tree(t, tree, slope, slope_box, dy, contacts, order, seen, car, plan, numbers):
    """Channels of a system on a tree whose derivative tells the acceleration of the base and the tires' contacts.

    tree: arguments of `put_world_state`; slope: bound call of ẏ, written to dy, which leaves `contacts` in the order
    of its kernels; seen: what is evaluated of the world state; numbers: what is written. Returns a status.
    """
    put_world_state(*tree)
    outcome = call_bound_at(slope, slope_box, t)
    write_tree_channels(t, tree[6], dy, tree[8], contacts, order, seen, car[0], plan, numbers)
    return outcome


@subroutine
def write_tree_channels(t, y, dy, world, contacts, order, seen, car, plan, numbers):
    """Channels of a system on a tree from its state y, ẏ, its world state, and the contacts of an evaluation of ẏ."""
    unpack(seen.bodies, world)
    evaluate_measures(seen.measures, seen.bodies, seen.measure_states, world)
    auxiliary = (POSE + TWIST) * (seen.bodies.size - 1)
    scalar_forces(seen.elements, seen.signals, seen.tables, t, world, auxiliary, seen.measure_states, seen.forces)
    for i in range(order.size):
        seen.contacts[i] = contacts[order[i]]
    u = car["twist"]
    turning = cross(load(y, u + 3), load(y, u))
    A = load9(seen.bodies[car["chassis"]]["A"], 0)
    write_channels(t, mv(A, add(load(dy, u), turning)), seen, car, plan, numbers)


@entry
def observe_world(t, accelerate, accelerate_box, x, seen, car, plan, numbers):
    """Channels of a system whose world state has been written; x: solution of its equations of motion."""
    outcome = call_bound_at(accelerate, accelerate_box, t)
    write_channels(t, load(x[car[0]["chassis"]], 0), seen, car[0], plan, numbers)
    return outcome


@subroutine
def write_channels(t, acceleration, seen, car, plan, numbers):
    """All numbers, then the channels that are picked from them; acceleration of the chassis in world axes [m/s²]."""
    write_chassis(t, acceleration, seen.bodies, car, numbers.chassis)
    write_wheels(seen.bodies, seen.contacts, seen.elements.tires, numbers.design, numbers.wheels)
    for i in range(plan.size):
        channel = plan[i]
        source, row, column = channel["source"], channel["row"], channel["column"]
        if source == CHASSIS_VALUES:
            value = numbers.chassis[column]
        elif source == WHEEL_VALUES:
            value = numbers.wheels[row, column]
        elif source == FORCE_VALUES:
            value = seen.forces[row, column]
        elif source == TRAILER_VALUES:
            value = trailer_number(seen.bodies[row], seen.bodies[channel["before"]], column)
        elif source == BATTERY_VALUES:
            value = channel["offset"] + sum_over_motors(seen.elements.scalar_forces, seen.forces, column)
        else:
            value = signal(seen.signals[row], seen.tables, t)[0]
        numbers.values[i] = channel["factor"] * value


@subroutine
def sum_over_motors(laws, forces, column):
    """The sum of a column over all motors on a battery: 3, what they draw in a second; 4, what they have drawn."""
    total = 0.0
    for e in range(laws.size):
        if laws[e]["kind"] == MOTOR and laws[e]["state"] >= 0:
            total += forces[e, column]
    return total


@subroutine
def write_chassis(t, acceleration, bodies, car, out):
    """Numbers of the chassis in the order of CHASSIS_COLUMNS; `out` remembers the yaw angle, to count its turns."""
    body = bodies[car["chassis"]]
    A, v, w = load9(body["A"], 0), load(body["v"], 0), load(body["w"], 0)
    r = load(body["r"], 0)
    size = math.sqrt(A[0] * A[0] + A[3] * A[3])
    fx, fy = A[0] / size, A[3] / size
    forward, left = v[0] * fx + v[1] * fy, v[1] * fx - v[0] * fy
    yaw = atan2(A[3], A[0])
    yaw += 2.0 * math.pi * round((out[6] - yaw) / (2.0 * math.pi))
    out[0], out[1], out[2], out[3] = t, r[0], r[1], r[2]
    out[4], out[5], out[6] = atan2(A[7], A[8]), atan2(-A[6], math.sqrt(A[7] * A[7] + A[8] * A[8])), yaw
    out[7], out[8] = math.sqrt(forward * forward + left * left), atan2(left, forward)
    out[9], out[10], out[11] = w[0] * fx + w[1] * fy, w[1] * fx - w[0] * fy, w[2]
    out[12] = acceleration[0] * fx + acceleration[1] * fy
    out[13] = acceleration[1] * fx - acceleration[0] * fy
    out[14] = acceleration[2]
    out[15] = v[2]
    if car["rack"] >= 0:
        place = add(r, mv(A, load(car["rack_point"], 0)))
        out[16] = dot(sub(load(bodies[car["rack"]]["r"], 0), place), mv(A, load(car["rack_axis"], 0)))
    if car["engine"] >= 0:
        spin = sub(load(bodies[car["engine"]]["w"], 0), w)
        out[17] = spin[0] * A[1] + spin[1] * A[4] + spin[2] * A[7]


@subroutine
def trailer_number(body, before, column):
    """One of TRAILER_COLUMNS from the states of a trailer's body and of the unit before it."""
    A, v = load9(body["A"], 0), load(body["v"], 0)
    if column == 0 or column == 1:
        return body["r"][column]
    if column == 2:
        return atan2(A[7], A[8])
    if column == 3:
        return math.sqrt(v[0] * v[0] + v[1] * v[1])
    if column == 4:
        return atan2(v[1] * A[0] - v[0] * A[3], v[0] * A[0] + v[1] * A[3])
    if column == 5:
        return body["w"][2]
    B = load9(before["A"], 0)
    return atan2(A[0] * B[3] - A[3] * B[0], A[0] * B[0] + A[3] * B[3])


@subroutine
def write_wheels(bodies, contacts, tires, design, out):
    """Numbers of every wheel in the order of WHEEL_COLUMNS; design: a HOME for each tire."""
    for e in range(tires.size):
        contact, law = contacts[e], tires[e]
        unit = bodies[design[e]["unit"]]
        C, r, v, w = load9(unit["A"], 0), load(unit["r"], 0), load(unit["v"], 0), load(unit["w"], 0)
        body = bodies[law["body"]]
        A, turning = load9(body["A"], 0), load(body["w"], 0)
        arm = mv(A, load(law["centre"], 0))
        centre = add(load(body["r"], 0), arm)
        out[e, 0], out[e, 1], out[e, 2] = contact["fx"], contact["fy"], contact["fz"]
        out[e, 3], out[e, 4], out[e, 5] = contact["kappa"], contact["alpha"], contact["camber"]
        out[e, 6], out[e, 7] = contact["mz"], contact["height"]
        out[e, 8] = dot(turning, mv(A, load(law["spin"], 0)))
        out[e, 9] = centre[2]
        apart = sub(centre, r)
        out[e, 10] = tmv(C, apart)[2] - design[e]["height"]
        moving = add(load(body["v"], 0), cross(turning, arm))
        out[e, 11] = tmv(C, sub(sub(moving, v), cross(w, apart)))[2]
        out[e, 12], out[e, 13] = contact["point"][0], contact["point"][1]
