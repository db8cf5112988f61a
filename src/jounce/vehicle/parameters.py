"""A vehicle with some of its numbers changed, by their dotted paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.errors import ModelError, Refusal
from jounce.findings import Finding, suggestion
from jounce.mechanism import replace
from jounce.mechanism.frozen import Frozen
from jounce.vehicle import Vehicle


def with_parameters(vehicle: Vehicle, parameters: Mapping[str, Any]) -> Vehicle:
    """The vehicle with new values, such as {"axles.front.suspension.spring.stiffness": "40 N/mm"}, checked again.

    Raises ModelError with all paths that lead nowhere, or with what the vehicle refuses.
    """
    findings = []
    changed: Any = vehicle
    for path, value in parameters.items():
        try:
            changed = _changed(changed, path.split("."), value)
        except Refusal as error:
            findings.append(error.finding.inside(path))
        except ModelError as error:
            findings += [Finding(path, f.what, f.got, f.expected, f.hint) for f in error.findings]
    if findings:
        raise ModelError(findings, "the parameters")
    assert isinstance(changed, Vehicle)
    return changed


def _changed(thing: Any, path: list[str], value: Any) -> Any:
    """A copy of an object or tuple with the value at the end of a path."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(thing, tuple):
        names = [getattr(item, "name", str(i)) for i, item in enumerate(thing)]
        if step not in names:
            raise Refusal("no such part", repr(step), f"one of {', '.join(names)}", suggestion(step, names))
        i = names.index(step)
        return (*thing[:i], _changed(thing[i], rest, value), *thing[i + 1 :])
    known = list(type(thing).model_fields) if isinstance(thing, Frozen) else []
    if step not in known:
        expected = f"one of {', '.join(known)}" if known else "the end of the path: this is a number or absent"
        raise Refusal("no such value", repr(step), expected, suggestion(step, known))
    return replace(thing, **{step: _changed(getattr(thing, step), rest, value)})
