"""Names and numbers of a study as people say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from jounce.reports.quantities import factor, spoken_unit, written
from jounce.studies import StudyTable

_SILENT = ("vehicle", "maneuver", "settings", "axles", "suspension")
"""Steps of a path that everybody knows."""
_AXES = {"0": "x", "1": "y", "2": "z"}


def labels(names: Sequence[str]) -> dict[str, str]:
    """A short label for every name: `front spring stiffness`; the name itself where two would be the same."""
    short = {name: _short(name) for name in names}
    counts = Counter(short.values())
    return {name: name if counts[label] > 1 else label for name, label in short.items()}


def _short(name: str) -> str:
    steps = name.split(".")
    kept = [step for step in steps[:-1] if step not in _SILENT] + [_AXES.get(steps[-1], steps[-1])]
    return " ".join(kept).replace("_", " ")


def unit_of(table: StudyTable, name: str) -> str:
    """The unit in which a column is shown: that of the study for parameters, the spoken one for metrics."""
    return table.spoken(name) if name in table.parameters else spoken_unit(table.unit(name))


def column(table: StudyTable, name: str) -> np.ndarray:
    """A column of numbers in the unit in which it is shown."""
    unit, shown = table.unit(name), unit_of(table, name)
    return table[name] * (factor(unit, shown) if unit and shown else 1.0)


def titled(table: StudyTable, name: str, label: str) -> str:
    """A label with its unit in brackets."""
    unit = written(unit_of(table, name))
    return f"{label} [{unit}]" if unit else label
