"""What the server's part of a move costs on the design page: from the message of a drag to that of its curves."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np

from jounce.errors import JounceError
from jounce.lab.design.axle_curves import analyse_axle
from jounce.lab.design.hardpoints import hardpoints, with_hardpoints
from jounce.live.design.messages import curves_message, read_places
from jounce.model.library import load_vehicle

SHIFT = 2e-3
"""Way of every move along each axis [m]."""


def measure_moves(vehicle: str, travel: float = 0.08, repeats: int = 3) -> dict[str, Any]:
    """CPU times of the thread that answers moves [ms], of every hardpoint of every axle, each moved by 2 mm to another
    place in each repeat; the first move of an axle, which builds what later ones keep, is given alone. refused: moves
    that a linkage cannot follow, such as of a point in the middle plane."""
    car = load_vehicle(vehicle)
    points = {point.path: point for point in hardpoints(car)}
    axles: dict[str, Any] = {}
    for axle in (one.name for one in car.all_axles):
        own = [point for point in points.values() if point.axle == axle]
        moves = [
            {point.path: tuple(x + SHIFT * (1.0 + 0.1 * k) for x in point.at)} for k in range(repeats) for point in own
        ]
        times: list[float] = []
        refused = 0
        for number, places in enumerate(moves):
            received = json.dumps(places)
            start = time.thread_time()
            try:
                moved = with_hardpoints(car, read_places(json.loads(received), points))
                curves_message(analyse_axle(moved, axle, travel, full=False), number, 0.0, 0.0)
            except JounceError:
                refused += 1
                continue
            times.append(1e3 * (time.thread_time() - start))
        if times:
            axles[axle] = {"first_ms": times[0], **_spread(times[1:] or times), "moves": len(times), "refused": refused}
    return {"vehicle": vehicle, "repeats": repeats, "axles": axles}


def _spread(times: list[float]) -> dict[str, float]:
    values = np.array(times)
    return {
        "median_ms": float(np.median(values)),
        "p95_ms": float(np.percentile(values, 95.0)),
        "max_ms": float(values.max()),
    }
