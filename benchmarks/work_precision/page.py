"""The work-precision study as one page that needs no network: a log–log panel and a table per case."""

from __future__ import annotations

import math
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from benchmarks.work_precision.study import ADAPTIVE, FIXED, METHODS, CaseStudy, Point, Study, shown
from jounce.lab.results.atomic import write_text
from jounce.output.reports.page import document, resource

COLOURS = {
    "euler": "#9AA0A6",
    "midpoint": "#56B4E9",
    "ab2": "#CC79A7",
    "rk4": "#0072B2",
    "chord trapezoid": "#009E73",
    "chord bdf2": "#8CB400",
    "rosenbrock sharp": "#D55E00",
    "rosenbrock forgiving": "#E69F00",
    "dormand-prince": "#000000",
    "abm": "#7A5195",
    "auto": "#B00020",
}
"""Explicit methods blue to grey, implicit ones green and orange, the adaptive ones black, violet and red."""
OTHER_COLOUR = "#6B4F3A"
"""Of methods that are not in the list."""
HIGHLIGHT = 1e-3
"""The step of real time [s], with larger markers."""
FLOOR, CEILING = 1e-9, 1.0
"""Errors that the panels show."""
TICKS = [digit * 10**power for power in range(2, 7) for digit in (1, 2, 5)]
"""On the axis of costs [µs/s]."""

_AXIS: dict[str, Any] = {
    "type": "log", "gridcolor": "#e8eaed", "linecolor": "#bdc1c6", "ticks": "outside", "ticklen": 4, "zeroline": False,
    "minor": {"showgrid": False}, "exponentformat": "power",
}  # fmt: skip


def write_page(study: Study, path: str | Path) -> None:
    """Write the page, whole or not at all; raises FileError."""
    write_text(path, render_page(study))


def render_page(study: Study) -> str:
    """The page as HTML."""
    methods = [m for m in METHODS if any(p.method == m for c in study.cases for p in c.points)]
    partial = '<p class="warning" role="alert"><strong>This study was interrupted</strong>; what it had is here.</p>'
    body = Template(resource("body.html", __package__)).substitute(
        repeats=study.repeats,
        warning=partial if study.interrupted else "",
        legend="".join(_button(method) for method in methods),
        cases="".join(_card(case, methods) for case in study.cases),
        footer=escape(_footer(study)),
    )
    return document(
        title="Work and precision · jounce",
        style=resource("page.css", __package__),
        body=body,
        figures={case.name: panel(case, methods) for case in study.cases},
        script=resource("page.js", __package__),
    )


def panel(case: CaseStudy, methods: list[str]) -> dict[str, Any]:
    """Error over cost, one line per method."""
    lines = []
    for method in methods:
        points = [p for p in case.points if p.method == method and p.outcome == "ok" and p.error and p.us_per_second]
        if points:
            lines.append(_line(method, sorted(points, key=lambda p: p.size)))
    costs = [x for line in lines for x in line["x"]] or [1e3, 1e5]
    errors = [max(y, FLOOR) for line in lines for y in line["y"]] or [FLOOR]
    return {
        "data": lines,
        "layout": {
            "xaxis": {
                **_AXIS,
                "title": {"text": "µs per simulated second (10<sup>6</sup>: real time)", "standoff": 8},
                "range": [math.log10(min(costs)) - 0.08, math.log10(max(costs)) + 0.08],
                "tickvals": TICKS,
                "ticktext": [f"{1e-3 * tick:g}k" for tick in TICKS],
            },
            "yaxis": {
                **_AXIS,
                "title": {"text": "largest relative error", "standoff": 4},
                "range": [math.log10(min(errors)) - 0.3, math.log10(CEILING) + 0.3],
                "dtick": 1,
            },
            "margin": {"l": 62, "r": 10, "t": 10, "b": 48},
        },
    }


def _line(method: str, points: list[Point]) -> dict[str, Any]:
    colour, large = COLOURS.get(method, OTHER_COLOUR), [p.step == HIGHLIGHT for p in points]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": method,
        "x": [float(f"{p.us_per_second:.5g}") for p in points],
        "y": [float(f"{max(p.error or 0.0, FLOOR):.4g}") for p in points],
        "text": [_hover(p) for p in points],
        "hovertemplate": "%{text}<extra></extra>",
        "line": {"color": colour, "width": 1.8},
        "marker": {
            "color": colour,
            "opacity": 1.0,
            "size": [13 if big else 6 for big in large],
            "line": {
                "color": ["#1f2328" if big else "white" for big in large],
                "width": [1.8 if b else 1 for b in large],
            },
        },
    }


