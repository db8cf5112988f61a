"""The reproduction of Lee 2010 as one page that needs no network: figures, and what the paper prints beside ours."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from jounce.report.page import embedded, plotly_script, resource, table_rows, tile
from jounce.report.quantities import digits
from jounce.reproduce.lee_2010_figures import Figure, figures
from jounce.reproduce.proving_drive import Record
from jounce.simulate.energy import Energy
from jounce.version import __version__

UNIT = re.compile(r"(?<=\d) (?=(?:m|s|ms|µs|m/s|m/s²|×)[ ,;<)])")
"""The space between a number and what belongs to it, where no line should break."""


def render(data: Mapping[str, Any], rows: Iterable[tuple[str, ...]], record: Record, energy: Energy) -> str:
    """The page as HTML."""
    drawn = figures(record, energy)
    template = (files(__package__) / "lee_2010.html").read_text(encoding="utf-8")
    return Template(template).substitute(
        style=resource("page.css"),
        field=escape(data["field"]),
        end=f"{record.run.time[-1]:g}",
        tiles="".join(tile(*row) for row in _headline(data)),
        comparison=UNIT.sub("\u00a0", table_rows(rows)),
        figures="".join(_card(figure) for figure in drawn),
        wheels=table_rows(_wheel_rows(data)),
        energy=table_rows(_energy_rows(data)),
        checks=table_rows(_check_rows(data)),
        version=escape(__version__),
        plotly=plotly_script(),
        data=embedded({f.key: {"data": f.data, "layout": f.layout, "kind": f.kind} for f in drawn}),
        script=resource("page.js"),
    )


def _headline(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    moved, wheel = data["motion"], data["wheels"]
    tiles = [
        ("Largest vertical acceleration", digits(abs(moved["largest_vertical_acceleration"]["value"]), 3), "m/s²"),
        ("Largest roll angle", digits(abs(math.degrees(moved["largest_roll_angle"]["value"])), 3), "deg"),
        ("Wheel centre above flat", digits(wheel["height_on_flat_mean"], 3), "m"),
        ("Energy residual / drive", digits(1e6 * data["energy"]["relative_residual"], 2), "ppm"),
    ]
    if data["times"] is not None:
        tiles.insert(0, ("Real time, chord 1 ms", digits(data["times"]["chord"]["real_time_factor"], 2), "×"))
    return tiles


def _card(figure: Figure) -> str:
    return (
        f'<section class="card {figure.size}"><h3>{escape(figure.title)}</h3><p class="note">{escape(figure.note)}</p>'
        f'<div class="plot" data-plot="{figure.key}"></div></section>\n'
    )


def _wheel_rows(data: Mapping[str, Any]) -> list[tuple[str, ...]]:
    found = data["wheels"]
    return [
        (
            suffix.upper(),
            f"{1e3 * found['height_on_flat'][suffix]:.1f}",
            f"{100 * found['off_ground_share'][suffix]:.2f}",
            str(found["lifts"][suffix]),
        )
        for suffix in found["lifts"]
    ]


def _energy_rows(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    booked = data["energy"]
    return [
        ("Work of the drive", _joules(booked["drive"])),
        ("Into dampers", _joules(booked["dampers"])),
        ("Into tires and ground", _joules(booked["tires"])),
        ("Into motion", _joules(booked["kinetic_change"])),
        ("Into height", _joules(booked["gravity_change"])),
        ("Into springs", _joules(booked["springs_change"])),
        ("Largest residual", _joules(booked["largest_residual"])),
    ]


def _joules(value: float) -> str:
    return f"{value:,.2f} J".replace(",", " ").replace("-", "−")


def _check_rows(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Times, differences of the formulations, and what the ground costs."""
    rows = []
    for name, of in (data["times"] or {}).items():
        factor = f"{of['real_time_factor']:.0f} × real time"
        rows.append(
            (f"Step of 1 ms, {name}", f"{of['us_per_step']:.1f} µs, {factor} (median {of['us_per_step_median']:.1f})")
        )
    if data["differences"] is not None:
        found = data["differences"]
        rows.append(
            ("Compared with", f"{found['reference']}, {found['until']:g} s, {found['us_per_step']:.0f} µs a step")
        )
        for name, of in found["largest"].items():
            words = f"{_small(of['position'])} m, {_small(of['vertical_acceleration'])} m/s², "
            rows.append((f"Differs from it: {name}", f"{words}{_small(math.degrees(of['roll_angle']))}° of roll"))
    ground = data["ground"]
    visited = f"{ground['patches_visited']:,} of {ground['patches']:,}".replace(",", " ")
    return [
        *rows,
        ("Path", f"{data['motion']['path_length']:.1f} m"),
        ("Field in memory", f"{1e-6 * ground['bytes']:.1f} MB"),
        ("Patches visited", visited),
        ("Question to the ground", f"{ground['ns_per_question']:.0f} ns"),
    ]


def _small(value: float) -> str:
    return digits(value, 2)
