"""The reproduction of Kang 2014 as text: what the paper says beside what came out, and tables of all methods."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from jounce.papers.comparison import Row, comparison_lines, wrapped
from jounce.papers.kang_2014_rows import TITLES
from jounce.papers.kang_drives import METHODS
from jounce.papers.kang_split import PARTS
from jounce.papers.kang_study import STEPS
from jounce.reports.quantities import digits

HEAD = "Kang, Lim & Bae 2014, section 7: a Newton iteration that never updates its Jacobian"
STUDY_HEADS = ("step [ms]", "µs/step", "iter.", "matrices", "again", "largest", "rms [m/s²]", "end [m]", "fails at")
TOLERANCE_HEADS = ("tolerance", "iter.", "largest", "end [m]", "|Φ| [m]", "|dΦ/dt| [m/s]")
WIDTHS = (9, 8, 8, 10, 12, 11, 11, 15)
"""Of the columns of a table of methods."""


def text(data: Mapping[str, Any], rows: list[Row]) -> str:
    """All of it."""
    lines = [HEAD, "", *comparison_lines(rows)]
    for key in TITLES:
        lines += ["", *_method_lines(key, data[key])]
    if data["split"] is not None:
        lines += ["", *_split_lines(data)]
    for key in TITLES:
        if data[key]["study"] is not None:
            lines += ["", *_study_lines(key, data[key]["study"])]
    return "\n".join(lines)


def _method_lines(key: str, drive: Mapping[str, Any]) -> list[str]:
    title = f"{TITLES[key]}, {drive['end']:g} s"
    heads = ("µs/step", "ratio", "iter.", "matrices", "Δa [m/s²]", "end [m]", "|Φ| [m]", "|dΦ/dt| [m/s]")
    lines = [f"{title:<24}" + "".join(f"{head:>{width}}" for head, width in zip(heads, WIDTHS, strict=True))]
    for name, of in drive["methods"].items():
        cells = method_cells(of, drive["conventional_us"])
        written = "".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True))
        lines.append(f"  {METHODS[name].title:<22}{written}")
        if of["failure"] is not None:
            lines += wrapped("    until ", of["failure"]["text"])
    return lines


def method_cells(of: Mapping[str, Any], conventional: float | None) -> tuple[str, ...]:
    """Numbers of a method for a table: time, ratio, iterations, new matrices, differences, open joints."""
    taken = of["us_per_step"]
    return (
        "–" if taken is None else f"{taken:.1f}",
        "–" if taken is None or conventional is None else f"{conventional / taken:.2f}",
        f"{of['iterations']:.2f}",
        str(of["refreshes"]),
        digits(of["max_acceleration_difference"], 2),
        digits(of["final_position_difference"], 2),
        digits(of["constraint_violation"], 2),
        digits(of["constraint_rate"], 2),
    )


def _split_lines(data: Mapping[str, Any]) -> list[str]:
    worlds = data["split"]["world"]
    head = f"parts of a step [µs], {worlds['unknowns']} unknowns"
    lines = [f"{head:<40}" + "".join(f"{name:>15}" for name in PARTS)]
    for frame, of in data["split"].items():
        lines.append(f"  {frame + ' axes':<38}" + "".join(f"{of[name]:>15.1f}" for name in PARTS))
    return lines


def _study_lines(key: str, found: Mapping[str, Any]) -> list[str]:
    widths = (11, 9, 8, 10, 8, 10, 12, 10, 10)
    lines = [
        *wrapped("", f"{TITLES[key]}: {study_note(found)}"),
        f"  {'':<22}" + "".join(f"{head:>{width}}" for head, width in zip(STUDY_HEADS, widths, strict=True)),
    ]
    for name, steps in found["steps"].items():
        for i, of in enumerate(steps):
            written = "".join(f"{cell:>{width}}" for cell, width in zip(study_cells(of), widths, strict=True))
            lines.append(f"  {METHODS[name].title if i == 0 else '':<22}{written}")
    lines.append(f"  {'':<22}" + "".join(f"{head:>14}" for head in TOLERANCE_HEADS))
    for name, rows in found["tolerances"].items():
        for i, of in enumerate(rows):
            written = "".join(f"{cell:>14}" for cell in tolerance_cells(of))
            lines.append(f"  {METHODS[name].title if i == 0 else '':<22}{written}")
    return lines


def study_note(found: Mapping[str, Any]) -> str:
    """What the errors are against, how good that is, and where the method has a limit of its own."""
    fine, fastest = found["fine"], found["fastest"]
    note = (
        f"errors against {found['reference']}; implicit steps of {1e3 * fine['step']:g} ms differ from it by at most "
        f"{digits(fine['largest_error'], 2)} m/s² and {digits(fine['position_error'], 2)} m. "
        "Times of one run each."
    )
    too_long = [step for step in STEPS if step * fastest["spin"] > math.pi]
    if too_long:
        turn = math.degrees(too_long[0] * fastest["spin"])
        note += (
            f" In {1e3 * too_long[0]:g} ms the {fastest['body']} turns by {turn:.0f}°: displacements of more than half "
            f"a turn are ambiguous, so every step is made in parts or, with nothing but the first matrix, fails."
        )
    return note


def study_cells(of: Mapping[str, Any]) -> tuple[str, ...]:
    """Numbers of a method with one step for a table; without errors if it failed."""
    failed = of["failed_at"]
    errors = ("largest_error", "rms_error", "position_error")
    return (
        f"{1e3 * of['step']:g}",
        f"{of['us_per_step']:.1f}",
        f"{of['iterations']:.2f}",
        str(of["refreshes"]),
        str(of["rejected"]),
        *(digits(of[error] if failed is None else None, 2) for error in errors),
        "" if failed is None else f"{failed:.2f} s",
    )


def tolerance_cells(of: Mapping[str, Any]) -> tuple[str, ...]:
    """Numbers of a method with one tolerance for a table."""
    return (
        f"{of['tolerance']:.0e}",
        f"{of['iterations']:.2f}",
        digits(of["largest_error"], 2),
        digits(of["position_error"], 2),
        digits(of["constraint_violation"], 2),
        digits(of["constraint_rate"], 2),
    )
