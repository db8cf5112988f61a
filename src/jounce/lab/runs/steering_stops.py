"""Steering that a linkage can follow: a maneuver may not ask for more travel of the rack than its joints allow."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np

from jounce.engine.analysis.steering_range import MAX_TRAVEL, steering_range
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.formulation import System
from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.model.mechanism.signals import sample_signal
from jounce.model.vehicle import RACK_TRAVEL, STEERING_WHEEL_ANGLE, Vehicle

MAX_WHEEL_ANGLE = math.radians(60.0)
"""Mean angle of the steered wheels beyond which no linkage is followed [rad]."""
SAMPLES = 2001
"""Instants at which the steering of a maneuver is looked at."""
EASY = 0.02
"""Travel of the rack that every linkage allows [m]: not looked at, so that ordinary maneuvers start at once."""


def check_steering(plan: Maneuver, car: Vehicle, system: System) -> None:
    """Refuse a maneuver that steers beyond the range of the linkage, found by closing its loops step by step.

    The loops are closed with generated equations, in every formulation; what a driver will steer is not known before.
    """
    signal = plan.inputs.get(RACK_TRAVEL)
    if signal is None or car.steering is None:
        return
    asked = float(np.abs(sample_signal(signal, np.linspace(0.0, plan.end, SAMPLES))).max())
    stop = car.steering.free_travel
    if asked <= min(EASY, stop) or (asked > stop and car.steering.gives_way):  # which stops hold by their force
        return
    if asked > stop:
        raise _too_far(plan, car, asked, stop, "beyond the steering stops", "the rack stops there")
    generated = system.capabilities.runs_batches
    own = cast(Any, system if generated else synthesis.build(system.mechanism, inputs=plan.inputs))
    found = steering_range(own, car, own.start_state(), lock=MAX_WHEEL_ANGLE, travel=min(asked, MAX_TRAVEL))
    if found is None or asked <= abs(found.largest) + 1e-9:
        return
    hint = "beyond it the linkage locks"
    raise _too_far(plan, car, asked, abs(found.largest), "beyond the range of the steering linkage", hint)


def _too_far(plan: Maneuver, car: Vehicle, asked: float, travel: float, what: str, hint: str) -> InputError:
    """The error for a travel of the rack that is asked for and cannot be reached [m], in the unit of the input."""
    assert car.steering is not None
    ratio = abs(car.steering.ratio)
    if STEERING_WHEEL_ANGLE in plan.inputs:
        got, expected = (f"{math.degrees(size / ratio):.4g} deg" for size in (asked, travel))
        where, rack = "steering wheel angle", f" ({1e3 * travel:.3g} mm of the rack)"
    else:
        got, expected = (f"{1e3 * size:.4g} mm" for size in (asked, travel))
        where, rack = "rack travel", f" ({math.degrees(travel / ratio):.4g} deg of the steering wheel)"
    return InputError(what, got, f"at most {expected}{rack}", hint, where=where)
