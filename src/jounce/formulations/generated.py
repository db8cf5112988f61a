"""The arrays that a generated kernel works on: numbers of a mechanism (`Model`) and scratch (`Work`)."""

from typing import NamedTuple

import numpy as np


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
    ground: tuple


class Work(NamedTuple):
    """Scratch of one evaluation; nothing in it is carried from one to the next."""

    numbers: np.ndarray
    culprit: np.ndarray
    """(2,) joint and size of the last failure"""
