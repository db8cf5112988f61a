"""What is asked of any formulation.

The state is one vector y; what is in it is the formulation's business. `model` holds constants, `work` preallocated
arrays, among them `culprit`: joint and size of the last failure, and the largest |Φ| that the last
projection found before it corrected anything.

Integrators are handed the equations of motion as two pointers (see jounce.engine.compiler), so that one compiled
integrator serves every model with arrays of the same types. Both return a status of
`jounce.engine.formulations.status`; nothing raises, nothing allocates:

    derivative(model, work, t, y, dy)   writes ẏ at time t [s] into dy
    project(model, work, t, y)          moves y onto the position and velocity constraints at time t, in place

The rest are verbs.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import verb


@verb
def kinetic_energy(model, y):
    """Kinetic energy of a state [J]."""


@verb
def stop(model, y):
    """Set all velocities to zero, in place."""
