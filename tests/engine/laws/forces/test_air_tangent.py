"""Changes of force and moment of the air against differences, for every way in which it acts."""

import math

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.laws.forces.air import air
from jounce.engine.laws.forces.air_tangent import air_tangent
from jounce.engine.linalg.vec3 import load, store
from jounce.model.mechanism import AerodynamicDrag, AirCoefficients, Body, Constant, Mechanism
from tests.engine.laws.forces.test_air import AREA, CURVES, LENGTH, NOSE, NUMBERS, RHO, TAIL
from tests.engine.laws.forces.test_forces import NO_GRAVITY, build

ZONE = {"front": NOSE, "rear": TAIL, "wind_speed": 18.0, "wind_direction": 1.3, "zone_start": 0.4, "zone_end": 30.0}
STEPS = {-2: 1.0 / 12.0, -1: -2.0 / 3.0, 1: 2.0 / 3.0, 2: -1.0 / 12.0}
"""Of differences of order four: multiple of the step → weight."""
STEP = 1e-3
"""Of a place, a velocity and entries of axes; what is left of the fifth derivative is below 1e-9 of the largest."""


@entry
def evaluate(law, signals, tables, numbers, out):
    """Force and moment; numbers: place, velocity, ahead, left and up."""
    vectors = load(numbers, 0), load(numbers, 3), load(numbers, 6), load(numbers, 9), load(numbers, 12)
    force, torque = air(law, signals, tables, 0.0, *vectors)
    store(out, 0, force)
    store(out, 3, torque)


@entry
def differentiate(law, signals, tables, numbers, by, out):
    """Their change along `by`."""
    vectors = load(numbers, 0), load(numbers, 3), load(numbers, 6), load(numbers, 9), load(numbers, 12)
    axes = load(by, 6), load(by, 9), load(by, 12)
    force, torque = air_tangent(law, signals, tables, 0.0, *vectors, load(by, 0), load(by, 3), axes)
    store(out, 0, force)
    store(out, 3, torque)


def law_of(*, coefficients=None, **given):
    """The record of a law, and the signals and tables that it reads."""
    own = {"coefficients": AirCoefficients(area=AREA, length=LENGTH, **coefficients)} if coefficients else {}
    own |= {} if coefficients else {"drag_area": 0.7, "lift_area": 0.2}
    own |= {
        name: Constant(value=x) if name[:4] in ("wind", "zone") and name != "wind" else x for name, x in given.items()
    }
    force = AerodynamicDrag(name="air", body="b", point=(0.3, 0.0, 0.4), air_density=RHO, **own)
    body = Body(name="b", mass=1.0, inertia=(1.0, 1.0, 1.0), free=True)
    model = build(Mechanism(bodies=[body], forces=[force], **NO_GRAVITY)).model
    return model.elements.drags[0], model.signals, model.tables


def state(yaw, velocity, place=(0.0, 0.0, 0.4)):
    """Numbers of a body that is turned and leans a little."""
    c, s = math.cos(yaw), math.sin(yaw)
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ np.array(
        [[1.0, 0.0, 0.04], [0.0, 0.998, -0.06], [-0.04, 0.06, 0.998]]
    )
    return np.concatenate([place, velocity, *R.T])


CASES = {
    "drag and lift in wind": (
        law_of(wind=(3.0, -4.0, 0.0), wind_speed=6.0, wind_direction=2.0),
        state(0.3, (30.0, 2.0, 0.5)),
    ),
    "numbers": (law_of(coefficients=NUMBERS), state(-0.2, (28.0, 5.0, -0.3))),
    "numbers, backwards": (law_of(coefficients=NUMBERS), state(2.9, (28.0, 5.0, -0.3))),
    "curves": (law_of(coefficients=CURVES, wind_speed=4.0, wind_direction=1.0), state(0.1, (28.0, 3.0, 0.2))),
    "nose in the zone": (law_of(coefficients=CURVES, **ZONE), state(0.1, (28.0, 1.0, 0.2))),
    "drag in the zone": (law_of(wind=(1.0, 2.0, 0.0), **ZONE), state(0.1, (28.0, 1.0, 0.2))),
    "inside": (law_of(coefficients=NUMBERS, **ZONE), state(0.2, (25.0, 1.0, 0.2), (9.0, 0.0, 0.4))),
    "before it": (law_of(coefficients=NUMBERS, **ZONE), state(0.2, (25.0, 1.0, 0.2), (-9.0, 0.0, 0.4))),
    "leaving it backwards": (law_of(coefficients=NUMBERS, **ZONE), state(3.0, (25.0, 1.0, 0.2), (29.5, 0.0, 0.4))),
    "across it": (
        law_of(coefficients=NUMBERS, **ZONE),
        state(0.5 * math.pi - 0.02, (1.0, 25.0, 0.2), (0.41, 0.0, 0.4)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_changes_are_those_of_differences(name):
    (law, signals, tables), numbers = CASES[name]
    found, expected = np.zeros((15, 6)), np.zeros((15, 6))
    for by, exact, row in zip(np.eye(15), found, expected, strict=True):
        differentiate(law, signals, tables, numbers, by, exact)
        for multiple, weight in STEPS.items():
            out = np.zeros(6)
            evaluate(law, signals, tables, numbers + multiple * STEP * by, out)
            row += weight / STEP * out
    assert np.abs(expected[3:]).max() > 10.0
    assert np.abs(found - expected).max() < 1e-9 * np.abs(expected).max()
    entering = {"nose in the zone", "drag in the zone", "leaving it backwards", "across it"}
    assert (np.abs(found[0]).max() > 1.0) == (name in entering)  # along x into the wind
    assert not found[1:3].any()


def test_nothing_changes_where_nothing_flows():
    law, signals, tables = law_of(coefficients=NUMBERS)
    out = np.ones(6)
    differentiate(law, signals, tables, state(0.3, (0.0, 0.0, 0.0)), np.ones(15), out)
    assert not out.any()
