"""An object with some of its values replaced, by a mapping that has the same keys: how a right side differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.errors import ModelError
from jounce.findings import Finding, shown, suggestion
from jounce.schema.frozen import Frozen, Object, replace


def with_overrides(original: Object, overrides: Mapping[str, Any]) -> Object:
    """The object with other values, checked again; mappings replace values inside, anything else a whole value.

    Raises ModelError with findings that are named by their keys.
    """
    changes, findings = {}, list[Finding]()
    for key, value in overrides.items():
        old: Any = getattr(original, key, None)
        named = isinstance(old, tuple) and bool(old) and all(hasattr(item, "name") for item in old)
        if isinstance(value, Frozen) or not (isinstance(old, Frozen) or (named and isinstance(value, Mapping))):
            changes[key] = value
            continue
        try:
            changes[key] = _with_named(old, value) if isinstance(old, tuple) else with_overrides(old, _mapping(value))
        except ModelError as error:
            findings += [finding.inside(key) for finding in error.findings]
    if findings:
        raise ModelError(findings)
    return replace(original, **changes)


def _with_named(old: tuple[Any, ...], values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Named objects with some of their values replaced, by a mapping of their names."""
    names = [item.name for item in old]
    findings = [
        Finding(
            str(name), "no such part", repr(name), hint=suggestion(str(name), names) or f"known: {', '.join(names)}"
        )
        for name in values
        if name not in names
    ]
    changed = []
    for item in old:
        try:
            changed.append(with_overrides(item, _mapping(values[item.name])) if item.name in values else item)
        except ModelError as error:
            findings += [finding.inside(item.name) for finding in error.findings]
    if findings:
        raise ModelError(findings)
    return tuple(changed)


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ModelError([Finding("", "not a mapping", shown(value), "the keys that differ")])
    return {str(key): item for key, item in value.items()}
