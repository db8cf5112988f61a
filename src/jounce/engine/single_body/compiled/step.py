"""One step of a car and its objects, and the one entry for any number of cars and steps."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import entry, subroutine
from jounce.engine.linalg.quaternion import load4, store4, to_matrix
from jounce.engine.linalg.vec3 import add, axpy, dot, load, norm, store
from jounce.engine.single_body.compiled.hull import hull
from jounce.engine.single_body.compiled.motion import advance_body
from jounce.engine.single_body.compiled.printed_law import printed_wheels
from jounce.engine.single_body.compiled.records import NOT_FINITE, OK, PRINTED, WHEELS
from jounce.engine.single_body.compiled.shapes import to_world
from jounce.engine.single_body.compiled.things import approach, move_things, push_things
from jounce.engine.single_body.compiled.wheels import smooth_wheels


@subroutine
def advance_steering(number, angle, command, h):
    """The angle of the front wheels [rad] one step nearer to where the driver wants it."""
    wanted = number["steer"] * min(max(command, -1.0), 1.0)
    most = h * number["steer_rate"]
    return angle + min(max(wanted - angle, -most), most)


@subroutine
def weight_and_drag(number, R, v):
    """Gravity, and drag against the motion; in the printed law against the head of the car (S6)."""
    speed = norm(v)
    f = (0.0, 0.0, -number["mass"] * number["gravity"])
    if number["law"] == PRINTED:
        head = (R[0], R[3], R[6])
        return axpy(-math.copysign(number["drag"] * speed * speed, dot(v, head)), head, f)
    return axpy(-number["drag"] * speed, v, f)


@subroutine
def step(number, corners, offsets, boxes, body, wheels, points, memories, control, ground, objects, world, h):
    """Advance one car, and the objects of its world, by h [s]."""
    shapes, things, touches = objects.shapes, objects.things[world], objects.touches[world]
    r, q = load(body["position"], 0), load4(body["rotation"], 0)
    v, spin = load(body["velocity"], 0), load(body["spin"], 0)
    R = to_matrix(q)
    w = to_world(R, spin)
    body["steer"] = advance_steering(number, body["steer"], control["steer"], h)
    approach(shapes, things, r, number["reach"])
    force, torque = weight_and_drag(number, R, v), (0.0, 0.0, 0.0)
    if number["law"] == PRINTED:
        f, m = printed_wheels(
            number, corners, wheels, memories, ground, shapes, things, control, body["steer"], r, R, v, w, h
        )
    else:
        f, m = smooth_wheels(
            number, corners, wheels, memories, ground, shapes, things, control, body["steer"], r, R, v, w, h
        )
    force, torque = add(force, f), add(torque, m)
    f, m = hull(number, offsets, points, memories[WHEELS], ground, shapes, things, r, R, v, w, h)
    force, torque = add(force, f), add(torque, m)
    if shapes.size > 0:
        f, m = push_things(
            number, boxes, memories[WHEELS], ground, shapes, objects.points, things, touches, r, R, v, w, h
        )
        force, torque = add(force, f), add(torque, m)
        move_things(shapes, things, number["gravity"], h)
    r, q, v, spin = advance_body(r, q, v, spin, force, torque, number["mass"], load(number["inertia"], 0), h)
    total = r[0] + r[1] + r[2] + q[0] + q[1] + q[2] + q[3] + v[0] + v[1] + v[2] + spin[0] + spin[1] + spin[2]
    if not math.isfinite(total):
        body["status"] = NOT_FINITE
        return
    store(body["position"], 0, r)
    store4(body["rotation"], 0, q)
    store(body["velocity"], 0, v)
    store(body["spin"], 0, spin)
    body["steps"] += 1


@entry
def advance(cars, designs, controls, ground, objects, first, last, steps, h):
    """Advance the cars `first` … `last` − 1 by `steps` steps of h [s], each in its own copy of the objects' world.

    A car does not know of the others, so that results do not depend on how cars and steps are shared out. A car whose
    state would not be finite stops at its last one, with a status. Returns how many have.
    """
    stopped = 0
    for i in range(first, last):
        body = cars.bodies[i]
        kind = body["kind"]
        for _ in range(steps):
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
        if body["status"] != OK:
            stopped += 1
    return stopped
