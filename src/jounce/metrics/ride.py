"""Ride comfort (ISO 2631-1) from weighted accelerations, and the room that the suspension needs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.metrics.no_value import NoValue

RUNNING = 1.0
"""Integration time of the running RMS [s]."""


def rms(a: np.ndarray) -> float:
    """The root of the mean square."""
    return float(np.sqrt(np.mean(a**2)))


def vibration_dose(step: float, a: np.ndarray) -> float:
    """VDV = (∫ a⁴ dt)^¼ [m/s^1.75]."""
    return float(np.sum(a**4) * step) ** 0.25


def running_rms(step: float, a: np.ndarray) -> np.ndarray:
    """The RMS over the last second at every sample that has one; raises NoValue for shorter runs."""
    width = round(RUNNING / step)
    if width > len(a):
        raise NoValue("the run is shorter than 1 s")
    total = np.concatenate([[0.0], np.cumsum(a**2)])
    return np.sqrt(np.maximum(total[width:] - total[:-width], 0.0) / width)


def maximum_transient(step: float, a: np.ndarray) -> float:
    """MTVV: the largest running RMS over 1 s [m/s²]."""
    return float(np.max(running_rms(step, a)))


def crest_factor(a: np.ndarray) -> float:
    """The largest |a| over the RMS; above 9 the RMS understates the ride."""
    mean = rms(a)
    if mean == 0.0:
        raise NoValue("the car does not shake")
    return float(np.max(np.abs(a))) / mean


def vibration_total(longitudinal: float, lateral: float, vertical: float) -> float:
    """The root of the sum of squares of weighted RMS values, all multiplied by 1 (comfort of a seated person)."""
    return math.sqrt(longitudinal**2 + lateral**2 + vertical**2)


def travel_used(travels: Sequence[np.ndarray]) -> float:
    """The largest distance between full bump and full rebound of a wheel [m]."""
    return float(max(np.ptp(travel) for travel in travels))
