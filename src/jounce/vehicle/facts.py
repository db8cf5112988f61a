"""The numbers of a whole car that its tests are judged by: distances, mass, steering ratio."""

from __future__ import annotations

import numpy as np

from jounce.mechanism import Mechanism
from jounce.vehicle.axle import Steerable
from jounce.vehicle.translate import to_mechanism
from jounce.vehicle.vehicle import Vehicle


def facts_of(car: Vehicle, mechanism: Mechanism | None = None) -> dict[str, float]:
    """What `jounce.metrics` may ask of a car, by name [SI]; what it does not say is left out. mechanism:
    of the car, if there is one already.

    steering_ratio: angle of the steering wheel per angle of the road wheels at the design position, by the levers of
    the linkage. width, length and overhangs only if the car has an outline.
    """
    axles = sorted(car.axles, key=lambda axle: -axle.suspension.wheel_centre[0])
    places = [axle.suspension.wheel_centre for axle in axles]
    found = {
        "wheelbase": places[0][0] - places[-1][0],
        "track_front": 2.0 * places[0][1],
        "track_rear": 2.0 * places[-1][1],
        "centre_to_front_axle": places[0][0] - car.chassis.centre_of_mass[0],
        "mass": float(np.sum([body.mass for body in (mechanism or to_mechanism(car)).bodies])),
    }
    if car.steering is not None:
        suspension = car.axle(car.steering.axle).suspension
        assert isinstance(suspension, Steerable)
        found["steering_ratio"] = abs(suspension.steering_lever / car.steering.ratio)
    if (body := car.outline) is not None:
        found |= {
            "length": body.length,
            "width": body.width,
            "front_overhang": body.front_overhang,
            "rear_overhang": body.length - body.front_overhang - found["wheelbase"],
        }
    return found
