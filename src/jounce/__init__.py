"""Real-time multibody vehicle dynamics: hardpoints in, a full closed-loop car out.

    import jounce

    result = jounce.run("j-turn", vehicle="dw18", speed="80 km/h")
    result["chassis.yaw_rate"].values  # rad/s
    result.summary["real_time_factor"]

What is here is loaded when it is first used, so that `import jounce` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from jounce.version import __version__

if TYPE_CHECKING:
    from jounce.library import load_vehicle
    from jounce.maneuvers.run import run
    from jounce.mechanism import replace
    from jounce.reports import report, write_report
    from jounce.results import Result, read_result, write_result
    from jounce.studies import sweep
    from jounce.viewer import drive, write_replay

_HOMES = {
    "load_vehicle": "jounce.library",
    "replace": "jounce.mechanism",
    "run": "jounce.maneuvers.run",
    "Result": "jounce.results",
    "read_result": "jounce.results",
    "write_result": "jounce.results",
    "report": "jounce.reports",
    "write_report": "jounce.reports",
    "sweep": "jounce.studies",
    "drive": "jounce.viewer",
    "write_replay": "jounce.viewer",
}

__all__ = [
    "Result",
    "__version__",
    "drive",
    "load_vehicle",
    "read_result",
    "replace",
    "report",
    "run",
    "sweep",
    "write_replay",
    "write_report",
    "write_result",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'jounce' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
