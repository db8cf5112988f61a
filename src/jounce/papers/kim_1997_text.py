"""The reproduction of Kim 1997 as text: what the paper says beside what came out, and tables of all methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.papers.comparison import Row, comparison_lines
from jounce.papers.kim_drive import METHODS
from jounce.papers.kim_words import milliseconds, within
from jounce.reports.quantities import digits

HEAD = "Kim & Yoo 1997, section 6: a lane change on a null space by projection"
HEADS = ("CPU [s]", "× proj.", "µs/step", "steps", "changes", "|Φ| [m]", "median", "Δ yaw [ppm]")
WIDTHS = (10, 9, 9, 8, 9, 11, 11, 13)
"""Of the columns of a table of methods."""
STUDY_HEADS = ("steps ≤", "CPU [s]", "steps", "changes", "|Φ| [m]", "yaw rate error [rad/s]")
TOLERANCE_HEADS = ("tolerance", *STUDY_HEADS[1:])
LASTING_HEADS = ("time [s]", "steps", "|Φ| [m]", "made anew", "deficient", "cond PᵀP")


def text(data: Mapping[str, Any], rows: list[Row]) -> str:
    """All of it."""
    lines = [HEAD, "", *comparison_lines(rows)]
    for row in data["maximum_steps"]:
        lines += ["", *_method_lines(row)]
    if data["synthesis_chord"] is not None:
        lines += ["", chord_sentence(data["synthesis_chord"])]
    if data["study"] is not None:
        for title, heads, groups in study_tables(data["study"]):
            lines += ["", title, *_lines(heads, groups)]
    return "\n".join(lines)


def _method_lines(row: Mapping[str, Any]) -> list[str]:
    lines = [f"{within(row['maximum_step']):<26}" + _joined(HEADS, WIDTHS)]
    for name, of in row["methods"].items():
        lines.append(f"  {METHODS[name].title:<24}" + _joined(method_cells(of, row["cpu_s"]), WIDTHS))
    return lines


def _joined(cells: tuple[str, ...], widths: tuple[int, ...]) -> str:
    return "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def method_cells(of: Mapping[str, Any], cpu: Mapping[str, float] | None) -> tuple[str, ...]:
    """Numbers of a method for a table: times, steps, violations, difference from the world frame."""
    yaw = of["differences"]["chassis.yaw_rate"]["relative"]
    return (
        *(("–",) * 3 if cpu is None else _time_cells(of, cpu["projection"])),
        str(of["steps"]),
        str(of["step_changes"]),
        digits(of["violation"], 2),
        digits(of["violation_median"], 2),
        digits(1e6 * yaw, 2) if yaw > 0.0 else "–",
    )


def _time_cells(of: Mapping[str, Any], projection: float) -> tuple[str, ...]:
    return f"{of['cpu_s']:.3f}", f"{of['cpu_s'] / projection:.2f}", f"{1e6 * of['cpu_s'] / of['steps']:.1f}"


def chord_sentence(of: Mapping[str, Any]) -> str:
    """What the engine takes that jounce would choose."""
    return (
        f"Synthesis with chord at {milliseconds(of['step'])}: {of['cpu_s']:.3f} s, {of['steps']} steps, "
        f"{1e6 * of['cpu_s'] / of['steps']:.1f} µs each."
    )


Group = tuple[str, list[tuple[str, ...]]]


def study_tables(found: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...], list[Group]]]:
    """Title, heads and rows by method of the tables of the study."""
    steps = [
        (name, [(milliseconds(of["maximum_step"]), *_cells(of)) for of in rows])
        for name, rows in found["steps"].items()
    ]
    tolerances = [
        (name, [(f"{of['relative']:.0e}", *_cells(of)) for of in rows]) for name, rows in found["tolerances"].items()
    ]
    lasting = [(name, [_lasting_cells(of) for of in rows]) for name, rows in found["lasting"].items()]
    return [
        (f"Every method at every maximum step; errors against {found['reference']}", STUDY_HEADS, steps),
        ("Other tolerances, steps ≤ 10 ms", TOLERANCE_HEADS, tolerances),
        ("A sine for ever, steps ≤ 10 ms", LASTING_HEADS, lasting),
    ]


def _cells(of: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        f"{of['cpu_s']:.3f}",
        str(of["steps"]),
        str(of["step_changes"]),
        digits(of["violation"], 2),
        digits(of["yaw_rate_error"], 2),
    )


def _lasting_cells(of: Mapping[str, Any]) -> tuple[str, ...]:
    condition = of["worst_condition"]
    return (
        f"{of['end']:g}",
        str(of["steps"]),
        digits(of["violation"], 2),
        str(of["renewed"]),
        str(of["deficient"]),
        f"{condition:.5f}" if condition > 0.0 else "–",
    )


def _lines(heads: tuple[str, ...], groups: list[Group]) -> list[str]:
    widths = tuple(max(len(head) + 2, 11) for head in heads)
    lines = [" " * 26 + _joined(heads, widths)]
    for name, rows in groups:
        for i, cells in enumerate(rows):
            lines.append(f"  {METHODS[name].title if i == 0 else '':<24}" + _joined(cells, widths))
    return lines
