"""What MF 6.2 adds to the vertical force, against its formula evaluated a second time."""

import dataclasses
import math

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.laws.tires.pacejka_vertical import vertical_force
from jounce.model import tire_files as tir
from tests.engine.laws.tires.examples import MF61

TERMS = {
    "Q_FCY2": -0.4,
    "Q_CAM1": 0.6,
    "Q_CAM2": 1.1,
    "Q_CAM3": 0.8,
    "Q_FYS1": -900.0,
    "Q_FYS2": 500.0,
    "Q_FYS3": 300.0,
}
STATES = [
    (rho, spin, fx, fy, gamma)
    for rho in (0.005, 0.02, 0.04)
    for spin in (0.0, 80.0)
    for fx in (0.0, 2000.0)
    for fy in (-3000.0, 0.0, 2500.0)
    for gamma in (-0.1, -0.02, 0.0, 0.06)
]


@entry
def sweep_vertical(c, states, loads):
    for n in range(states.shape[0]):
        s = states[n]
        loads[n] = vertical_force(c, s[0], 0.0, s[1], s[2], s[3], s[4])


def loads(file):
    found = np.zeros(len(STATES))
    sweep_vertical(tir.coefficients(file), np.array(STATES), found)
    return found


def second(v, rho, spin, fx, fy, gamma):
    """Fz [N] of a file in ISO signs."""
    R0, F0 = v["UNLOADED_RADIUS"], v["FNOMIN"]
    free = R0 * (v["Q_RE0"] + v["Q_V1"] * (R0 * spin / v["LONGVL"]) ** 2)
    loaded = free - rho
    contour = [v["Q_CAM1"] * r + v["Q_CAM2"] * r**2 for r in (loaded, free)]
    lean = (1.075 - 0.5 * v["ASPECT_RATIO"]) * v["WIDTH"] / 8.0 * (contour[0] / contour[1]) ** 2
    deflection = rho + lean * abs(math.tan(gamma)) - v["Q_CAM3"] * rho * abs(gamma)
    side = fy - (v["Q_FYS1"] + v["Q_FYS2"] * loaded / free + v["Q_FYS3"] * (loaded / free) ** 2) * gamma
    factor = 1.0 + v["Q_V2"] * R0 * abs(spin) / v["LONGVL"] - (v["Q_FCX"] * fx / F0) ** 2
    factor -= (v["Q_FCY"] * side / F0 * (deflection / R0) ** v["Q_FCY2"]) ** 2
    q1 = math.sqrt((v["VERTICAL_STIFFNESS"] * R0 / F0) ** 2 - 4.0 * v["Q_FZ2"])
    x = deflection / R0
    return factor * (1.0 + v["PFZ1"] * (v["INFLPRES"] / v["NOMPRES"] - 1.0)) * (q1 * x + v["Q_FZ2"] * x**2) * F0


@pytest.fixture(scope="module")
def file():
    text = MF61.read_text(encoding="latin-1").replace("FITTYP                   =    61", "FITTYP = 62")
    found = tir.parse(text, "a")
    assert found.dialect == "MF 6.2"
    return dataclasses.replace(found, values={**found.values, **TERMS, "INFLPRES": 0.9 * found.values["NOMPRES"]})


def test_the_load_is_that_of_the_second_evaluation(file):
    expected = [second(file.values, *state) for state in STATES]
    assert min(expected) > 0.0
    assert loads(file) == pytest.approx(expected, rel=1e-12)


def test_every_term_counts(file):
    before = loads(file)
    for key in TERMS:
        changed = loads(dataclasses.replace(file, values={**file.values, key: 1.2 * TERMS[key]}))
        assert np.abs(changed - before).max() > 1.0, key


def test_other_dialects_have_none_of_them(file):
    older = dataclasses.replace(file, dialect="MF 6.1")
    plain = {key: value for key, value in file.values.items() if key not in TERMS}
    assert np.array_equal(loads(older), loads(dataclasses.replace(file, dialect="MF 6.1", values=plain)))
    assert np.abs(loads(older) - loads(file)).max() > 10.0
