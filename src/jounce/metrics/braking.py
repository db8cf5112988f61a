"""Braking to a stop (ISO 21994, UN R13): distance, time, mean fully developed deceleration, straightness."""

from __future__ import annotations

import numpy as np

from jounce.metrics.no_value import NoValue
from jounce.metrics.signals import at, between, crossing, integral, largest_magnitude, smoothed

STANDSTILL = 0.1
"""A slower car has stopped [m/s]."""
BRAKED = -0.5
"""Longitudinal acceleration that counts as the beginning, when the run does not say it [m/s²]."""
DEVELOPED_FROM, DEVELOPED_TO = 0.8, 0.1
"""Of the initial speed, between which the deceleration is fully developed."""
PEAK_WINDOW = 0.1
"""Over which a peak deceleration must last [s]."""


def beginning(t: np.ndarray, longitudinal_acceleration: np.ndarray) -> float:
    """When the car begins to brake: its acceleration falls below −0.5 m/s² [s]."""
    if longitudinal_acceleration[0] <= BRAKED:
        return float(t[0])
    found = crossing(t, longitudinal_acceleration, BRAKED)
    if found is None:
        raise NoValue("the car does not brake")
    return found


def stop(t: np.ndarray, speed: np.ndarray, start: float) -> float:
    """When the car has stopped: its speed falls below 0.1 m/s [s]."""
    if at(t, speed, start) <= STANDSTILL:
        raise NoValue("the car stands already when it begins to brake")
    found = crossing(t, speed, STANDSTILL, after=start)
    if found is None:
        raise NoValue(f"the car did not stop; it still drives {3.6 * speed[-1]:.3g} km/h at the end")
    return found


def stopping_distance(t: np.ndarray, speed: np.ndarray, start: float) -> float:
    """Length of the path from the beginning to the stop [m]."""
    return integral(t, speed, start, stop(t, speed, start))


def mean_fully_developed_deceleration(t: np.ndarray, speed: np.ndarray, start: float) -> float:
    """(v_b² − v_e²)/(2 (s_e − s_b)) from v_b = 0.8 v₀ to v_e = 0.1 v₀ [m/s²].

    With speeds in km/h the factor 2 becomes 25.92 = 2 · 3.6², as the regulation prints it.
    """
    initial = at(t, speed, start)
    if initial <= STANDSTILL:
        raise NoValue("the car stands already when it begins to brake")
    v_b, v_e = DEVELOPED_FROM * initial, DEVELOPED_TO * initial
    t_b, t_e = (crossing(t, speed, v, after=start) for v in (v_b, v_e))
    if t_b is None or t_e is None:
        raise NoValue(f"the car did not slow down to 10 % of its speed; it still drives {3.6 * speed[-1]:.3g} km/h")
    return (v_b**2 - v_e**2) / (2.0 * integral(t, speed, t_b, t_e))


def mean_deceleration(t: np.ndarray, speed: np.ndarray, start: float) -> float:
    """Speed lost per time from the beginning to the stop [m/s²]."""
    end = stop(t, speed, start)
    return (at(t, speed, start) - at(t, speed, end)) / (end - start)


def peak_deceleration(t: np.ndarray, longitudinal_acceleration: np.ndarray) -> float:
    """The largest mean deceleration over 0.1 s [m/s²]."""
    largest = -float(np.min(smoothed(t, longitudinal_acceleration, PEAK_WINDOW)))
    if largest <= 0.0:
        raise NoValue("the car does not brake")
    return largest


def yaw_deviation(t: np.ndarray, yaw: np.ndarray, start: float, end: float) -> float:
    """The largest change of the heading between two times [rad]."""
    times, angles = between(t, yaw, start, end)
    return largest_magnitude(times, angles - angles[0])


def lateral_deviation(t: np.ndarray, x: np.ndarray, y: np.ndarray, yaw: np.ndarray, start: float, end: float) -> float:
    """The largest distance of the centre of mass from the straight line it drove along at `start` [m]."""
    heading = at(t, yaw, start)
    times, across = between(t, -np.sin(heading) * x + np.cos(heading) * y, start, end)
    return largest_magnitude(times, across - across[0])
