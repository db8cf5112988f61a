"""Write a row of `jounce.realtime.rows` from a state and the contacts of the tires, compiled.

Columns are written in the order of HEAD and WHEEL; tests/realtime/test_multibody.py compares them with the world state.
"""

import numpy as np

from jounce.algebra.quaternion import load4, normalize, rotate, store4
from jounce.algebra.vec3 import dot, load, store, sub
from jounce.kernel import entry

POSITION, QUATERNION, VELOCITY, SPIN, SPEED = 1, 4, 8, 11, 14
"""Columns of the head."""


@entry
def fill(
    row: np.ndarray,
    y: np.ndarray,
    contacts: np.ndarray,
    order: np.ndarray,
    spins: np.ndarray,
    senses: np.ndarray,
    design: np.ndarray,
    velocity: int,
    first: int,
    width: int,
) -> None:
    """Pose, velocity, wheels and states.

    order: contact of each wheel; spins, senses and design: places of the wheels' spins in y, which way they turn, and
    how far their centres are above that of the base at the design position [m]. velocity: place of the base's in y;
    first: column of the first wheel; width: numbers of a wheel.
    """
    centre = load(y, 0)
    q = normalize(load4(y, 3))
    up = rotate(q, (0.0, 0.0, 1.0))
    store(row, POSITION, centre)
    store4(row, QUATERNION, load4(y, 3))
    store(row, VELOCITY, rotate(q, load(y, velocity)))
    store(row, SPIN, load(y, velocity + 3))
    row[SPEED] = y[velocity]
    for i in range(contacts.size):
        contact, k = contacts[order[i]], first + width * i
        point = load(contact["point"], 0)
        store(row, k, load(contact["force"], 0))
        store(row, k + 3, point)
        row[k + 6] = senses[i] * y[spins[i]]
        row[k + 7] = contact["fz"]
        row[k + 8] = contact["kappa"]
        row[k + 9] = contact["alpha"]
        row[k + 10] = dot(sub(point, centre), up) + contact["radius"] - design[i]
        row[k + 11] = contact["height"]
    for j in range(y.size):
        row[first + width * contacts.size + j] = y[j]
