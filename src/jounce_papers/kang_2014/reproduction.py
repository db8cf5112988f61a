"""Kang, Lim & Bae 2014, section 7: a J-turn and a bump with a Newton iteration that never updates its Jacobian.

The conventional method resolves everything in world axes and makes a new matrix at every step; the proposed one
resolves everything in chassis axes and keeps the matrix of the start. Both are run here with the same step, rule and
tolerance, and what the paper does not tell apart is told apart: the frame and the policy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.output.reports.plots import digits
from jounce_papers.drives import Drive, Record
from jounce_papers.kang_2014.comparison import TITLES, comparison, study_tables, tables
from jounce_papers.kang_2014.drift import drift
from jounce_papers.kang_2014.drives import (
    METHODS,
    RULE,
    STEP,
    VEHICLE,
    WATCHED,
    drive_with,
    drives,
    watched_acceleration,
    world,
)
from jounce_papers.kang_2014.figures import figures
from jounce_papers.kang_2014.numbers import mean_iterations, method_numbers, seconds_off_ground, times
from jounce_papers.kang_2014.split import split
from jounce_papers.kang_2014.study import study
from jounce_papers.page import Head, page_of
from jounce_papers.reproduction import Reproduction, text_of

HEAD = Head(
    "kang-2014",
    "Kang, Lim & Bae 2014",
    "section 7",
    "Newton without Jacobian updates",
    "“A Jacobian Update-Free Newton's Method for Efficient Real-Time Vehicle Simulation” resolves the equations of all "
    "bodies in the axes of the chassis, so that the matrix of its implicit steps hardly changes, and makes it once, at "
    "the start. Both drives of the paper, with its method and with the conventional one. Its car is not public and its "
    "curves cannot be read: car, steering and bump are ours, of the same kind.",
)
TITLE = "Kang, Lim & Bae 2014, section 7: a Newton iteration that never updates its Jacobian"
PAPER = {"j_turn": (1030.0, 430.0), "bump": (520.0, 240.0)}
"""Conventional and proposed [µs per step]."""
QUICK = {"j_turn": 3.0, "bump": 1.5}
"""Until when to drive without measuring [s]: past where the world frame fails with its first matrix; past the bump."""
COMPARED = ("conventional", "proposed", "world_never", "world_on_failure", "chassis_every_step")
REPEATS, DRIFTS = 3, 36


def kang_2014(measure: bool = True, full: bool = False) -> Reproduction:
    """Drive both; `measure`: the whole of them, with times and by synthesis, too; `full`: with other steps."""
    both = drives() if measure else drives(**QUICK)
    data: dict[str, Any] = {
        "paper": f"{HEAD.paper}, {HEAD.section}",
        "vehicle": VEHICLE,
        "step": STEP,
        "rule": RULE,
        "methods": {name: method.about for name, method in METHODS.items()},
    }
    names = (*COMPARED, "synthesis") if measure else COMPARED
    records = {drive.name: {name: drive_with(drive, METHODS[name]) for name in names} for drive in both}
    for drive in both:
        data[drive.name] = _numbers(drive, records[drive.name], measure)
    for drive in both:
        data[drive.name]["study"] = study(drive) if full else None
    data["split"] = split(both[0]) if measure else None
    rows, before, after = comparison(data), tables(data), study_tables(data)
    data["comparison"] = [row._asdict() for row in rows]
    turn = data["j_turn"]
    page = page_of(
        HEAD,
        facts=(
            VEHICLE,
            f"step {1e3 * STEP:g} ms",
            RULE,
            f"{turn['bodies']} bodies",
            f"{turn['drift']['world']['unknowns']} unknowns a step",
        ),
        tiles=_tiles(data),
        rows=rows,
        figures=figures(data, records),
        tables=before,
        details=after,
    )
    return Reproduction(HEAD.name, data, text_of(TITLE, rows, (*before, *after)), page)


def _numbers(drive: Drive, records: Mapping[str, Record], measure: bool) -> dict[str, Any]:
    found = method_numbers(records)
    measured = times(drive, tuple(records), REPEATS) if measure else {}
    for name, of in found.items():
        of["us_per_step"] = measured.get(name)
    conventional, proposed = found["conventional"], found["proposed"]
    old, new = PAPER[drive.name]
    counted = ("conventional", "proposed", "world_never")
    return {
        "about": drive.plan.about,
        "end": drive.plan.end,
        "bodies": len(world(drive)[0].layout.bodies),
        "joint_equations": int(records["proposed"].run.observation.multipliers.shape[1]),
        "conventional_us": conventional["us_per_step"],
        "proposed_us": proposed["us_per_step"],
        "ratio": conventional["us_per_step"] / proposed["us_per_step"] if measure else None,
        "synthesis_us": found["synthesis"]["us_per_step"] if measure else None,
        "iterations_conventional": conventional["iterations"],
        "iterations_proposed": proposed["iterations"],
        "refreshes": proposed["refreshes"],
        "watched": WATCHED[drive.name],
        "peak_acceleration": float(abs(watched_acceleration(records["conventional"])).max()),
        "seconds_off_ground": seconds_off_ground(records["conventional"]),
        "max_acceleration_difference": proposed["max_acceleration_difference"],
        "final_position_difference": proposed["final_position_difference"],
        "paper": {"conventional_us": old, "proposed_us": new, "ratio": old / new},
        "methods": found,
        "iterations_over_time": {name: mean_iterations(drive, name) for name in counted} if measure else None,
        "drift": drift(records["proposed"], DRIFTS if measure else DRIFTS // 4),
    }


def _tiles(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    turn, over = data["j_turn"], data["bump"]
    if turn["ratio"] is None:
        return [
            (f"{title}, largest Δa", digits(data[key]["max_acceleration_difference"], 2), "m/s²")
            for key, title in TITLES.items()
        ]
    return [
        ("J-turn, conventional / proposed", digits(turn["ratio"], 2), f"× (paper {turn['paper']['ratio']:.2f})"),
        ("Bump, conventional / proposed", digits(over["ratio"], 2), f"× (paper {over['paper']['ratio']:.2f})"),
        ("Proposed, J-turn", digits(turn["proposed_us"], 2), "µs per step"),
        ("Proposed, bump", digits(over["proposed_us"], 2), "µs per step"),
        ("Synthesis, J-turn", digits(turn["synthesis_us"], 2), "µs per step"),
    ]
