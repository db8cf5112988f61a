"""Positions of an implicit stage, p = p* + γh ṗ(p, v), in closed form for given velocities."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.formulations.coordinates import BALL, SCALAR
from jounce.engine.linalg.quaternion import load4, multiply, normalize, rotate, store4
from jounce.engine.linalg.vec3 import add, load, scale, store


@kernel
def solve_positions(coordinates, star, gamma_h, y):
    """Positions of y that satisfy p = p* + γh ṗ with its velocities, in place; rates as in `coordinates`.

    A quaternion with q̇ = ½ q ⊗ (0, ω) is q* ⊗ (1, −½γhω)⁻¹ = q* ⊗ (1, ½γhω) / (1 + ¼|γhω|²).
    """
    for i in range(coordinates.size):
        kind, p, u = coordinates[i]["kind"], coordinates[i]["position"], coordinates[i]["velocity"]
        if kind == SCALAR:
            y[p] = star[p] + gamma_h * y[u]
        elif kind == BALL:
            store4(y, p, turn(load(y, u), gamma_h, load4(star, p), False))
        else:
            q = turn(load(y, u + 3), gamma_h, load4(star, p + 3), True)
            store4(y, p + 3, q)
            store(y, p, add(load(star, p), scale(gamma_h, rotate(normalize(q), load(y, u)))))


@kernel
def turn(w, gamma_h, star, body):
    """q* ⊗ (1, ½γhω) / (1 + ¼|γhω|²); the other way round for an angular velocity that is not in body axes."""
    x, y, z = 0.5 * gamma_h * w[0], 0.5 * gamma_h * w[1], 0.5 * gamma_h * w[2]
    shrink = 1.0 / (1.0 + x * x + y * y + z * z)
    part = (shrink, shrink * x, shrink * y, shrink * z)
    return multiply(star, part) if body else multiply(part, star)
