"""The page of a fit: values with their intervals, what is not known, and measured and simulated channels."""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np

from jounce.lab.identification.identified import Comparison, FittedParameter, Identified
from jounce.lab.identification.knowledge import strong_pairs
from jounce.lab.results.atomic import write_text
from jounce.output.reports.figures import figure
from jounce.output.reports.page import PageSection, card, page, plot_cards, table, tile
from jounce.output.reports.plots import (
    BLUE,
    ORANGE,
    SKY,
    VERMILLION,
    Line,
    Plot,
    digits,
    display_unit,
    factor,
    format_unit,
)
from jounce.output.reports.study.figures import labels

_FOOTER = "The numbers behind this page are in identified.json beside it; vehicle.yaml is the car with the new values."
_STATUS = {
    "converged": "converged",
    "stopped": "stopped at the largest number of steps",
    "interrupted": "interrupted: these are the best values until then",
}


def write_identification_page(identified: Identified, path: str | Path) -> None:
    """Write the page of a fit, whole or not at all; raises FileError."""
    write_text(path, render_identification_page(identified))


def render_identification_page(found: Identified) -> str:
    """The page of a fit as HTML; needs no network."""
    plots, parts = [], [PageSection("parameters", "Parameters", _parameters(found))]
    for held_out, title in ((False, "Fitted records"), (True, "Records held out")):
        chosen = [one for one in found.comparisons if one.held_out is held_out]
        if chosen:
            drawn = [plot for i, one in enumerate(chosen) for plot in _plots(one, f"{'h' if held_out else 'f'}{i}")]
            plots += drawn
            body = f'<div class="tables">{card("Channels", _channels(chosen))}</div>{plot_cards(drawn)}'
            parts.append(PageSection("held" if held_out else "fitted", title, body))
    figures = {plot.key: {**figure(plot), "kind": plot.kind} for plot in plots}
    return page(title=f"{found.name} · fit", head=_head(found), parts=parts, figures=figures, footer=_FOOTER)


def _head(found: Identified) -> str:
    warning = "" if found.status == "converged" else f'<p class="warning" role="alert">{escape(found.message)}</p>'
    rows = [
        ("Parameters", str(len(found.parameters)), ""),
        ("Error left", digits(found.knowledge.error, 3), "std"),
        ("Runs", str(found.runs), ""),
        ("Time", digits(found.seconds, 3), "s"),
    ]
    held = [one for one in found.comparisons if one.held_out]
    if held:
        error = float(np.sqrt(np.mean(np.concatenate([((o.after - o.measured) / o.std) ** 2 for o in held]))))
        rows.insert(2, ("Error held out", digits(error, 3), "std"))
    return (
        f'<div class="title"><div><p class="brand">jounce</p>\n<h1>{escape(found.name)} '
        f'<span>{escape(found.vehicle.name)}</span></h1>\n<p class="about">{_STATUS[found.status]}</p></div></div>\n'
        f'{warning}<div class="tiles">{"".join(tile(*row) for row in rows)}</div>\n'
        '<p class="note">errors by the standard deviations of the measurements: 1 means that nothing but noise is '
        "left</p>"
    )


def _parameters(found: Identified) -> str:
    names = [one.name for one in found.parameters]
    short = labels(names)
    head = ("parameter", "unit", "start", "value", "std", "95 % interval", "bounds", "")
    rows = [_row(one, short[one.name]) for one in found.parameters]
    cards = card("Values", table("measured", head, rows), "std: standard deviation; a factor has no unit")
    cards += card("What the records do not identify", _unknown(found, short))
    matrix = [
        (short[name], *(digits(float(value), 2) for value in row))
        for name, row in zip(names, found.knowledge.correlations, strict=True)
    ]
    note = "of the errors of every two parameters: near 1 or −1 the records identify only their sum or difference"
    if len(names) > 1:
        cards += card("Correlations", table("numbers", ("", *(short[n] for n in names)), matrix), note)
    return f'<div class="tables">{cards}</div>\n'


def _row(one: FittedParameter, label: str) -> tuple[str, ...]:
    low, high = one.interval
    return (
        label,
        format_unit(one.unit),
        digits(one.start),
        digits(one.value, 5),
        digits(one.std, 2),
        f"{digits(low)} … {digits(high)}",
        f"{digits(one.low)} … {digits(one.high)}",
        one.note,
    )


def _unknown(found: Identified, short: dict[str, str]) -> str:
    values = ", ".join(digits(float(value), 3) for value in found.knowledge.singular_values)
    lines = [
        f"{' and '.join(short[name] for name in one.shares)}: the combination "
        f"{', '.join(f'{share:+.2f} {short[name]}' for name, share in one.shares.items())} is known to no better than "
        f"{100.0 * one.spread:.0f} % of its bounds (one standard deviation)"
        for one in found.knowledge.unknown
    ]
    for a, b, value in strong_pairs(found.knowledge.correlations, [one.name for one in found.parameters]):
        lines.append(f"{short[a]} and {short[b]} can hardly be told apart: correlation {digits(value, 3)}")
    said = "".join(f"<li>{escape(line)}</li>" for line in lines) or "<li>nothing: all parameters are identified</li>"
    return f'<ul>{said}</ul><p class="note">singular values, bounds as unit: {values}</p>'


def _channels(chosen: list[Comparison]) -> str:
    rows = []
    for one in chosen:
        unit = display_unit(one.unit)
        scale = factor(one.unit, unit)
        numbers = (one.std, one.rms_before, one.rms)
        shown = tuple(digits(value * scale, 3) for value in numbers)
        rows.append((f"{one.record} · {one.channel}", format_unit(unit), *shown, f"{100.0 * one.fit:.1f} %"))
    return table("measured", ("channel", "unit", "std given", "error at the start", "error left", "fit"), rows)


def _plots(one: Comparison, key: str) -> list[Plot]:
    """A channel over time, and what is left of it."""
    unit = display_unit(one.unit)
    scale = factor(one.unit, unit)
    title = f"{one.record} · {one.channel}"
    curves = (
        Line(one.time, one.measured * scale, "measured", SKY),
        Line(one.time, one.before * scale, "start", ORANGE, "dot"),
        Line(one.time, one.after * scale, "fit", BLUE),
    )
    left = (Line(one.time, (one.after - one.measured) * scale, "fit − measured", VERMILLION),)
    return [
        Plot(key, title, unit, curves),
        Plot(f"{key}-left", f"{title}: what is left", unit, left, note="fit − measured"),
    ]
