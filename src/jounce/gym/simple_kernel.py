"""One compiled call for many simplified cars: steps, channels of the body, rewards, ends and new episodes."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import entry, subroutine
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.ground.surface import unit_normal
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.mat3 import mv
from jounce.engine.linalg.quaternion import from_matrix, load4, normalize, store4, to_matrix
from jounce.engine.linalg.vec3 import add, cross, dot, load, scale, store, sub, unit
from jounce.engine.single_body.compiled.records import OK
from jounce.engine.single_body.compiled.step import step
from jounce.gym.course_kernel import locate_on_course
from jounce.gym.episode_kernel import (
    BEGIN,
    CONCLUDE,
    DRIVE,
    OBSERVE,
    act_or_rest,
    begins_at_once,
    conclude,
    judge,
    observe,
)
from jounce.gym.lever_kernel import hold
from jounce.gym.look_kernel import CHASSIS_YAW
from jounce.gym.start_kernel import begin_row
from jounce.lab.results.instant_kernel import write_chassis

SEEN = record(A=9, r=3, v=3, w=3)
"""Rotation, position, velocity and angular velocity of a body, world axes."""
BEYOND = 2
"""Outcome of a car that has left the grid of heights."""


class Stands(NamedTuple):
    """How cars begin, and where the ground ends."""

    heights: np.ndarray
    """(variants,) of the centre of mass above the ground [m]"""
    speeds: np.ndarray
    """(variants,) [m/s]"""
    edges: np.ndarray
    """x_min, x_max, y_min, y_max [m]"""


@entry
def drive_bodies(
    cars, designs, controls, ground, objects, first, last, active, h, steps, outcomes, before, moving, car, places,
    course, told, levers, episodes, rules, starts, stands, mode,
):  # fmt: skip
    """Cars first … last − 1 do what `mode` says (a whole float, see `jounce.gym.episode_kernel`); returns 0.

    An action is `steps` of h [s]. before (n, 3): scratch for velocities; moving, car: see
    `jounce.lab.results.instant_kernel.write_chassis`; places: columns of its numbers that are channels.
    """
    task = int(mode)
    for i in range(first, last):
        body = cars.bodies[i]
        begins = task == BEGIN and active[i] != 0
        store(before[i], 0, load(body["velocity"], 0))
        if task & DRIVE != 0:
            begins = not act_or_rest(episodes, told.values, active, i)
        if task & DRIVE != 0 and not begins:
            hold(levers, episodes.actions[i], controls[i], before)
            for _ in range(steps):
                if body["status"] != OK:
                    break
                step_body(cars, designs, controls, ground, objects, i, h)
            outcomes[i] = outcome_of(body, stands.edges)
            look_at_body(body, before[i], h * steps, h, moving, car, places, course, told, i)
            judge(rules, episodes, told.values, i)
        if task & CONCLUDE != 0 and active[i] != 0:
            conclude(rules, episodes, outcomes[i], 0, i)
            observe(rules, episodes, told.values, told.observations, i)
            begins = begins_at_once(rules, episodes, told.observations, i)
        if begins:
            x, y, heading = begin_row(starts, course, episodes, i)
            variant = episodes.variants[i]
            stand(body, ground, cars.memories[i, 0], x, y, heading, stands.heights[variant], stands.speeds[variant])
            told.chassis[i, CHASSIS_YAW] = heading
            store(before[i], 0, load(body["velocity"], 0))
            look_at_body(body, before[i], h, h, moving, car, places, course, told, i)
        if begins or task == OBSERVE:
            observe(rules, episodes, told.values, told.observations, i)
    return 0


@subroutine
def step_body(cars, designs, controls, ground, objects, i, h):
    """A step of car i."""
    kind = cars.bodies[i]["kind"]
    step(
        designs.numbers[kind],
        designs.corners[kind],
        designs.points[kind],
        designs.boxes[kind],
        cars.bodies[i],
        cars.wheels[i],
        cars.points[i],
        cars.memories[i],
        controls[i],
        ground,
        objects,
        i,
        h,
    )


@subroutine
def outcome_of(body, edges):
    """Status of a car, or BEYOND where the ground has ended."""
    if body["status"] != OK:
        return body["status"]
    x, y = body["position"][0], body["position"][1]
    return OK if edges[0] <= x <= edges[1] and edges[2] <= y <= edges[3] else BEYOND


@subroutine
def stand(body, ground, memory, x, y, heading, height, speed):
    """Set a car on the ground at (x, y) [m] with a heading [rad] and a speed along it [m/s], its centre of mass
    `height` above [m], as `Fleet.place` does."""
    z, zx, zy, _ = look(ground, memory, x, y)
    n = unit_normal(zx, zy)
    sine, cosine = sin_cos(heading)
    level = (cosine, sine, 0.0)
    ahead = unit(sub(level, scale(dot(n, level), n)))
    left = cross(n, ahead)
    R = (ahead[0], left[0], n[0], ahead[1], left[1], n[1], ahead[2], left[2], n[2])
    store(body["position"], 0, add((x, y, z), scale(height, n)))
    store4(body["rotation"], 0, normalize(from_matrix(R)))
    store(body["velocity"], 0, scale(speed, ahead))


@subroutine
def look_at_body(body, earlier, elapsed, h, moving, car, places, course, told, i):
    """Channels and columns of the course of car i; its acceleration is the mean over the time `elapsed` [s], at whose
    beginning its velocity was `earlier` (3,) [m/s]."""
    v, v0 = load(body["velocity"], 0), load(earlier, 0)
    share = 1.0 / elapsed
    acceleration = (share * (v[0] - v0[0]), share * (v[1] - v0[1]), share * (v[2] - v0[2]))
    A = to_matrix(normalize(load4(body["rotation"], 0)))
    seen = moving[0]
    for j in range(9):
        seen["A"][j] = A[j]
    store(seen["r"], 0, load(body["position"], 0))
    store(seen["v"], 0, v)
    store(seen["w"], 0, mv(A, load(body["spin"], 0)))
    chassis, values = told.chassis[i], told.values[i]
    write_chassis(body["steps"] * h, acceleration, moving, car[0], chassis)
    for j in range(places.size):
        values[j] = chassis[places[j]]
    if course.x.size > 0:
        locate_on_course(course, chassis[1], chassis[2], chassis[6], told.indices, told.turns, i, values[places.size :])
