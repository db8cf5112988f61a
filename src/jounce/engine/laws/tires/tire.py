"""A tire of any law behind one function pointer: compiled cars carry it without knowing which laws there are.

A new law is a file with a function like `simple_tire`, a code in `records`, and a branch here. A car whose tires are
all simple has a pointer of its own, which compiles in a fifth of the time.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import functools

import numpy as np

from jounce.engine.compiler import address, declare, pointer
from jounce.engine.laws.ground import Ground
from jounce.engine.laws.tires.contact import spoil
from jounce.engine.laws.tires.magic_formula import relaxed_simple_tire, simple_tire
from jounce.engine.laws.tires.records import ROLLING, SIMPLE, TIRE, contact_rows
from jounce.engine.laws.tires.rolling import rolling_tire

UNKNOWN_LAW = 1
"""Status of a tire whose law has no branch in `evaluate_tire`."""
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
    """Force, torque and what else is to know of one tire into its contact record; returns 0, or UNKNOWN_LAW.

    A tire of an unknown law has forces that are not a number, so that a run ends at once instead of going on with the
    forces of another law.

    tire: a TIRE record. contact: a CONTACT record, which also holds what the wheel remembers of the ground. hub, v, w:
    wheel centre [m], its velocity [m/s] and the wheel's angular velocity [rad/s]; s: its unit spin axis; all in world
    axes. s_x, s_y: slips of the contact patch, see `slip`.
    """
    law = tire["law"]
    if law == SIMPLE and tire["state"] >= 0:
        relaxed_simple_tire(tire, ground, contact, hub, v, w, s, s_x, s_y)
    elif law == SIMPLE:
        simple_tire(tire, ground, contact, hub, v, w, s)
    elif law in ROLLING:
        rolling_tire(tire, ground, contact, hub, v, w, s, s_x, s_y)
    else:
        spoil(contact)
        return UNKNOWN_LAW
    return 0


def evaluate_simple_tire(tire, ground, contact, hub, v, w, s, s_x, s_y):
    """`evaluate_tire` of a car that has no other tires than simple ones."""
    if tire["law"] != SIMPLE:
        spoil(contact)
        return UNKNOWN_LAW
    if tire["state"] >= 0:
        relaxed_simple_tire(tire, ground, contact, hub, v, w, s, s_x, s_y)
    else:
        simple_tire(tire, ground, contact, hub, v, w, s)
    return 0


def tire_address(tires: np.ndarray | None = None) -> int:
    """The function pointer that compiled code takes by the name `tire`, for these TIRE records or for any; 0 for
    none."""
    if tires is not None and not tires.size:
        return 0
    return _address(tires is not None and bool(np.all(tires["law"] == SIMPLE)))


@functools.cache
def _address(are_simple: bool) -> int:
    return address(pointer(evaluate_simple_tire if are_simple else evaluate_tire, *EXAMPLE))
