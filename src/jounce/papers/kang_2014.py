"""Kang, Lim & Bae 2014, section 7: a J-turn and a bump with a Newton iteration that never updates its Jacobian.

The conventional method resolves everything in world axes and makes a new matrix at every step; the proposed one
resolves everything in chassis axes and keeps the matrix of the start. Both are run here with the same step, rule and
tolerance, and what the paper does not tell apart is told apart: the frame and the policy.
"""

from __future__ import annotations

from typing import Any

from jounce.papers.kang_2014_page import render
from jounce.papers.kang_2014_rows import comparison
from jounce.papers.kang_2014_text import text
from jounce.papers.kang_drift import drift
from jounce.papers.kang_drives import METHODS, RULE, STEP, VEHICLE, Drive, Record, drives
from jounce.papers.kang_numbers import methods, recorded, seconds_off_ground
from jounce.papers.kang_split import split
from jounce.papers.kang_study import study
from jounce.papers.kang_times import iterations, times
from jounce.papers.reproduction import Reproduction

NAME = "kang-2014"
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
        "paper": "Kang, Lim & Bae 2014, section 7",
        "vehicle": VEHICLE,
        "step": STEP,
        "rule": RULE,
        "methods": {name: method.about for name, method in METHODS.items()},
    }
    records = {}
    for drive in both:
        records[drive.key] = recorded(drive, (*COMPARED, "synthesis") if measure else COMPARED)
        data[drive.key] = _numbers(drive, records[drive.key], measure)
    for drive in both:
        data[drive.key]["study"] = study(drive) if full else None
    data["split"] = split(both[0]) if measure else None
    rows = comparison(data)
    data["comparison"] = [row._asdict() for row in rows]
    return Reproduction(NAME, data, text(data, rows), render(data, rows, records))


def _numbers(drive: Drive, records: dict[str, Record], measure: bool) -> dict[str, Any]:
    found = methods(records)
    measured = times(drive, tuple(records), REPEATS) if measure else {}
    for name, of in found.items():
        of["us_per_step"] = measured.get(name)
    conventional, proposed = found["conventional"], found["proposed"]
    old, new = PAPER[drive.key]
    return {
        "about": drive.plan.about,
        "end": drive.plan.end,
        "bodies": len(drive.world[0].layout.bodies),
        "joint_equations": int(records["proposed"].run.observation.multipliers.shape[1]),
        "conventional_us": conventional["us_per_step"],
        "proposed_us": proposed["us_per_step"],
        "ratio": conventional["us_per_step"] / proposed["us_per_step"] if measure else None,
        "synthesis_us": found["synthesis"]["us_per_step"] if measure else None,
        "iterations_conventional": conventional["iterations"],
        "iterations_proposed": proposed["iterations"],
        "refreshes": proposed["refreshes"],
        "watched": drive.watched,
        "peak_acceleration": float(abs(records["conventional"].watched).max()),
        "seconds_off_ground": seconds_off_ground(records["conventional"]),
        "max_acceleration_difference": proposed["max_acceleration_difference"],
        "final_position_difference": proposed["final_position_difference"],
        "paper": {"conventional_us": old, "proposed_us": new, "ratio": old / new},
        "methods": found,
        "iterations_over_time": {name: iterations(drive, name) for name in ("conventional", "proposed", "world_never")}
        if measure
        else None,
        "drift": drift(records["proposed"], DRIFTS if measure else DRIFTS // 4),
    }
