"""Which picture belongs to which plant."""

from __future__ import annotations

import numpy as np

from jounce.library import load_vehicle
from jounce.realtime.rows import PLACE, RowLayout
from jounce.realtime.tuning import tuned
from jounce.scene.scene import Triple
from jounce.vehicle import to_mechanism
from jounce.viewer.choices import Choice
from jounce.viewer.picture import CarPicture, Picture
from jounce.viewer.simple_picture import SimplePicture


def picture_of(choice: Choice, layout: RowLayout, row: np.ndarray) -> Picture:
    """The picture of what a loop drives; its origin is near where the car is now."""
    origin: Triple = (round(float(row[PLACE["x"]])) + 0.0, round(float(row[PLACE["y"]])) + 0.0, 0.0)
    title = f"{choice.vehicle} on {choice.ground}"
    if choice.simple:
        return SimplePicture(choice.vehicle, layout, title, origin)
    vehicle = tuned(load_vehicle(choice.vehicle), choice.parameters)
    has_engine = vehicle.powertrain is not None
    return CarPicture(to_mechanism(vehicle), layout, title, origin, engine=has_engine)
