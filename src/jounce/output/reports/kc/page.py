"""The page of a suspension: curves, tiles, tables and a drawing of the linkage."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from jounce.lab.kinematics_compliance import AxleSheet, SuspensionSheet
from jounce.lab.kinematics_compliance.summary import (
    BRAKING,
    COMPLIANCES,
    DEGREE,
    DRIVING,
    axle_rows,
    compliance_rows,
    format_number,
    gives_way,
    support_names,
    wheel_rows,
)
from jounce.lab.kinematics_compliance.sweeps import Abscissa
from jounce.lab.results.atomic import write_text
from jounce.lab.scene import motion_container
from jounce.output.replay.page import SCRIPT, STYLE, data_tags, is_built, read_asset
from jounce.output.reports.figures import AXIS, SMALLEST_SPANS, axis_title, numbers
from jounce.output.reports.kc.charts import (
    Chart,
    Curve,
    compliance_charts,
    load_charts,
    steer_charts,
    support_chart,
    travel_charts,
)
from jounce.output.reports.kc.sketch import rear_view, side_view
from jounce.output.reports.page import document, embed, figure_card, resource, tile
from jounce.output.reports.plots import NOISE, digits


def facts(sheet: SuspensionSheet) -> list[str]:
    """What the car is, in a few words."""
    car = sheet.car
    words = [f"±{1e3 * sheet.travel:.0f} mm of wheel travel", f"{car.mass:.0f} kg"]
    words += [f"wheelbase {1e3 * car.wheelbase:.0f} mm", f"centre of mass {1e3 * car.centre_of_mass[2]:.0f} mm high"]
    if len(car.axles) == 2 and car.braked[0] > 0.0:
        how = "given" if sheet.brake_share_given else "as the static loads"
        words.append(f"{1e2 * car.braked[0]:.0f} % of braking in front ({how})")
    return words


def tiles(sheet: SuspensionSheet, axle: AxleSheet) -> list[tuple[str, str, str]]:
    """Label, value and unit of the numbers of an axle to see first."""
    i, left = axle.parallel.design, axle.parallel.left
    rows = [
        ("Camber per bump", format_number(float(left.camber_gradient[i]) / DEGREE, 1), "deg/m"),
        ("Toe per bump", format_number(float(left.toe_gradient[i]) / DEGREE, 1), "deg/m"),
        ("Roll centre height", format_number(1e3 * float(axle.parallel.roll_centre_height[i]), 0), "mm"),
        ("Wheel rate", format_number(1e-3 * float(left.wheel_rate[i]), 1), "N/mm"),
        (
            "Wheel rate in roll",
            format_number(1e-3 * float(axle.opposite.left.wheel_rate[axle.opposite.design]), 1),
            "N/mm",
        ),
    ]
    support = 1e2 * float(axle.parallel.braking_support[i])
    rows.append((support_names(sheet, axle)[0].capitalize(), format_number(support, 0), "%"))
    if axle.steer is not None:
        rows.append(("Steering ratio", digits(float(axle.steer.steering_ratio[axle.steer.design]), 3), ""))
    return [row for row in rows if row[1] != "–"]


def axle_table(sheet: SuspensionSheet, axle: AxleSheet) -> str:
    """Both wheels at the design position, and what the axle has once."""
    braking, driving = support_names(sheet, axle)
    names = {BRAKING: braking, DRIVING: driving}
    wheels = "".join(_row(*row) for row in wheel_rows(axle))
    once = "".join(
        f'<tr><th scope="row">{escape(names.get(label, label))}</th><td>{escape(unit)}</td>'
        f'<td colspan="2" class="both">{escape(value)}</td></tr>'
        for label, unit, value in axle_rows(axle)
    )
    return (
        '<section class="card"><h3>At the design position</h3><div class="scroll"><table class="numbers">'
        '<thead><tr><th scope="col"></th><th scope="col"></th><th scope="col">left</th><th scope="col">right</th></tr>'
        f"</thead><tbody>{wheels}{once}</tbody></table></div></section>"
    )


def compliance_table(axle: AxleSheet) -> str:
    """Answers of the left wheel to loads of the tires."""
    if not any(gives_way(answer.left) for answer in axle.compliance):
        return f'<section class="card"><h3>Compliance</h3><p class="note">{escape(compliance_note(axle))}</p></section>'
    heads = "".join(f'<th scope="col">{label}<br>{unit}</th>' for label, unit, _, _ in COMPLIANCES)
    body = "".join(_row(about, f"per {per}", *cells) for about, per, *cells in compliance_rows(axle))
    return (
        '<section class="card"><h3>Compliance</h3>'
        '<p class="note">left wheel at the design position, heights of the contact points held</p>'
        f'<div class="scroll"><table class="numbers"><thead><tr><th></th><th></th>{heads}</tr></thead>'
        f'<tbody>{body}</tbody></table></div><p class="note">{escape(compliance_note(axle))}</p></section>'
    )


def compliance_note(axle: AxleSheet) -> str:
    """What gives way, and what does not."""
    if not axle.elastic:
        return (
            "All joints are rigid and the rack, if any, is prescribed: loads do not move wheels held in height, "
            "so there are no load sweeps."
        )
    return f"Compliant elements: {' and '.join(axle.elastic)}. All other joints are rigid."


def _row(heading: str, *cells: str) -> str:
    return f'<tr><th scope="row">{escape(heading)}</th>' + "".join(f"<td>{escape(c)}</td>" for c in cells) + "</tr>"


def write_kc_page(sheet: SuspensionSheet, path: str | Path, over: Abscissa = "contact") -> None:
    """Write the page of a suspension, whole or not at all; raises FileError."""
    write_text(path, render_kc_page(sheet, over))


def render_kc_page(sheet: SuspensionSheet, over: Abscissa = "contact") -> str:
    """The page of a suspension as HTML; needs no network."""
    groups = {axle.name: _groups(sheet, axle, over) for axle in sheet.axles}
    charts = [chart for found in groups.values() for _, group in found for chart in group]
    notes = [f"{axle.name} axle: {note}" for axle in sheet.axles for note in axle.notes]
    body = Template(resource("body.html", __package__)).substitute(
        name=escape(sheet.vehicle),
        about=escape(sheet.about),
        words="".join(f"<li>{escape(word)}</li>" for word in facts(sheet)),
        notes="".join(f'<p class="warning">{escape(note)}</p>' for note in notes),
        links="".join(f'<a href="#{escape(axle.name)}">{escape(axle.name)} axle</a>' for axle in sheet.axles),
        axles="".join(_axle(sheet, axle, groups[axle.name]) for axle in sheet.axles),
    )
    return document(
        title=f"suspension · {sheet.vehicle}",
        style=resource("page.css") + "\n" + resource("page.css", __package__),
        body=body,
        figures={chart.key: _figure(chart) for chart in charts},
        after=_script(sheet),
    )


def _script(sheet: SuspensionSheet) -> str:
    """What moves the linkages, if there are any."""
    if not is_built() or not any(axle.motions for axle in sheet.axles):
        return ""
    viewer = read_asset(SCRIPT).replace("</script", "<\\/script")
    own = resource("linkage.js", __package__)
    return f"<style>\n{read_asset(STYLE)}\n</style>\n<script>\n{viewer}\n</script>\n<script>\n{own}\n</script>\n"


def _groups(sheet: SuspensionSheet, axle: AxleSheet, over: Abscissa) -> list[tuple[str, list[Chart]]]:
    """Headings, and the plots below them."""
    travel = travel_charts(axle, over) + support_chart(axle, *support_names(sheet, axle), over)
    found = [
        ("Wheel travel", travel),
        ("Steering", steer_charts(axle)),
        ("Compliance: slopes without load", compliance_charts(axle)),
        ("Compliance: over the load on each wheel", load_charts(axle)),
    ]
    return [(name, charts) for name, charts in found if charts]


def _axle(sheet: SuspensionSheet, axle: AxleSheet, groups: Sequence[tuple[str, list[Chart]]]) -> str:
    parts = "".join(
        f'<h4>{heading}</h4><div class="plots three">{"".join(_card(chart) for chart in charts)}</div>'
        for heading, charts in groups
    )
    return (
        f'<section class="axle" id="{escape(axle.name)}"><h2>{escape(axle.name)} axle '
        f"<span>{escape(axle.kind.replace('_', ' '))}{', steered' if axle.steered else ''}</span></h2>"
        f'<div class="tiles">{"".join(tile(*row) for row in tiles(sheet, axle))}</div>'
        f'<div class="tables">{axle_table(sheet, axle)}<div class="column">{_drawing(axle)}{compliance_table(axle)}'
        "</div></div>"
        f"{_moving(axle)}{parts}</section>\n"
    )


WAYS: dict[str, tuple[str, str, float]] = {
    "bump": ("bump", "mm", 1e3),
    "roll": ("left wheel up, right wheel down", "mm", 1e3),
    "steer": ("steering wheel", "deg", 1.0 / DEGREE),
}
"""What is moved → its label, the unit it is shown in, and the factor to it from SI."""
BUTTONS = {"bump": "bump and rebound", "roll": "roll", "steer": "steer"}


def _moving(axle: AxleSheet) -> str:
    """The linkage in 3D, if the page of the viewer has been built."""
    if not axle.motions or not is_built():
        return ""
    first = axle.motions[0].motion
    mode = {"mode": "replay", "title": first.scene["title"], "scene": first.scene, "embedded": True}
    ways = [dict(zip(("name", "label", "unit", "scale"), (m.way, *WAYS[m.way]), strict=True)) for m in axle.motions]
    data = [first.terrain, *(motion_container(m.motion, name=m.way) for m in axle.motions)]
    buttons = "".join(
        f'<button type="button" data-way="{m.way}" aria-pressed="{str(k == 0).lower()}">{BUTTONS[m.way]}</button>'
        for k, m in enumerate(axle.motions)
    )
    tags = data_tags(mode, data, prefix="linkage").replace('id="linkage-mode"', 'class="replay-mode"')
    words = embed({"axle": axle.name, "ways": ways})
    return (
        '<section class="card wide main-replay" data-linkage><h3>Linkage in motion</h3><p class="note">drag to look '
        "around, wheel to zoom; red: kingpins; green: lines from the contact points to the instant centres, and "
        f'where they meet, the roll centre</p><div class="ways">{buttons}</div><div class="replay"></div>{tags}'
        f'<script type="application/json" class="linkage-mode">{words}</script></section>'
    )


def _drawing(axle: AxleSheet) -> str:
    words = "green: roll centre, and instant centre in side view with the line from the contact point to it" + (
        "; red: kingpin" if any(k.kind == "kingpin" for k in axle.linkage.links) else ""
    )
    return (
        f'<section class="card"><h3>Linkage</h3><p class="note">at the design position; {words}; blue: springs and '
        f"dampers</p>{rear_view(axle)}{side_view(axle)}</section>"
    )


def _card(chart: Chart) -> str:
    return figure_card(chart.key, chart.title, chart.note, _words(chart), unit=chart.unit)


def _words(chart: Chart) -> str:
    """What a plot shows, in words."""
    told = []
    for curve in chart.curves:
        known = curve.y[np.isfinite(curve.y)]
        if len(known):
            low, high = (digits(float(value), 3) for value in (known.min(), known.max()))
            told.append(f"{curve.label} from {low} to {high}".strip())
    return f"{chart.title} {chart.unit} over {chart.across.partition(' [')[0]}: {'; '.join(told)}"


def _figure(chart: Chart) -> dict[str, Any]:
    traces = [_bar(chart, curve) if chart.kind == "bars" else _line(chart, curve) for curve in chart.curves]
    layout = {
        "xaxis": {**AXIS, "title": axis_title(chart.across), "hoverformat": ".4~g"},
        "yaxis": {**AXIS, "zeroline": True},
        "hovermode": "x unified",
        "barmode": "group",
        "margin": {"l": 46, "r": 14, "t": 26 if len(chart.curves) > 1 else 8, "b": 42},
    }
    joined = {"group": chart.group, "unit": chart.across.partition("[")[2].rstrip("]")} if chart.group else {}
    return {"data": traces, "layout": layout, "spans": {"yaxis": SMALLEST_SPANS.get(chart.unit, 0.0)}, **joined}


def _line(chart: Chart, curve: Curve) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": curve.label or chart.title,
        "x": curve.x,
        "y": numbers(np.where(np.abs(curve.y) < NOISE, 0.0, curve.y)),
        "line": {"color": curve.colour, "dash": curve.dash, "width": 2.2},
        "hovertemplate": f"%{{y:.4~g}} {chart.unit}",
        "showlegend": len(chart.curves) > 1,
    }


def _bar(chart: Chart, curve: Curve) -> dict[str, Any]:
    return {
        "type": "bar",
        "name": curve.label,
        "x": curve.x,
        "y": numbers(curve.y),
        "marker": {"color": curve.colour},
        "hovertemplate": f"%{{y:.4~g}} {chart.unit}",
        "showlegend": True,
    }
