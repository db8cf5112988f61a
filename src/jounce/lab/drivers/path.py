"""A path to follow: closely spaced points with heading and curvature, straight beyond both ends.

x' = cos ψ,  y' = sin ψ,  ψ' = κ    over the length s                                                   (D1)
"""

from __future__ import annotations

import bisect
import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as File

import numpy as np

from jounce.errors import FileError, InputError
from jounce.schema.files import MAX_CSV_SIZE, read_text_file

POINT_SPACING = 0.25
"""Distance between points of a path [m]."""
MIN_DISTANCE = 1e-3
"""Smallest distance between two given points [m]."""
MAX_POINTS = 1_000_000
"""Most points of a path."""


@dataclass(frozen=True, eq=False)
class Path:
    """Points (n, 2) in order [m], at stations s [m] from the first one."""

    points: np.ndarray
    closed: bool = False
    """Whether the path is closed: the last point is the first."""

    @staticmethod
    def through(points: Sequence[Sequence[float]] | np.ndarray, *, closed: bool = False) -> Path:
        """A smooth path through given points: cubic splines over the chord length, of continuous curvature.

        closed: the path returns from the last point to the first.
        """
        given = np.array(points, dtype=float)
        if given.ndim != 2 or given.shape[0] < 2 or given.shape[1] != 2 or not np.all(np.isfinite(given)):
            raise InputError("not a path", f"an array of shape {given.shape}", "two or more finite points x, y [m]")
        if closed and np.hypot(*(given[-1] - given[0])) > MIN_DISTANCE:
            given = np.vstack([given, given[0]])
        steps = np.hypot(*np.diff(given, axis=0).T)
        if steps.min() < MIN_DISTANCE:
            n = int(np.argmin(steps))
            raise InputError("points coincide", f"numbers {n} and {n + 1} of a path, {given[n]} m", "points apart")
        s = np.concatenate([[0.0], np.cumsum(steps)])
        if s[-1] / POINT_SPACING > MAX_POINTS:
            raise InputError("too long a path", f"{s[-1]:.4g} m", f"at most {MAX_POINTS * POINT_SPACING:g} m")
        if len(given) == 2:
            fine = np.linspace(given[0], given[1], max(2, math.ceil(s[-1] / POINT_SPACING) + 1))
            return Path(fine)
        from scipy.interpolate import CubicSpline  # takes 0.25 s to import, and is rarely needed

        curve = CubicSpline(s, given, bc_type="periodic" if closed else "natural")
        return Path(curve(np.linspace(0.0, s[-1], math.ceil(s[-1] / POINT_SPACING) + 1)), closed)

    @staticmethod
    def bends(pieces: Sequence[tuple[float, float]], *, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Path:
        """A path of pieces (length [m], curvature at its end [1/m]); in each the curvature goes evenly from that of the
        piece before to its own, as in a clothoid. at: x, y [m] and heading [rad] of the start."""
        lengths = np.array([length for length, _ in pieces])
        knots = np.concatenate([[0.0], np.cumsum(lengths)])
        ends = np.array([0.0, *(curvature for _, curvature in pieces)])
        s = np.linspace(0.0, knots[-1], math.ceil(knots[-1] / POINT_SPACING) + 1)
        k = np.interp(s, knots, ends)
        step = s[1] - s[0]
        heading = at[2] + np.concatenate([[0.0], np.cumsum(0.5 * (k[1:] + k[:-1]) * step)])
        middle = heading[:-1] + 0.25 * (k[:-1] + 0.5 * (k[1:] + k[:-1])) * step
        x = at[0] + np.concatenate([[0.0], np.cumsum(np.cos(middle) * step)])
        y = at[1] + np.concatenate([[0.0], np.cumsum(np.sin(middle) * step)])
        return Path(np.column_stack([x, y]))

    @cached_property
    def stations(self) -> np.ndarray:
        """Stations of the points: lengths along the path from its start, (n,) [m]."""
        return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(self.points, axis=0).T))])

    @property
    def length(self) -> float:
        """Length of the path [m]."""
        return float(self.stations[-1])

    @cached_property
    def headings(self) -> np.ndarray:
        """Headings at the points, counting turns, (n,) [rad]."""
        dx, dy = np.gradient(self.points, axis=0).T
        return np.unwrap(np.arctan2(dy, dx))

    @cached_property
    def _lists(self) -> tuple[list[float], list[float], list[float], list[float], list[float]]:
        x, y = self.points.T
        return (
            self.stations.tolist(),
            x.tolist(),
            y.tolist(),
            np.cos(self.headings).tolist(),
            np.sin(self.headings).tolist(),
        )

    def at(self, station: float) -> tuple[float, float]:
        """The point [m] at a station [m]; straight on beyond the ends of an open path."""
        s, x, y, cos, sin = self._lists
        if self.closed:
            station %= s[-1]
        if station <= 0.0:
            return x[0] + station * cos[0], y[0] + station * sin[0]
        if station >= s[-1]:
            beyond = station - s[-1]
            return x[-1] + beyond * cos[-1], y[-1] + beyond * sin[-1]
        i = bisect.bisect_right(s, station) - 1
        share = (station - s[i]) / (s[i + 1] - s[i])
        return x[i] + share * (x[i + 1] - x[i]), y[i] + share * (y[i + 1] - y[i])

    def heading(self, station: float) -> float:
        """Heading at a station, counting the turns of the path [rad]."""
        return self._between(station, self._turning[0])

    def curvature(self, station: float) -> float:
        """Curvature at a station, positive to the left [1/m]; 0 beyond the ends of an open path."""
        s = self._lists[0]
        return self._between(station, self._turning[1]) if self.closed or 0.0 <= station <= s[-1] else 0.0

    @cached_property
    def _turning(self) -> tuple[list[float], list[float]]:
        """Headings and curvatures; of a closed path, the ends are continuous."""
        s, headings = self.stations, self.headings
        if not self.closed:
            return headings.tolist(), np.gradient(headings, s).tolist()
        inner = np.gradient(headings, s)
        inner[0] = inner[-1] = 0.5 * (inner[1] + inner[-2])
        return headings.tolist(), inner.tolist()

    def _between(self, station: float, values: list[float]) -> float:
        s = self._lists[0]
        turns = math.floor(station / s[-1]) if self.closed else 0
        inside = min(max(station - turns * s[-1], 0.0), s[-1])
        i = min(max(bisect.bisect_right(s, inside) - 1, 0), len(s) - 2)
        share = (inside - s[i]) / (s[i + 1] - s[i])
        found = values[i] + share * (values[i + 1] - values[i])
        return found + turns * (values[-1] - values[0])

    def station(self, x: float, y: float, near: float) -> tuple[float, float]:
        """Station [m] of the place of the path that is nearest to a point, and how far the point is to the left of it
        [m]; looked for from the station `near` on, downhill in distance."""
        s, px, py, cos, sin = self._lists
        last = len(s) - 1
        turns = math.floor(near / s[-1]) * s[-1] if self.closed else 0.0
        i = min(max(bisect.bisect_right(s, near - turns) - 1, 0), last)
        best = (px[i] - x) ** 2 + (py[i] - y) ** 2
        for step in (1, -1):
            while True:
                j, round_ = i + step, 0.0
                if self.closed and not 0 <= j <= last:
                    j, round_ = j - step * last, step * s[-1]
                if not 0 <= j <= last or (squared := (px[j] - x) ** 2 + (py[j] - y) ** 2) >= best:
                    break
                i, best, turns = j, squared, turns + round_
        dx, dy = x - px[i], y - py[i]
        along, left = dx * cos[i] + dy * sin[i], dy * cos[i] - dx * sin[i]
        if not self.closed and ((i == 0 and along <= 0.0) or (i == last and along > 0.0)):
            return s[i] + along, left
        j = i + (1 if along > 0.0 else -1)
        if self.closed and not 0 <= j <= last:
            j %= last
        ex, ey = px[j] - px[i], py[j] - py[i]
        length = math.hypot(ex, ey)
        share = (dx * ex + dy * ey) / length
        sign = 1.0 if along > 0.0 else -1.0
        return turns + s[i] + sign * share, sign * (dy * ex - dx * ey) / length


