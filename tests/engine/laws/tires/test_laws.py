"""Every tire law has its own branch, and a code without one spoils the contact instead of borrowing another law."""

import math

import numpy as np

from jounce.engine.laws.ground import Ground
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
from jounce.engine.laws.tires.tire import UNKNOWN_LAW, evaluate_tire

WITHOUT_GROUND = Ground(0, np.zeros(1, np.uint8))
ZERO = (0.0, 0.0, 0.0)


def test_the_codes_of_laws_differ():
    assert len({SIMPLE, MAGIC_FORMULA_87, PACEJKA, TMEASY, FIALA, CALSPAN}) == 6
    assert {*ROLLING} == {MAGIC_FORMULA_87, PACEJKA, TMEASY, FIALA, CALSPAN}


def test_an_unknown_law_is_an_error_and_not_another_law():
    tire, contact = np.zeros(1, TIRE)[0], contact_rows(1)[0]
    tire["law"] = max(SIMPLE, *ROLLING) + 1
    assert evaluate_tire(tire, WITHOUT_GROUND, contact, ZERO, ZERO, ZERO, (0.0, 1.0, 0.0), 0.0, 0.0) == UNKNOWN_LAW
    for field in ("force", "torque", "rates"):
        assert np.isnan(contact[field]).all()
    assert math.isnan(contact["fz"])
    assert set(CONTACT.names) >= {"fx", "fy", "fz"}
