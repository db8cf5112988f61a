"""What Kang 2014 says and what came out beside it, and tables of all methods."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from jounce.output.reports.plots import digits
from jounce_papers.kang_2014.drives import METHODS
from jounce_papers.kang_2014.split import PARTS
from jounce_papers.reproduction import Claim, NumberTable, by_method

TITLES = {"j_turn": "J-turn", "bump": "bump"}
FRAMES = ("chassis", "world")
NOT_MEASURED = "not measured"
METHOD_HEADS = ("µs/step", "ratio", "iter.", "matrices", "Δa [m/s²]", "end [m]", "|Φ| [m]", "|dΦ/dt| [m/s]", "")
METHOD_NOTE = (
    "Axes in which everything is resolved, and when the matrix is made anew. Ratio: to the conventional method. "
    "Δa, end: largest difference of the acceleration shown below, and of the last position, from the conventional "
    "method. Φ, dΦ/dt: largest error of the joint equations and of their rates."
)
STUDY_HEADS = ("step [ms]", "µs/step", "iter.", "matrices", "again", "largest", "rms [m/s²]", "end [m]", "fails at")
STUDY_NOTE = (
    "Errors against a far finer run of another formulation; times of one run each. A body that turns by more than half "
    "a turn in a step has an ambiguous displacement: every such step is made in parts or, with nothing but the first "
    "matrix, fails."
)
TOLERANCE_HEADS = ("tolerance", "iter.", "largest", "end [m]", "|Φ| [m]", "|dΦ/dt| [m/s]")


def comparison(data: Mapping[str, Any]) -> list[Claim]:
    """What the paper says that can be compared, and our numbers beside it."""
    turn, over = data["j_turn"], data["bump"]
    return [
        Claim(
            "vehicle",
            "double wishbones at all wheels, rack, powertrain (Fig. 3)",
            f"{data['vehicle']}: the same kind, {turn['bodies']} bodies and {turn['joint_equations']} joint equations",
            "No mass, dimension or stiffness is in print; sedan is of our own choice.",
        ),
        Claim(
            "J-turn",
            "60 km/h, rack as in Fig. 4(a)",
            f"{turn['about']} Up to {turn['peak_acceleration']:.1f} m/s² sideways.",
            "The figure cannot be read: the input is ours.",
        ),
        Claim(
            "bump",
            "40 km/h over the bump of Fig. 4(c)",
            f"{over['about']} Up to {over['peak_acceleration']:.1f} m/s² lengthwise, wheels off the ground for "
            f"{over['seconds_off_ground']:.2f} s.",
            "The figure cannot be read: the bump is ours.",
        ),
        *(_time_row(key, data[key]) for key in TITLES),
        Claim(
            "time saved",
            "about 57 %",
            _each(data, lambda d: NOT_MEASURED if d["ratio"] is None else f"{100 * (1 - 1 / d['ratio']):.0f} %"),
            "Our conventional method is a strong baseline: analytic sparse Jacobian, LU with pivots chosen once, and "
            "mostly one iteration a step; a ratio against a slower one would be larger. Its rotations are in world "
            "axes, too; the paper's are in those of each body.",
        ),
        Claim(
            "iterations per step",
            "one or two with both methods",
            _each(data, lambda d: f"{d['iterations_conventional']:.2f} and {d['iterations_proposed']:.2f}"),
            "Conventional and proposed, means, to the same tolerance.",
        ),
        Claim(
            "new matrices",
            "none",
            _each(data, lambda d: str(d["refreshes"])),
            "Of the proposed method after its first.",
        ),
        Claim(
            "accelerations",
            "very similar (Figs. 4(b), 4(d))",
            _each(data, _difference),
            "Of the chassis, sideways and lengthwise; largest difference of the two methods at any step.",
        ),
        Claim(
            "policy without the frame",
            "not told apart",
            _each(data, _without_the_frame),
            "World axes. The policy saves the time, the frame makes it last: in a turn the first matrix stops "
            "converging in world axes. Straight over the bump the chassis hardly turns, and both frames are alike.",
        ),
        Claim(
            "contraction",
            "not in print",
            _each(data, lambda d: " and ".join(f"{d['drift'][f]['largest_contraction']:.2f}" for f in FRAMES)),
            "Share of an error that an iteration with the matrix of the start leaves, at most, in chassis and in world "
            "axes. From 1 on it no longer converges.",
        ),
        *_study_rows(data),
        Claim(
            "computer",
            "3.5 GHz PC, DAFUL, steps of 1 ms",
            f"one core of this machine, steps of {1e3 * data['step']:g} ms, {data['rule']} rule",
            "Machines, cars and programs differ: only ratios compare. The rule is not in print; BDF2 takes as long and "
            "errs three to four times as much in these accelerations.",
        ),
    ]


def _each(data: Mapping[str, Any], cell: Callable[[Mapping[str, Any]], str]) -> str:
    """A number of both drives."""
    return "; ".join(f"{title} {cell(data[key])}" for key, title in TITLES.items())


def _time_row(key: str, drive: Mapping[str, Any]) -> Claim:
    paper = drive["paper"]
    printed = f"{1e-3 * paper['conventional_us']:.2f} → {1e-3 * paper['proposed_us']:.2f} ms: {paper['ratio']:.2f} ×"
    ours = NOT_MEASURED
    if drive["ratio"] is not None:
        ours = (
            f"{drive['conventional_us']:.0f} → {drive['proposed_us']:.0f} µs: {drive['ratio']:.2f} ×; synthesis with "
            f"chord {drive['synthesis_us']:.1f} µs"
        )
    return Claim(f"time per step, {TITLES[key]}", printed, ours)


def _difference(drive: Mapping[str, Any]) -> str:
    largest, peak = drive["max_acceleration_difference"], drive["peak_acceleration"]
    return f"{digits(largest, 2)} m/s² of {peak:.2f} ({digits(1e6 * largest / peak, 2)} ppm)"


def _without_the_frame(drive: Mapping[str, Any]) -> str:
    never = drive["methods"]["world_never"]
    if never["failure"] is None:
        return f"{never['iterations']:.2f} iterations a step with the first matrix"
    renewed, turned = drive["methods"]["world_on_failure"], math.degrees(never["heading"])
    return (
        f"fails at {never['failure']['time']:.2f} s, turned by {turned:.0f}°; with {renewed['refreshes']} new matrices "
        f"{renewed['iterations']:.2f} iterations a step"
    )


def _study_rows(data: Mapping[str, Any]) -> list[Claim]:
    if data["j_turn"]["study"] is None:
        return [Claim("longer steps", "left for later (10 ms)", "not studied; ask for it with --full")]
    accuracy = (
        "Conventional and proposed, against a far finer run of another formulation. In a steady turn the components in "
        "chassis axes hardly change, so that the same rule errs less in them; over the bump, where wheels leave the "
        "ground, the step decides."
    )
    return [
        Claim("accuracy", "not in print", _each(data, lambda d: _errors_at(d, data["step"])), accuracy),
        Claim(
            "longer steps",
            "left for later (10 ms)",
            _each(data, _longest_step),
            "The longest step with the first matrix alone; the tables have all.",
        ),
    ]


def _errors_at(drive: Mapping[str, Any], step: float) -> str:
    rows = [
        next(row for row in drive["study"]["steps"][name] if row["step"] == step)
        for name in ("conventional", "proposed")
    ]
    rms, ends = (" and ".join(digits(row[key], 2) for row in rows) for key in ("rms_error", "position_error"))
    return f"{rms} m/s² rms, {ends} m at the end"


def _longest_step(drive: Mapping[str, Any]) -> str:
    whole = []
    for row in drive["study"]["steps"]["proposed"]:
        if row["failed_at"] is not None:
            break
        whole.append(row)
    return f"{1e3 * whole[-1]['step']:g} ms, {whole[-1]['iterations']:.2f} iterations a step" if whole else "none"


def tables(data: Mapping[str, Any]) -> list[NumberTable]:
    """All methods, and what a step is made of."""
    groups = {
        f"{title}, {data[key]['end']:g} s": [
            (_label(name), *_method_cells(of, data[key]["conventional_us"]))
            for name, of in data[key]["methods"].items()
        ]
        for key, title in TITLES.items()
    }
    found = [NumberTable("Frame and policy told apart", METHOD_HEADS, groups, METHOD_NOTE)]
    if data["split"] is not None:
        rows = [(f"{frame} axes", *(f"{of[part]:.1f}" for part in PARTS)) for frame, of in data["split"].items()]
        found.append(
            NumberTable(f"Parts of a step [µs], {data['split']['world']['unknowns']} unknowns", PARTS, {"": rows})
        )
    return found


def study_tables(data: Mapping[str, Any]) -> list[NumberTable]:
    """Longer steps and other tolerances, if they were studied."""
    found = []
    titles = {name: method.title for name, method in METHODS.items()}
    for key, title in TITLES.items():
        study = data[key]["study"]
        if study is None:
            continue
        steps = {name: [_study_cells(of) for of in rows] for name, rows in study["steps"].items()}
        tolerances = {name: [_tolerance_cells(of) for of in rows] for name, rows in study["tolerances"].items()}
        found.append(NumberTable(f"{title}: longer steps", STUDY_HEADS, by_method(steps, titles), STUDY_NOTE))
        note = "At 1 ms; differences from the last one of each method."
        found.append(NumberTable(f"{title}: other tolerances", TOLERANCE_HEADS, by_method(tolerances, titles), note))
    return found


def _label(name: str) -> str:
    title = METHODS[name].title
    return f"{title} ({name})" if name in ("conventional", "proposed") else title


def _method_cells(of: Mapping[str, Any], conventional: float | None) -> tuple[str, ...]:
    """Time, ratio, iterations, new matrices, differences, open joints, and when it failed."""
    taken, failure = of["us_per_step"], of["failure"]
    return (
        "–" if taken is None else f"{taken:.1f}",
        "–" if taken is None or conventional is None else f"{conventional / taken:.2f}",
        f"{of['iterations']:.2f}",
        str(of["refreshes"]),
        digits(of["max_acceleration_difference"], 2),
        digits(of["final_position_difference"], 2),
        digits(of["constraint_violation"], 2),
        digits(of["constraint_rate"], 2),
        "" if failure is None else f"fails at {failure['time']:.2f} s",
    )


def _study_cells(of: Mapping[str, Any]) -> tuple[str, ...]:
    """A method with one step; without errors if it failed."""
    failed = of["failed_at"]
    return (
        f"{1e3 * of['step']:g}",
        f"{of['us_per_step']:.1f}",
        f"{of['iterations']:.2f}",
        str(of["refreshes"]),
        str(of["rejected"]),
        *(digits(of[key] if failed is None else None, 2) for key in ("largest_error", "rms_error", "position_error")),
        "" if failed is None else f"{failed:.2f} s",
    )


def _tolerance_cells(of: Mapping[str, Any]) -> tuple[str, ...]:
    errors = ("largest_error", "position_error", "constraint_violation", "constraint_rate")
    return f"{of['tolerance']:.0e}", f"{of['iterations']:.2f}", *(digits(of[key], 2) for key in errors)
