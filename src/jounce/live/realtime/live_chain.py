"""Controllers in a live drive: the chain of a run, without an end and without a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jounce.lab.controllers.attached import AttachedController, with_loads_of
from jounce.lab.controllers.chain import ControlChain
from jounce.lab.controllers.registry import build_controller, parse_controllers
from jounce.lab.controllers.schedule import ticks_per_sample
from jounce.model.mechanism import Mechanism
from jounce.model.mechanism.inputs import input_defaults
from jounce.model.vehicle import Vehicle

PERIOD = 0.01
"""Time that controllers' ticks divide [s]; longer periods are multiples of a tick."""


def live_chain(
    car: Vehicle, mechanism: Mechanism, controllers: str | Sequence[Any], step: float
) -> tuple[Mechanism, ControlChain | None]:
    """The mechanism with all that its controllers move, and the controllers of a car at rest, None without any.

    controllers: as for `jounce.run`; step [s]. Raises InputError for what is no controller, or cannot act on this car.
    """
    if not controllers:
        return mechanism, None
    attached = [AttachedController(build_controller(spec), car, 0.0) for spec in parse_controllers(controllers)]
    mechanism = with_loads_of(attached, mechanism)
    steps = max(1, round(PERIOD / step))
    ticks = ticks_per_sample([one.period for one in attached], steps * step, step)
    tick = steps // ticks
    chain = ControlChain(car, None, attached, {}, input_defaults(mechanism), ticks=ticks, tick=tick * step)
    chain.steps_per_tick, chain.keeps_records = tick, False
    return mechanism, chain
