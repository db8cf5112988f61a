"""Forces on one body from outside: applied loads, and drag and lift in (windy) air."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.vec3 import add, axpy, dot, load, norm, scale, sub

FORCE_WORLD, FORCE_BODY, TORQUE_WORLD, TORQUE_BODY = range(4)

LOAD = record(kind=int, body=int, reaction=int, signal=int, point=3, direction=3)
"""A force or a torque whose direction is fixed in the world or in the body: body, the body that bears a torque's
reaction, magnitude as a signal, point from the centre of mass in body axes, direction in the axes that the kind
names."""

SHAPES = ("drag", "side", "front_lift", "rear_lift", "roll", "pitch", "yaw")
"""Coefficients over the angle of the relative wind."""
DRAG = record(
    body=int, point=3, density=float, drag_area=float, lift_area=float, wind=3,
    wind_speed=int, wind_direction=int, zone_start=int, zone_end=int, front=float, rear=float,
    shaped=int, area=float, length=float,
    **{f"{name}{part}": int if part else float for name in SHAPES for part in ("", "_table", "_points")},
)  # fmt: skip
"""Body, point from its centre of mass in body axes, air density [kg/m³], C_d A and C_l A [m²], wind (world) [m/s].

Signals of the wind and of the zone in which it blows, −1 without; front and rear of the body, from the point [m].
shaped: whether it has coefficients, then their area [m²] and length [m]; each is a value, or a curve in the tables."""


@kernel
def drag(law, velocity, up):
    """½ρ (C_d A |u|(−u) + C_l A |u|² up) with u the velocity of the point through the air; world axes [N]."""
    return drag_and_lift(law, sub(velocity, load(law["wind"], 0)), up)


@kernel
def drag_and_lift(law, u, up):
    """Drag and lift for the velocity u through the air [N]; up: upwards in the body."""
    speed = norm(u)
    q = 0.5 * law["density"] * speed
    return add(scale(-q * law["drag_area"], u), scale(q * speed * law["lift_area"], up))


@kernel
def drag_and_lift_tangent(law, u, up, by_u, by_up):
    """The change of `drag_and_lift` with changes of both [N]."""
    speed, half = norm(u), 0.5 * law["density"]
    along = dot(u, by_u)
    by_speed = along / speed if speed > 0.0 else 0.0
    drags = scale(-half * law["drag_area"], axpy(by_speed, u, scale(speed, by_u)))
    lifts = scale(half * law["lift_area"], axpy(2.0 * along, up, scale(speed * speed, by_up)))
    return add(drags, lifts)
