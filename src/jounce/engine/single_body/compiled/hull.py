"""The hull: points that push against the ground and the boxes of objects, and hold by bristles (S14)."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.ground.surface import unit_normal
from jounce.engine.linalg.quaternion import load4, to_matrix
from jounce.engine.linalg.vec3 import add, cross, dot, load, neg, norm, scale, store, sub
from jounce.engine.single_body.compiled.grip import spring_load, stretch_bristle
from jounce.engine.single_body.compiled.motion import velocity_at
from jounce.engine.single_body.compiled.records import NO_PARTNER
from jounce.engine.single_body.compiled.shapes import behind_face, face_of, to_body, to_box, to_world
from jounce.engine.single_body.compiled.wheels import push, thing_velocity

GRIP = 0.6
"""Stiffness and damping of a bristle as a share of those along the normal."""
STEEP = 0.7
"""Share of its height above the ground that a point may travel before it asks again: right for slopes up to 45°."""


@kernel
def contact_force(u, v, n, depth, stiffness, damping, onset, friction, h):
    """(new bristle, force) of a point that is `depth` deep in a surface with normal n and moves with v against it."""
    normal = spring_load(depth, -dot(v, n), stiffness, damping, onset)
    u, f = stretch_bristle(u, v, n, GRIP * stiffness, GRIP * damping, friction * normal, h)
    return u, (f[0] + normal * n[0], f[1] + normal * n[1], f[2] + normal * n[2])


@subroutine
def on_ground(point, memory, ground, place, v, stiffness, damping, onset, friction, h):
    """Force of the ground on a point at `place` with velocity v; how far it is from it is noted in `clear`."""
    z, zx, zy, factor = look(ground, memory, place[0], place[1])
    above = place[2] - z
    if above >= 0.0:
        point["clear"] = STEEP * above
        store(point["bristle"], 0, (0.0, 0.0, 0.0))
        return (0.0, 0.0, 0.0)
    point["clear"] = 0.0
    n = unit_normal(zx, zy)
    u = load(point["bristle"], 0)
    u, f = contact_force(u, v, n, -above * n[2], stiffness, damping, onset, friction * factor, h)
    store(point["bristle"], 0, u)
    return f


@subroutine
def meet(point, partner, face):
    """Note whom a point touches and through which face it came in; forget the bristle of another."""
    if point["partner"] != partner or point["face"] != face:
        point["partner"], point["face"] = partner, face
        store(point["other"], 0, (0.0, 0.0, 0.0))


@subroutine
def still_behind(point, shapes, things, place):
    """(depth, normal) of a point behind the face of a standing object through which it came in; 0 if it is not."""
    j = point["partner"]
    if j < 0 or shapes[j]["moving"] == 1:
        return 0.0, (0.0, 0.0, 0.0)
    R = to_matrix(load4(things[j]["rotation"], 0))
    local = to_body(R, sub(place, load(things[j]["position"], 0)))
    depth, m = behind_face(local, load(shapes[j]["half"], 0), point["face"])
    return depth, to_world(R, m)


@subroutine
def deepest(point, shapes, things, place, only_static):
    """(number, face, depth, normal) of the near object that a point is deepest in; NO_PARTNER if it is in none.

    What came in through a face of a standing object is pushed out there, or a thin wall would let fast cars pass.
    """
    depth, n = still_behind(point, shapes, things, place)
    if depth > 0.0:
        return point["partner"], point["face"], depth, n
    partner, face, depth, n = NO_PARTNER, 0, 0.0, (0.0, 0.0, 0.0)
    for j in range(shapes.size):
        if only_static:
            if shapes[j]["moving"] == 1:
                continue
        elif things[j]["near"] == 0:
            continue
        far = sub(place, load(things[j]["position"], 0))
        if dot(far, far) > shapes[j]["reach"] * shapes[j]["reach"]:
            continue
        R = to_matrix(load4(things[j]["rotation"], 0))
        distance, m = to_box(to_body(R, far), load(shapes[j]["half"], 0))
        if -distance > depth:
            partner, depth, n = j, -distance, to_world(R, m)
            face = face_of(m) if shapes[j]["moving"] == 0 else 0
    return partner, face, depth, n


@subroutine
def hull(number, offsets, points, memory, ground, shapes, things, r, R, v, w, h):
    """Force and torque about the centre of mass on all points of the hull, in world axes.

    A point asks the ground only if it may have come near: `way` is the most that any of them can have moved.
    """
    force, torque = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    K, C, onset, grip = (
        number["hull_stiffness"],
        number["hull_damping"],
        number["hull_onset"],
        number["hull_friction"],
    )
    # how far points moved, objects near
    way = h * (norm(v) + norm(w) * number["reach"])
    crowded = False
    for j in range(shapes.size):
        crowded = crowded or things[j]["near"] == 1
    for i in range(number["points"]):
        # skip points that touch nothing yet
        point = points[i]
        point["clear"] -= way
        if point["clear"] > 0.0 and not crowded:
            meet(point, NO_PARTNER, 0)
            continue
        # contact with the ground
        arm = to_world(R, (offsets[i, 0], offsets[i, 1], offsets[i, 2]))
        place, here = add(r, arm), velocity_at(v, w, arm)
        f = (0.0, 0.0, 0.0)
        if not point["clear"] > 0.0:
            f = on_ground(point, memory, ground, place, here, K, C, onset, grip, h)
        # contact with the deepest object
        if crowded:
            partner, face, depth, n = deepest(point, shapes, things, place, False)
            meet(point, partner, face)
            if partner >= 0:
                shape, thing = shapes[partner], things[partner]
                k, c, sliding = K, C, here
                if shape["moving"] == 1:
                    sliding = sub(here, thing_velocity(thing, place))
                    k, c = min(K, shape["stiffness"]), min(C, shape["damping"])
                u = load(point["other"], 0)
                u, more = contact_force(u, sliding, n, depth, k, c, onset, grip * shape["friction"], h)
                store(point["other"], 0, u)
                f = add(f, more)
                if shape["moving"] == 1:
                    push(thing, place, neg(more))
        # sum about the centre of mass
        store(point["force"], 0, f)
        force, torque = add(force, f), add(torque, cross(arm, f))
    return force, torque


@kernel
def bristle_energy(stiffness, u):
    """Energy [J] of a bristle of a contact with this normal stiffness [N/m]."""
    return 0.5 * GRIP * stiffness * dot(u, scale(1.0, u))
