"""Aerodynamic drag and lift of a body in (windy) air."""

from jounce.algebra.vec3 import add, norm, scale, sub
from jounce.kernel import kernel


@kernel
def drag(density, drag_area, lift_area, wind, velocity, up):
    """½ρ (C_d A |u|(−u) + C_l A |u|² up) with u the velocity of the point through the air; world axes [N]."""
    u = sub(velocity, wind)
    speed = norm(u)
    q = 0.5 * density * speed
    return add(scale(-q * drag_area, u), scale(q * speed * lift_area, up))
