"""What Kang 2014 says, and what came out beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from jounce.papers.comparison import Row
from jounce.reports.quantities import digits

TITLES = {"j_turn": "J-turn", "bump": "bump"}
NAMED_STEP = 10e-3
"""That the paper leaves for later [s]."""
BASELINE = (
    "Our conventional method is no straw man: analytic sparse Jacobian, LU with pivots chosen once, and mostly one "
    "iteration a step; a ratio against a slower one would be larger. Its rotations are in world axes, too; the "
    "paper's are in those of each body."
)

ACCURACY = (
    "Conventional and proposed, against a far finer run of another formulation. In a steady turn the components in "
    "chassis axes hardly change, so that the same rule errs less in them; over the bump, where wheels leave the "
    "ground, the step decides."
)


def comparison(data: Mapping[str, Any]) -> list[Row]:
    """What the paper says that can be compared, and our numbers beside it."""
    turn, over = data["j_turn"], data["bump"]
    return [
        Row(
            "vehicle",
            "double wishbones at all wheels, rack, powertrain (Fig. 3)",
            f"{data['vehicle']}: the same kind, {turn['bodies']} bodies and {turn['joint_equations']} joint equations",
            "No mass, dimension or stiffness is in print; sedan is of our own choice.",
        ),
        Row(
            "J-turn",
            "60 km/h, rack as in Fig. 4(a)",
            turn["about"],
            f"The figure cannot be read: the input is ours. Up to {turn['peak_acceleration']:.1f} m/s² sideways.",
        ),
        Row(
            "bump",
            "40 km/h over the bump of Fig. 4(c)",
            over["about"],
            f"The figure cannot be read: the bump is ours. Up to {over['peak_acceleration']:.1f} m/s² lengthwise; for "
            f"{over['seconds_off_ground']:.2f} s wheels are off the ground.",
        ),
        *(_time_row(key, data[key]) for key in TITLES),
        Row(
            "time saved",
            "about 57 %",
            ", ".join(f"{TITLES[key]} {_saved(data[key])}" for key in TITLES),
            BASELINE,
        ),
        Row(
            "iterations per step",
            "one or two with both methods",
            ", ".join(
                f"{TITLES[key]} {data[key]['iterations_conventional']:.2f} and {data[key]['iterations_proposed']:.2f}"
                for key in TITLES
            ),
            f"Conventional and proposed, means, to the same tolerance; new matrices of the proposed method: "
            f"{turn['refreshes']} and {over['refreshes']}.",
        ),
        Row(
            "accelerations",
            "very similar (Figs. 4(b), 4(d))",
            ", ".join(f"{TITLES[key]} within {_difference(data[key])}" for key in TITLES),
            "Of the chassis, sideways and lengthwise; largest difference of the two methods at any step.",
        ),
        Row("frame or policy", "not told apart", _apart(data), _why(data)),
        *([] if turn["study"] is None else [Row("accuracy", "not in print", _accuracy(data), ACCURACY)]),
        Row("longer steps", "left for later (10 ms)", _longer(data), _longer_remark(data)),
        Row(
            "computer",
            "3.5 GHz PC, DAFUL, steps of 1 ms",
            f"one core of this machine, steps of {1e3 * data['step']:g} ms, {data['rule']} rule",
            "Machines, cars and programs differ: only ratios compare. The rule is not in print; BDF2 takes as long and "
            "errs three to four times as much in these accelerations.",
        ),
    ]


def _time_row(key: str, drive: Mapping[str, Any]) -> Row:
    paper = drive["paper"]
    printed = f"{1e-3 * paper['conventional_us']:.2f} → {1e-3 * paper['proposed_us']:.2f} ms: {paper['ratio']:.2f} ×"
    what = f"time per step, {TITLES[key]}"
    if drive["ratio"] is None:
        return Row(what, printed, "not measured")
    ours = f"{drive['conventional_us']:.0f} → {drive['proposed_us']:.0f} µs: {drive['ratio']:.2f} ×"
    factor = 1e3 / drive["synthesis_us"]
    remark = f"By synthesis with chord {drive['synthesis_us']:.1f} µs, {factor:.0f} × real time."
    return Row(what, printed, ours, remark)


def _saved(drive: Mapping[str, Any]) -> str:
    return "not measured" if drive["ratio"] is None else f"{100 * (1 - 1 / drive['ratio']):.0f} %"


def _difference(drive: Mapping[str, Any]) -> str:
    largest, peak = drive["max_acceleration_difference"], drive["peak_acceleration"]
    return f"{digits(largest, 2)} m/s² of {peak:.2f} ({digits(1e6 * largest / peak, 2)} ppm)"


def _apart(data: Mapping[str, Any]) -> str:
    """What the policy does without the frame."""
    words = []
    for key, title in TITLES.items():
        never, renewed = (data[key]["methods"][name] for name in ("world_never", "world_on_failure"))
        if never["failure"] is None:
            words.append(f"{title}: the first matrix does, {_work(data[key], never)}")
        else:
            turned, at = math.degrees(never["heading"]), never["failure"]["time"]
            words.append(
                f"{title}: the first matrix no longer converges at {at:.2f} s, turned by {turned:.0f}°; with "
                f"{renewed['refreshes']} new ones, each after a failure, {_work(data[key], renewed)}"
            )
    return f"In world axes, {'; '.join(words)}."


def _work(drive: Mapping[str, Any], of: Mapping[str, Any]) -> str:
    words = f"{of['iterations']:.2f} iterations a step"
    return words if of["us_per_step"] is None else f"{words}, {drive['conventional_us'] / of['us_per_step']:.2f} ×"


def _why(data: Mapping[str, Any]) -> str:
    turn, over = (data[key]["drift"] for key in TITLES)
    return (
        f"The policy saves the time, the frame makes it last. An iteration with the matrix of the start leaves at most "
        f"{turn['chassis']['largest_contraction']:.2f} of an error in chassis axes, but "
        f"{turn['world']['largest_contraction']:.1f} in world axes at the end of the J-turn; straight over the bump "
        f"{over['chassis']['largest_contraction']:.2f} and {over['world']['largest_contraction']:.2f}."
    )


def _accuracy(data: Mapping[str, Any]) -> str:
    """Errors at the paper's step."""
    words = []
    for key, title in TITLES.items():
        found = [
            next(row for row in data[key]["study"]["steps"][name] if row["step"] == data["step"])
            for name in ("conventional", "proposed")
        ]
        rms, ends = ([digits(row[what], 2) for row in found] for what in ("rms_error", "position_error"))
        words.append(f"{title} {rms[0]} and {rms[1]} m/s² rms, {ends[0]} and {ends[1]} m at the end")
    return "; ".join(words)


