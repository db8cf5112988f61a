"""What the numbers say about the steps of Kim 1997: how often they change, and what limits them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.papers.kim_words import last_of, maxima, of_all_three, ranged, verdict, within
from jounce.reports.quantities import digits


def changes(data: Mapping[str, Any]) -> str:
    """How often steps change."""
    return f"Changes in a run, {maxima(data)}: {of_all_three(data, 'step_changes')}"


def changes_remark(data: Mapping[str, Any]) -> str:
    """Does projection change its step more often than QR?"""
    said = {
        "more": "As the paper observed, projection as printed changes its step more often than QR",
        "alike": "Not seen here: changes of projection as printed and of QR differ by chance only",
        "less": "Not seen here: projection as printed changes its step less often than QR",
    }[verdict(data, "projection_printed", "qr", "step_changes")]
    ranges = [ranged(data, name, "step_changes") for name in ("projection_printed", "qr")]
    return (
        f"{said} (with {within(last_of(data)['maximum_step'])} {ranges[0]} and {ranges[1]} over "
        f"{data['scatter']['runs']} runs). Our integrator keeps steps equal "
        "as long as it can, and doubles them or makes them 0.5 to 0.9 as long."
    )


def reached(data: Mapping[str, Any]) -> str:
    """How many steps are as long as they may be."""
    own = [row["methods"]["projection"] for row in data["maximum_steps"]]
    shares = ", ".join(f"{100 * of['share_at_maximum']:.0f}" for of in own)
    medians = ", ".join(digits(1e3 * of["median_step"], 2) for of in own)
    return f"{maxima(data)}: {shares} % of the steps are that long, their median is {medians} ms"


def reached_remark(data: Mapping[str, Any]) -> str:
    """Whether stability limits the steps."""
    found, last = data["stability"], last_of(data)["methods"]["projection"]
    if found is None:
        return ""
    mode, free, tight = found["fastest_mode"], found["without_maximum"], found["tighter"]
    reach, more = mode["magnitude"] * last["median_step"], tight["steps"] / free["steps"]
    said = (
        f"Without a maximum {free['steps']} steps, median {digits(1e3 * free['median_step'], 2)} ms. The fastest mode "
        f"has |λ| = {mode['magnitude']:.0f}/s: the median step is {reach:.1f}/|λ|"
    )
    if 0.5 < reach < 2.0 and more < 2.0:
        return (
            f"{said}, about as far as explicit Adams steps are stable, and a hundredth of the tolerance makes only "
            f"{more:.2f} times the steps: stability limits them, more than accuracy or the maximum."
        )
    return f"{said}; a hundredth of the tolerance makes {more:.2f} times the steps."