def read_path(file: str | File, *, closed: bool = False) -> tuple[Path, np.ndarray | None]:
    """The path in a CSV file with the columns x and y [m], and its column speed [m/s] at stations of the path, if any.

    Raises FileError or InputError.
    """
    lines = read_text_file(file, MAX_CSV_SIZE).splitlines()
    try:
        rows = list(csv.DictReader(line for line in lines if line.strip() and not line.startswith("#")))
    except csv.Error as error:
        raise FileError(f"{file}: cannot be read: {error}; give a CSV file with columns x and y") from None
    columns = {key.strip().lower(): key for key in rows[0] if key is not None} if rows else {}
    if not {"x", "y"} <= set(columns):
        found = ", ".join(columns) or "nothing"
        raise FileError(f"{file}: columns {found}; expected x and y [m], and speed [m/s] if it matters")
    wanted = [name for name in ("x", "y", "speed") if name in columns]
    numbers = []
    for n, row in enumerate(rows):
        try:
            numbers.append([float(row[columns[key]]) for key in wanted])
        except (TypeError, ValueError):
            got = ", ".join(str(row[columns[key]]) for key in wanted)
            raise FileError(f"{file}: row {n + 1}: {got}; expected numbers in {', '.join(wanted)}") from None
    table = np.array(numbers)
    try:
        path = Path.through(table[:, :2], closed=closed)
    except InputError as error:
        raise FileError(f"{file}: {error}") from None
    if "speed" not in wanted:
        return path, None
    given = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(table[:, :2], axis=0).T))])
    scale = path.length / given[-1] if not closed else 1.0
    return path, np.column_stack([scale * given, table[:, 2]])
