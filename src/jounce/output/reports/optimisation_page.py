"""The page of an optimisation: the Pareto front, its cars, and how far each parameter is from its bounds."""

from __future__ import annotations

from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from jounce.lab.optimisation.optimised import Optimised, Trial
from jounce.lab.results.atomic import write_text
from jounce.output.reports.figures import AXIS, axis_title, numbers
from jounce.output.reports.page import PageSection, card, document, figure_card, resource, table, tile
from jounce.output.reports.plots import BLUE, MEASURED, ORANGE, VERMILLION, digits, factor, format_unit
from jounce.output.reports.study.figures import labels

_FOOTER = "The numbers behind this page are in optimised.json beside it; vehicle.yaml is the compromise."
MAX_PAIRS = 6
"""Pairs of goals that are drawn."""
MAX_ROWS = 60
"""Cars of the front that are listed."""


def write_optimisation_page(optimised: Optimised, path: str | Path) -> None:
    """Write the page of an optimisation, whole or not at all; raises FileError."""
    write_text(path, render_optimisation_page(optimised))


def render_optimisation_page(found: Optimised) -> str:
    """The page of an optimisation as HTML; needs no network."""
    goals = list(found.problem.goals)
    pairs = list(combinations(goals, 2))[:MAX_PAIRS] or [(goals[0], goals[0])]
    figures = {f"pair{i}": _pair(found, a, b) for i, (a, b) in enumerate(pairs)}
    figures["parameters"] = _parameters(found)
    cards = "".join(figure_card(key, _title(key, pairs), "", _title(key, pairs)) for key in figures)
    parts = [
        PageSection("front", "Pareto front", f'<div class="plots">{cards}</div>'),
        PageSection(
            "cars", "Cars of the front", f'<div class="tables">{card("Cars", _table(found), _note(found))}</div>'
        ),
    ]
    body = "".join(
        f'<section class="part" id="{p.key}"><h2>{escape(p.title)}</h2>\n{p.body}</section>\n' for p in parts
    )
    whole = f"<header>{_head(found)}</header>\n<main>{body}</main>\n<footer>{escape(_FOOTER)}</footer>"
    return document(
        title=f"{found.name} · optimisation",
        style=resource("page.css") + "\n" + resource("run_page.css"),
        body=whole,
        figures=figures,
        kind="report",
    )


def _head(found: Optimised) -> str:
    stopped = found.status == "interrupted"
    warning = '<p class="warning" role="alert">interrupted: the front of what was run</p>' if stopped else ""
    good = sum(trial.violated == 0 for trial in found.trials)
    rows = [
        ("Cars", str(len(found.trials)), f"{good} meet all conditions"),
        ("On the front", str(len(found.front)), ""),
        ("Runs", str(found.runs), ""),
        ("Time", digits(found.seconds, 3), "s"),
    ]
    goals = "".join(f"<li>{escape(name)}: {escape(str(goal))}</li>" for name, goal in found.problem.goals.items())
    conditions = "".join(f"<li>{escape(text)}</li>" for text in found.problem.constraints)
    return (
        f'<div class="title"><div><p class="brand">jounce</p>\n<h1>{escape(found.name)} '
        f"<span>{escape(found.problem.vehicle.name)}</span></h1></div></div>\n"
        f'{warning}<div class="tiles">{"".join(tile(*row) for row in rows)}</div>\n'
        f'<ul class="how">{goals}{conditions}</ul>'
    )


def _unit(found: Optimised, name: str) -> tuple[str, float]:
    """The unit in which a metric is shown, and the factor to it."""
    unit = found.problem.units.get(name, "")
    shown = MEASURED.get(unit, unit)
    return format_unit(shown), factor(unit, shown) if unit and shown else 1.0


def _values(found: Optimised, trials: list[Trial], name: str) -> np.ndarray:
    _, scale = _unit(found, name)
    return np.array([_number(trial.metrics.get(name)) * scale for trial in trials])


def _number(value: float | bool | None) -> float:
    return float("nan") if value is None else float(value)


def _label(found: Optimised, name: str) -> str:
    unit, _ = _unit(found, name)
    return f"{name.replace('_', ' ')} [{unit}]" if unit else name.replace("_", " ")


