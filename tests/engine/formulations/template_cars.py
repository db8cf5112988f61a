"""Cars with every kind of suspension and of steering that is registered, for comparisons of formulations."""

from __future__ import annotations

import functools

from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import Vehicle
from tests.lab.kinematics_compliance.axle_kinds import cars as axle_cars
from tests.lab.kinematics_compliance.kc_tables import with_tables
from tests.lab.kinematics_compliance.linkage_blocks import with_blocks
from tests.model.vehicle.steered_cars import cars as steered_cars


@functools.cache
def suspension_cars() -> dict[str, Vehicle]:
    """Cars by what is special in their suspension."""
    return {
        **axle_cars(),
        "table": with_tables(load_vehicle("sedan")),
        "block": with_blocks(load_vehicle("dw18")),
        "struts and twist beam": load_vehicle("hatchback"),
        "wheels on the chassis": without_suspension(load_vehicle("dw18")),
    }


@functools.cache
def template_cars() -> dict[str, Vehicle]:
    """All of them, with those of other steerings and the rover, which skids."""
    return {**suspension_cars(), **steered_cars(), "skid": load_vehicle("rover6")}


def without_suspension(car: Vehicle) -> Vehicle:
    """A car whose rear wheels are on the chassis."""
    front, rear = car.axles
    keys = {"kind": "mechanism", "carrier": "chassis", "wheel_centre": rear.suspension.wheel_centre}
    return replace(car, axles=(front, replace(rear, suspension=keys, anti_roll_bar=None)))
