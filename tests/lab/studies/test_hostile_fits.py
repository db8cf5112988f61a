"""Studies of fits and optimisations with wrong values everywhere: findings, never a traceback."""

import copy
from pathlib import Path

import pytest

from jounce.errors import JounceError
from jounce.lab.identification.prepare import prepare_identification
from jounce.lab.identification.study import Identification
from jounce.lab.optimisation.problem import prepare_optimisation
from jounce.lab.optimisation.study import Optimisation

EXAMPLES = Path(__file__).parents[3] / "examples"
HOSTILE = (None, True, float("nan"), "x", "3 m", [[1, 2], 3], {"a": {"b": 1}})
FIT = {
    "name": "fit",
    "vehicle": "dw18",
    "records": [
        {
            "file": str(EXAMPLES / "records" / "twin-step.parquet"),
            "windows": [["0.2 s", "1 s"]],
            "hold_out": [["1 s", "2 s"]],
            "inputs": {"steering_wheel_angle": "input.steering_wheel_angle"},
            "weight": 2.0,
        }
    ],
    "channels": {"chassis.yaw_rate": {"std": "0.01 rad/s"}},
    "parameters": {
        "mass": {
            "paths": ["vehicle.chassis.mass"],
            "from": "1000 kg",
            "to": "2000 kg",
            "start": "1500 kg",
            "prior": {"mean": "1500 kg", "std": "100 kg"},
            "factor": False,
        }
    },
    "every": "10 ms",
    "iterations": 5,
    "settings": {"step": "1 ms"},
}
SEARCH = {
    "vehicle": "dw18",
    "cases": {"turn": {"maneuver": "j-turn", "options": {"speed": "50 km/h"}, "settings": {"step": "1 ms"}}},
    "parameters": {"vehicle.chassis.mass": {"from": 1000, "to": 2000}},
    "objectives": {"turn.peak_side_slip": "least", "turn.roll_gradient": {"target": 0.1}},
    "constraints": ["turn.peak_side_slip < 0.1"],
    "population": 4,
    "generations": 1,
    "seed": 0,
}


def places(data, path=()):
    """Paths of all values of nested data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def damaged(data, path, value):
    """The data with another value at one place."""
    copied = copy.deepcopy(data)
    at = copied
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return copied


@pytest.mark.parametrize(
    ("keys", "prepare", "kind"),
    [(FIT, prepare_identification, Identification), (SEARCH, prepare_optimisation, Optimisation)],
)
def test_every_wrong_value_is_a_finding(keys, prepare, kind):
    refused = 0
    for path in places(keys):
        for value in HOSTILE:
            try:
                prepare(kind(**damaged(keys, path, value)))
            except JounceError:
                refused += 1
    assert refused > 5 * len(list(places(keys)))
