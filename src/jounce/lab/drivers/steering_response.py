"""How a car answers to its steering, as far as its tires say.

A tire under the static load F with the cornering stiffness C needs the slip angle s a for the lateral acceleration a:

    s = F / (C g),    K = s_front − s_rear                                                                   (D5)

K is the understeer gradient of the tires alone; suspension and steering add to it, about as much again in a soft car.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from jounce.model.mechanism.calspan import CalspanTire
from jounce.model.mechanism.fiala import FialaTire
from jounce.model.mechanism.tires import MagicFormula87, SimpleTire, TireLaw
from jounce.model.mechanism.tmeasy import TMeasyTire
from jounce.model.vehicle import Vehicle, to_mechanism
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.statics import wheel_loads
from jounce.schema.units import GRAVITY

MIN_STIFFNESS = 1.0
"""Least cornering stiffness by the load of a wheel [1/rad], for tires whose fit says less."""


@dataclass(frozen=True)
class SteeringResponse:
    """Slip angles that the tires of the first and the last axle need, by lateral acceleration [rad s²/m]."""

    front: float
    rear: float

    @property
    def understeer(self) -> float:
        """Understeer gradient K of the tires [rad s²/m]."""
        return self.front - self.rear


def steering_response(car: Vehicle) -> SteeringResponse:
    """The response of a car at its design position, on both sides alike."""
    mechanism = to_mechanism(car)
    loads, drawn = (
        wheel_loads(mechanism, car),
        {corner.name("wheel") for corner in car.corners if corner.unit != CHASSIS},
    )
    tires = sorted((t for t in mechanism.tires if t.body not in drawn), key=lambda tire: tire.centre[0])
    slips = []
    for end in (tires[-1].centre[0], tires[0].centre[0]):
        axle = [tire for tire in tires if abs(tire.centre[0] - end) < 1e-6]
        load = sum(max(loads[tire.name], 0.0) for tire in axle)
        stiffness = sum(cornering_stiffness(tire.law, max(loads[tire.name], 0.0)) for tire in axle)
        slips.append(load / (max(stiffness, MIN_STIFFNESS * load, MIN_STIFFNESS) * GRAVITY))
    return SteeringResponse(*slips)


def cornering_stiffness(law: TireLaw, load: float) -> float:
    """Slope of the side force over the slip angle at zero slip and camber [N/rad], at a load [N]."""
    if isinstance(law, SimpleTire):
        return law.lateral.b * law.lateral.c * law.lateral.d * load
    if isinstance(law, MagicFormula87):
        a3, a4, a5 = (*law.lateral, *[0.0] * 14)[3:6]
        return math.degrees(a3 * math.sin(a4 * math.atan(a5 * 1e-3 * load)))
    if isinstance(law, FialaTire):
        return law.cornering_stiffness
    if isinstance(law, CalspanTire):
        return law.cornering_stiffness(load)
    if isinstance(law, TMeasyTire):
        u, (first, second) = min(load, law.load_limit) / law.nominal_load, law.lateral.slope
        return u * (2.0 * first - 0.5 * second - (first - 0.5 * second) * u)
    values = law.properties.values
    nominal = values["FNOMIN"] * values.get("LFZO", 1.0)
    inner = math.atan(load / (values.get("PKY2", 1.0) * nominal))
    return abs(values.get("PKY1", 0.0) * nominal * math.sin(values.get("PKY4", 2.0) * inner)) * values.get("LKY", 1.0)
