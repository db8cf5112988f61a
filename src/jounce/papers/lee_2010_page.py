"""The reproduction of Lee 2010 as one page that needs no network: figures, and what the paper prints beside ours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from string import Template
from typing import Any

from jounce.papers.lee_2010_figures import figures
from jounce.papers.paper_page import cards, own_text, paper_page, unbroken
from jounce.papers.proving_drive import Record
from jounce.reports.page import table_rows
from jounce.reports.quantities import digits
from jounce.simulate.energy import Energy

ABOUT = (
    "The drive of “Study on the 3D Virtual Ground Modeling and Application for Real-time Vehicle Driving Simulation on "
    "Off-road”, as far as its text and figures tell it. Their surveyed field and their vehicle are not public: field "
    "and vehicle are ours, of the same kind, and the curves are to be compared in character, not in numbers."
)


def render(data: Mapping[str, Any], rows: Iterable[tuple[str, ...]], record: Record, energy: Energy) -> str:
    """The page as HTML."""
    drawn = figures(record, energy)
    body = Template(own_text("lee_2010.html")).substitute(
        comparison=unbroken(table_rows(rows)),
        figures=cards(drawn),
        wheels=table_rows(_wheel_rows(data)),
        energy=table_rows(_energy_rows(data)),
        checks=table_rows(_check_rows(data)),
    )
    return paper_page(
        name="lee-2010",
        paper="Lee & Yoo 2010",
        title="A 6×6 turns left on rough ground",
        where="Lee & Yoo 2010, section 6",
        about=ABOUT,
        how=(data["vehicle"], data["field"], "chord, step 1 ms", f"{record.run.time[-1]:g} s"),
        tiles=_headline(data),
        body=body,
        figures=drawn,
        hint="; drag the surfaces to turn them",
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
