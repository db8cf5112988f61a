"""What the numbers say about Kim 1997's constraints: violations of projection and QR, and what P goes through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.papers.kim_words import last_of, maxima, of_all_three, ranged, verdict, within
from jounce.reports.quantities import digits

SAME_LEVEL = 3.0
"""Factor up to which two violations are of one level."""


def violations(data: Mapping[str, Any]) -> str:
    """Largest violations."""
    return f"Largest |Φ| before a correction [m], {maxima(data)}: {of_all_three(data, 'violation')}"


def violations_remark(data: Mapping[str, Any]) -> str:
    """Whether as printed and QR are of one level, and where ours is."""
    rows = data["maximum_steps"]
    ratios = [row["violation_projection_printed"] / row["violation_qr"] for row in rows]
    if all(1.0 / SAME_LEVEL < ratio < SAME_LEVEL for ratio in ratios):
        said = "As printed, projection and QR are of one level, as the paper says."
    else:
        said = f"As printed, projection has {', '.join(digits(r, 2) for r in ratios)} times the violation of QR."
    ours = [row["violation_projection"] / row["violation_qr"] for row in rows]
    if min(ours) > 1.0:
        said += (
            f" Ours has {digits(min(ours), 2)} to {digits(max(ours), 2)} times that of QR: velocities that are "
            "integrated err across the constraints, too, those made of ż do not."
        )
    left = max(row["methods"]["projection"]["violation_left"] for row in rows)
    return f"{said} All are corrected at once: ours leaves {digits(left, 2)} m."


def scattered(data: Mapping[str, Any]) -> str:
    """Their ranges."""
    return (
        f"Largest |Φ| [m] over {data['scatter']['runs']} runs, {within(last_of(data)['maximum_step'])}: with ż, "
        f"as printed {ranged(data, 'projection_printed', 'violation')}, QR {ranged(data, 'qr', 'violation')}; with all "
        f"velocities, ours {ranged(data, 'projection', 'violation')}, QR {ranged(data, 'qr_all', 'violation')}"
    )


def scattered_remark(data: Mapping[str, Any]) -> str:
    """Does projection show less violation than QR at the largest step, like with like?"""
    verdicts = {
        "less": "as the paper judged",
        "alike": "no difference beyond chance, neither less, as the paper judged, nor more",
        "more": "not as the paper judged",
    }
    printed = verdict(data, "projection_printed", "qr", "violation")
    every = verdict(data, "projection", "qr_all", "violation")
    crossed = verdict(data, "projection", "qr", "violation")
    said = f"With ż integrated: {_worded(printed)}, {verdicts[printed]}. With all velocities: {_worded(every)}"
    said += ", as it must be: the motion is the same but for rounding." if every == "alike" else "."
    if crossed == "more":
        said += " Our projection against QR with ż has more, by what is integrated and not by the null space."
    elif crossed == "less":
        said += " Our projection has less than QR with ż."
    return f"{said} {_nudged(data)}"


def _worded(verdict: str) -> str:
    return {"less": "projection has less", "more": "projection has more", "alike": "the ranges overlap"}[verdict]


def _nudged(data: Mapping[str, Any]) -> str:
    return f"The runs differ in their tolerance, by up to {100 * data['scatter']['largest_nudge']:.0f} %."


def renewal(data: Mapping[str, Any]) -> str:
    """What the basis went through."""
    of = data["basis"]["projection"]
    said = (
        f"Condition of PᵀP at most {of['worst_condition']:.5f} in all runs above, made anew {of['renewed']} times; "
        f"frame of QR laid anew {data['basis']['qr']['renewed']} times"
    )
    if data["study"] is None:
        return said
    long = data["study"]["lasting"]["projection"][-1]
    return (
        f"{said}. After {long['end'] / 60:g} min of steering: condition {long['worst_condition']:.5f}, made anew "
        f"{long['renewed']} times"
    )


def renewal_remark(data: Mapping[str, Any]) -> str:
    """Whether P had to be made anew."""
    if data["basis"]["projection"]["renewed"] == 0:
        said = "As the paper says, for a car: P ← P_N P turns with the constraints and stays well conditioned."
    else:
        said = "P ← P_N P loses its condition and has to be made orthonormal, which the paper does not say."
    return said if data["study"] is not None else f"{said} Ten minutes of it: --full."
