"""A vehicle's numbers by their dotted paths: what one is, and the vehicle with some of them changed.

Axles and other named parts are steps by their names, numbers in a list by their index, from 0:
`axles.front.suspension.lower_arm.ball_joint.2` is the height of a ball joint. What differs on the right is under
`right`: `axles.front.right.suspension.spring.preload`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, suggestion
from jounce.model.mechanism import replace
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.axle import ON_ONE_SIDE
from jounce.schema.frozen import Frozen


def with_parameters(vehicle: Vehicle, parameters: Mapping[str, Any]) -> Vehicle:
    """The vehicle with new values, such as {"axles.front.suspension.spring.stiffness": "40 N/mm"}, checked again.

    Raises ModelError with all paths that lead nowhere, or with what the vehicle refuses.
    """
    findings = []
    changed: Any = vehicle
    for path, value in parameters.items():
        try:
            changed = _with_value(changed, path.split("."), value)
        except InputError as error:
            findings.append(error.finding.inside(path))
        except ModelError as error:
            findings += [Finding(path, f.what, f.got, f.expected, f.hint) for f in error.findings]
    if findings:
        raise ModelError(findings, "the parameters")
    assert isinstance(changed, Vehicle)
    return changed


def value_at(vehicle: Vehicle, path: str) -> Any:
    """What stands at the end of a dotted path; raises InputError where it leads nowhere."""
    thing: Any = vehicle
    for step in path.split("."):
        if isinstance(thing, tuple):
            thing = thing[_place(thing, step)]
        elif isinstance(thing, dict) and step in thing:
            thing = thing[step]
        else:
            thing = getattr(thing, _key(thing, step))
    return thing


def _with_value(thing: Any, path: list[str], value: Any) -> Any:
    """A copy of an object or tuple with the value at the end of a path."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(thing, tuple):
        i = _place(thing, step)
        return (*thing[:i], _with_value(thing[i], rest, value), *thing[i + 1 :])
    if isinstance(thing, dict) or (thing is None and step in ON_ONE_SIDE):  # what differs on the right may be new
        return {**(thing or {}), step: _with_value((thing or {}).get(step, {} if rest else None), rest, value)}
    key = _key(thing, step)
    return replace(thing, **{key: _with_value(getattr(thing, key), rest, value)})


def _place(things: tuple[Any, ...], step: str) -> int:
    """The index of a part by its name, or of a number by its index."""
    names = [getattr(item, "name", str(i)) for i, item in enumerate(things)]
    if step not in names:
        raise InputError("no such part", repr(step), f"one of {', '.join(names)}", suggestion(step, names))
    return names.index(step)


def _key(thing: Any, step: str) -> str:
    """The step itself, if the object has such a field."""
    known = list(type(thing).model_fields) if isinstance(thing, Frozen) else []
    if step not in known:
        expected = f"one of {', '.join(known)}" if known else "the end of the path: this is a number or absent"
        raise InputError("no such value", repr(step), expected, suggestion(step, known))
    return step
