"""Choose among several classes by the key `kind`, as in `kind: revolute`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from jounce.errors import Refusal
from jounce.findings import shown, suggestion
from jounce.mechanism.frozen import Frozen


def chosen_by_kind(what: str, *classes: type[Frozen]) -> Callable[[object], Frozen]:
    """A function that turns a mapping with a `kind` into an object of the class of that kind, and keeps objects."""
    by_kind = {cls.model_fields["kind"].default: cls for cls in classes}

    def build(value: object) -> Frozen:
        if isinstance(value, classes):
            return value
        if not isinstance(value, Mapping):
            raise Refusal(f"not a {what}", shown(value), f"a {what} or its keys")
        kind = value.get("kind")
        if kind is None:
            raise Refusal("missing key", expected=f"one of {', '.join(by_kind)}", where="kind")
        cls = by_kind.get(kind) if isinstance(kind, str) else None
        if cls is None:
            hint = suggestion(kind, by_kind) if isinstance(kind, str) else ""
            raise Refusal(f"unknown kind of {what}", shown(kind), f"one of {', '.join(by_kind)}", hint, "kind")
        return cls(**{str(key): item for key, item in value.items()})

    return build
