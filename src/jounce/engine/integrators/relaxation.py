"""Dynamic relaxation: fall towards rest by stopping every time the kinetic energy has passed a peak."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry
from jounce.engine.formulations import status
from jounce.engine.formulations.verbs import kinetic_energy, stop
from jounce.engine.integrators.fixed import step


@entry
def relax(derivative, project, model, work, method, t, y, k, progress, h, n):
    """n steps of h [s] with time standing still at t; the motion is stopped at each peak of kinetic energy."""
    before = 0.0
    for _ in range(n):
        outcome = step(method, derivative, project, model, work, t, h, y, k, progress)
        if outcome != status.OK:
            return outcome
        energy = kinetic_energy(model, y)
        if energy < before:
            stop(model, y)
            energy = 0.0
        before = energy
    return status.OK
