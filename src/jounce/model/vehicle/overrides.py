"""An object with some of its values replaced, by a mapping that has the same keys: how a right side differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.errors import ModelError
from jounce.findings import Finding, shown
from jounce.schema.frozen import Frozen, Object, replace


def with_overrides(original: Object, overrides: Mapping[str, Any]) -> Object:
    """The object with other values, checked again; mappings replace values inside, anything else a whole value.

    Raises ModelError with findings that are named by their keys.
    """
    changes, findings = {}, list[Finding]()
    for key, value in overrides.items():
        old = getattr(original, key, None)
        if not isinstance(old, Frozen) or isinstance(value, Frozen):
            changes[key] = value
            continue
        try:
            changes[key] = with_overrides(old, _mapping(value))
        except ModelError as error:
            findings += [finding.inside(key) for finding in error.findings]
    if findings:
        raise ModelError(findings)
    return replace(original, **changes)


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ModelError([Finding("", "not a mapping", shown(value), "the keys that differ")])
    return {str(key): item for key, item in value.items()}
