"""The figures of Kim 1997, section 6, drawn from our drives, as Plotly figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.output.reports.figures import axis_title, numbers
from jounce.output.reports.plots import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    SKY,
    VERMILLION,
    digits,
    display_unit,
    factor,
    format_unit,
)
from jounce_papers.drives import Record
from jounce_papers.figures import POWERS, Figure, bars, line, marked_line, over_time, study_figure
from jounce_papers.kim_1997.drives import METHODS
from jounce_papers.kim_1997.numbers import CHANNELS

Records = Mapping[float, Mapping[str, Record]]
"""Records by maximum step [s], then by method."""
ENVELOPE = 0.05
"""Time in which violations become their largest [s]: those of single steps would be a band."""
MEDIAN_SPAN = 0.1
"""Time in which steps become their median [s]."""
FLOOR = 1e-17
"""Violation that is shown instead of none at all."""
COLOURS = {"projection": VERMILLION, "projection_printed": ORANGE, "qr": BLUE, "augmented_world": BLACK}
PRINTED = {0.001: ("4", "6"), 0.005: ("", "7"), 0.01: ("5", "")}
"""Figures of the paper by maximum step: violation, step."""
UNITS = {"m/s²": "m/s^2", "m": "m", "rad/s": "rad/s"}
SHOWN = {"m": "m"}
"""Units that stay: a lateral displacement is one of metres."""
NUMBERS = dict(zip(CHANNELS, ("9", "10", "11", "12", "13"), strict=True))


def figures(data: Mapping[str, Any], records: Records) -> tuple[Figure, ...]:
    """All of them, in the order of the page."""
    drawn = [] if data["cpu_s"] is None else [_times(data)]
    for largest, own in records.items():
        drawn += [_violations(largest, own), _steps(largest, own)]
    largest = max(records)
    drawn.append(_steering(records[largest]["projection"]))
    for name in CHANNELS:
        drawn.append(_motion(name, largest, records[largest], data))
    if data["study"] is not None:
        errors = "Error of the yaw rate over the tolerance [rad/s]"
        drawn.append(
            _over_tolerance("study_errors", errors, "largest, against a far finer run", data, "yaw_rate_error")
        )
        met = "largest |Φ| that a correction met"
        drawn.append(_over_tolerance("study_violations", "Violation over the tolerance [m]", met, data, "violation"))
    return tuple(drawn)


def _times(data: Mapping[str, Any]) -> Figure:
    """Times of all methods at the largest maximum step."""
    chord, last = data["synthesis_chord"], data["maximum_steps"][-1]
    drawn = {METHODS[name].title: (1e3 * seconds, _colour(name)) for name, seconds in last["cpu_s"].items()}
    drawn[f"synthesis, chord {1e3 * chord['step']:g} ms"] = 1e3 * chord["cpu_s"], _colour("synthesis")
    taken, colours = zip(*reversed(drawn.values()), strict=True)
    trace = {
        "type": "bar", "orientation": "h", "y": list(reversed(drawn)), "x": numbers(np.array(taken)), "name": "",
        "marker": {"color": list(colours)}, "text": [f"{x:.0f} ms" for x in taken], "textposition": "outside",
        "cliponaxis": False, "hovertemplate": "%{x:.1f} ms", "showlegend": False,
    }  # fmt: skip
    note = (
        f"{data['end']:g} s of driving, steps ≤ {1e3 * last['maximum_step']:g} ms, one core; of every tenth of a "
        "second the smallest time of some rounds in which the methods took turns"
    )
    margin = {"l": 150, "r": 60, "t": 8, "b": 42}
    layout = {"bargap": 0.3, "hovermode": "closest", "margin": margin}
    return bars("times", "Time of the drive [ms]", note, [trace], "ms", **layout)


def _colour(name: str) -> str:
    """Colour of a bar: projection, the others on joint coordinates, the world frame, synthesis."""
    return COLOURS.get(name, GREEN if name == "synthesis" else SKY)


def _violations(largest: float, records: Mapping[str, Record]) -> Figure:
    styles = (("projection", "solid"), ("projection_printed", "solid"), ("qr", "dot"))
    lines = [line(*_envelope(records[name]), METHODS[name].title, COLOURS[name], dash) for name, dash in styles]
    printed = PRINTED[largest][0]
    note = f"{_as_figure(printed)}largest |Φ| that corrections met within {1e3 * ENVELOPE:g} ms"
    title = f"Violation, steps ≤ {1e3 * largest:g} ms"
    figure = over_time(f"violation_{1e3 * largest:g}ms", title, "m", note, lines)
    figure.layout["yaxis"] |= {**POWERS, "dtick": 1}
    figure.layout["xaxis"]["range"] = [0.0, float(records["projection"].run.time[-1])]
    return figure


def _envelope(record: Record) -> tuple[np.ndarray, np.ndarray]:
    """Middles of intervals [s] and the largest violation within each, of those that have a step."""
    log = record.run.steps
    assert log is not None
    count = max(1, round(float(record.run.time[-1]) / ENVELOPE))
    place = np.minimum((log.time / ENVELOPE).astype(int), count - 1)
    largest = np.full(count, -1.0)
    np.maximum.at(largest, place, log.violation)
    met = largest >= 0.0
    return (ENVELOPE * (0.5 + np.arange(count)))[met], np.maximum(largest[met], FLOOR)


def _steps(largest: float, records: Mapping[str, Record]) -> Figure:
    """Every step, faint, and medians."""
    faint, bold = [], []
    for name, dash in (("projection", "solid"), ("projection_printed", "dash"), ("qr", "dot")):
        log = records[name].run.steps
        assert log is not None
        if name != "projection_printed":
            every = line(log.time, 1e3 * log.size, "", COLOURS[name], width=0.8)
            faint.append({**every, "opacity": 0.3, "hoverinfo": "skip"})
        bold.append(
            line(*_grouped(record=records[name], values=1e3 * log.size), METHODS[name].title, COLOURS[name], dash)
        )
    note = f"{_as_figure(PRINTED[largest][1])}medians within {1e3 * MEDIAN_SPAN:g} ms; faint: every step"
    figure = over_time(
        f"steps_{1e3 * largest:g}ms", f"Length of steps ≤ {1e3 * largest:g} ms", "ms", note, faint + bold
    )
    figure.layout["yaxis"]["range"] = [0.0, 1.08e3 * largest]
    figure.layout["xaxis"]["range"] = [0.0, float(records["projection"].run.time[-1])]
    return figure


def _grouped(record: Record, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Middles of intervals [s] and the median of what the steps within each have, of those that have a step."""
    log = record.run.steps
    assert log is not None
    place = (log.time / MEDIAN_SPAN).astype(int)
    there = np.unique(place[log.time < record.run.time[-1]])
    return MEDIAN_SPAN * (0.5 + there), np.array([np.median(values[place == k]) for k in there])


