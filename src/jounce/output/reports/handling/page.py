"""The page of a car's handling diagrams: yaw moment over side force, and the g-g-V envelope."""

from __future__ import annotations

import math
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from jounce.lab.quasi_steady.handling import HandlingDiagrams
from jounce.lab.quasi_steady.yaw_moment import YawMomentDiagram, wheel_ratio
from jounce.lab.results.atomic import write_text
from jounce.output.reports.answers.parts import Part, curve, level, panels, upright, words
from jounce.output.reports.page import document, figure_card, resource, table, tile
from jounce.output.reports.plots import BLUE, ORANGE, VERMILLION, digits

SHADES = ("#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08519c", "#08306b")
"""Colours of speeds from slow to fast."""
STYLE = """:root { --height: 380px; }
.plot { height: 520px; }
"""
FOOTER = (
    "Quasi-steady: masses, roll centres, roll rates, roll steer and camber from the test rig, tire forces from the "
    "laws of the simulation; without compliance under tire forces. Axes follow ISO 8855; docs/handling.md has the "
    "equations."
)


def write_handling_page(found: HandlingDiagrams, path: str | Path) -> None:
    """Write the page, whole or not at all; raises FileError."""
    write_text(path, render_handling_page(found))


def number_rows(found: HandlingDiagrams) -> list[tuple[str, str, str]]:
    """Label, value and unit of the numbers to see first."""
    diagram = found.yaw_moment
    rows = [
        ("stability ∂C_N/∂β at the origin", digits(diagram.stability * math.radians(1.0), 3), "1/deg"),
        ("control ∂C_N/∂δ at the origin", digits(diagram.control * math.radians(1.0), 3), "1/deg"),
        ("steady cornering at most (C_N = 0)", digits(diagram.trimmed_limit, 3), "g"),
        ("largest side force C_Y", digits(diagram.peak_side_force, 3), "g"),
        ("yaw moment C_N at the largest side force", digits(diagram.moment_at_peak, 3), ""),
    ]
    for one in found.envelopes:
        at = f"at {3.6 * one.speed:.0f} km/h"
        values = f"{digits(one.braking, 3)} / {digits(one.cornering, 3)} / {digits(one.driving, 3)}"
        rows.append((f"braking / cornering / driving {at}", values, "g"))
    return rows


def render_handling_page(found: HandlingDiagrams) -> str:
    """The page as HTML; needs no network."""
    diagram, speed = found.yaw_moment, f"{3.6 * found.yaw_moment.speed:.0f} km/h"
    end = "pushes its front out" if diagram.moment_at_peak < 0.0 else "turns in further"
    steps = f"{math.degrees(diagram.slip[1] - diagram.slip[0]):.3g}°"
    turns = f"{math.degrees((diagram.steering[1] - diagram.steering[0]) / wheel_ratio(found.car)):.3g}°"
    moment_note = (
        f"at {speed}, wheels rolling freely; blue: side slip β constant, every {steps}; orange: steering constant, "
        f"every {turns} of the wheels; the car corners steadily where C_N = 0, at most with "
        f"{digits(diagram.trimmed_limit, 3)} g; at its largest side force it {end}"
    )
    envelope_note = "the outermost steady states over all speeds; driving ends at the tires or at the powertrain"
    limits = "; ".join(
        f"{3.6 * one.speed:.0f} km/h: braking {digits(one.braking, 3)} g, cornering {digits(one.cornering, 3)} g, "
        f"driving {digits(one.driving, 3)} g"
        for one in found.envelopes
    )
    cards = figure_card("yaw-moment", "Yaw-moment diagram", moment_note, moment_note, kind=" wide")
    cards += figure_card("ggv", "g-g-V envelope", envelope_note, limits)
    cards += figure_card("limits", "Limits over speed", "straight ahead, and to the side at any a_x", limits)
    ground = f"<li>friction × {found.friction:g}</li>" if found.friction != 1.0 else ""
    rows = [(label, unit, value) for label, value, unit in number_rows(found)]
    body = (
        f'<header>\n<p class="brand">jounce</p>\n<h1>{escape(found.vehicle)} <span>handling diagrams</span></h1>\n'
        f'<ul class="how"><li>quasi-steady</li><li>level ground</li>{ground}</ul>\n'
        f'<div class="tiles">{_tiles(found)}</div>\n</header>\n<main>\n<div class="plots">\n{cards}</div>\n'
        f'<div class="plots"><section class="card wide"><h3>Numbers</h3>{table("numbers", (), rows)}</section></div>\n'
        f"</main>\n<footer>{escape(FOOTER)}</footer>"
    )
    return document(
        title=f"{found.vehicle} · handling diagrams",
        style=resource("page.css") + "\n" + STYLE,
        body=body,
        figures={"yaw-moment": _moment_figure(found), "ggv": _envelope_figure(found), "limits": _limit_figure(found)},
    )


