"""One compiled call for many simplified cars: steps, channels of the body, columns of the course, observations."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.mat3 import mv
from jounce.engine.linalg.quaternion import load4, normalize, to_matrix
from jounce.engine.linalg.vec3 import load, store
from jounce.engine.single_body.compiled.records import OK
from jounce.engine.single_body.compiled.step import step
from jounce.gym.course_kernel import locate_on_course
from jounce.lab.results.instant_kernel import write_chassis

SEEN = record(A=9, r=3, v=3, w=3)
"""Rotation, position, velocity and angular velocity of a body, world axes."""


@entry
def drive_bodies(
    cars, designs, controls, ground, objects, first, last, active, h, steps, before, moving, car, places, course, told,
    picks,
):  # fmt: skip
    """Cars first … last − 1 that are active: `steps` (a whole float) of h [s], then a look at each; returns 0.

    before (n, 3): scratch for velocities; moving, car: see `jounce.lab.results.instant_kernel.write_chassis`; places:
    columns of its numbers that are channels. The acceleration is the mean of the steps.
    """
    for i in range(first, last):
        if active[i] == 0:
            continue
        body = cars.bodies[i]
        kind, number = body["kind"], int(steps)
        store(before[i], 0, load(body["velocity"], 0))
        for _ in range(number):
            if body["status"] != OK:
                break
            step(
                designs.numbers[kind],
                designs.corners[kind],
                designs.points[kind],
                designs.boxes[kind],
                body,
                cars.wheels[i],
                cars.points[i],
                cars.memories[i],
                controls[i],
                ground,
                objects,
                i,
                h,
            )
        # channels
        v, v0 = load(body["velocity"], 0), load(before[i], 0)
        share = 1.0 / (max(number, 1) * h)
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
            locate_on_course(
                course, chassis[1], chassis[2], chassis[6], told.indices, told.turns, i, values[places.size :]
            )
        for j in range(picks.columns.size):
            told.observations[i, picks.columns[j]] = picks.factors[j] * values[picks.sources[j]]
    return 0
