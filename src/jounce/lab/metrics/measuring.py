"""What is measured of a result, always from its own channels: named metrics, and those that people define."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from jounce.errors import JounceError
from jounce.lab.metrics.metric import Measured
from jounce.lab.metrics.own_metrics import OwnMetric, is_own, own_metrics
from jounce.lab.results import Result


def measure(result: Result, metrics: Iterable[str]) -> dict[str, Measured]:
    """Name → value of every metric, in the order asked for; raises InputError for an unknown name.

    Named ones are in SI, own ones in the unit that they were given. One without meaning for the run has no value and a
    note that says why.
    """
    from jounce.lab.metrics.registry import compute  # takes a second to import, for SciPy's filters

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
    order = [name_of(name) for name in asked]
    return {name: (named | own)[name] for name in order}


def name_of(metric: str) -> str:
    """The name of a metric, which an own definition begins with."""
    return metric.partition("[")[0].strip() if is_own(metric) else metric


def with_metrics(result: Result, names: Iterable[str]) -> Result:
    """The result with these metrics, computed from its channels; definitions of own ones are kept beside them."""
    asked = tuple(names)
    if not asked:
        return result
    from jounce.lab.metrics.registry import METRICS

    definitions = {name_of(text): {"definition": str(OwnMetric.parse(text))} for text in asked if is_own(text)}
    rows = {
        name: {
            "value": found.value,
            "unit": found.unit,
            "note": found.note,
            "display_unit": METRICS[name].display_unit if name in METRICS else found.unit,
            **definitions.get(name, {}),
        }
        for name, found in measure(result, asked).items()
    }
    return replace(result, metadata=replace(result.metadata, metrics=tuple(rows), measured=rows))


def asked_metrics(results: Iterable[Result]) -> tuple[str, ...]:
    """All metrics that any of the results has: names, and definitions of own ones."""
    found: dict[str, str] = {}
    for result in results:
        for name, row in result.metadata.measured.items():
            found.setdefault(name, str(row.get("definition") or name))
    return tuple(found.values())


def with_equal_metrics(results: Iterable[Result]) -> list[Result]:
    """The results, each with all metrics that any of them has, computed anew from its own channels.

    A result that was made by changing another one, or measured, so never shows the numbers of the other. A metric whose
    definition is not known any more stays as it is.
    """
    from jounce.lab.metrics.registry import METRICS

    listed = list(results)
    asked = [metric for metric in asked_metrics(listed) if is_own(metric) or metric in METRICS]
    known = {name_of(metric) for metric in asked}
    anew = []
    for result in listed:
        kept = {name: row for name, row in result.metadata.measured.items() if name not in known}
        found = with_metrics(result, asked).metadata.measured if asked else {}
        metadata = replace(result.metadata, metrics=(*found, *kept), measured={**found, **kept})
        anew.append(replace(result, metadata=metadata))
    return anew
