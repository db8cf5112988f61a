"""The wheels as Lee 2000 prints them: one normal for all, side force with v², drive along the car's head.

What the paper leaves open is decided here and said in docs/theory/simple_car.md.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.linalg.elementary import atan2
from jounce.engine.linalg.vec3 import add, axpy, cross, dot, load, neg, norm, scale, store, sub, unit
from jounce.engine.single_body.compiled.grip import tangential
from jounce.engine.single_body.compiled.motion import velocity_at
from jounce.engine.single_body.compiled.records import AIR, WHEELS
from jounce.engine.single_body.compiled.shapes import find_contact, to_world
from jounce.engine.single_body.compiled.wheels import drive_request, heading_of, light, push, roll_on, thing_velocity

AROUND = (0, 2, 3, 1)
"""Wheels counterclockwise from above: fl, rl, rr, fr."""
HALTS = 0.1
"""Speed below which braking fades [m/s]; ours, so that it does not change its sign from step to step."""


@kernel
def side_force(gain, friction, mass, ahead, aside):
    """Force towards the left [N] (S3), Lee 2000 (5): −K_a K_f m v² angle, the angle within ±π/2.

    ahead, aside: velocity of the contact along the wheel's heading and to its left [m/s].
    """
    return -gain * friction * mass * (ahead * ahead + aside * aside) * atan2(aside, abs(ahead))


@subroutine
def plane_of(wheels):
    """(count, normal) of the wheels that touch, and of the plane through three of their contacts (S2).

    Of four the least deep is left out, the last of several; with fewer than three the normal is zero.
    """
    count, least, depth = 0, -1, math.inf
    for i in range(WHEELS):
        if wheels[i]["surface"] != AIR:
            count += 1
            if wheels[i]["depth"] <= depth:
                least, depth = i, wheels[i]["depth"]
    if count < 3:
        return count, (0.0, 0.0, 0.0)
    a, b, c = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    found = 0
    for i in AROUND:
        if wheels[i]["surface"] == AIR or (count == 4 and i == least):
            continue
        a, b, c = b, c, load(wheels[i]["point"], 0)
        found += 1
    return count, unit(cross(sub(b, a), sub(c, a)))


@subroutine
def printed_wheels(number, corners, wheels, memories, ground, shapes, things, control, steer, r, R, v, w, h):
    """Force and torque about the centre of mass of all wheels, in world axes."""
    for i in range(WHEELS):
        arm, axle = roll_on(number, corners[i], wheels[i], R, steer, v, w, h)
        surface, depth, n, point, _ = find_contact(number, memories[i], ground, shapes, things, add(r, arm), axle)
        wheels[i]["surface"], wheels[i]["depth"], wheels[i]["load"] = surface, depth, 0.0
        store(wheels[i]["point"], 0, point)
        store(wheels[i]["normal"], 0, n)
        store(wheels[i]["force"], 0, (0.0, 0.0, 0.0))
    count, plane = plane_of(wheels)
    head = (R[0], R[3], R[6])
    side = unit(cross(plane, head))
    drive = drive_request(number, control["throttle"], dot(v, head))
    weight = number["mass"] * number["gravity"]
    # contact (S1)
    total = 0.0
    for i in range(WHEELS):
        wheel = wheels[i]
        if wheel["surface"] != AIR:
            n = plane if count >= 3 else load(wheel["normal"], 0)
            point = load(wheel["point"], 0)
            centre = add(r, to_world(R, load(corners[i]["position"], 0)))
            wheel["depth"] = number["radius"] + dot(n, sub(point, centre))
            sliding, k, c = velocity_at(v, w, sub(point, r)), number["stiffness"], number["damping"]
            if light(shapes, wheel["surface"]):
                shape = shapes[wheel["surface"]]
                sliding = sub(sliding, thing_velocity(things[wheel["surface"]], point))
                k, c = min(k, shape["stiffness"]), min(c, shape["damping"])
            wheel["load"] = k * wheel["depth"] - c * dot(sliding, n)
            total += wheel["load"]
    force, torque = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for i in range(WHEELS):
        wheel, corner = wheels[i], corners[i]
        if wheel["surface"] == AIR:
            continue
        friction, pressed = memories[i]["friction"], wheel["load"]
        if wheel["surface"] >= 0:
            friction = shapes[wheel["surface"]]["friction"]
        point = load(wheel["point"], 0)
        n = plane if count >= 3 else load(wheel["normal"], 0)
        arm = sub(point, r)
        here = velocity_at(v, w, arm)
        f = scale(pressed, n)
        if light(shapes, wheel["surface"]):
            # the other forces are measured by the weight of the car, and would throw it away
            store(wheel["force"], 0, f)
            force, torque = add(force, f), add(torque, cross(arm, f))
            push(things[wheel["surface"]], point, neg(f))
            continue
        # side force (S3), in the friction circle if it is to be limited
        cosine, sine = heading_of(number, corner, steer)
        t = unit(cross(to_world(R, (-sine, cosine, 0.0)), n))
        s = cross(n, t)
        aside = side_force(number["side_gain"], friction, number["mass"], dot(here, t), dot(here, s))
        if number["limited"] == 1:
            most = number["friction"] * friction * max(0.0, pressed)
            aside = min(max(aside, -most), most)
        f = axpy(aside, s, f)
        # drive (S4)
        f = axpy(friction * drive * corner["drive"], head, f)
        # static friction of a car that stands on a slope (S5)
        if count >= 3 and total > 0.0:
            f = axpy(weight * side[2] * pressed / total, side, f)
        # brakes (S7)
        sliding = tangential(here, n)
        share = control["brake"] * corner["brake"] + control["handbrake"] * corner["hand"]
        f = axpy(-number["friction"] * friction * weight * share / max(norm(sliding), HALTS), sliding, f)
        store(wheel["force"], 0, f)
        force, torque = add(force, f), add(torque, cross(arm, f))
    return force, torque
