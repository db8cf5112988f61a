"""A study in a few numbers, for files and terminals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from jounce.studies.table import StudyTable


def summarised(table: StudyTable) -> dict[str, Any]:
    """What was studied, how the runs ended, the ranges of all numbers, and what depends on what. JSON holds it."""
    reasons = Counter(str(reason) for reason, status in zip(table["reason"], table["status"], strict=True)
                      if status == "failed")  # fmt: skip
    return {
        **table.facts,
        "ok": table.count("ok"),
        "failed": table.count("failed"),
        "interrupted": table.count("interrupted"),
        "wall_time": float(np.sum(table["wall_time"])),
        "parameters": {name: _range(table, name) for name in table.parameters},
        "metrics": {name: _range(table, name) for name in table.metrics},
        "failures": dict(reasons.most_common(10)),
        "sensitivity": {name: found.data() for name, found in table.sensitivity().items()},
    }


def _range(table: StudyTable, name: str) -> dict[str, Any]:
    if table.is_words(name):
        return {"words": sorted({str(word) for word in table[name]})}
    values = table[name]
    known = values[np.isfinite(values)]
    if not len(known):
        return {"unit": table.unit(name), "count": 0, "min": None, "mean": None, "max": None, "std": None}
    return {
        "unit": table.unit(name),
        "count": len(known),
        "min": float(known.min()),
        "mean": float(known.mean()),
        "max": float(known.max()),
        "std": float(known.std(ddof=1)) if len(known) > 1 else 0.0,
    }
