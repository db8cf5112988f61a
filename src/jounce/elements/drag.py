"""Aerodynamic drag and lift of a body in (windy) air."""

from jounce.algebra.vec3 import add, load, norm, scale, sub
from jounce.elements.records import record
from jounce.kernel import kernel

DRAG = record(body=int, point=3, density=float, drag_area=float, lift_area=float, wind=3)
"""Body, point from its centre of mass in body axes, air density [kg/m³], C_d A and C_l A [m²], wind (world) [m/s]."""


@kernel
def drag(law, velocity, up):
    """½ρ (C_d A |u|(−u) + C_l A |u|² up) with u the velocity of the point through the air; world axes [N]."""
    u = sub(velocity, load(law["wind"], 0))
    speed = norm(u)
    q = 0.5 * law["density"] * speed
    return add(scale(-q * law["drag_area"], u), scale(q * speed * law["lift_area"], up))
