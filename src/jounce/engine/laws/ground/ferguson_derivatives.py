"""How height and slopes of a Ferguson patch change along x and y: from its coefficients in the memory of a wheel (G13).

Second derivatives jump at nodes; those of the patch in which the point is looked up count. Beyond the edge the ground
goes on level: nothing changes across it.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.laws.ground.axis import locate
from jounce.engine.laws.ground.ferguson import Ferguson, evaluate, level_beyond
from jounce.engine.laws.ground.friction import clamp, friction_derivatives
from jounce.engine.laws.ground.surface import surface_derivatives
from jounce.engine.linalg.select import where


@surface_derivatives.of(Ferguson)
def ferguson_derivatives(ground, patch, x, y):
    _, u, per_x = locate(ground.x, x)
    _, v, per_y = locate(ground.y, y)
    by_x, by_y = slopes_in_patch(u, v, per_x, per_y, patch)
    friction_x, friction_y = friction_derivatives(ground.friction, x, y)
    return (by_x[0], by_x[1], by_x[2], friction_x), (by_y[0], by_y[1], by_y[2], friction_y)


@kernel
def slopes_in_patch(u, v, per_x, per_y, patch):
    """Changes of height and of both slopes by x [1/m], then by y, at the place (u, v) of a remembered patch.

    Beyond the edge the ground goes on level: nothing changes across it.
    """
    at_u, at_v = clamp(u), clamp(v)
    _, zu, zv = evaluate(patch, at_u, at_v)
    zuu, zuv, zvv = curvatures(patch, at_u, at_v)
    moves_u, moves_v = where(at_u == u, per_x, 0.0), where(at_v == v, per_y, 0.0)
    shown_u, shown_v = level_beyond(u, per_x), level_beyond(v, per_y)
    by_x = (moves_u * zu, moves_u * shown_u * zuu, moves_u * shown_v * zuv)
    by_y = (moves_v * zv, moves_v * shown_u * zuv, moves_v * shown_v * zvv)
    return by_x, by_y


@kernel
def curvatures(patch, u, v):
    """∂²z/∂u², ∂²z/∂u∂v and ∂²z/∂v² of the remembered patch, by Horner's rule (G13)."""
    z, zu, zuu, zv, zuv, zvv = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(3, -1, -1):
        c0, c1, c2, c3 = patch[2 + 4 * i], patch[3 + 4 * i], patch[4 + 4 * i], patch[5 + 4 * i]
        zuu, zu = 2.0 * zu + u * zuu, z + u * zu
        z = c0 + v * (c1 + v * (c2 + v * c3)) + u * z
        zuv = zv + u * zuv
        zv = c1 + v * (2.0 * c2 + v * 3.0 * c3) + u * zv
        zvv = 2.0 * c2 + v * 6.0 * c3 + u * zvv
    return zuu, zuv, zvv