def _tiles(found: HandlingDiagrams) -> str:
    slow = found.envelopes[0]
    rows = (
        ("Steady cornering", digits(found.yaw_moment.trimmed_limit, 3), "g"),
        ("Stability at the origin", digits(found.yaw_moment.stability * math.radians(1.0), 3), "1/deg"),
        ("Control at the origin", digits(found.yaw_moment.control * math.radians(1.0), 3), "1/deg"),
        (f"Braking, {3.6 * slow.speed:.0f} km/h", digits(slow.braking, 3), "g"),
        (f"Driving, {3.6 * slow.speed:.0f} km/h", digits(slow.driving, 3), "g"),
    )
    return "".join(tile(*row) for row in rows)


def _moment_figure(found: HandlingDiagrams) -> dict[str, Any]:
    diagram = found.yaw_moment
    data: list[Part] = []
    for i, slip in enumerate(diagram.slip):
        width = 2.2 if abs(slip) < 1e-9 else 1.1
        data.append(_line(diagram, i, None, "side slip angle constant", BLUE, width, listed=i == 0))
    for j, angle in enumerate(diagram.steering):
        width = 2.2 if abs(angle) < 1e-9 else 1.1
        data.append(_line(diagram, None, j, "steering wheel constant", ORANGE, width, listed=j == 0))
    straight, ahead = len(diagram.slip) // 2, len(diagram.steering) // 2
    notes = [
        _note(diagram, straight, -1, "β = 0", BLUE, (30.0, -24.0)),
        _note(diagram, -1, ahead, "steered straight ahead", ORANGE, (40.0, 34.0)),
    ]
    layout = panels(("yaw moment C_N = N / (m g l)",), "side force C_Y = F_y / (m g)")
    layout |= {"shapes": [level(0.0), upright(0.0)], "annotations": notes}
    return {"data": data, "layout": layout, "height": 520, "spans": {"yaxis": 0.05}}


def _line(
    diagram: YawMomentDiagram, i: int | None, j: int | None, name: str, colour: str, width: float, *, listed: bool
) -> Part:
    at = (slice(None) if i is None else i, slice(None) if j is None else j)
    return curve(diagram.side_force[at], diagram.yaw_moment[at], name, colour, width=width, listed=listed)


def _note(diagram: YawMomentDiagram, i: int, j: int, text: str, colour: str, offset: tuple[float, float]) -> Part:
    return words(float(diagram.side_force[i, j]), float(diagram.yaw_moment[i, j]), text, offset=offset, colour=colour)


def _envelope_figure(found: HandlingDiagrams) -> dict[str, Any]:
    data = [
        curve(one.lateral, one.longitudinal, f"{3.6 * one.speed:.0f} km/h", colour, width=2.2)
        for one, colour in zip(found.envelopes, _shades(len(found.envelopes)), strict=True)
    ]
    layout = panels(("longitudinal a_x [g]",), "lateral a_y [g]")
    layout["yaxis"] |= {"scaleanchor": "x", "scaleratio": 1}
    layout["shapes"] = [level(0.0), upright(0.0)]
    return {"data": data, "layout": layout, "height": 520}


def _limit_figure(found: HandlingDiagrams) -> dict[str, Any]:
    speeds = np.array([3.6 * one.speed for one in found.envelopes])
    rows = (("braking", BLUE), ("cornering", VERMILLION), ("driving", ORANGE))
    data = []
    for key, colour in rows:
        values = np.array([getattr(one, key) for one in found.envelopes])
        marked = {"mode": "lines+markers", "marker": {"color": colour, "size": 7}}
        data.append({**curve(speeds, values, key, colour), **marked})
    layout = panels(("largest acceleration [g]",), "speed [km/h]")
    return {"data": data, "layout": layout, "height": 520, "include": {"yaxis": [0.0]}}


def _shades(count: int) -> list[str]:
    picked = np.linspace(0, len(SHADES) - 1, count) if count > 1 else np.array([len(SHADES) // 2])
    return [SHADES[round(float(i))] for i in picked]
