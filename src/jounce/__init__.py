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
    from jounce.cli.bench import bench
    from jounce.cli.check import check
    from jounce.cli.explain import explain
    from jounce.cli.kernels import warmup
    from jounce.cli.tire import tire
    from jounce.cli.view import view
    from jounce.lab.kinematics_compliance.kc import kc
    from jounce.lab.results import Result, read_result, write_result
    from jounce.lab.results.export import export
    from jounce.lab.run_settings import RunSettings
    from jounce.lab.runs.run import run
    from jounce.lab.simulation.straight_ahead import linearise
    from jounce.lab.studies import sweep
    from jounce.live.viewer.live import drive
    from jounce.model.library import load_vehicle
    from jounce.model.mechanism import replace
    from jounce.output.replay.replay import write_replay
    from jounce.output.reports import report, write_report
    from jounce_papers import reproduce

_HOMES = {
    "Result": "jounce.lab.results",
    "RunSettings": "jounce.lab.run_settings",
    "bench": "jounce.cli.bench",
    "check": "jounce.cli.check",
    "drive": "jounce.live.viewer.live",
    "explain": "jounce.cli.explain",
    "export": "jounce.lab.results.export",
    "kc": "jounce.lab.kinematics_compliance.kc",
    "linearise": "jounce.lab.simulation.straight_ahead",
    "list": "jounce.cli.catalog:catalog",
    "load_vehicle": "jounce.model.library",
    "read_result": "jounce.lab.results",
    "replace": "jounce.model.mechanism",
    "report": "jounce.output.reports",
    "reproduce": "jounce_papers",
    "run": "jounce.lab.runs.run",
    "sweep": "jounce.lab.studies",
    "tire": "jounce.cli.tire",
    "view": "jounce.cli.view",
    "warmup": "jounce.cli.kernels",
    "write_replay": "jounce.output.replay.replay",
    "write_report": "jounce.output.reports",
    "write_result": "jounce.lab.results",
}
"""Where each name lives; the functions are called like the commands of `jounce`."""

__all__ = [
    "Result",
    "RunSettings",
    "__version__",
    "bench",
    "check",
    "drive",
    "explain",
    "export",
    "kc",
    "linearise",
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
