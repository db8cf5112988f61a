"""Cars with other hardpoints."""

from __future__ import annotations

import numpy as np

from jounce.errors import ModelError
from jounce.lab.design.hardpoints import hardpoints, with_hardpoints
from jounce.model.vehicle import Vehicle


def moved(car: Vehicle, rng: np.random.Generator, size: float = 2e-3) -> Vehicle:
    """A car with every hardpoint that it lets go moved by up to `size` [m] along each axis."""
    points = {point.path: point.at for point in hardpoints(car)}
    while True:
        places = {path: np.add(at, rng.uniform(-size, size, 3)) for path, at in points.items()}
        try:
            return with_hardpoints(car, places)
        except ModelError as error:  # points that must stay in a plane or on a line
            refused = [path for path in points if any(path.startswith(f.where) for f in error.findings)]
            if not refused:
                raise
            points = {path: at for path, at in points.items() if path not in refused}
