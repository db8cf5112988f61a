"""How much of a difference between two methods is chance.

Which steps a run takes, and so the largest violation that it meets, hang on the last digits where stability limits the
step. Runs whose tolerances differ by a few percent show how much: two methods differ when their ranges do not overlap.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.papers.kim_drive import RELATIVE, Drive, adams, drive_with
from jounce.papers.kim_numbers import step_numbers

NUDGE = 0.02
"""Between the tolerances of two runs, relative."""
SCATTERED = ("projection", "qr_all", "projection_printed", "qr")
WATCHED = ("steps", "step_changes", "violation", "violation_median")


def scatter(drive: Drive, largest: float, runs: int) -> dict[str, Any]:
    """Median and range over `runs` runs, by method, then by number, with a maximum step [s]."""
    found: dict[str, Any] = {}
    for name in SCATTERED:
        rows = [
            step_numbers(drive_with(drive, name, adams(largest, RELATIVE * (1.0 + NUDGE * k))), largest)
            for k in range(runs)
        ]
        found[name] = {key: _spread([row[key] for row in rows]) for key in WATCHED}
    return {"runs": runs, "largest_nudge": NUDGE * (runs - 1), "methods": found}


def _spread(values: list[float]) -> dict[str, float]:
    return {"median": float(np.median(values)), "smallest": float(min(values)), "largest": float(max(values))}


def apart(a: Mapping[str, float], b: Mapping[str, float]) -> str:
    """Whether a is `less` or `more` than b, or `alike`: their ranges overlap."""
    if a["largest"] < b["smallest"]:
        return "less"
    return "more" if a["smallest"] > b["largest"] else "alike"
