"""A tire of any law, behind one address: compiled cars carry it without knowing which laws there are."""

from collections.abc import Callable

import numpy as np

from jounce.ground import Flat, placed
from jounce.kernel import pointer
from jounce.tires.magic_formula import simple_tire
from jounce.tires.records import SIMPLE, TIRE, contact_rows
from jounce.tires.rolling import rolling_tire


def evaluate_tire(tire, ground, contact, hub, v, w, s, s_x, s_y):
    """Force, torque and what else is to know of one tire into its contact record; returns a status.

    tire: a TIRE record. contact: a CONTACT record, which also holds what the wheel remembers of the ground. hub, v, w:
    wheel centre [m], its velocity [m/s] and the wheel's angular velocity [rad/s]; s: its unit spin axis; all in world
    axes. s_x, s_y: slips of the contact patch, see `slip`.
    """
    if tire["law"] == SIMPLE:
        simple_tire(tire, ground, contact, hub, v, w, s, s_x, s_y)
    else:
        rolling_tire(tire, ground, contact, hub, v, w, s, s_x, s_y)
    return 0


def tire_pointer() -> Callable:
    """`evaluate_tire` as something that compiled code calls by its address."""
    vector = (0.0, 0.0, 0.0)
    row = np.zeros(1, TIRE)[0]
    return pointer(evaluate_tire, row, placed(Flat()), contact_rows(1)[0], vector, vector, vector, vector, 0.0, 0.0)
