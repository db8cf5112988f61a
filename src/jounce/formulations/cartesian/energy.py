"""Kinetic energy, momentum and rest."""

from jounce.algebra.mat3 import load9, mv
from jounce.algebra.vec3 import dot, load
from jounce.formulations.cartesian.model import POSE, TWIST, Model
from jounce.formulations.verbs import kinetic_energy, stop


@kinetic_energy.of(Model)
def cartesian_kinetic_energy(model, y):
    nb = model.bodies.size
    total = 0.0
    for i in range(nb):
        u = POSE * nb + TWIST * i
        v, w = load(y, u), load(y, u + 3)
        total += 0.5 * model.bodies[i]["mass"] * dot(v, v)
        total += 0.5 * dot(w, mv(load9(model.bodies[i]["inertia"], 0), w))
    return total


@stop.of(Model)
def cartesian_stop(model, y):
    nb = model.bodies.size
    for i in range(TWIST * nb):
        y[POSE * nb + i] = 0.0
