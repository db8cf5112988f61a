"""The four wheels of a car: where they are, how they are steered, and the sum of what acts there.

With the smooth law each wheel has its own normal, a load, and grip that is a slip angle at speed and a spring at rest.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.ground.friction import smoothstep
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.quaternion import load4, to_matrix
from jounce.engine.linalg.vec3 import accumulate, add, axpy, cross, dot, load, neg, scale, store, sub, unit
from jounce.engine.single_body.compiled.grip import wheel_load, within_strip
from jounce.engine.single_body.compiled.motion import velocity_at
from jounce.engine.single_body.compiled.records import AIR, WHEELS
from jounce.engine.single_body.compiled.shapes import find_contact, to_world

HALF_DAMPING_SPEED = 1.0
"""Speed at which half of the bristles' damping is left [m/s]; at speed, carrying away is what damps."""
LIES, LYING = 0.7, 0.95
"""|n · axle| from which a wheel rolls less and less freely, and from which not at all."""
LOCKS, LOCKED = 0.9, 1.1
"""Braking force as a share of μ F_n from which tread is no longer carried through the contact, and where none is."""


@kernel
def fade(x, first, last):
    """1 up to `first`, 0 from `last` on, smooth between."""
    return 1.0 - smoothstep(min(1.0, max(0.0, (x - first) / (last - first))))[0]


@kernel
def drive_request(number, throttle, speed):
    """Force of the whole drive [N] (S12): throttle × min(F_max, P / |v|)."""
    most = number["drive_force"]
    if most * abs(speed) > number["drive_power"]:
        most = number["drive_power"] / abs(speed)
    return throttle * most


@subroutine
def smooth_wheel(number, corner, wheel, control, drive, v, n, axle, depth, friction, soft, h):
    """Force [N] on the car at the contact of a wheel; its bristle and load are written to `wheel`.

    v: velocity of the car's point there against the surface; drive: what this wheel is asked for [N]; soft: stiffness
    and damping [N/m], [N s/m] of a light object that the wheel stands on, infinite otherwise.
    """
    stiffness, damping = min(number["stiffness"], soft[0]), min(number["damping"], soft[1])
    k, c = min(corner["grip"], soft[0]), min(corner["grip_damping"], soft[1])
    pressed = wheel_load(number, depth, -dot(v, n), stiffness, damping)
    limit = number["friction"] * friction * pressed
    # the axes of the contact
    tilt = abs(dot(axle, n))
    t = unit(cross(axle, n))
    s = cross(n, t)
    u = load(wheel["bristle"], 0)
    along, across, v_t, v_s = dot(u, t), dot(u, s), dot(v, t), dot(v, s)
    # how far force along the heading may go: brakes, rolling resistance, and all if the wheel lies on its side
    free = fade(tilt, LIES, LYING)
    brakes = control["brake"] * corner["brake"] * number["brake_force"]
    brakes += control["handbrake"] * corner["hand"] * number["hand_force"]
    strip = brakes + number["rolling"] * pressed + (1.0 - free) * limit
    carried = free * fade(strip, LOCKS * limit, LOCKED * limit) if limit > 0.0 else 0.0
    # bristles (S10): follow the sliding, are carried away by rolling, stay in the set (S11)
    along += h * v_t
    across = (across + h * v_s) / (1.0 + h * carried * abs(v_t) / number["relaxation"])
    along, across = within_strip(k * along, k * across, strip, limit)
    slow = (v_t / HALF_DAMPING_SPEED) ** 2
    c /= 1.0 + slow * slow
    f_t, f_s = within_strip(-along - c * v_t, -across - c * v_s, strip, limit)
    store(wheel["bristle"], 0, axpy(along / k, t, scale(across / k, s)))
    # drive (S12), and both together in the circle
    f_t += min(max(drive, -limit), limit)
    size = math.sqrt(f_t * f_t + f_s * f_s)
    if size > limit:
        f_t, f_s = f_t * limit / size, f_s * limit / size
    wheel["load"] = pressed
    return axpy(pressed, n, axpy(f_t, t, scale(f_s, s)))


@kernel
def heading_of(number, corner, steer):
    """(cos, sin) of the angle of a wheel; steered ones stand on circles about one point (S13).

    tan δ_i = tan δ / (1 − y_i tan δ / L): all turn about a point beside the rear axle, L / tan δ from its middle.
    """
    if corner["steered"] == 0.0:
        return 1.0, 0.0
    sine, cosine = sin_cos(steer)
    tangent = sine / cosine
    tangent = tangent / (1.0 - corner["position"][1] * tangent / number["wheelbase"])
    cosine = 1.0 / math.sqrt(1.0 + tangent * tangent)
    return cosine, tangent * cosine


@subroutine
def light(shapes, surface):
    """Whether a surface is that of an object that moves."""
    return surface >= 0 and shapes[surface]["moving"] == 1


@subroutine
def thing_velocity(thing, point):
    """Velocity of the point of an object that is at `point`, in world axes."""
    R = to_matrix(load4(thing["rotation"], 0))
    return velocity_at(
        load(thing["velocity"], 0), to_world(R, load(thing["spin"], 0)), sub(point, load(thing["position"], 0))
    )


@subroutine
def push(thing, point, force):
    """Add a force at a point to what acts on an object."""
    accumulate(thing["force"], 0, force)
    accumulate(thing["torque"], 0, cross(sub(point, load(thing["position"], 0)), force))


@subroutine
def roll_on(number, corner, wheel, R, steer, v, w, h):
    """Turn a wheel by the way of its centre along its heading; returns its centre's arm and its axle in world axes."""
    cosine, sine = heading_of(number, corner, steer)
    arm = to_world(R, load(corner["position"], 0))
    ahead, axle = to_world(R, (cosine, sine, 0.0)), to_world(R, (-sine, cosine, 0.0))
    wheel["angle"] += h * dot(velocity_at(v, w, arm), ahead) / number["radius"]
    return arm, axle


@subroutine
def smooth_wheels(number, corners, wheels, memories, ground, shapes, things, control, steer, r, R, v, w, h):
    """Force and torque about the centre of mass of all wheels, in world axes."""
    force, torque = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    drive = drive_request(number, control["throttle"], v[0] * R[0] + v[1] * R[3] + v[2] * R[6])
    for i in range(WHEELS):
        corner, wheel = corners[i], wheels[i]
        arm, axle = roll_on(number, corner, wheel, R, steer, v, w, h)
        surface, depth, n, point, friction = find_contact(
            number, memories[i], ground, shapes, things, add(r, arm), axle
        )
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
