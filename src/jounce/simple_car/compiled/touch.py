"""What a wheel touches: the ground under its centre or the object that it is deepest in.

One surface at a time, the deepest: on the edge between ground and ramp both depths are equal, so that the load is
continuous there, and the energy of the spring is a function of where the wheel is.
"""

from jounce.algebra.quaternion import load4, to_matrix
from jounce.algebra.vec3 import add, axpy, load, sub
from jounce.ground.placed import look
from jounce.ground.surface import unit_normal
from jounce.kernel import part
from jounce.simple_car.compiled.records import AIR, GROUND
from jounce.simple_car.compiled.shapes import to_box, turned, turned_back, wheel_reach


@part
def touched(number, memory, ground, shapes, things, centre, axle):
    """(surface, depth [m], normal, contact point, friction factor) of a wheel; the surface is AIR if there is none."""
    radius, tread = number["radius"], number["tread"]
    z, zx, zy, friction = look(ground, memory, centre[0], centre[1])
    n = unit_normal(zx, zy)
    reach, way = wheel_reach(axle, n, radius, tread)
    depth, surface = reach - (centre[2] - z) * n[2], GROUND
    for j in range(shapes.size):
        if things[j]["near"] == 0:
            continue
        far = sub(centre, load(things[j]["position"], 0))
        most = shapes[j]["reach"] + radius
        if far[0] * far[0] + far[1] * far[1] + far[2] * far[2] > most * most:
            continue
        R = to_matrix(load4(things[j]["rotation"], 0))
        distance, m = to_box(turned_back(R, far), load(shapes[j]["half"], 0))
        m = turned(R, m)
        reach, there = wheel_reach(axle, m, radius, tread)
        if reach - distance > depth:
            depth, n, way, surface, friction = reach - distance, m, there, j, shapes[j]["friction"]
    if not depth > 0.0:
        return AIR, 0.0, n, centre, friction
    return surface, depth, n, axpy(depth, n, add(centre, way)), friction
