"""Applied forces on every body in base axes, from the elements shared by all formulations."""

from jounce.algebra.mat3 import tmv
from jounce.algebra.vec3 import load
from jounce.formulations.cartesian.forces import bushings, drags, loads, springs_in_frame, tires, weights
from jounce.formulations.null_space.kinematics import place_axes
from jounce.kernel import function_at, part


@part
def evaluate_forces(model, acting, t, y):
    """Sum all applied forces and torques (about the centres of mass)."""
    bodies, auxiliary = acting.bodies, model.auxiliary
    origin, E = place_axes(model.free, y)
    weights(model.bodies, tmv(E, load(model.gravity, 0)), bodies)
    laws = model.springs, model.spring_terms, model.measures, model.signals, model.tables
    springs_in_frame(*laws, t, y, auxiliary, acting.measures, bodies, acting.springs)
    bushings(model.bushings, bodies)
    loads(model.loads, model.signals, model.tables, t, E, bodies)
    drags(model.drags, E, bodies)
    wheels = function_at(model.tire, "tire"), model.tires, model.ground
    tires(*wheels, origin, E, bodies, y, auxiliary, acting.contacts)