def _title(key: str, pairs: list[tuple[str, str]]) -> str:
    if key == "parameters":
        return "Parameters of the front"
    a, b = pairs[int(key.removeprefix("pair"))]
    return f"{b.replace('_', ' ')} against {a.replace('_', ' ')}"


def _pair(found: Optimised, a: str, b: str) -> dict[str, Any]:
    """All cars, the front, the vehicle as it is and the compromise, over two goals."""
    front = list(found.front)
    refused = [trial for trial in found.trials if trial.violated]
    others = [trial for trial in found.trials if not trial.violated and trial not in front]
    groups = [
        ("violate conditions", refused, {"color": "#bdc1c6", "size": 6, "symbol": "x"}, "markers"),
        ("other cars", others, {"color": "rgba(0,114,178,.35)", "size": 6}, "markers"),
        ("front", front, {"color": BLUE, "size": 8}, "lines+markers" if len(found.problem.goals) == 2 else "markers"),
        ("as it is", [found.trials[0]], {"color": ORANGE, "size": 12, "symbol": "diamond"}, "markers"),
    ]
    if found.best is not None:
        groups.append(("compromise", [found.best], {"color": VERMILLION, "size": 13, "symbol": "star"}, "markers"))
    traces = [
        {
            "type": "scatter",
            "mode": mode,
            "name": name,
            "x": numbers(_values(found, trials, a)),
            "y": numbers(_values(found, trials, b)),
            "text": [f"car {trial.index}" for trial in trials],
            "marker": marker,
            "hovertemplate": "%{text}: %{x:.4~g}, %{y:.4~g}<extra></extra>",
        }
        for name, trials, marker, mode in groups
        if trials
    ]
    layout = {
        "xaxis": {**AXIS, "title": axis_title(_label(found, a))},
        "yaxis": {**AXIS, "title": axis_title(_label(found, b))},
        "hovermode": "closest",
        "margin": {"l": 60, "r": 14, "t": 26, "b": 46},
    }
    return {"data": traces, "layout": layout, "kind": "against"}


def _parameters(found: Optimised) -> dict[str, Any]:
    """Every parameter of the cars of the front, as a share of the way between its bounds."""
    names = labels([number.name for number in found.problem.numbers])
    places = list(range(len(names)))
    traces = []
    for trial in found.front:
        shares = [(trial.values[n.name] - n.low) / n.width for n in found.problem.numbers]
        best = found.best is not None and trial.index == found.best.index
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": f"car {trial.index}",
                "x": places,
                "y": numbers(np.array(shares)),
                "line": {"color": VERMILLION if best else "rgba(0,114,178,.35)", "width": 2.6 if best else 1.2},
                "showlegend": False,
                "hovertemplate": "%{x}: %{y:.3f}<extra>car " + str(trial.index) + "</extra>",
            }
        )
    layout = {
        "xaxis": {**AXIS, "range": [-0.2, len(names) - 0.8], "tickvals": places, "ticktext": list(names.values())},
        "yaxis": {**AXIS, "range": [-0.03, 1.03], "title": axis_title("share between the bounds")},
        "hovermode": "closest",
        "margin": {"l": 60, "r": 14, "t": 14, "b": 60},
    }
    return {"data": traces, "layout": layout, "kind": "against"}


def _note(found: Optimised) -> str:
    if not found.front:
        return "no car meets all conditions"
    return f"the first {MAX_ROWS}" if len(found.front) > MAX_ROWS else "all of them; the first row is the car as it is"


def _table(found: Optimised) -> str:
    goals, names = list(found.problem.goals), [number.name for number in found.problem.numbers]
    short = labels(names)
    head = ("car", *(_label(found, name) for name in goals), *(short[name] for name in names))
    rows = []
    for trial in [found.trials[0], *found.front[:MAX_ROWS]]:
        metrics = [digits(float(_values(found, [trial], name)[0])) for name in goals]
        best = found.best is not None and trial.index == found.best.index
        label = "as it is" if trial.index == 0 else f"{trial.index}" + (" (compromise)" if best else "")
        rows.append((label, *metrics, *(digits(trial.values[name]) for name in names)))
    return table("numbers", head, rows)
