"""Where cars are along a course, compiled: station, deviations from the middle, and the curvature ahead.

n = the nearest point of the path        d = (r − n) · left        Δψ = ψ − ψ_path, in −π … π
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import subroutine
from jounce.engine.linalg.elementary import sin_cos

STATION, LATERAL, HEADING, CURVATURE, PREVIEW = range(5)
"""Columns of what is found: station, lateral deviation, heading deviation, curvature, and curvatures ahead."""
UNKNOWN = -1
"""Index of a car that has just been placed: the whole path is searched."""


class CourseTable(NamedTuple):
    """A path at stations `spacing` apart; a closed one ends where it begins."""

    x: np.ndarray
    """(m,) [m]"""
    y: np.ndarray
    heading: np.ndarray
    """(m,) counting turns [rad]"""
    curvature: np.ndarray
    """(m,) [1/m]"""
    spacing: float
    closed: bool
    previews: np.ndarray
    """(k,) distances ahead at which the curvature is told [m]"""


@subroutine
def locate_on_course(course, x, y, yaw, index, turns, car, out):
    """Columns of a course for a car at (x, y) [m] with a yaw angle [rad]; index and turns (cars,) remember where it
    was, so that the search is short and laps are counted."""
    last = course.x.size - 1
    if index[car] == UNKNOWN:
        index[car], turns[car] = search_all(course, x, y), 0
    i, n = descend(course, x, y, index[car], turns[car])
    index[car], turns[car] = i, n
    # the segment on whose side the car is
    s, c = sin_cos(course.heading[i])
    dx, dy = x - course.x[i], y - course.y[i]
    along = dx * c + dy * s
    beyond = not course.closed and ((i == 0 and along <= 0.0) or (i == last and along > 0.0))
    share = along
    left = dy * c - dx * s
    if not beyond:
        sign = 1.0 if along > 0.0 else -1.0
        j = i + (1 if along > 0.0 else -1)
        if course.closed and (j < 0 or j > last):
            j = j - last if j > last else j + last
        ex, ey = course.x[j] - course.x[i], course.y[j] - course.y[i]
        length = math.sqrt(ex * ex + ey * ey)
        share = sign * (dx * ex + dy * ey) / length
        left = sign * (dy * ex - dx * ey) / length
    station = i * course.spacing + share
    lap = n * last * course.spacing
    out[STATION], out[LATERAL] = lap + station, left
    turned = yaw - value_at(course, course.heading, station, course.heading[last] - course.heading[0])
    out[HEADING] = turned - 2.0 * math.pi * round(turned / (2.0 * math.pi))
    out[CURVATURE] = curvature_at(course, station)
    for k in range(course.previews.size):
        out[PREVIEW + k] = curvature_at(course, station + course.previews[k])


@subroutine
def search_all(course, x, y):
    """The nearest of all points."""
    best, found = math.inf, 0
    for i in range(course.x.size):
        squared = (course.x[i] - x) ** 2 + (course.y[i] - y) ** 2
        if squared < best:
            best, found = squared, i
    return found


@subroutine
def descend(course, x, y, i, turns):
    """The nearest point downhill in distance from point i on, and how often the path has been gone round."""
    last = course.x.size - 1
    best = (course.x[i] - x) ** 2 + (course.y[i] - y) ** 2
    for step in (1, -1):
        while True:
            j, n = i + step, turns
            if course.closed and (j < 0 or j > last):
                j, n = j - step * last, turns + step
            if j < 0 or j > last:
                break
            squared = (course.x[j] - x) ** 2 + (course.y[j] - y) ** 2
            if squared >= best:
                break
            i, best, turns = j, squared, n
    return i, turns


@subroutine
def curvature_at(course, station):
    """Curvature at a station, positive to the left [1/m]; 0 beyond the ends of an open path."""
    length = (course.x.size - 1) * course.spacing
    if not course.closed and (station < 0.0 or station > length):
        return 0.0
    return value_at(course, course.curvature, station, 0.0)


@subroutine
def value_at(course, values, station, per_lap):
    """Values between points; per_lap: by how much they grow with a lap."""
    last = course.x.size - 1
    length = last * course.spacing
    laps = math.floor(station / length) if course.closed else 0.0
    place = min(max(station - laps * length, 0.0), length) / course.spacing
    i = min(int(place), last - 1)
    return values[i] + (place - i) * (values[i + 1] - values[i]) + laps * per_lap
