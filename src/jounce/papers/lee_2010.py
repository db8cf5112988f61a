"""Lee & Yoo 2010, section 6: a 6×6 drives over a field of Ferguson patches and turns left (Figs. 6, 7, 9, 10 and 11).

The paper shows curves and says what to see in them; its numbers are few, and its field and its vehicle are not public.
So the drive is one of our own of the same kind (`proving_drive`), and what can be compared is what the text says. What
it does not check is checked here: the same drive in another formulation, and where the work went.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from jounce.papers.comparison import Row, comparison_lines
from jounce.papers.lee_2010_page import render
from jounce.papers.proving_drive import FRICTION, START, STEP, VEHICLE, driven, proving_drive
from jounce.papers.proving_numbers import METHODS, differences, energies, ground_cost, motion, times, wheels
from jounce.papers.reproduction import Reproduction
from jounce.simulate.energy import bookkeeping

NAME = "lee-2010"
WHOLE, QUICK = 25.0, 21.0
"""Of the drive [s]; the quick one ends soon after the ground has become flat."""
REPEATS = 5


def lee_2010(measure: bool = True) -> Reproduction:
    """Drive it; if asked to `measure`, the whole of it, with times and in the world frame, too."""
    drive = proving_drive(WHOLE if measure else QUICK)
    record = driven(drive, METHODS["chord"])
    energy = bookkeeping(record.run)
    data: dict[str, Any] = {
        "paper": "Lee & Yoo 2010, section 6",
        "vehicle": VEHICLE,
        "field": drive.raster.about,
        "friction": FRICTION,
        "start": list(START),
        "maneuver": {"name": drive.plan.name, **drive.plan.options},
        "step": STEP,
        "integrator": "chord",
        "motion": motion(record),
        "wheels": wheels(record),
        "energy": energies(energy),
        "ground": ground_cost(record, REPEATS),
        "times": times(drive, REPEATS) if measure else None,
        "differences": differences(drive, record) if measure else None,
    }
    rows = comparison(data)
    data["comparison"] = [row._asdict() for row in rows]
    return Reproduction(NAME, data, _text(data, rows), render(data, rows, record, energy))


def comparison(data: Mapping[str, Any]) -> list[Row]:
    """The sentences of the paper that can be compared, and our numbers beside them."""
    moved, wheel, ground = data["motion"], data["wheels"], data["ground"]
    side = (ground["nodes"][0] - 1) * ground["spacing"]
    first, second = moved["bumps"]
    calm, rate = moved["calm"], moved["largest_roll_rate"]
    return [
        Row(
            "field",
            "700 m × 700 m, nodes every 0.75 m",
            f"{side:g} m × {side:g} m, {ground['nodes'][0]} × {ground['nodes'][1]} nodes",
            "Theirs is surveyed and not public; ours is generated from a seed, with hills, roughness and a flat area.",
        ),
        Row(
            "vehicle",
            "6×6 on six arms, skid steering, PD speed control, Magic Formula tires",
            f"{data['vehicle']}: the same kind",
            "No mass, dimension, stiffness or gain is in print; rover6 is of our own choice.",
        ),
        Row(
            "speed",
            "4 m/s, lower in the turn",
            f"{moved['speed_before_turn']:.2f} m/s before, {moved['speed_in_turn']:.2f} m/s in the turn",
            "How much lower is not in print.",
        ),
        Row("turn", "to the left", f"{math.degrees(moved['heading_change']):.0f}° to the left", "No angle in print."),
        Row(
            "wheel centre above ground",
            "about 0.28 m, tire radius 0.3 m",
            f"{wheel['height_on_flat_mean']:.3f} m ({wheel['height_on_flat_smallest']:.3f} to "
            f"{wheel['height_on_flat_largest']:.3f} m), tire radius 0.3 m",
            "Not evidence: the stiffness of rover6's tires was chosen to fit it. On the flat, all six wheels.",
        ),
        Row(
            "high bumps",
            "at about 4 s and 8 s, with large vertical acceleration",
            f"front wheels on top at {first['at']:.2f} s and {second['at']:.2f} s; {_acceleration(first)}, "
            f"{_acceleration(second)}",
            "The bumps were put there. Accelerations are only in Fig. 11, and are those of another vehicle.",
        ),
        Row(
            "roll",
            "large where left and right heights differ",
            f"{_roll(first)}, {_roll(second)}; largest roll rate {abs(math.degrees(rate['value'])):.0f}°/s at "
            f"{rate['at']:.2f} s",
            "The first bump is higher on the left, the second on the right. Leaning to the right → positive.",
        ),
        Row(
            "flat",
            "from about 18 s; all axles on it at about 19 s, then calm",
            f"after {calm['from']:g} s at most {abs(calm['largest_vertical_acceleration']['value']):.2f} m/s² and "
            f"{abs(math.degrees(calm['largest_roll_angle']['value'])):.2f}°",
            "Chosen so; calm is measured.",
        ),
        Row("real time", "claimed; no time in print", _real_time(data["times"]), "One core of this machine."),
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


def _text(data: Mapping[str, Any], rows: list[Row]) -> str:
    lines = ["Lee & Yoo 2010, section 6: a 6×6 turns left on rough ground", "", data["field"], ""]
    lines += comparison_lines(rows)
    parts = (_wheel_lines(data), _energy_lines(data), _difference_lines(data), _ground_lines(data))
    return "\n".join([*lines, *(line for part in parts for line in ("", *part))])


def _wheel_lines(data: Mapping[str, Any]) -> list[str]:
    found = data["wheels"]
    lines = [f"{'wheels':<28}" + "".join(f"{suffix.upper():>9}" for suffix in found["lifts"])]
    heights = "".join(f"{1e3 * height:>9.1f}" for height in found["height_on_flat"].values())
    shares = "".join(f"{100 * share:>9.2f}" for share in found["off_ground_share"].values())
    lines += [f"  {'centre above flat [mm]':<26}{heights}", f"  {'off the ground [% of time]':<26}{shares}"]
    return [*lines, f"  {'lifts':<26}" + "".join(f"{lifts:>9}" for lifts in found["lifts"].values())]


def _energy_lines(data: Mapping[str, Any]) -> list[str]:
    booked = data["energy"]
    labels = {
        "drive": "work of the drive",
        "dampers": "into dampers",
        "tires": "into tires",
        "kinetic_change": "into motion",
        "gravity_change": "into height",
        "springs_change": "into springs",
        "largest_residual": "largest residual",
    }
    lines = [f"energy over {data['motion']['path_length']:.1f} m of path [J]"]
    lines += [f"  {label:<26}{booked[key]:>12.2f}" for key, label in labels.items()]
    return [*lines, f"  {'relative to the drive':<26}{booked['relative_residual']:>12.1e}"]


def _difference_lines(data: Mapping[str, Any]) -> list[str]:
    found = data["differences"]
    if found is None:
        return ["other formulation: not driven"]
    lines = [
        f"largest difference over {found['until']:g} s from {found['reference']}",
        f"  {'':<26}{'position':>12}{'vertical acc.':>15}{'roll':>12}",
    ]
    for name, of in found["largest"].items():
        roll = math.degrees(of["roll_angle"])
        lines.append(f"  {name:<26}{of['position']:>10.1e} m{of['vertical_acceleration']:>10.1e} m/s²{roll:>11.1e}°")
    return [*lines, f"  the world frame takes {found['us_per_step']:.0f} µs per step with rk4"]


def _ground_lines(data: Mapping[str, Any]) -> list[str]:
    found = data["ground"]
    share = found["patches_visited"] / found["patches"]
    lines = [
        f"ground: {1e-6 * found['bytes']:.1f} MB of heights and nothing else; {found['patches']:,} patches, "
        f"{found['patches_visited']:,} of them visited ({100 * share:.2f} %)",
        f"  {found['questions']:,} questions of {found['ns_per_question']:.0f} ns along the wheels' ways, which enter "
        f"a patch {found['patches_entered']:,} times",
    ]
    if data["times"] is not None:
        chord = data["times"]["chord"]
        part = 1e-3 * found["ns_per_question"] * found["questions"] / (chord["us_per_step"] * chord["steps"])
        lines.append(f"  that is about {100 * part:.0f} % of the time of a step with chord")
    return lines
