"""A key that holds several named objects: a mapping of names to keys, or a list of objects that carry their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BeforeValidator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown


def named_items(build: Callable[[dict[str, Any]], Any]) -> BeforeValidator:
    """A validator that makes a tuple of named objects; findings call them by their names.

    build: makes one object from its keys, `name` among them; raises ModelError or InputError.
    """

    def check(value: object) -> tuple[Any, ...]:
        if isinstance(value, Mapping):
            return _built([(str(name), keys) for name, keys in value.items()], build, keyed=True)
        if isinstance(value, list | tuple):
            return _built([(_name_of(keys, i), keys) for i, keys in enumerate(value)], build, keyed=False)
        raise InputError("neither a list nor a mapping of names", shown(value))

    return BeforeValidator(check)


def _built(pairs: list[tuple[str, object]], build: Callable[[dict[str, Any]], Any], *, keyed: bool) -> tuple[Any, ...]:
    made, findings, seen = [], list[Finding](), set[str]()
    for name, keys in pairs:
        if name in seen:
            findings.append(Finding(name, "two of one name", hint="rename one"))
        seen.add(name)
        try:
            made.append(_build_one(name, keys, build, keyed=keyed))
        except ModelError as error:
            findings += [finding.inside(name) for finding in error.findings]
        except InputError as error:
            findings.append(error.finding.inside(name))
    if findings:
        raise ModelError(findings)
    return tuple(made)


def _build_one(name: str, keys: object, build: Callable[[dict[str, Any]], Any], *, keyed: bool) -> Any:
    if not isinstance(keys, Mapping):
        if hasattr(keys, "name"):
            return keys
        raise InputError("not a mapping", shown(keys), "the keys of an object")
    given = {str(key): item for key, item in keys.items()}
    if keyed and given.get("name", name) != name:
        raise InputError("two names", shown(given["name"]), repr(name), "leave it out", "name")
    return build(given | ({"name": name} if keyed else {}))


def _name_of(keys: object, i: int) -> str:
    name = keys.get("name") if isinstance(keys, Mapping) else getattr(keys, "name", None)
    return name if isinstance(name, str) and name else str(i)
