"""Methods whose work is done in a higher layer than their class, and where that is.

A layer imports only layers below it, but people look for `vehicle.kc()` and `result.report(path)` at the vehicle and
the result. Such a method asks here for the function that does its work; the function takes the object first, then the
arguments of the method, and is imported when the method is called. This table is the only way up, so that it can be
read, and tested, in one place.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

IMPLEMENTATIONS: Mapping[str, str] = {
    "Identified.report": "jounce.output.reports.identification_page:write_identification_page",
    "Mechanism.check": "jounce.cli.check:check",
    "Result.filtered": "jounce.lab.measurements.filtered:filter_result",
    "Optimised.report": "jounce.output.reports.optimisation_page:write_optimisation_page",
    "Result.replay": "jounce.output.replay.replay:write_replay",
    "Result.report": "jounce.output.reports.write:write_report",
    "Validation.report": "jounce.output.reports.validation.page:write_validation",
    "Vehicle.check": "jounce.cli.check:check",
    "Vehicle.kc": "jounce.lab.kinematics_compliance.kc:kc",
}
"""Class.method → module:function."""


def implementation(method: str) -> Callable[..., Any]:
    """The function that does the work of a method, given as `Class.method`."""
    module, _, function = IMPLEMENTATIONS[method].partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found
