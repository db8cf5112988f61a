"""Every tire law has its own branch, and a code without one spoils the contact instead of borrowing another law."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Flat, Ground
from jounce.engine.laws.tires.records import (
    CALSPAN,
    CONTACT,
    FIALA,
    MAGIC_FORMULA_87,
    PACEJKA,
    ROLLING,
    SIMPLE,
    TIRE,
    TMEASY,
    contact_rows,
)
from jounce.engine.laws.tires.tire import UNKNOWN_LAW, evaluate_simple_tire, evaluate_tire, tire_address
from tests.engine.laws.tires.rig import State, evaluate, tire_row

WITHOUT_GROUND = Ground(0, np.zeros(1, np.uint8))
ZERO = (0.0, 0.0, 0.0)


def test_the_codes_of_laws_differ():
    assert len({SIMPLE, MAGIC_FORMULA_87, PACEJKA, TMEASY, FIALA, CALSPAN}) == 6
    assert {*ROLLING} == {MAGIC_FORMULA_87, PACEJKA, TMEASY, FIALA, CALSPAN}


@pytest.mark.parametrize("function", [evaluate_tire, evaluate_simple_tire])
def test_an_unknown_law_is_an_error_and_not_another_law(function):
    tire, contact = np.zeros(1, TIRE)[0], contact_rows(1)[0]
    tire["law"] = max(SIMPLE, *ROLLING) + 1
    assert function(tire, WITHOUT_GROUND, contact, ZERO, ZERO, ZERO, (0.0, 1.0, 0.0), 0.0, 0.0) == UNKNOWN_LAW
    for field in ("force", "torque", "rates"):
        assert np.isnan(contact[field]).all()
    assert math.isnan(contact["fz"])
    assert set(CONTACT.names) >= {"fx", "fy", "fz"}


def test_a_car_on_simple_tires_has_a_pointer_of_its_own():
    simple, other = np.array([tire_row("simple")]), np.array([tire_row("tmeasy")])
    assert tire_address(simple) not in (0, tire_address())
    assert tire_address(other) == tire_address(np.concatenate([simple, other])) == tire_address()
    assert tire_address(simple[:0]) == 0


@pytest.mark.parametrize("name", ["simple", "relaxed"])
def test_both_pointers_give_a_simple_tire_the_same_bits(name):
    row, rng, ground = tire_row(name), np.random.default_rng(4), Flat()
    for _ in range(50):
        hub, v, w = (
            rng.uniform((0.0, 0.0, 0.25), (1.0, 1.0, 0.33)),
            rng.normal(size=3) * 20.0,
            rng.normal(size=3) * 60.0,
        )
        spin = np.array([0.0, 1.0, 0.0]) + rng.normal(size=3) * 0.1
        state = State(hub, v, w, spin / np.linalg.norm(spin), rng.normal(size=2) * 0.1)
        own = evaluate(row, ground, state, tire=tire_address(np.array([row])))
        assert own.tobytes() == evaluate(row, ground, state).tobytes()
