"""Where the energy of a car is: motion, height, springs and bristles; and motion and height of its objects (S16)."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry, kernel, subroutine
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.ground.surface import unit_normal
from jounce.engine.linalg.quaternion import load4, to_matrix
from jounce.engine.linalg.vec3 import add, dot, load
from jounce.engine.single_body.compiled.grip import wheel_energy
from jounce.engine.single_body.compiled.hull import bristle_energy, deepest
from jounce.engine.single_body.compiled.records import AIR, NO_PARTNER, WHEELS
from jounce.engine.single_body.compiled.shapes import find_contact, to_world
from jounce.engine.single_body.compiled.things import in_car
from jounce.engine.single_body.compiled.wheels import heading_of


@kernel
def kinetic(mass, inertia, v, w):
    """½ m v² + ½ ω·J ω [J], ω in body axes."""
    spun = inertia[0] * w[0] * w[0] + inertia[1] * w[1] * w[1] + inertia[2] * w[2] * w[2]
    return 0.5 * mass * dot(v, v) + 0.5 * spun


@subroutine
def spring_energy(number, corners, offsets, body, wheels, points, memories, ground, shapes, things):
    """Energy [J] in the springs and bristles of all contacts of a car, at the place where it is now."""
    r = load(body["position"], 0)
    R = to_matrix(load4(body["rotation"], 0))
    total = 0.0
    for i in range(WHEELS):
        cosine, sine = heading_of(number, corners[i], body["steer"])
        centre = add(r, to_world(R, load(corners[i]["position"], 0)))
        axle = to_world(R, (-sine, cosine, 0.0))
        surface, depth, _, _, _ = find_contact(number, memories[i], ground, shapes, things, centre, axle)
        if surface != AIR:
            u = load(wheels[i]["bristle"], 0)
            total += wheel_energy(number, depth) + 0.5 * corners[i]["grip"] * dot(u, u)
    K = number["hull_stiffness"]
    for i in range(number["points"]):
        place = add(r, to_world(R, (offsets[i, 0], offsets[i, 1], offsets[i, 2])))
        z, zx, zy, _ = look(ground, memories[WHEELS], place[0], place[1])
        depth = max(0.0, (z - place[2]) * unit_normal(zx, zy)[2])
        if depth > 0.0:
            total += 0.5 * K * depth * depth + bristle_energy(K, load(points[i]["bristle"], 0))
        partner, _, depth, _ = deepest(points[i], shapes, things, place, False)
        if partner != NO_PARTNER:
            k = min(K, shapes[partner]["stiffness"]) if shapes[partner]["moving"] == 1 else K
            total += 0.5 * k * depth * depth + bristle_energy(k, load(points[i]["other"], 0))
    return total


@subroutine
def corner_energy(number, boxes, body, shapes, offsets, things, touches):
    """Energy [J] in the contacts of the objects' points with the boxes of the hull."""
    r = load(body["position"], 0)
    R = to_matrix(load4(body["rotation"], 0))
    total = 0.0
    for j in range(shapes.size):
        shape, thing = shapes[j], things[j]
        if thing["near"] == 0:
            continue
        k = shape["stiffness"] if shape["moving"] == 1 else number["hull_stiffness"]
        Q = to_matrix(load4(thing["rotation"], 0))
        for i in range(shape["points"]):
            arm = to_world(Q, (offsets[j, i, 0], offsets[j, i, 1], offsets[j, i, 2]))
            depth, _ = in_car(number, boxes, r, R, add(load(thing["position"], 0), arm))
            if depth > 0.0:
                total += 0.5 * k * depth * depth + bristle_energy(k, load(touches[j, i]["other"], 0))
    return total


@entry
def energies(cars, designs, ground, objects, out):
    """Write kinetic energy, potential energy, energy in contacts, and motion and height of objects, for every car."""
    for i in range(cars.bodies.size):
        body = cars.bodies[i]
        kind = body["kind"]
        number = designs.numbers[kind]
        out[i, 0] = kinetic(
            number["mass"], load(number["inertia"], 0), load(body["velocity"], 0), load(body["spin"], 0)
        )
        out[i, 1] = number["mass"] * number["gravity"] * body["position"][2]
        out[i, 2] = spring_energy(
            number, designs.corners[kind], designs.points[kind], body, cars.wheels[i], cars.points[i], cars.memories[i],
            ground, objects.shapes, objects.things[i],
        )  # fmt: skip
        out[i, 2] += corner_energy(
            number, designs.boxes[kind], body, objects.shapes, objects.points, objects.things[i], objects.touches[i]
        )
        out[i, 3] = 0.0
        for j in range(objects.shapes.size):
            shape, thing = objects.shapes[j], objects.things[i, j]
            if shape["moving"] == 1:
                v, w = load(thing["velocity"], 0), load(thing["spin"], 0)
                out[i, 3] += kinetic(shape["mass"], load(shape["inertia"], 0), v, w)
                out[i, 3] += shape["mass"] * number["gravity"] * thing["position"][2]
