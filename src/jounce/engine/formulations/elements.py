"""The force elements of a mechanism as arrays, the same in the models of all formulations, and what they act on.

They are listed here and nowhere else: packing fills them by these names, and batches of cars stack them by these names.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np


class ElementArrays(NamedTuple):
    """Records of all force elements. With generated kernels they stand in the order of the subsystems."""

    scalar_forces: np.ndarray
    """SCALAR_FORCE of jounce.engine.laws.forces.laws: springs, servos, brakes, clutches, speed controls, engines"""
    scalar_force_terms: np.ndarray
    """SCALAR_FORCE_TERM; generated kernels have them in their source"""
    bushings: np.ndarray
    """BUSHING of jounce.engine.laws.forces.bushing"""
    loads: np.ndarray
    """LOAD of jounce.engine.laws.forces.body_forces"""
    drags: np.ndarray
    """DRAG of jounce.engine.laws.forces.body_forces"""
    tires: np.ndarray
    """TIRE of jounce.engine.laws.tires.records"""
    tire: int
    """function pointer of jounce.engine.laws.tires.tire, 0 without tires"""


ARRAYS = tuple(name for name in ElementArrays._fields if name != "tire")
"""Names of the arrays of records."""


class Acting(NamedTuple):
    """What force elements read and write; formulations differ in the axes."""

    bodies: np.ndarray
    """(nb + 1,) records with r, A, v, w, force and torque, the ground last"""
    measures: np.ndarray
    """MEASURE_STATE of jounce.engine.formulations.cartesian.model"""
    scalar_forces: np.ndarray
    """(n, 5) coordinate, force, rate of the coordinate, rate of the state and state of every scalar force"""
    contacts: np.ndarray
    """CONTACT of jounce.engine.laws.tires.records"""


def take_elements(arrays: Mapping[str, np.ndarray], tire: int) -> ElementArrays:
    """The elements among packed arrays; tire: function pointer."""
    return ElementArrays(**{name: arrays[name] for name in ARRAYS}, tire=tire)
