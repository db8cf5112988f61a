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
    from jounce.front.bench import bench
    from jounce.front.check import check
    from jounce.front.explain import explain
    from jounce.front.tire import tire
    from jounce.front.view import view
    from jounce.library import load_vehicle
    from jounce.maneuvers.run import run
    from jounce.mechanism import replace
    from jounce.papers import reproduce
    from jounce.reports import report, write_report
    from jounce.results import Result, read_result, write_result
    from jounce.results.export import export
    from jounce.simulate.warmup import warmup
    from jounce.studies import sweep
    from jounce.suspension.kc import kc
    from jounce.viewer import drive, write_replay

_HOMES = {
    "Result": "jounce.results",
    "bench": "jounce.front.bench",
    "check": "jounce.front.check",
    "drive": "jounce.viewer",
    "explain": "jounce.front.explain",
    "export": "jounce.results.export",
    "kc": "jounce.suspension.kc",
    "list": "jounce.front.known:list_",
    "load_vehicle": "jounce.library",
    "read_result": "jounce.results",
    "replace": "jounce.mechanism",
    "report": "jounce.reports",
    "reproduce": "jounce.papers",
    "run": "jounce.maneuvers.run",
    "sweep": "jounce.studies",
    "tire": "jounce.front.tire",
    "view": "jounce.front.view",
    "warmup": "jounce.simulate.warmup",
    "write_replay": "jounce.viewer",
    "write_report": "jounce.reports",
    "write_result": "jounce.results",
}
"""Where each name lives; the functions are called like the commands of `jounce`."""

__all__ = [
    "Result",
    "__version__",
    "bench",
    "check",
    "drive",
    "explain",
    "export",
    "kc",
    "load_vehicle",
    "read_result",
    "replace",
    "report",
    "reproduce",
    "run",
    "sweep",
    "tire",
    "view",
    "warmup",
    "write_replay",
    "write_report",
    "write_result",
]
"""Without `list`: a star import would take Python's own away."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'jounce' has no attribute {name!r}")
    home, _, other = _HOMES[name].partition(":")
    return getattr(importlib.import_module(home), other or name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
