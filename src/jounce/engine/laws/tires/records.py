"""What a tire is made of, and what an evaluation of it leaves behind."""

import numpy as np

from jounce.engine.laws.forces.records import record
from jounce.engine.laws.ground.query import MEMORY, memories
from jounce.engine.laws.tires.pacejka_coefficients import SIZE

COEFFICIENTS = SIZE
"""Length of a tire's vector of coefficients, that of the law that has most of them."""

TIRE = record(
    body=int,
    centre=3,
    spin=3,
    law=int,
    state=int,
    radius=float,
    stiffness=float,
    damping=float,
    relaxation=2,
    coefficients=COEFFICIENTS,
)
"""Wheel body, centre and spin axis in wheel axes; which law; first of its two auxiliary states or −1; R, k, c;
relaxation lengths along and across (of laws that have none of their own); numbers of the law."""

SIMPLE, MAGIC_FORMULA_87, PACEJKA, TMEASY, FIALA, CALSPAN = range(6)
"""Codes of the laws, each with a branch in `tire.evaluate_tire`."""
ROLLING = (MAGIC_FORMULA_87, PACEJKA, TMEASY, FIALA, CALSPAN)
"""Codes of the laws with the general contact, which `rolling.rolling_tire` knows."""

CONTACT = record(
    force=3,
    torque=3,
    point=3,
    rates=2,
    fx=float,
    fy=float,
    fz=float,
    kappa=float,
    alpha=float,
    penetration=float,
    camber=float,
    mx=float,
    my=float,
    mz=float,
    radius=float,
    height=float,
    ground=MEMORY,
)
"""Force and torque on the wheel at the contact point, and that point, in world axes; rates of the two states; what
people want to know, in contact axes: forces [N], slips, penetration [m], camber [rad], moments [N m], loaded radius
[m], height of the ground below [m]; what the wheel remembers of the ground."""


def contact_rows(count: int) -> np.ndarray:
    """Contacts of wheels that remember nothing."""
    rows = np.zeros(count, CONTACT)
    rows["ground"] = memories(count)
    return rows
