"""Contacts of the hull of any car with the ground and the objects of a course, for a car that something else moves."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry
from jounce.engine.linalg.quaternion import load4, to_matrix
from jounce.engine.linalg.vec3 import add, load, store
from jounce.engine.single_body.compiled.hull import hull
from jounce.engine.single_body.compiled.shapes import to_world
from jounce.engine.single_body.compiled.things import approach, move_things, push_things
from jounce.engine.single_body.compiled.wheel_contact import press_wheels


@entry
def collide(numbers, offsets, boxes, points, memory, ground, objects, tires, treads, body, world, push, loads, h):
    """Contact force and torque about the centre of mass on a hull at the pose and motion of `body`, those on wheels at
    the poses and motions of `world`, and one step of h [s] of the objects.

    numbers (1,), offsets (p, 3) and boxes (b,): the hull, see `Designs`; points (p,) and memory: what its contacts
    remember; objects: of one world. body (13,): centre of mass, rotation body → world, velocity of the centre of mass
    and angular velocity, both in body axes. push (6,): force and torque, world axes [N, N m]. tires and treads: wheels
    that may touch objects, and what they touch; loads (w, 6): as push, of each of their bodies; world: empty if no
    object is near.
    """
    number = numbers[0]
    r, q = load(body, 0), load4(body, 3)
    R = to_matrix(q)
    v, w = to_world(R, load(body, 7)), to_world(R, load(body, 10))
    shapes, things, touches = objects.shapes, objects.things[0], objects.touches[0]
    approach(shapes, things, r, number["reach"])
    force, torque = hull(number, offsets, points, memory, ground, shapes, things, r, R, v, w, h)
    if shapes.size > 0:
        f, m = push_things(number, boxes, memory, ground, shapes, objects.points, things, touches, r, R, v, w, h)
        force, torque = add(force, f), add(torque, m)
        loads[:] = 0.0
        if world.size > 0:
            press_wheels(tires, treads, shapes, things, world, loads, h)
        move_things(shapes, things, number["gravity"], h)
    store(push, 0, force)
    store(push, 3, torque)
    return 0
