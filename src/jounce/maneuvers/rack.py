"""How the rack of a car is moved: the choice that `--rack` names."""

from __future__ import annotations

from jounce.errors import Refusal
from jounce.maneuvers.choices import RACKS, chosen
from jounce.vehicle import Vehicle, with_prescribed_rack


def with_rack(car: Vehicle, rack: str | None) -> Vehicle:
    """The car with its rack moved in the way that is asked for; None leaves it as it is."""
    if rack is None or car.steering is None:
        return car
    wanted = chosen("rack", rack, RACKS)
    if wanted == car.steering.actuation.kind:
        return car
    if wanted == "prescribed":
        return with_prescribed_rack(car)
    hint = "give steering.actuation in its file, or use jounce.vehicle.with_rack_servo"
    raise Refusal(
        "no servo to put the rack on", f"vehicle {car.name!r}, rack prescribed", "stiffness and damping", hint
    )