def _as_figure(printed: str) -> str:
    return f"as Fig. {printed}; " if printed else ""


def _steering(record: Record) -> Figure:
    lines = [
        line(record.run.time, 1e3 * record.channels["input.rack_travel"], "asked for", BLACK),
        line(record.run.time, 1e3 * record.channels["rack.travel"], "rack", VERMILLION, "dash"),
    ]
    return over_time("rack", "Rack travel", "mm", "as Fig. 8; left → −; the rack follows a filter of 10 ms", lines)


def _motion(name: str, largest: float, records: Mapping[str, Record], data: Mapping[str, Any]) -> Figure:
    """Projection over the augmented system in world coordinates."""
    title, unit = CHANNELS[name]
    shown = SHOWN.get(unit) or display_unit(UNITS[unit])
    scale = factor(UNITS[unit], shown)
    lines = [
        line(records[key].run.time, scale * records[key].channels[name], METHODS[key].title, COLOURS[key], dash, 2.2)
        for key, dash in (("augmented_world", "solid"), ("projection", "dash"))
    ]
    of = data["maximum_steps"][-1]["methods"]["projection"]["differences"][name]
    note = (
        f"as Fig. {NUMBERS[name]}; steps ≤ {1e3 * largest:g} ms; largest difference "
        f"{digits(scale * of['difference'], 2)} {format_unit(shown)}, "
        f"{digits(1e6 * of['relative'], 2)} ppm of the peak"
    )
    return over_time(name, title[0].upper() + title[1:], format_unit(shown), note, lines)


def _over_tolerance(key: str, title: str, note: str, data: Mapping[str, Any], what: str) -> Figure:
    """A number of the study over the relative tolerance."""
    dashes = {"augmented_world": "solid", "projection": "solid", "projection_printed": "dash", "qr": "dot"}
    found = data["study"]["tolerances"]
    lines = [
        marked_line(
            (row["relative"] for row in found[name]),
            (row[what] for row in found[name]),
            METHODS[name].title,
            COLOURS[name],
            dash,
        )
        for name, dash in dashes.items()
    ]
    across = {**POWERS, "dtick": 1, "title": axis_title("relative tolerance")}
    largest = 1e3 * data["maximum_steps"][-1]["maximum_step"]
    up = {**POWERS, "dtick": 1 if what == "yaw_rate_error" else 2}
    return study_figure(key, title, f"{note}; steps ≤ {largest:g} ms", lines, across, up)
