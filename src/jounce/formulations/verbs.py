"""What an integrator asks of any formulation.

The state is one vector y; what is in it is the formulation's business. `model` holds constants, `work` preallocated
arrays. Every verb returns a status of `jounce.formulations.status`; nothing raises, nothing allocates.
"""

from jounce.kernel import verb


@verb
def derivative(model, work, t, y, dy):
    """Write ẏ at time t [s] into dy."""


@verb
def project(model, work, t, y):
    """Move y onto the position and velocity constraints at time t [s], in place."""


@verb
def kinetic_energy(model, y):
    """Kinetic energy of a state [J]."""


@verb
def stop(model, y):
    """Set all velocities to zero, in place."""
