"""The arrays that a generated kernel works on: numbers of a mechanism (`Model`) and scratch (`Work`)."""

from typing import NamedTuple

import numpy as np

from jounce.ground import Ground


class Model(NamedTuple):
    """Run-time numbers. Force elements are those of jounce.elements, ordered by subsystem."""

    parameters: np.ndarray
    """flat: hardpoints, axes, masses, inertias"""
    springs: np.ndarray
    bushings: np.ndarray
    loads: np.ndarray
    drags: np.ndarray
    tires: np.ndarray
    signals: np.ndarray
    tables: np.ndarray
    ground: Ground
    tire: int
    """address of jounce.tires.tire.evaluate_tire"""


class Work(NamedTuple):
    """Scratch of one evaluation; the wheels remember the patch of ground they stood on, which changes no result."""

    numbers: np.ndarray
    contacts: np.ndarray
    """CONTACT of jounce.tires.records"""
    culprit: np.ndarray
    """(3,) joint and size of the last failure; largest |Φ| that the last projection found"""
