"""The arrays that a generated kernel works on: numbers of a mechanism (`Model`) and scratch (`Work`)."""

from typing import NamedTuple

import numpy as np

from jounce.engine.formulations.elements import Elements
from jounce.engine.laws.ground import Ground


class Model(NamedTuple):
    """Run-time numbers."""

    parameters: np.ndarray
    """flat: hardpoints, axes, masses, inertias"""
    elements: Elements
    """ordered by subsystem"""
    signals: np.ndarray
    tables: np.ndarray
    ground: Ground


class Work(NamedTuple):
    """Scratch of one evaluation; the wheels remember the patch of ground they stood on, which changes no result."""

    numbers: np.ndarray
    contacts: np.ndarray
    """CONTACT of jounce.engine.laws.tires.records"""
    culprit: np.ndarray
    """(3,) joint and size of the last failure; largest |Φ| that the last projection found"""
