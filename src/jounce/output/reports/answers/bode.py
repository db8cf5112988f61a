"""Frequency response from the steering wheel: gain, phase and coherence over frequency."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.frequency_response import (
    REFERENCE,
    TURN,
    WHEEL,
    YAW_RATE,
    FrequencyResponse,
    bandwidth,
    frequency_response,
)
from jounce.lab.metrics.signals import NoValueError
from jounce.output.reports.answers.answer import Answer, Kind, Seen, alone
from jounce.output.reports.answers.parts import GREY, Part, curve, level, marks, panels, upright, words
from jounce.output.reports.plots import digits

LOWEST, HIGHEST = 0.1, 4.0
"""Range that is shown [Hz]: below, a car follows as in the steady state; people steer no faster."""
POINTS = 400
"""Points of a curve, evenly spread over the logarithm of the frequency."""
SCALES = {YAW_RATE: (1.0, "1/s"), TURN: (math.radians(1.0), "m/s²/deg")}
"""Factor from SI, and unit of the gain."""


def bode(channel: str, name: str, title: str) -> Kind:
    """The kind of figure of one channel."""

    def draw(runs: Sequence[Seen]) -> Answer | None:
        found = [(run, response) for run in runs if (response := _response(run, channel)) is not None]
        return _draw(found, channel, name, title, alone(runs)) if found else None

    return draw


def _response(run: Seen, channel: str) -> FrequencyResponse | None:
    if WHEEL not in run.result or channel not in run.result:
        return None
    try:
        return frequency_response(run.result.time, run.result[WHEEL].values, run.result[channel].values)
    except NoValueError:
        return None


def _draw(found: Sequence[tuple[Seen, FrequencyResponse]], channel: str, name: str, title: str, single: bool) -> Answer:
    scale, unit = SCALES[channel]
    low = max(LOWEST, min(float(h.frequency[0]) for _, h in found))
    high = min(HIGHEST, max(float(h.frequency[-1]) for _, h in found))
    data: list[Part] = []
    shapes: list[Part] = [level(0.0, panel=2, dash="dot")]
    notes: list[Part] = []
    told: list[str] = []
    for run, h in found:
        f = np.geomspace(max(LOWEST, float(h.frequency[0])), min(HIGHEST, float(h.frequency[-1])), POINTS)
        gain, lag, coherence = (np.interp(f, h.frequency, values) for values in (h.gain, h.phase_lag, h.coherence))
        label = run.name or title
        data += [
            curve(f, scale * gain, label, run.colour, listed=not single),
            curve(f, -np.degrees(lag), label, run.colour, panel=2, listed=False),
            curve(f, coherence, label, run.colour, panel=3, listed=False),
        ]
        told.append(_tell(run.name, h, scale, unit))
        if single:
            added = _annotate(h, scale, unit, high)
            shapes, notes, data = [*shapes, *added[0]], [*notes, *added[1]], [*data, *added[2]]
    titles = (f"gain<br>[{unit}]", "phase<br>[deg]", "coherence")
    x = {"type": "log", "range": [math.log10(low), math.log10(high)]}
    layout = panels(titles, "frequency [Hz]", shares=(1.2, 1.0, 0.6), gap=0.05, x=x)
    layout["yaxis3"]["range"] = [0.0, 1.05]
    figure = {
        "data": data,
        "layout": {**layout, "shapes": shapes, "annotations": notes},
        "group": "frequency",
        "unit": "Hz",
        "include": {"yaxis": [0.0]},
        "height": 520,
    }
    note = "from the steering-wheel angle; negative phase: the response lags; coherence 1: linear and without noise"
    return Answer(f"answer-bode-{name}", f"Frequency response: {title}", note, "; ".join(told), figure)


def _annotate(h: FrequencyResponse, scale: float, unit: str, high: float) -> tuple[list[Part], list[Part], list[Part]]:
    """Gain at 0.2 Hz, bandwidth, and the phase at 1 Hz."""
    shapes: list[Part] = []
    notes: list[Part] = []
    data: list[Part] = []
    try:
        reference = scale * h.at(REFERENCE)[0]
        shapes.append(level(reference / math.sqrt(2.0), dash="dot"))
        notes.append(words(REFERENCE, reference, f"{digits(reference, 3)} {unit} at 0.2 Hz", offset=(10.0, 24.0)))
        edge = bandwidth(h)
        if edge <= high:
            shapes.append(upright(edge))
            text = f"−3 dB at {digits(edge, 3)} Hz"
            notes.append(words(edge, reference / math.sqrt(2.0), text, offset=(-14.0, 26.0)))
            data.append(marks([edge], [reference / math.sqrt(2.0)], "bandwidth", GREY))
    except NoValueError:
        pass
    try:
        lag = math.degrees(h.at(1.0)[1])
        notes.append(words(1.0, -lag, f"{digits(-lag, 3)}° at 1 Hz", panel=2, offset=(12.0, -18.0)))
        data.append(marks([1.0], [-lag], "1 Hz", GREY, panel=2))
    except NoValueError:
        pass
    return shapes, notes, data


def _tell(name: str, h: FrequencyResponse, scale: float, unit: str) -> str:
    words = [f"{digits(float(h.frequency[0]), 2)} to {digits(float(h.frequency[-1]), 2)} Hz"]
    for tell in (
        lambda: f"gain {digits(scale * h.at(REFERENCE)[0], 3)} {unit} at 0.2 Hz",
        lambda: f"bandwidth {digits(bandwidth(h), 3)} Hz",
        lambda: f"phase {digits(-math.degrees(h.at(1.0)[1]), 3)}° at 1 Hz",
        lambda: f"least coherence {digits(float(np.min(h.coherence)), 3)}",
    ):
        try:
            words.append(tell())
        except NoValueError:
            continue
    return f"{f'{name}: ' if name else ''}{', '.join(words)}"
