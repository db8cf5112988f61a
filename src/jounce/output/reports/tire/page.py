"""The page of a tire: curves, and a table of characteristics by load that the terminal prints too."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from jounce.lab.results.atomic import write_text
from jounce.output.reports.figures import AXIS, axis_title
from jounce.output.reports.page import document, figure_card, resource, table_rows, tile
from jounce.output.reports.plots import digits
from jounce.output.reports.tire.characteristics import Characteristics, TireSheet
from jounce.output.reports.tire.families import Family, families

_DEGREE = math.pi / 180.0
_ROWS: tuple[tuple[str, str, Callable[[Characteristics], float | None]], ...] = (
    ("longitudinal slip stiffness", "kN/%", lambda at: 1e-5 * at.slip_stiffness),
    ("cornering stiffness", "kN/deg", lambda at: 1e-3 * _DEGREE * at.cornering_stiffness),
    ("camber stiffness", "N/deg", lambda at: _DEGREE * at.camber_stiffness),
    ("peak longitudinal friction", "", lambda at: at.peak_longitudinal_friction),
    ("  at slip", "%", lambda at: None if at.peak_slip is None else 100.0 * at.peak_slip),
    ("peak lateral friction", "", lambda at: at.peak_lateral_friction),
    ("  at slip angle", "deg", lambda at: None if at.peak_slip_angle is None else at.peak_slip_angle / _DEGREE),
    ("pneumatic trail", "mm", lambda at: 1e3 * at.pneumatic_trail),
    ("relaxation length of κ", "mm", lambda at: 1e3 * at.longitudinal_relaxation_length),
    ("relaxation length of α", "mm", lambda at: 1e3 * at.lateral_relaxation_length),
    ("vertical stiffness", "N/mm", lambda at: 1e-3 * at.vertical_stiffness),
    ("deflection", "mm", lambda at: 1e3 * at.deflection),
    ("loaded radius", "mm", lambda at: 1e3 * at.loaded_radius),
    ("effective rolling radius", "mm", lambda at: 1e3 * at.rolling_radius),
)


def load_rows(sheet: TireSheet) -> list[tuple[str, ...]]:
    """Quantity, unit and a value for each load; the first row is the head."""
    head = ("at a load of", "kN", *(digits(1e-3 * at.load) for at in sheet.loads))
    return [head, *((name, unit, *(digits(value(at), 3) for at in sheet.loads)) for name, unit, value in _ROWS)]


def fact_rows(sheet: TireSheet) -> list[tuple[str, str, str]]:
    """Label, value and unit of the numbers to see first, at the load nearest to the nominal one."""
    at = min(sheet.loads, key=lambda one: abs(one.load - sheet.nominal_load))
    return [
        ("Unloaded radius", digits(1e3 * sheet.file.values["UNLOADED_RADIUS"]), "mm"),
        ("Nominal load", digits(1e-3 * sheet.nominal_load), "kN"),
        ("Cornering stiffness", digits(1e-3 * _DEGREE * at.cornering_stiffness, 3), "kN/deg"),
        ("Peak lateral friction", digits(at.peak_lateral_friction, 3), ""),
        ("Peak longitudinal friction", digits(at.peak_longitudinal_friction, 3), ""),
        ("Vertical stiffness", digits(1e-3 * at.vertical_stiffness, 3), "N/mm"),
    ]


def sheet_words(sheet: TireSheet) -> list[str]:
    """What the file is, in a few words."""
    file = sheet.file
    combined = "combined slip: " + ("cosine weights" if file.combined == "cosine" else "friction ellipse")
    words = [file.dialect, f"side: {file.side}", combined, f"loads held beyond {1e-3 * sheet.load_limit:.4g} kN"]
    if "INFLPRES" in file.values:
        words.append(f"{1e-5 * file.values['INFLPRES']:.3g} bar")
    return words


def write_tire_page(sheet: TireSheet, path: str | Path) -> None:
    """Write the page of a tire, whole or not at all; raises FileError."""
    write_text(path, render_tire_page(sheet))


def render_tire_page(sheet: TireSheet) -> str:
    """The page of a tire as HTML; needs no network."""
    plots = families(sheet)
    head, *rows = load_rows(sheet)
    body = Template(resource("body.html", __package__)).substitute(
        name=escape(Path(sheet.file.name).name),
        words="".join(f"<li>{escape(word)}</li>" for word in sheet_words(sheet)),
        findings="".join(f'<p class="warning">{escape(str(finding))}</p>' for finding in sheet.file.findings),
        tiles="".join(tile(*row) for row in fact_rows(sheet)),
        plots="".join(_card(plot) for plot in plots),
        head="".join(f'<th scope="col">{escape(cell)}</th>' for cell in head),
        rows=table_rows(rows),
    )
    return document(
        title=Path(sheet.file.name).name,
        style=resource("page.css") + "\n" + resource("page.css", __package__),
        body=body,
        figures={plot.key: _figure(plot) for plot in plots},
    )


def _card(plot: Family) -> str:
    told = [
        f"{curve.label} from {digits(float(np.min(curve.y)), 3)} to {digits(float(np.max(curve.y)), 3)}".strip()
        for curve in plot.curves
        if curve.listed and len(curve.y)
    ]
    words = f"{plot.title} {plot.unit} over {plot.across.partition(' [')[0]}: {'; '.join(told)}"
    return figure_card(plot.key, plot.title, plot.note, words, unit=plot.unit, kind=" tall" if plot.tall else "")


def _figure(plot: Family) -> dict[str, Any]:
    unit = f" {plot.unit}" if plot.unit else ""
    traces = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": curve.label,
            "x": [float(f"{value:.5g}") for value in curve.x],
            "y": [float(f"{value:.5g}") for value in curve.y],
            "line": {"color": curve.colour, "dash": curve.dash, "width": 2.2},
            "hovertemplate": f"%{{y:.4~g}}{unit}",
            "showlegend": curve.listed,
        }
        for curve in plot.curves
    ]
    equal = {"scaleanchor": "x", "scaleratio": 1} if plot.equal else {}
    layout = {
        "xaxis": {**AXIS, "title": axis_title(plot.across), "hoverformat": ".4~g"},
        "yaxis": {**AXIS, **equal},
        "hovermode": "closest" if plot.equal else "x unified",
        "margin": {"l": 46, "r": 14, "t": 26, "b": 42},
    }
    return {"data": traces, "layout": layout}