def _longer(data: Mapping[str, Any]) -> str:
    """How far the first matrix serves."""
    if data["j_turn"]["study"] is None:
        return "not studied; ask for it with --full"
    words = []
    for key, title in TITLES.items():
        rows = data[key]["study"]["steps"]["proposed"]
        bad = next((row for row in rows if row["failed_at"] is not None), None)
        good = rows[-1] if bad is None else rows[max(0, rows.index(bad) - 1)]
        end = "" if bad is None else f", and fails with {1e3 * bad['step']:g} ms {_when(bad['failed_at'])}"
        words.append(
            f"{title}: the first matrix serves up to {1e3 * good['step']:g} ms, {good['iterations']:.2f} iterations a "
            f"step{end}"
        )
    return "; ".join(words)


def _when(t: float) -> str:
    return "at once" if t == 0.0 else f"at {t:.2f} s"


def _longer_remark(data: Mapping[str, Any]) -> str:
    """What new matrices do for the step that the paper names."""
    if data["j_turn"]["study"] is None:
        return ""
    words = []
    for key, title in TITLES.items():
        row = next(row for row in data[key]["study"]["steps"]["chassis_on_failure"] if row["step"] == NAMED_STEP)
        end = "" if row["failed_at"] is None else f", fails {_when(row['failed_at'])}"
        words.append(f"{title} {row['refreshes']} new ones, {row['iterations']:.2f} iterations a step{end}")
    return f"Renewed when an iteration fails, with {1e3 * NAMED_STEP:g} ms: {'; '.join(words)}."
