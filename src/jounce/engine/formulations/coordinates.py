"""Where the coordinates of a mechanism stand in y, and how velocities move them.

    SCALAR  y[position] an angle or a travel, y[velocity] its rate
    BALL    y[position:+4] unit quaternion q body → base, y[velocity:+3] ω in base axes;  q̇ = ½ (0, ω) ⊗ q
    BASE    y[position:+3] r in the world, y[position+3:+4] q body → world, y[velocity:+3] v and y[velocity+3:+3] ω,
            both in body axes;  ṙ = R(q) v,  q̇ = ½ q ⊗ (0, ω)

Quaternions are scalar first. A displacement is a velocity times a time, and acts as that velocity would if it were
held: x ← x + δ, q ← exp(θ) ⊗ q for a ball, q ← q ⊗ exp(θ) and r ← r + R(q ⊗ exp(½θ)) δ for the base.

The last is the midpoint rule on ∫ R(q ⊗ exp(sθ)) δ ds over 0 ≤ s ≤ 1; it misses the exact helix by |θ|² |δ| / 24, third
order in the length of the step, which no method of order two notices. In return it is symmetric: −θ, −δ from the end
lead back to the start, so that the same numbers describe a step seen from either end.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.quaternion import load4, multiply, normalize, rotate, store4
from jounce.engine.linalg.so3 import exp_quaternion
from jounce.engine.linalg.vec3 import add, load, scale, store

SCALAR, BALL, BASE = range(3)

COORDINATE = record(kind=int, position=int, velocity=int)
"""Kind, and the first index of position and velocity in y."""


@kernel
def displace(coordinates, start, increment, out):
    """Positions of `start` moved by the increments that stand in the velocity slots, into `out`, which may be `start`.

    All three are arrays like y; nothing but positions is written.
    """
    for i in range(coordinates.size):
        kind, p, u = coordinates[i]["kind"], coordinates[i]["position"], coordinates[i]["velocity"]
        if kind == SCALAR:
            out[p] = start[p] + increment[u]
        elif kind == BALL:
            q = load4(start, p)
            store4(out, p, normalize(multiply(exp_quaternion(load(increment, u)), q)))
        else:
            r, q = load(start, p), load4(start, p + 3)
            half = exp_quaternion(scale(0.5, load(increment, u + 3)))
            middle = multiply(q, half)
            store(out, p, add(r, rotate(middle, load(increment, u))))
            store4(out, p + 3, normalize(multiply(middle, half)))
