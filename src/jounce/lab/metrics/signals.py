"""Questions to a sampled signal: when does it cross a level, where is its peak, what is its mean over a window.

Signals are straight lines between their samples, unless said otherwise: times of crossings and ends of windows fall
between samples, so that answers do not jump with the sample time.
"""

from __future__ import annotations

import numpy as np

from jounce.errors import JounceError


class NoValueError(JounceError, ValueError):
    """A signal does not hold what was asked for, such as the time of a stop of a car that never stopped.

    The message says why, as a clause that can stand behind the name of the metric. `jounce.lab.metrics.compute` turns
    it into a note; only callers of the functions on arrays see it raised.
    """


def at(t: np.ndarray, y: np.ndarray, time: float) -> float:
    """The value at one time; raises NoValueError outside the signal."""
    slack = 1e-9 * max(1.0, abs(time))  # ends that were computed by adding steps
    if not t[0] - slack <= time <= t[-1] + slack:
        raise NoValueError(
            f"the run ends at {t[-1]:g} s, before {time:g} s" if time > t[-1] else f"nothing before {t[0]:g} s"
        )
    return float(np.interp(time, t, y))


def crossing(t: np.ndarray, y: np.ndarray, level: float, after: float = -np.inf) -> float | None:
    """The first time, not before `after`, at which the signal reaches a level from whichever side it is on."""
    if after > t[0]:
        t, y = between(t, y, after, t[-1])
    side = np.sign(y - level)
    if side[0] == 0.0:
        return float(t[0])
    reached = np.flatnonzero(side != side[0])
    if len(reached) == 0:
        return None
    i = int(reached[0])
    return float(t[i - 1] + (t[i] - t[i - 1]) * (level - y[i - 1]) / (y[i] - y[i - 1]))


def between(t: np.ndarray, y: np.ndarray, start: float, end: float) -> tuple[np.ndarray, np.ndarray]:
    """The part of a signal from `start` to `end`, whose first and last samples are at these very times."""
    start, end = max(start, float(t[0])), min(end, float(t[-1]))
    if end < start:
        raise NoValueError(f"nothing between {start:g} s and {end:g} s")
    inner = t[(t > start) & (t < end)]
    times = np.concatenate([[start], inner, [end]])
    return times, np.interp(times, t, y)


def integral(t: np.ndarray, y: np.ndarray, start: float, end: float) -> float:
    """∫ y dt from `start` to `end`, exact for straight lines between samples."""
    return float(np.trapezoid(*between(t, y, start, end)[::-1]))


def mean(t: np.ndarray, y: np.ndarray, start: float, end: float) -> float:
    """The mean over time from `start` to `end`."""
    if end <= start:
        return at(t, y, start)
    start, end = max(start, float(t[0])), min(end, float(t[-1]))
    return integral(t, y, start, end) / (end - start)


def peak(t: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Time and value of the largest value: the top of the parabola through the largest sample and its neighbours."""
    i = int(np.argmax(y))
    if i in (0, len(y) - 1):
        return float(t[i]), float(y[i])
    left, right = t[i - 1] - t[i], t[i + 1] - t[i]
    slope_left, slope_right = (y[i - 1] - y[i]) / left, (y[i + 1] - y[i]) / right
    bend = (slope_right - slope_left) / (right - left)
    if bend >= 0.0:
        return float(t[i]), float(y[i])
    slope = slope_left - bend * left
    return float(t[i] - 0.5 * slope / bend), float(y[i] - 0.25 * slope**2 / bend)


def largest_magnitude(t: np.ndarray, y: np.ndarray) -> float:
    """The largest |y|, between samples too."""
    return max(abs(peak(t, y)[1]), abs(peak(t, -y)[1]))


def resample(t: np.ndarray, *signals: np.ndarray) -> tuple[float, list[np.ndarray]]:
    """The time between samples [s] and the signals at equal distances in time; as they are when they are so already."""
    step = float((t[-1] - t[0]) / (len(t) - 1))
    if step <= 0.0:
        raise NoValueError("the run has no duration")
    if np.allclose(np.diff(t), step, rtol=1e-3, atol=0.0):
        return step, [np.asarray(y, dtype=float) for y in signals]
    times = np.linspace(t[0], t[-1], len(t))
    return step, [np.interp(times, t, y) for y in signals]


def smooth(t: np.ndarray, y: np.ndarray, window: float) -> np.ndarray:
    """Means over a window [s] around every sample that has a whole one; raises NoValueError for shorter signals."""
    from scipy.ndimage import uniform_filter1d  # takes a quarter of a second to import

    step, (even,) = resample(t, y)
    width = round(window / step) + 1
    if width > len(even):
        raise NoValueError(f"the run is shorter than {window:g} s")
    means = uniform_filter1d(even, width, mode="nearest")
    return means[width // 2 : len(even) - (width - 1) // 2]
