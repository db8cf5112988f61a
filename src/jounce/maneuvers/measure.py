"""What a maneuver asks to be measured: named metrics, and those that people define themselves."""

from __future__ import annotations

from collections.abc import Iterable

from jounce.errors import JounceError
from jounce.maneuvers.own_metrics import is_own, own_metrics
from jounce.metrics import Measured, compute
from jounce.results import Result


def measure(result: Result, metrics: Iterable[str]) -> dict[str, Measured]:
    """Name → value of every metric, in the order asked for; raises Refusal for an unknown name.

    Named ones are in SI, own ones in the unit that they were given. One without meaning for the run has no value and a
    note that says why.
    """
    asked = list(metrics)
    named = compute(result, [name for name in asked if not is_own(name)])
    channels = {channel.name: channel.values for channel in result.channels}
    own = {}
    for definition in own_metrics(asked):
        try:
            own[definition.name] = Measured(
                name=definition.name, value=definition.measure(channels), unit=definition.unit
            )
        except JounceError as error:
            own[definition.name] = Measured(name=definition.name, value=None, unit=definition.unit, note=str(error))
    order = [name.partition("[")[0].strip() if is_own(name) else name for name in asked]
    return {name: (named | own)[name] for name in order}
