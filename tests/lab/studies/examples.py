"""Studies to try things with."""

from __future__ import annotations

from jounce.lab.studies import Study
from tests.lab.studies.cheap import FRICTION, SPEED

CHEAP = "tests.lab.studies.cheap"


def grid() -> Study:
    """Sixteen runs of a grid, for which no sampler is loaded."""
    values = {SPEED: {"values": [12, 14, 16, 18]}, FRICTION: {"from": 0.7, "to": 1.0, "steps": 4}}
    return study(design="grid", parameters=values)


def study(runs: int = 16, **changes) -> Study:
    """A Sobol sample of two parameters of which `cheap.rows` makes a smooth function."""
    given = {
        "name": "cheap",
        "vehicle": "dw18",
        "maneuver": "j-turn",
        "seed": 3,
        "design": {"sobol": {"runs": runs}},
        "parameters": {SPEED: {"from": "40 km/h", "to": "80 km/h"}, FRICTION: {"from": 0.5, "to": 1.0}},
    }
    return Study(**(given | changes))
