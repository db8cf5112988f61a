"""The figures of Kang 2014, section 7, drawn from our drives, and what explains them, as Plotly figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.output.reports.figures import axis_title, numbers
from jounce.output.reports.plots import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILLION
from jounce_papers.drives import Record
from jounce_papers.figures import POWERS, Figure, bars, line, marked_line, over_time, study_figure
from jounce_papers.kang_2014.drives import METHODS, STEP, watched_acceleration
from jounce_papers.kang_2014.numbers import MEAN_STEPS
from jounce_papers.kang_2014.split import PARTS
from jounce_papers.kang_2014.study import STEPS

Records = Mapping[str, Mapping[str, Record]]
"""Records by drive, then by method."""
DIRECTIONS = {"j_turn": "lateral", "bump": "longitudinal"}
PRINTED = {"j_turn": "4(b)", "bump": "4(d)"}
COLOURS = {
    "conventional": BLACK,
    "proposed": VERMILLION,
    "world_never": ORANGE,
    "world_on_failure": PURPLE,
    "chassis_every_step": SKY,
    "chassis_on_failure": GREEN,
    "synthesis": BLUE,
}
TITLES = {"j_turn": "J-turn", "bump": "Bump"}
SHOWN = {
    "conventional": "solid",
    "world_on_failure": "solid",
    "chassis_on_failure": "solid",
    "proposed": "dash",
    "synthesis": "dot",
}
"""Methods of the study's figures with their dashes: later ones may lie on earlier ones."""


def figures(data: Mapping[str, Any], records: Records) -> tuple[Figure, ...]:
    """All of them, in the order of the page: the J-turn on the left, the bump on the right."""
    pairs = [_inputs(records)]
    for draw in (_accelerations, _differences):
        pairs.append(tuple(draw(key, records[key]) for key in records))
    measured = data["split"] is not None
    for of_data in (_contractions, _drifts, *([_iterations] if measured else [])):
        pairs.append(tuple(of_data(key, data[key]) for key in records))
    if measured:
        pairs.append((_split(data),))
    for key in records:
        if data[key]["study"] is not None:
            pairs.append(_study(key, data[key]["study"]))
    return tuple(figure for pair in pairs for figure in pair)


def _inputs(records: Records) -> tuple[Figure, ...]:
    turn, over = (records[key]["conventional"] for key in ("j_turn", "bump"))
    rack = [line(turn.run.time, 1e3 * turn.channels["input.rack_travel"], "", BLUE)]
    ground = [
        line(over.run.time, 1e3 * over.channels[f"tire.{suffix}.ground_height"], f"{axle} wheels", colour, dash)
        for suffix, axle, colour, dash in (("fl", "front", BLUE, "solid"), ("rl", "rear", SKY, "dash"))
    ]
    return (
        over_time("rack", "J-turn: rack travel", "mm", "as Fig. 4(a), which cannot be read: ours; left → −", rack),
        over_time("ground", "Bump: ground below the wheels", "mm", "as Fig. 4(c), which cannot be read: ours", ground),
    )


def _accelerations(key: str, records: Mapping[str, Record]) -> Figure:
    old, new = records["conventional"], records["proposed"]
    lines = [
        line(old.run.time, watched_acceleration(old), "conventional", BLACK, width=2.2),
        line(new.run.time, watched_acceleration(new), "proposed", VERMILLION, "dash", 2.2),
    ]
    note = f"as Fig. {PRINTED[key]}; of the chassis' centre of mass"
    return over_time(f"{key}_acceleration", f"{TITLES[key]}: {DIRECTIONS[key]} acceleration", "m/s²", note, lines)


def _differences(key: str, records: Mapping[str, Record]) -> Figure:
    old = records["conventional"]
    lines = []
    for name in ("proposed", "chassis_every_step", "world_on_failure"):
        new = records[name]
        n = len(new.run.time)
        away = 1e3 * (watched_acceleration(new) - watched_acceleration(old)[:n])
        lines.append(line(new.run.time, away, METHODS[name].title, COLOURS[name], width=1.3))
    note = f"of the {DIRECTIONS[key]} acceleration from the conventional method, in mm/s²"
    return over_time(f"{key}_difference", f"{TITLES[key]}: difference", "mm/s²", note, lines)


def _contractions(key: str, drive: Mapping[str, Any]) -> Figure:
    note = "share of an error that one iteration leaves; from 1 on it grows"
    figure = over_time(
        f"{key}_contraction", f"{TITLES[key]}: contraction with the matrix of the start", "", note,
        [*_of_frames(drive["drift"], "contraction"), *_failure(drive)],
    )  # fmt: skip
    limit = {
        "type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 1, "y1": 1,
        "line": {"color": "#59636e", "width": 1, "dash": "dot"},
    }  # fmt: skip
    return _logarithmic(figure, shapes=[limit])


def _drifts(key: str, drive: Mapping[str, Any]) -> Figure:
    note = "‖H(t) − H(0)‖ / ‖H(0)‖, scaled; jumps while nothing happens: dampers have two slopes at zero speed"
    lines = _of_frames(drive["drift"], "drift")
    return _logarithmic(over_time(f"{key}_drift", f"{TITLES[key]}: drift of the matrix", "", note, lines))


