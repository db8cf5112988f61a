"""The keys of an object as a person writes them: kinds, and what is not the default."""

from __future__ import annotations

from typing import Any

from jounce.schema.frozen import Frozen


def written_keys(thing: Any) -> Any:
    """Plain data for a file from a frozen object, from which it can be read back; nested ones and tuples likewise."""
    if isinstance(thing, Frozen):
        found = {}
        for name, field in type(thing).model_fields.items():
            value = getattr(thing, name)
            default = None if field.is_required() else field.get_default(call_default_factory=True)
            if name == "kind" or field.is_required() or value != default:
                found[name] = written_keys(value)
        return found
    if isinstance(thing, list | tuple):
        return [written_keys(item) for item in thing]
    if isinstance(thing, dict):
        return {key: written_keys(value) for key, value in thing.items()}
    return thing
