"""Objects of the course: boxes that stand, and light ones that are knocked about. Those do not see each other."""

from jounce.algebra.quaternion import load4, store4, to_matrix
from jounce.algebra.vec3 import add, cross, dot, load, neg, norm, store, sub
from jounce.kernel import part
from jounce.simple_car.compiled.hull import deepest, meet, on_ground, pressed
from jounce.simple_car.compiled.motion import moved, velocity_at
from jounce.simple_car.compiled.records import CAR, NOBODY
from jounce.simple_car.compiled.shapes import to_box, turned, turned_back
from jounce.simple_car.compiled.wheels import push

ONSET = 2e-3
"""Depth over which damping of an object's point sets in [m]."""
STILL, ASLEEP = 1e-4, 0.5
"""v² + (ω ρ)² below which an object rests [m²/s²], and for how long until it sleeps if no car is near [s]."""
MARGIN = 0.5
"""Distance that counts as near [m]."""


@part
def approach(shapes, things, r, reach):
    """Note which objects are near the car, and take all forces away."""
    for j in range(shapes.size):
        thing = things[j]
        far = sub(load(thing["position"], 0), r)
        most = reach + shapes[j]["reach"] + MARGIN
        thing["near"] = 1 if dot(far, far) < most * most else 0
        store(thing["force"], 0, (0.0, 0.0, 0.0))
        store(thing["torque"], 0, (0.0, 0.0, 0.0))


@part
def in_car(number, boxes, r, R, place):
    """(depth, normal) of a point in the boxes of the car's hull; the depth is 0 outside."""
    depth, n = 0.0, (0.0, 0.0, 0.0)
    local = turned_back(R, sub(place, r))
    for b in range(number["boxes"]):
        distance, m = to_box(sub(local, load(boxes[b]["centre"], 0)), load(boxes[b]["half"], 0))
        # inside the hull, but not nearest to a face that another box covers: the deeper box decides
        if -distance > depth:
            depth, n = -distance, turned(R, m)
    return depth, n


@part
def push_things(number, boxes, memory, ground, shapes, offsets, things, touches, r, R, v, w, h):
    """Contacts of the objects' points; what acts on them is added to them, what acts on the car is returned."""
    force, torque = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for j in range(shapes.size):
        shape, thing = shapes[j], things[j]
        moving, near = shape["moving"] == 1, thing["near"] == 1
        if not near and (not moving or thing["rest"] > ASLEEP):
            continue
        Q = to_matrix(load4(thing["rotation"], 0))
        middle, speed, spin = load(thing["position"], 0), load(thing["velocity"], 0), turned(Q, load(thing["spin"], 0))
        k, c = number["hull_stiffness"], number["hull_damping"]
        if moving:
            k, c = shape["stiffness"], shape["damping"]
        for i in range(shape["points"]):
            touch = touches[j, i]
            arm = turned(Q, (offsets[j, i, 0], offsets[j, i, 1], offsets[j, i, 2]))
            place, here = add(middle, arm), velocity_at(speed, spin, arm)
            partner, face, depth, n, friction = NOBODY, 0, 0.0, (0.0, 0.0, 0.0), 0.0
            if moving:
                touch["clear"] -= h * norm(here)
                if not touch["clear"] > 0.0:
                    push(thing, place, on_ground(touch, memory, ground, place, here, k, c, ONSET, shape["sliding"], h))
                partner, face, depth, n = deepest(touch, shapes, things, place, True)
                if partner >= 0:
                    friction = shape["sliding"] * shapes[partner]["friction"]
            if near:
                inside, out = in_car(number, boxes, r, R, place)
                if inside > depth:
                    partner, face, depth, n, friction = CAR, 0, inside, out, number["hull_friction"]
            meet(touch, partner, face)
            if partner == NOBODY:
                continue
            sliding = sub(here, velocity_at(v, w, sub(place, r))) if partner == CAR else here
            u = load(touch["other"], 0)
            u, f = pressed(u, sliding, n, depth, k, c, ONSET, friction, h)
            store(touch["other"], 0, u)
            push(thing, place, f)
            if partner == CAR:
                force, torque = sub(force, f), add(torque, cross(sub(place, r), neg(f)))
    return force, torque


@part
def move_things(shapes, things, gravity, h):
    """One step of all objects that move."""
    for j in range(shapes.size):
        shape, thing = shapes[j], things[j]
        if shape["moving"] == 0 or (thing["near"] == 0 and thing["rest"] > ASLEEP):
            continue
        f = load(thing["force"], 0)
        f = (f[0], f[1], f[2] - shape["mass"] * gravity)
        r, q, v, w = moved(
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