def _of_frames(found: Mapping[str, Any], what: str) -> list[dict[str, Any]]:
    """Both frames over time; the start, where both measures are zero, is left out."""
    t = np.array(found["time"][1:])
    styles = (("world", BLACK, "solid"), ("chassis", VERMILLION, "dash"))
    return [line(t, np.array(found[f][what][1:]), f"{f} axes", colour, dash, 2.2) for f, colour, dash in styles]


def _failure(drive: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Where the world frame fails without new matrices."""
    failure = drive["methods"]["world_never"]["failure"]
    if failure is None:
        return []
    t = failure["time"]
    rate = np.interp(t, drive["drift"]["time"], drive["drift"]["world"]["contraction"])
    return [
        {
            "type": "scatter", "mode": "markers", "name": f"world, never fails ({t:.2f} s)",
            "x": [t], "y": [float(rate)], "hovertemplate": "fails",
            "marker": {"color": ORANGE, "size": 11, "symbol": "x"},
        }
    ]  # fmt: skip


def _logarithmic(figure: Figure, **layout: Any) -> Figure:
    figure.layout["yaxis"] |= {**POWERS, "dtick": 1}
    figure.layout.update(layout)
    return figure


def _iterations(key: str, drive: Mapping[str, Any]) -> Figure:
    lines = []
    for name in ("world_never", "conventional", "proposed"):
        means = np.array(drive["iterations_over_time"][name])
        t = STEP * MEAN_STEPS * (0.5 + np.arange(len(means)))
        lines.append(line(t, means, METHODS[name].title, COLOURS[name]))
    note = f"means over {MEAN_STEPS} steps"
    figure = over_time(f"{key}_iterations", f"{TITLES[key]}: iterations per step", "", note, lines)
    figure.layout["yaxis"]["rangemode"] = "tozero"
    figure.layout["xaxis"]["range"] = [0.0, drive["end"]]
    return figure


def _split(data: Mapping[str, Any]) -> Figure:
    """What a step of each method in the J-turn is made of."""
    found, turn = data["split"], data["j_turn"]["methods"]
    parts_of: dict[str, dict[str, float]] = {}
    for name, frame in (("conventional", "world"), ("chassis_every_step", "chassis"), ("proposed", "chassis")):
        of, microseconds = turn[name], found[frame]
        made = (1 + of["refreshes"]) / of["steps"]
        counts = {"residual": of["evaluations"], "jacobian": made, "factorisation": made, "solution": of["iterations"]}
        parts_of[METHODS[name].title] = {part: counts[part] * microseconds[part] for part in PARTS}
        parts_of[METHODS[name].title]["rest"] = max(
            0.0, of["us_per_step"] - sum(parts_of[METHODS[name].title].values())
        )
    parts_of[METHODS["synthesis"].title] = {"rest": turn["synthesis"]["us_per_step"]}
    colours = {**dict(zip(PARTS, (BLUE, ORANGE, VERMILLION, GREEN), strict=True)), "rest": "#bdc1c6"}
    titles = list(parts_of)[::-1]
    traces = [
        {
            "type": "bar", "orientation": "h", "name": part, "y": titles, "marker": {"color": colours[part]},
            "x": numbers(np.array([parts_of[title].get(part, 0.0) for title in titles])),
            "hovertemplate": "%{x:.1f} µs",
        }
        for part in (*PARTS, "rest")
    ]  # fmt: skip
    note = (
        "J-turn: time of each part, measured alone, times how often a step does it; the rest is prediction and "
        "bookkeeping, by synthesis everything"
    )
    layout = {"barmode": "stack", "hovermode": "y unified", "bargap": 0.35}
    margin = {"l": 130, "r": 14, "t": 26, "b": 42}
    title = "Where the time of a step goes [µs]"
    return bars("split", title, note, traces, "µs per step", **layout, margin=margin)


def _study(key: str, found: Mapping[str, Any]) -> tuple[Figure, ...]:
    errors = f"{TITLES[key]}: error over the step [m/s²]"
    note = f"rms of the {DIRECTIONS[key]} acceleration; only runs that got through"
    return (
        _over_step(f"{key}_study_errors", errors, note, found["steps"], "rms_error"),
        _over_step(
            f"{key}_study_iterations",
            f"{TITLES[key]}: iterations over the step",
            "means; only runs that got through",
            found["steps"],
            "iterations",
        ),
    )


def _over_step(key: str, title: str, note: str, found: Mapping[str, Any], what: str) -> Figure:
    traces = []
    for name, dash in SHOWN.items():
        done = [row for row in found[name] if row["failed_at"] is None]
        x, y = (1e3 * row["step"] for row in done), (row[what] for row in done)
        traces.append(marked_line(x, y, METHODS[name].title, COLOURS[name], dash))
    across = {"type": "log", "title": axis_title("step [ms]"), "tickvals": [1e3 * step for step in STEPS]}
    up = {**POWERS, "dtick": 1} if what == "rms_error" else {"rangemode": "tozero"}
    return study_figure(key, title, note, traces, across, up)
