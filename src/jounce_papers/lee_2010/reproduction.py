"""Lee & Yoo 2010, section 6: a 6×6 drives over a field of Ferguson patches and turns left (Figs. 6, 7, 9, 10 and 11).

The paper shows curves and says what to see in them; its numbers are few, and its field and its vehicle are not public.
So the drive is one of our own of the same kind (`drives.py`), and what can be compared is what the text says. What it
does not check is checked here: the same drive in another formulation, and where the work went.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from jounce.engine.simulate.energy import bookkeeping
from jounce.output.reports.plots import digits
from jounce_papers.lee_2010.drives import FRICTION, START, STEP, VEHICLE, proving_drive, proving_field
from jounce_papers.lee_2010.figures import figures
from jounce_papers.lee_2010.numbers import METHODS, differences, energies, ground_cost, motion, times, wheels
from jounce_papers.page import Head, page_of
from jounce_papers.reproduction import Claim, NumberTable, Reproduction, text_of

HEAD = Head(
    "lee-2010",
    "Lee & Yoo 2010",
    "section 6",
    "A 6×6 turns left on rough ground",
    "The drive of “Study on the 3D Virtual Ground Modeling and Application for Real-time Vehicle Driving Simulation on "
    "Off-road”, as far as its text and figures tell it. Their surveyed field and their vehicle are not public: field "
    "and vehicle are ours, of the same kind, and the curves are to be compared in character, not in numbers.",
    hint="; drag the surfaces to turn them",
)
TITLE = "Lee & Yoo 2010, section 6: a 6×6 turns left on rough ground"
WHOLE, QUICK = 25.0, 21.0
"""Durations of the drive [s]; the quick one ends soon after the ground has become flat."""
REPEATS = 5


def lee_2010(measure: bool = True) -> Reproduction:
    """Drive it; if asked to `measure`, the whole of it, with times and in the world frame, too."""
    field = proving_field()
    drive = proving_drive(field, WHOLE if measure else QUICK)
    record = drive.run("synthesis", METHODS["chord"], sample=STEP)
    energy = bookkeeping(record.run)
    data: dict[str, Any] = {
        "paper": f"{HEAD.paper}, {HEAD.section}",
        "vehicle": VEHICLE,
        "field": field.raster.about,
        "friction": FRICTION,
        "start": list(START),
        "maneuver": {"name": drive.plan.name, **drive.plan.options},
        "step": STEP,
        "integrator": "chord",
        "motion": motion(record),
        "wheels": wheels(record),
        "energy": energies(energy),
        "ground": ground_cost(record, field, REPEATS),
        "times": times(drive, REPEATS) if measure else None,
        "differences": differences(drive, record) if measure else None,
    }
    rows, details = comparison(data), tables(data)
    data["comparison"] = [row._asdict() for row in rows]
    page = page_of(
        HEAD,
        facts=(VEHICLE, data["field"], "chord, step 1 ms", f"{record.run.time[-1]:g} s"),
        tiles=_tiles(data),
        rows=rows,
        figures=figures(record, field, energy),
        details=details,
    )
    return Reproduction(HEAD.name, data, text_of(TITLE, rows, details, data["field"]), page)


def comparison(data: Mapping[str, Any]) -> list[Claim]:
    """The sentences of the paper that can be compared, and our numbers beside them."""
    moved, wheel, ground = data["motion"], data["wheels"], data["ground"]
    side = (ground["nodes"][0] - 1) * ground["spacing"]
    first, second = moved["bumps"]
    calm, rate = moved["calm"], moved["largest_roll_rate"]
    return [
        Claim(
            "field",
            "700 m × 700 m, nodes every 0.75 m",
            f"{side:g} m × {side:g} m, {ground['nodes'][0]} × {ground['nodes'][1]} nodes",
            "Theirs is surveyed and not public; ours is generated from a seed, with hills, roughness and a flat area.",
        ),
        Claim(
            "vehicle",
            "6×6 on six arms, skid steering, PD speed control, Magic Formula tires",
            f"{data['vehicle']}: the same kind",
            "No mass, dimension, stiffness or gain is in print; rover6 is of our own choice.",
        ),
        Claim(
            "speed",
            "4 m/s, lower in the turn",
            f"{moved['speed_before_turn']:.2f} m/s before, {moved['speed_in_turn']:.2f} m/s in the turn",
            "How much lower is not in print.",
        ),
        Claim("turn", "to the left", f"{math.degrees(moved['heading_change']):.0f}° to the left", "No angle in print."),
        Claim(
            "wheel centre above ground",
            "about 0.28 m, tire radius 0.3 m",
            f"{wheel['height_on_flat_mean']:.3f} m ({wheel['height_on_flat_smallest']:.3f} to "
            f"{wheel['height_on_flat_largest']:.3f} m), tire radius 0.3 m",
            "Not evidence: the stiffness of rover6's tires was chosen to fit it. On the flat, all six wheels.",
        ),
        Claim(
            "high bumps",
            "at about 4 s and 8 s, with large vertical acceleration",
            f"front wheels on top at {first['at']:.2f} s and {second['at']:.2f} s; {_acceleration(first)}, "
            f"{_acceleration(second)}",
            "The bumps were put there. Accelerations are only in Fig. 11, and are those of another vehicle.",
        ),
        Claim(
            "roll",
            "large where left and right heights differ",
            f"{_roll(first)}, {_roll(second)}; largest roll rate {abs(math.degrees(rate['value'])):.0f}°/s at "
            f"{rate['at']:.2f} s",
            "The first bump is higher on the left, the second on the right. Leaning to the right → positive.",
        ),
        Claim(
            "flat",
            "from about 18 s; all axles on it at about 19 s, then calm",
            f"after {calm['from']:g} s at most {abs(calm['largest_vertical_acceleration']['value']):.2f} m/s² and "
            f"{abs(math.degrees(calm['largest_roll_angle']['value'])):.2f}°",
            "Chosen so; calm is measured.",
        ),
        Claim("real time", "claimed; no time in print", _real_time(data["times"]), "One core of this machine."),
    ]


def _acceleration(bump: Mapping[str, Any]) -> str:
    found = bump["largest_vertical_acceleration"]
    return f"{found['value']:+.1f} m/s² at {found['at']:.2f} s".replace("-", "−")


def _roll(bump: Mapping[str, Any]) -> str:
    found = bump["largest_roll_angle"]
    return f"{math.degrees(found['value']):+.1f}° at {found['at']:.2f} s".replace("-", "−")


def _real_time(measured: Mapping[str, Any] | None) -> str:
    if measured is None:
        return "not measured"
    return ", ".join(
        f"{name} {of['us_per_step']:.0f} µs per step of {1e3 * STEP:g} ms: {of['real_time_factor']:.0f} × real time"
        for name, of in measured.items()
    )


def tables(data: Mapping[str, Any]) -> list[NumberTable]:
    """Wheels, energy, and cost with cross-checks."""
    wheel, booked = data["wheels"], data["energy"]
    wheel_rows = [
        (
            suffix.upper(),
            f"{1e3 * wheel['height_on_flat'][suffix]:.1f}",
            f"{100 * wheel['off_ground_share'][suffix]:.2f}",
            str(lifts),
        )
        for suffix, lifts in wheel["lifts"].items()
    ]
    works = {
        "drive": "Work of the drive",
        "dampers": "Into dampers",
        "tires": "Into tires and ground",
        "kinetic_change": "Into motion",
        "gravity_change": "Into height",
        "springs_change": "Into springs",
        "largest_residual": "Largest residual",
    }
    energy_rows = [(label, f"{booked[key]:,.2f} J".replace(",", " ").replace("-", "−")) for key, label in works.items()]
    return [
        NumberTable("Wheels", ("above flat [mm]", "in the air [%]", "lifts"), {"": wheel_rows}),
        NumberTable("Energy", (), {"": energy_rows}),
        NumberTable("Cost and cross-checks", (), {"": _checks(data)}),
    ]


def _checks(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Times, differences of the formulations, and what the ground costs."""
    rows = []
    for name, of in (data["times"] or {}).items():
        factor = f"{of['real_time_factor']:.0f} × real time"
        rows.append(
            (f"Step of 1 ms, {name}", f"{of['us_per_step']:.1f} µs, {factor} (median {of['us_per_step_median']:.1f})")
        )
    found = data["differences"]
    if found is not None:
        reference = f"{found['reference']}, {found['until']:g} s, {found['us_per_step']:.0f} µs a step"
        rows.append(("Compared with", reference))
        for name, of in found["largest"].items():
            moved = f"{digits(of['position'], 2)} m, {digits(of['vertical_acceleration'], 2)} m/s²"
            rolled = f"{digits(math.degrees(of['roll_angle']), 2)}° of roll"
            rows.append((f"Differs from it: {name}", f"{moved}, {rolled}"))
    ground = data["ground"]
    visited = f"{ground['patches_visited']:,} of {ground['patches']:,}".replace(",", " ")
    return [
        *rows,
        ("Path", f"{data['motion']['path_length']:.1f} m"),
        ("Field in memory", f"{1e-6 * ground['bytes']:.1f} MB"),
        ("Patches visited", visited),
        ("Patches entered", f"{ground['patches_entered']:,}".replace(",", " ")),
        ("Questions to the ground", f"{ground['questions']:,} of {ground['ns_per_question']:.0f} ns".replace(",", " ")),
    ]


def _tiles(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
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
