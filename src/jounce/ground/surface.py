"""The ground interface."""

from jounce.kernel import verb


@verb
def surface(ground, x, y):
    """Height [m], unit normal (world axes) and friction factor [-] of the ground under the point (x, y) [m]."""
