"""The four wheels of a car: where they are, how they are steered, and the sum of what acts there."""

import math

from jounce.algebra.quaternion import load4, to_matrix
from jounce.algebra.vec3 import accumulate, add, cross, dot, load, neg, store, sub
from jounce.kernel import kernel, part
from jounce.simple_car.compiled.motion import velocity_at
from jounce.simple_car.compiled.records import AIR, WHEELS
from jounce.simple_car.compiled.shapes import turned
from jounce.simple_car.compiled.touch import touched
from jounce.simple_car.compiled.wheel import drive_request, smooth_wheel


@kernel
def heading_of(number, corner, steer):
    """(cos, sin) of the angle of a wheel; steered ones stand on circles about one point (S13).

    tan δ_i = tan δ / (1 − y_i tan δ / L): all turn about a point beside the rear axle, L / tan δ from its middle.
    """
    if corner["steered"] == 0.0:
        return 1.0, 0.0
    tangent = math.tan(steer)
    tangent = tangent / (1.0 - corner["position"][1] * tangent / number["wheelbase"])
    cosine = 1.0 / math.sqrt(1.0 + tangent * tangent)
    return cosine, tangent * cosine


@part
def light(shapes, surface):
    """Whether a surface is that of an object that moves."""
    return surface >= 0 and shapes[surface]["moving"] == 1


@part
def thing_velocity(thing, point):
    """Velocity of the point of an object that is at `point`, in world axes."""
    R = to_matrix(load4(thing["rotation"], 0))
    return velocity_at(
        load(thing["velocity"], 0), turned(R, load(thing["spin"], 0)), sub(point, load(thing["position"], 0))
    )


@part
def push(thing, point, force):
    """Add a force at a point to what acts on an object."""
    accumulate(thing["force"], 0, force)
    accumulate(thing["torque"], 0, cross(sub(point, load(thing["position"], 0)), force))


@part
def roll_on(number, corner, wheel, R, steer, v, w, h):
    """Turn a wheel by the way of its centre along its heading; returns its centre's arm and its axle in world axes."""
    cosine, sine = heading_of(number, corner, steer)
    arm = turned(R, load(corner["position"], 0))
    ahead, axle = turned(R, (cosine, sine, 0.0)), turned(R, (-sine, cosine, 0.0))
    wheel["angle"] += h * dot(velocity_at(v, w, arm), ahead) / number["radius"]
    return arm, axle


@part
def smooth_wheels(number, corners, wheels, memories, ground, shapes, things, control, steer, r, R, v, w, h):
    """Force and torque about the centre of mass of all wheels, in world axes."""
    force, torque = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    drive = drive_request(number, control["throttle"], v[0] * R[0] + v[1] * R[3] + v[2] * R[6])
    for i in range(WHEELS):
        corner, wheel = corners[i], wheels[i]
        arm, axle = roll_on(number, corner, wheel, R, steer, v, w, h)
        surface, depth, n, point, friction = touched(number, memories[i], ground, shapes, things, add(r, arm), axle)
        if surface == AIR or (
            surface != wheel["surface"] and (light(shapes, surface) or light(shapes, wheel["surface"]))
        ):
            store(wheel["bristle"], 0, (0.0, 0.0, 0.0))
        wheel["surface"], wheel["depth"] = surface, depth
        store(wheel["point"], 0, point)
        store(wheel["normal"], 0, n)
        f = (0.0, 0.0, 0.0)
        wheel["load"] = 0.0
        if surface != AIR:
            arm = sub(point, r)
            sliding = velocity_at(v, w, arm)
            soft = (math.inf, math.inf)
            if light(shapes, surface):
                sliding = sub(sliding, thing_velocity(things[surface], point))
                soft = (shapes[surface]["stiffness"], shapes[surface]["damping"])
            share = drive * corner["drive"]
            f = smooth_wheel(number, corner, wheel, control, share, sliding, n, axle, depth, friction, soft, h)
            force, torque = add(force, f), add(torque, cross(arm, f))
            if light(shapes, surface):
                push(things[surface], point, neg(f))
        store(wheel["force"], 0, f)
    return force, torque
