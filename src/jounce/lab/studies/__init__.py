"""Many runs of one maneuver: which parameters change and how, where the runs are made, and what came of them.

What is here is loaded when it is first used: worker processes need only some of it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jounce.lab.studies.read import parse_study, read_study
    from jounce.lab.studies.study import Study
    from jounce.lab.studies.sweeping import sweep
    from jounce.lab.studies.table import StudyTable, read_table

_HOMES = {
    "Study": "jounce.lab.studies.study",
    "StudyTable": "jounce.lab.studies.table",
    "parse_study": "jounce.lab.studies.read",
    "read_study": "jounce.lab.studies.read",
    "read_table": "jounce.lab.studies.table",
    "sweep": "jounce.lab.studies.sweeping",
}

__all__ = ["Study", "StudyTable", "parse_study", "read_study", "read_table", "sweep"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'jounce.lab.studies' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
