"""A tire of any law, behind one address: compiled cars carry it without knowing which laws there are."""

import numpy as np

from jounce.ground import Ground
from jounce.kernel import address, declare, pointer
from jounce.tires.magic_formula import simple_tire
from jounce.tires.records import SIMPLE, TIRE, contact_rows
from jounce.tires.rolling import rolling_tire

_VECTOR = (0.0, 0.0, 0.0)
EXAMPLE = (
    np.zeros(1, TIRE)[0],
    Ground(0, np.zeros(1, np.uint8)),
    contact_rows(1)[0],
    *(_VECTOR, _VECTOR, _VECTOR, _VECTOR),
    *(0.0, 0.0),
)
"""Arguments of `evaluate_tire`."""
declare("tire", *EXAMPLE)


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


def tire_address() -> int:
    """The address of `evaluate_tire`, as compiled code takes it by the name `tire`."""
    return address(pointer(evaluate_tire, *EXAMPLE))
