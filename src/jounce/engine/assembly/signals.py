"""Signals and curves as rows and one flat table."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from jounce.engine.laws.forces import signal as kinds
from jounce.model.mechanism import (
    Constant,
    Curve,
    Formula,
    Input,
    Polynomial,
    Ramp,
    Signal,
    Sine,
    SmoothStep,
    Table,
)
from jounce.model.mechanism.signals import cubic_pieces


class SignalTable:
    """Collects signal rows and table data; run-time inputs are bound to a signal or start at their default.

    rows_before, data_before: how much another table has that comes before this one.
    """

    def __init__(self, inputs: Mapping[str, Signal], rows_before: int = 0, data_before: int = 0) -> None:
        self.bound = inputs
        self.rows_before, self.data_before = rows_before, data_before
        self.rows: list[list[float]] = []
        self.data: list[float] = []
        self.inputs: dict[str, list[int]] = {}

    def add(self, signal: Signal) -> int:
        """Row number of a signal."""
        if isinstance(signal, Input):
            return self._add_input(signal)
        row = self._row(signal)
        self.rows.append([*row, *[0.0] * (kinds.ROW - len(row))])
        return self.rows_before + len(self.rows) - 1

    def add_optional(self, signal: Signal | None) -> int:
        """Row number, −1 when there is no signal."""
        return -1 if signal is None else self.add(signal)

    def add_curve(self, curve: Curve | None, *, mirrored: bool = False) -> tuple[int, int]:
        """Offset and number of points of y(x), or of −y(−x); (−1, 0) when there is no curve."""
        if curve is None:
            return -1, 0
        x, y = np.array(curve.x), np.array(curve.y)
        if mirrored:
            x, y = -x[::-1], -y[::-1]
        return self._store(x, y), len(x)

    def add_map(self, x: tuple[float, ...], y: tuple[float, ...], values: tuple[tuple[float, ...], ...]) -> int:
        """Offset of a map: all x, all y, then a row of values over y for every x."""
        return self._store(np.array(x), np.array(y), np.array(values))

    def add_smooth_curve(self, curve: Curve) -> tuple[int, int]:
        """Offset and number of points of a smooth y(x) without overshoot, level at both ends, for `spline_table`."""
        x, y = np.array(curve.x), np.array(curve.y)
        return self._store(x, _monotone_cubics(x, y)), len(x)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """Signal rows and the flat table."""
        return np.array(self.rows, dtype=float).reshape(-1, kinds.ROW), np.array(self.data, dtype=float)

    def _add_input(self, signal: Input) -> int:
        row = self.add(self.bound.get(signal.name, Constant(value=signal.default)))
        self.inputs.setdefault(signal.name, []).append(row)
        return row

    def _store(self, *parts: np.ndarray) -> int:
        offset = self.data_before + len(self.data)
        for part in parts:
            self.data.extend(float(v) for v in np.ravel(part))
        return offset

    def _row(self, signal: Signal) -> list[float]:
        match signal:
            case Constant(value=value):
                return [kinds.CONSTANT, value]
            case SmoothStep():
                return [kinds.SMOOTH_STEP, signal.before, signal.after, signal.start, signal.end]
            case Sine():
                end = math.inf if signal.cycles is None else signal.start + signal.cycles / signal.frequency
                return [kinds.SINE, signal.amplitude, signal.frequency, signal.phase, signal.offset, signal.start, end]
            case Table(interpolation="linear"):
                offset = self._store(np.array(signal.times), np.array(signal.values))
                return [kinds.LINEAR_TABLE, offset, len(signal.times)]
            case Table():
                offset = self._store(np.array(signal.times), cubic_pieces(signal))
                return [kinds.SPLINE_TABLE, offset, len(signal.times)]
            case Ramp():
                offset = self._store(np.array([signal.start, signal.end]), np.array([signal.before, signal.after]))
                return [kinds.LINEAR_TABLE, offset, 2]
            case Polynomial():
                offset = self._store(np.array(signal.coefficients[::-1]))
                end = math.inf if signal.end is None else signal.end
                return [kinds.POLYNOMIAL, offset, len(signal.coefficients), signal.start, end]
            case Formula():
                return self._row(signal.signal)
        raise TypeError(f"unknown signal {signal!r}")


def _monotone_cubics(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Coefficients (pieces, 4), highest power first: between two points the curve rises or falls as they do.

    Slopes are the weighted harmonic means of both sides (Fritsch and Butland 1984), 0 where these differ in sign and at
    the ends.
    """
    h = np.diff(x)
    rise = np.diff(y) / h
    slopes = np.zeros(len(x))
    before, after, first, second = rise[:-1], rise[1:], h[:-1], h[1:]
    same = before * after > 0.0
    w, v = (2.0 * second + first)[same], (second + 2.0 * first)[same]
    slopes[1:-1][same] = (w + v) / (w / before[same] + v / after[same])
    left, right = slopes[:-1], slopes[1:]
    return np.column_stack([(left + right - 2.0 * rise) / h**2, (3.0 * rise - 2.0 * left - right) / h, left, y[:-1]])
