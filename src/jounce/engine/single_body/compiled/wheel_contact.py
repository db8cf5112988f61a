"""Wheels of a multibody car against objects: the load of a spring, and a bristle that rolling carries away.

    F_n = max(0, K d + (C min(1, d/d₀) + ½ h K) ḋ)                                                         (H3)
    u ← P (u + h v_s) / (1 + h |V| / σ),   F_t = −P (k u + c v_s)                                          (H4)

v_s is the velocity of the tread at the contact against the object, spin included, V that of the hub along the heading,
P the projection on the disc of μ F_n. Rolling steadily, (H4) is a slip stiffness k σ within the friction circle; at
rest it holds. Loads are constant over a step: ½ h K ḋ takes the depth in the middle of the step, without which a
spring of stiffness K would gain energy.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.linalg.quaternion import load4, to_matrix
from jounce.engine.linalg.vec3 import accumulate, add, axpy, cross, dot, load, neg, norm, scale, store, sub
from jounce.engine.single_body.compiled.grip import tangential, within_disc
from jounce.engine.single_body.compiled.motion import velocity_at
from jounce.engine.single_body.compiled.records import AIR
from jounce.engine.single_body.compiled.shapes import to_body, to_world, wheel_in_box
from jounce.engine.single_body.compiled.wheels import HALF_DAMPING_SPEED, LIES, LYING, fade, light, push, thing_velocity

ONSET = 0.02
"""Depth over which damping of a wheel sets in [m]."""
POSE, TWIST = 7, 6


@subroutine
def deepest_object(tire, shapes, things, centre, axle):
    """(number, depth [m], normal, contact point) of the near object that a wheel is deepest in; AIR without one."""
    surface, depth, n, point = AIR, 0.0, (0.0, 0.0, 1.0), centre
    for j in range(shapes.size):
        if things[j]["near"] == 0:
            continue
        far, most = sub(centre, load(things[j]["position"], 0)), shapes[j]["reach"] + tire["radius"]
        if dot(far, far) > most * most:
            continue
        R = to_matrix(load4(things[j]["rotation"], 0))
        half = load(shapes[j]["half"], 0)
        deep, m, at = wheel_in_box(to_body(R, far), to_body(R, axle), tire["radius"], tire["tread"], half)
        if deep > depth:
            surface, depth, n = j, deep, to_world(R, m)
            point = add(load(things[j]["position"], 0), to_world(R, at))
    return surface, depth, n, point


@kernel
def roll_bristle(u, v, n, axle, hub, k, c, relaxation, limit, h):
    """(new bristle, force along the surface) of (H4); v: sliding velocity, hub: velocity of the hub against it."""
    heading = cross(axle, n)
    size = norm(heading)
    rolling = abs(dot(hub, heading)) / size if size > 1e-6 else 0.0
    slow = (rolling / HALF_DAMPING_SPEED) ** 2
    c /= 1.0 + slow * slow
    carried = 1.0 + h * fade(abs(dot(axle, n)), LIES, LYING) * rolling / relaxation
    w = tangential(v, n)
    u = within_disc(scale(1.0 / carried, tangential(axpy(h, v, u), n)), limit / k)
    return u, within_disc((-k * u[0] - c * w[0], -k * u[1] - c * w[1], -k * u[2] - c * w[2]), limit)


@subroutine
def press_wheels(tires, treads, shapes, things, world, loads, h):
    """Forces and torques about their centres of mass on the bodies of all wheels, added to `loads`, world axes
    [N, N m]; objects that move get the opposite.

    world: poses of all bodies, then their twists, see `jounce.engine.assembly.world_state_kernel`.
    """
    twists = POSE * (world.size // (POSE + TWIST))
    for i in range(tires.size):
        tire, tread = tires[i], treads[i]
        # pose and motion of the wheel
        p, t = POSE * tire["body"], twists + TWIST * tire["body"]
        R = to_matrix(load4(world, p + 3))
        r, v, w = load(world, p), load(world, t), to_world(R, load(world, t + 3))
        arm, axle = to_world(R, load(tire["centre"], 0)), to_world(R, load(tire["axle"], 0))
        # what it touches
        surface, depth, n, point = deepest_object(tire, shapes, things, add(r, arm), axle)
        changed = surface != tread["surface"]
        if surface == AIR or (changed and (light(shapes, surface) or light(shapes, tread["surface"]))):
            store(tread["bristle"], 0, (0.0, 0.0, 0.0))
        tread["surface"], tread["depth"], tread["load"] = surface, depth, 0.0
        if surface == AIR:
            continue
        # velocities against the object
        sliding, hub = velocity_at(v, w, sub(point, r)), velocity_at(v, w, arm)
        K, C, k, c = tire["stiffness"], tire["damping"], tire["grip"], tire["grip_damping"]
        if light(shapes, surface):
            there = thing_velocity(things[surface], point)
            sliding, hub = sub(sliding, there), sub(hub, there)
            soft, lossy = shapes[surface]["stiffness"], shapes[surface]["damping"]
            K, C, k, c = min(K, soft), min(C, lossy), min(k, soft), min(c, lossy)
        # load (H3) and grip (H4)
        rate = -dot(sliding, n)
        pressed = max(0.0, K * depth + (C * min(1.0, depth / ONSET) + 0.5 * h * K) * rate)
        limit = tire["friction"] * shapes[surface]["friction"] * pressed
        u = load(tread["bristle"], 0)
        u, f = roll_bristle(u, sliding, n, axle, hub, k, c, tire["relaxation"], limit, h)
        store(tread["bristle"], 0, u)
        tread["load"] = pressed
        # sums on both partners
        f = axpy(pressed, n, f)
        row = loads[tire["row"]]
        accumulate(row, 0, f)
        accumulate(row, 3, cross(sub(point, r), f))
        if light(shapes, surface):
            push(things[surface], point, neg(f))
