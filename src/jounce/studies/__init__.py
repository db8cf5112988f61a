"""Many runs of one maneuver: which parameters change and how, where the runs are made, and what came of them.

What is here is loaded when it is first used: worker processes need only some of it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jounce.studies.read import parse_study, read_study
    from jounce.studies.study import Study
    from jounce.studies.sweeping import sweep
    from jounce.studies.table import StudyTable, read_table

_HOMES = {
    "Study": "jounce.studies.study",
    "StudyTable": "jounce.studies.table",
    "parse_study": "jounce.studies.read",
    "read_study": "jounce.studies.read",
    "read_table": "jounce.studies.table",
    "sweep": "jounce.studies.sweeping",
}

__all__ = ["Study", "StudyTable", "parse_study", "read_study", "read_table", "sweep"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'jounce.studies' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
