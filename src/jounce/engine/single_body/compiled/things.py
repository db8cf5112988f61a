"""Objects of the course: boxes that stand, and light ones that are knocked about. Those do not see each other."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.linalg.quaternion import load4, store4, to_matrix
from jounce.engine.linalg.vec3 import add, cross, dot, load, neg, norm, store, sub
from jounce.engine.single_body.compiled.hull import contact_force, deepest, meet, on_ground
from jounce.engine.single_body.compiled.motion import advance_body, velocity_at
from jounce.engine.single_body.compiled.records import CAR, NO_PARTNER
from jounce.engine.single_body.compiled.shapes import to_body, to_box, to_world
from jounce.engine.single_body.compiled.wheels import push

ONSET = 2e-3
"""Depth over which damping of an object's point sets in [m]."""
STILL, ASLEEP = 1e-4, 0.5
"""v² + (ω ρ)² below which an object rests [m²/s²], and for how long until it sleeps if no car is near [s]."""
MARGIN = 0.5
"""Distance that counts as near [m]."""


@subroutine
def approach(shapes, things, r, reach):
    """Note which objects are near the car, and take all forces away."""
    for j in range(shapes.size):
        thing = things[j]
        far = sub(load(thing["position"], 0), r)
        most = reach + shapes[j]["reach"] + MARGIN
        thing["near"] = 1 if dot(far, far) < most * most else 0
        store(thing["force"], 0, (0.0, 0.0, 0.0))
        store(thing["torque"], 0, (0.0, 0.0, 0.0))


@subroutine
def in_car(number, boxes, r, R, place):
    """(depth, normal) of a point in the boxes of the car's hull; the depth is 0 outside."""
    depth, n = 0.0, (0.0, 0.0, 0.0)
    local = to_body(R, sub(place, r))
    for b in range(number["boxes"]):
        distance, m = to_box(sub(local, load(boxes[b]["centre"], 0)), load(boxes[b]["half"], 0))
        # inside the hull, but not nearest to a face that another box covers: the deeper box decides
        if -distance > depth:
            depth, n = -distance, to_world(R, m)
    return depth, n


@subroutine
def push_things(number, boxes, memory, ground, shapes, offsets, things, touches, r, R, v, w, h):
    """Contacts of the objects' points; what acts on them is added to them, what acts on the car is returned."""
    force, torque = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for j in range(shapes.size):
        shape, thing = shapes[j], things[j]
        moving, near = shape["moving"] == 1, thing["near"] == 1
        # skip what nothing can touch
        if not near and (not moving or thing["rest"] > ASLEEP):
            continue
        # pose, motion and stiffness of it
        Q = to_matrix(load4(thing["rotation"], 0))
        middle, speed, spin = (
            load(thing["position"], 0),
            load(thing["velocity"], 0),
            to_world(Q, load(thing["spin"], 0)),
        )
        k, c = number["hull_stiffness"], number["hull_damping"]
        if moving:
            k, c = shape["stiffness"], shape["damping"]
        for i in range(shape["points"]):
            # where the point is, how fast
            touch = touches[j, i]
            arm = to_world(Q, (offsets[j, i, 0], offsets[j, i, 1], offsets[j, i, 2]))
            place, here = add(middle, arm), velocity_at(speed, spin, arm)
            partner, face, depth, n, friction = NO_PARTNER, 0, 0.0, (0.0, 0.0, 0.0), 0.0
            # ground, and other objects
            if moving:
                touch["clear"] -= h * norm(here)
                if not touch["clear"] > 0.0:
                    push(thing, place, on_ground(touch, memory, ground, place, here, k, c, ONSET, shape["sliding"], h))
                partner, face, depth, n = deepest(touch, shapes, things, place, True)
                if partner >= 0:
                    friction = shape["sliding"] * shapes[partner]["friction"]
            # the car, if it is deeper there
            if near:
                inside, out = in_car(number, boxes, r, R, place)
                if inside > depth:
                    partner, face, depth, n, friction = CAR, 0, inside, out, number["hull_friction"]
            # contact force on both partners
            meet(touch, partner, face)
            if partner == NO_PARTNER:
                continue
            sliding = sub(here, velocity_at(v, w, sub(place, r))) if partner == CAR else here
            u = load(touch["other"], 0)
            u, f = contact_force(u, sliding, n, depth, k, c, ONSET, friction, h)
            store(touch["other"], 0, u)
            push(thing, place, f)
            if partner == CAR:
                force, torque = sub(force, f), add(torque, cross(sub(place, r), neg(f)))
    return force, torque


@subroutine
def move_things(shapes, things, gravity, h):
    """One step of all objects that move."""
    for j in range(shapes.size):
        shape, thing = shapes[j], things[j]
        if shape["moving"] == 0 or (thing["near"] == 0 and thing["rest"] > ASLEEP):
            continue
        f = load(thing["force"], 0)
        f = (f[0], f[1], f[2] - shape["mass"] * gravity)
        r, q, v, w = advance_body(
            load(thing["position"], 0), load4(thing["rotation"], 0), load(thing["velocity"], 0), load(thing["spin"], 0),
            f, load(thing["torque"], 0), shape["mass"], load(shape["inertia"], 0), h,
        )  # fmt: skip
        store(thing["position"], 0, r)
        store4(thing["rotation"], 0, q)
        still = dot(v, v) + dot(w, w) * shape["reach"] * shape["reach"] < STILL
        thing["rest"] = thing["rest"] + h if still else 0.0
        if thing["near"] == 0 and thing["rest"] > ASLEEP:
            v, w = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        store(thing["velocity"], 0, v)
        store(thing["spin"], 0, w)
