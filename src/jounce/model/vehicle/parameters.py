"""A vehicle's numbers by their dotted paths: what one is, and the vehicle with some of them changed.

Axles and other named parts are steps by their names, numbers in a list by their index, from 0:
`axles.front.suspension.lower_arm.ball_joint.2` is the height of a ball joint. What differs on the right is under
`right`: `axles.front.right.suspension.spring.preload`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
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
    if not parameters:
        return vehicle
    together = {tuple(path.split(".")): value for path, value in parameters.items()}
    if not _overlap(together):
        try:
            found: Vehicle = _with_values(vehicle, together)
            return found
        except (InputError, ModelError):
            pass  # one by one, each error belongs to a path
    findings = []
    changed: Any = vehicle
    for path, value in parameters.items():
        try:
            changed = _with_values(changed, {tuple(path.split(".")): value})
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


def _overlap(paths: Collection[tuple[str, ...]]) -> bool:
    """Whether one of the paths leads through the end of another one."""
    return any(path[:n] in paths for path in paths for n in range(1, len(path)))


def _with_values(thing: Any, values: Mapping[tuple[str, ...], Any]) -> Any:
    """A copy of an object or tuple with the values at the ends of paths, checked once."""
    if () in values:
        return values[()]
    by_step: dict[str, dict[tuple[str, ...], Any]] = {}
    for (step, *rest), value in values.items():
        by_step.setdefault(step, {})[tuple(rest)] = value
    if isinstance(thing, tuple):
        items = list(thing)
        for step, own in by_step.items():
            i = _place(thing, step)
            items[i] = _with_values(items[i], own)
        return tuple(items)
    if isinstance(thing, dict) or (thing is None and by_step.keys() <= set(ON_ONE_SIDE)):  # the right side may be new
        known = thing or {}
        return {
            **known,
            **{s: _with_values(known.get(s, None if () in own else {}), own) for s, own in by_step.items()},
        }
    keys = {_key(thing, step): own for step, own in by_step.items()}
    return replace(thing, **{key: _with_values(getattr(thing, key), own) for key, own in keys.items()})


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
