"""Channels of the simplified car's body, by the formulas of all other cars."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.mat3 import mv
from jounce.engine.linalg.quaternion import load4, normalize, to_matrix
from jounce.engine.linalg.vec3 import load, store
from jounce.lab.results.instant_kernel import write_chassis

BODY = record(A=9, r=3, v=3, w=3)
"""Rotation, position, velocity and angular velocity of the body, world axes."""


@entry
def observe_body(t, bodies, acceleration, moving, car, out):
    """Numbers of the chassis (CHASSIS_COLUMNS of `jounce.lab.results.instant_kernel`) at the time t [s].

    bodies: records of a fleet, of which the first is seen; acceleration: of its centre of mass, world axes [m/s²];
    moving: one BODY to write to; car: a CAR without rack and engine; out: see `write_chassis`.
    """
    body, seen = bodies[0], moving[0]
    A = to_matrix(normalize(load4(body["rotation"], 0)))
    for i in range(9):
        seen["A"][i] = A[i]
    store(seen["r"], 0, load(body["position"], 0))
    store(seen["v"], 0, load(body["velocity"], 0))
    store(seen["w"], 0, mv(A, load(body["spin"], 0)))
    write_chassis(t, load(acceleration, 0), moving, car[0], out)
