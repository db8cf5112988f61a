"""The spectrum of the vertical acceleration, as measured and as people feel it (ISO 2631-1)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.ride import VERTICAL, WK, rms, weigh
from jounce.lab.metrics.signals import resample
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import Part, band, curve, panels
from jounce.output.reports.plots import BLUE, VERMILLION, digits

SEGMENT = 4.0
"""Longest segment of the spectrum [s]: it resolves 0.25 Hz."""
LOW, HIGH = 0.5, 80.0
"""Range of ISO 2631-1 for health, comfort and perception [Hz]."""
SENSITIVE = (4.0, 12.5)
"""Frequencies at which the weighting Wk is largest [Hz]."""
REACTIONS = (
    (0.315, "not uncomfortable"),
    (0.5, "a little uncomfortable"),
    (0.8, "fairly uncomfortable"),
    (1.25, "uncomfortable"),
    (2.0, "very uncomfortable"),
    (math.inf, "extremely uncomfortable"),
)
"""Weighted RMS [m/s²] up to which annex C of ISO 2631-1 gives a likely reaction; its ranges overlap, and these are the
limits below which the milder of two words holds."""
LEAST = 1.0
"""Shortest run of which a spectrum is made [s]."""


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Power spectral density of the acceleration, raw and weighted, and weighted RMS of third-octave bands."""
    seen = [run for run in runs if VERTICAL in run.result and np.ptp(run.result.time) >= LEAST]
    if not seen:
        return None
    data: list[Part] = []
    told: list[str] = []
    largest = 0.0
    for run in seen:
        t, a = run.result.time, run.result[VERTICAL].values
        f, raw = density(t, a)
        shown = (f >= LOW) & (f <= HIGH)
        f, raw = f[shown], raw[shown]
        weighted = raw * np.abs(WK(f)) ** 2
        strong = VERMILLION if alone(runs) else run.colour
        if alone(runs):
            data.append(curve(f, raw, "acceleration", BLUE, width=1.6))
        data.append(curve(f, weighted, run.name or "weighted by Wk", strong))
        centres, bands = third_octaves(t, a)
        data.append(curve(*_stairs(centres, bands), run.name or "band", strong, panel=2, listed=False))
        largest = max(largest, float(weighted.max(initial=0.0)), float(raw.max(initial=0.0)))
        total = rms(weigh(t, a, WK)[1])
        told.append(
            f"{run.name or 'a_w'} {digits(total, 3)} m/s²: {reaction(total)}, strongest near {_peak(f, weighted)} Hz"
        )
    layout = panels(
        ("PSD<br>[(m/s²)²/Hz]", "weighted RMS of<br>⅓ octaves [m/s²]"),
        "frequency [Hz]",
        shares=(1.3, 1.0),
        gap=0.07,
        x={"type": "log", "range": [math.log10(LOW), math.log10(HIGH)]},
    )
    top = math.ceil(math.log10(max(largest, 1e-6)))
    layout["yaxis"] |= {"type": "log", "range": [top - 5, top]}
    layout["shapes"] = [band(SENSITIVE), band(SENSITIVE, panel=2)]
    figure = {
        "data": data, "layout": layout, "group": "frequency", "unit": "Hz", "include": {"yaxis2": [0.0]}, "height": 460,
    }  # fmt: skip
    note = "vertical, at the centre of mass of the chassis; shaded: 4 to 12.5 Hz, where Wk weighs most"
    verdict = (
        f"{told[0].partition(', strongest')[0].replace('a_w', 'Weighted acceleration a_w =', 1)} (ISO 2631-1, annex C)."
    )
    return Answer(
        "answer-ride-spectrum", "Weighted ride spectrum", note, "; ".join(told), figure,
        verdict=verdict if alone(runs) else "",
    )  # fmt: skip


def density(t: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies [Hz] and one-sided power spectral density by Welch's method, Hann windows that overlap by half."""
    from scipy.signal import welch  # takes half a second to import

    step, (even,) = resample(t, a)
    length = min(len(even), round(SEGMENT / step))
    return welch(even, fs=1.0 / step, nperseg=length, detrend="constant")


def third_octaves(t: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centres of the third-octave bands from 0.5 to 80 Hz, and the weighted RMS of the run in each [m/s²].

    The squares of all bands add up to that of the weighted signal between the outermost edges.
    """
    step, weighted = weigh(t, a, WK)
    n = len(weighted)
    power = 2.0 * np.abs(np.fft.rfft(weighted)) ** 2 / n**2
    f = np.fft.rfftfreq(n, step)
    centres = 10.0 ** (np.arange(-3, 20) / 10.0)
    edges = np.append(centres * 10.0**-0.05, centres[-1] * 10.0**0.05)
    total = np.concatenate([[0.0], np.cumsum(power)])
    places = np.searchsorted(f, edges)
    return centres, np.sqrt(np.maximum(np.diff(total[places]), 0.0))


def reaction(weighted: float) -> str:
    """How people are likely to find a weighted acceleration [m/s²]."""
    return next(word for limit, word in REACTIONS if weighted <= limit)


def _stairs(centres: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    edges = np.append(centres * 10.0**-0.05, centres[-1] * 10.0**0.05)
    return np.repeat(edges, 2)[1:-1], np.repeat(values, 2)


def _peak(f: np.ndarray, power: np.ndarray) -> str:
    return digits(float(f[int(np.argmax(power))]), 2)
