"""Semi-implicit Euler, of order one: velocities first, positions with the new velocities.

    v₊ = v + h a(t, x, v),  x₊ = x moved by h v₊

With forces of the positions alone it is symplectic: the energy of an oscillator swings, but does not drift. First-order
states go with the velocities.
"""

from jounce.formulations.coordinates import displace
from jounce.kernel import part


@part
def move(coordinates, h, y, k, trial):
    """The result from the slope k[0]; k[1] is scratch."""
    increment = k[1]
    for i in range(y.size):
        trial[i] = y[i] + h * k[0, i]
        increment[i] = h * trial[i]
    displace(coordinates, y, increment, trial)