def _hover(p: Point) -> str:
    lines = [
        f"<b>{p.method}, {shown(p.method, p.size)}</b>",
        f"error {p.error:.2g} ({p.worst})",
        f"{p.us_per_second:.4g} µs per second",
        f"{p.steps} steps, {p.evaluations} evaluations",
    ]
    if p.iterations:
        lines.append(f"{p.iterations / p.steps:.2f} iterations per step, {p.refreshes} new matrices")
    if p.rejected:
        lines.append(f"{p.rejected} rejected")
    return "<br>".join(lines)


def _button(method: str) -> str:
    button = f'<button type="button" aria-pressed="true" data-method="{method}">{_dot(method)}{escape(method)}</button>'
    return f"<li>{button}</li>"


def _dot(method: str) -> str:
    return f'<span class="dot" style="background:{COLOURS.get(method, OTHER_COLOUR)}"></span>'


def _card(case: CaseStudy, methods: list[str]) -> str:
    reference, about = case.reference, escape(case.about[0].upper() + case.about[1:])
    note = (
        f"{about}; {case.end:g} s, {case.freedom} degrees of freedom. Reference: "
        f"Dormand–Prince at {_power(reference['tolerance'], 0)}, {reference['steps']} steps; Runge–Kutta 4 at 25 µs "
        f"agrees to {_power(reference['check'], 0)}."
    )
    return (
        f'<section class="card"><header><h2>{escape(case.name)}</h2><p class="note">{note}</p></header>'
        f'<div class="plot" data-plot="{escape(case.name)}"></div>'
        f'<div class="scroll"><table>{_table(case, methods)}</table></div></section>\n'
    )


def _table(case: CaseStudy, methods: list[str]) -> str:
    """Error (and thousands of µs per simulated second below it) by method and step, then by tolerance."""
    rows = []
    for kinds, label, tag in ((FIXED, "step", "thead"), (ADAPTIVE, "tolerance", "tbody")):
        own = [m for m in methods if m in kinds]
        sizes = sorted({p.size for p in case.points if p.method in own}, reverse=label == "tolerance")
        if not sizes:
            continue
        heads = "".join(_heading(own[0], size) for size in sizes)
        split = ' class="split"' if tag == "tbody" else ""
        rows.append(f'<{tag}><tr{split}><th scope="col">{label}</th>{heads}</tr></{tag}><tbody>')
        for method in own:
            by_size = {p.size: p for p in case.points if p.method == method}
            cells = "".join(_cell(by_size.get(size)) for size in sizes)
            rows.append(f'<tr><th scope="row">{_dot(method)} {escape(method)}</th>{cells}</tr>')
        rows.append("</tbody>")
    return "".join(rows)


def _heading(method: str, size: float) -> str:
    if method in ADAPTIVE:
        return f'<th scope="col">{_power(size, 0)}</th>'
    marked = ' class="one"' if size == HIGHLIGHT else ""
    return f'<th scope="col"{marked}>{shown(method, size)}</th>'


def _cell(p: Point | None) -> str:
    if p is None:
        return "<td>–</td>"
    if p.outcome == "failed" or p.error is None:
        at = p.note.partition(":")[0].removeprefix("t = ")
        return f'<td class="failed" title="{escape(p.note)}">failed<small>at {escape(at)}</small></td>'
    cost = f"{1e-3 * (p.us_per_second or 0.0):.3g} ms"
    if p.outcome == "wrong":
        title = f"{escape(p.worst)} is off by {p.error:.2g} times its range"
        return f'<td class="wrong" title="{title}">wrong<small>{cost}</small></td>'
    title = escape(_hover(p).replace("<br>", "\n").replace("<b>", "").replace("</b>", ""))
    return f'<td style="background:{_shade(p.error)}" title="{title}">{_power(p.error)}<small>{cost}</small></td>'


def _power(value: float, digits: int = 1) -> str:
    """3.1·10⁻⁵, without the clutter of e-05."""
    factor, _, exponent = f"{value:.{digits}e}".partition("e")
    power = f'10<span class="sup">{int(exponent)}</span>'.replace("-", "−")
    return power if factor == "1" else f"{factor}·{power}"


def _shade(error: float) -> str:
    """From green (1e-6 and better) over white (1e-3) to orange (1)."""
    where = (math.log10(max(error, 1e-12)) + 3.0) / 3.0
    share = min(abs(where), 1.0)
    towards = (243, 184, 138) if where > 0.0 else (150, 211, 178)
    return "#" + "".join(f"{round(250 + share * (c - 250)):02x}" for c in towards)


def _footer(study: Study) -> str:
    return (
        f"jounce {study.jounce_version}, {study.created}, {study.repeats} repeats, {study.cores} cores. In the tables: "
        "largest relative error, below it milliseconds of computing per simulated second. Wrong: came to its end, but "
        "is off by more than the signals move. Made by jounce bench work-precision; the numbers are in "
        "work_precision.json."
    )
