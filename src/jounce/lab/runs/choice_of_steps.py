"""The integrator of a run that names none: steps chosen by the error, or steps of one length.

The formulation has an integrator with steps of one length. Where that is `chord`, and nothing on the way of the car can
be shorter than a step, `auto` makes the same implicit steps with a length that follows from the local error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.engine.formulations.formulation import Formulation
from jounce.engine.formulations.registry import find_formulation
from jounce.engine.integrators.catalogue.auto import Auto
from jounce.engine.integrators.catalogue.implicit import Chord
from jounce.engine.integrators.kinks import MAX_POINTS
from jounce.engine.laws.ground.closed_form import plane_label
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.run_settings import RunSettings
from jounce.model.mechanism import Signal
from jounce.model.mechanism.signals import Formula, Table
from jounce.model.vehicle import WIND_END, WIND_START
from jounce.schema.frozen import replace


def default_integrator(
    formulation: Formulation, settings: RunSettings, plan: Maneuver, ground: tuple | None, *, driven: bool
) -> str:
    """The name of the integrator of a run that names none.

    ground: under the tires, None where it is level. driven: whether a driver or controllers act at ticks.
    """
    fixed = formulation.default_integrator
    if fixed != Chord.name or settings.step is not None:
        return fixed
    if settings.max_step is not None:
        return Auto.name
    return Auto.name if not driven and _allows_long_steps(plan, ground) else fixed


def with_equal_steps(settings: RunSettings) -> RunSettings:
    """The settings with the integrator of their formulation, which has steps of one length, where they name none."""
    if settings.integrator is not None:
        return settings
    return replace(settings, integrator=find_formulation(settings.formulation).default_integrator)


def recorded_with_equal_steps(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a record with steps of one length in place of those that `auto` chose."""
    if settings.get("integrator") != Auto.name:
        return dict(settings)
    return {name: value for name, value in settings.items() if name not in ("integrator", "tolerance", "max_step")} | {
        "integrator": Chord.name
    }


def _allows_long_steps(plan: Maneuver, ground: tuple | None) -> bool:
    """Whether nothing that the car meets can lie between two evaluations of the longest step."""
    if plan.step != Maneuver.step or any(name in plan.inputs for name in (WIND_START, WIND_END)):
        return False
    even = ground is None or plane_label(ground)[0] == 1.0
    return even and not any(map(_may_be_missed, plan.inputs.values()))


def _may_be_missed(signal: Signal) -> bool:
    """Whether a table has a peak that is narrower than the longest step, between points that bound no step."""
    table = signal.signal if isinstance(signal, Formula) else signal
    if not isinstance(table, Table) or (table.interpolation == "linear" and len(table.times) <= MAX_POINTS):
        return False
    return bool(2.0 * np.diff(table.times).min() < Auto.largest_step)
