"""What every object that a user writes has in common: frozen, compared by value, and refused with all findings.

Choose among several classes by the key `kind`, as in `kind: revolute`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic_core import core_schema

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, dotted, shown, suggestion

Shorthands: TypeAlias = Mapping[str, tuple[str, ...]]


def _with_text_keys(data: Any) -> Any:
    """A mapping whose keys are texts, as keyword arguments must be; anything else as it is."""
    if isinstance(data, BaseModel):  # most are; asking whether one is a mapping takes longer
        return data
    return {str(key): value for key, value in data.items()} if isinstance(data, Mapping) else data


class Frozen(BaseModel):
    """An immutable object whose construction either succeeds or raises a ModelError with every finding.

    `shorthands` maps a key that may be written instead of others to those others: `point` for `point_a` and `point_b`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
    shorthands: ClassVar[Shorthands] = {}

    def __init__(self, /, **data: Any) -> None:
        try:
            super().__init__(**_spread(data, self.shorthands))
        except ValidationError as error:
            findings = dict.fromkeys(_findings(type(self), data, error))
            raise ModelError(findings, _subject(type(self), data)) from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_before_validator_function(_with_text_keys, handler(source))


Object = TypeVar("Object", bound=Frozen)


def replace(original: Object, **changes: Any) -> Object:
    """This object with some fields changed, checked again."""
    fields = {name: getattr(original, name) for name in type(original).model_fields}
    for short, longs in original.shorthands.items():
        if changes.get(short) is not None:
            fields = {name: value for name, value in fields.items() if name not in longs}
    return type(original)(**(fields | changes))


def _spread(data: Mapping[str, Any], shorthands: Shorthands) -> dict[str, Any]:
    """The data with shorthands written out; one given beside its long form stays, and its own type refuses it."""
    spread = dict(data)
    for short, longs in shorthands.items():
        if spread.get(short) is not None and all(spread.get(name) is None for name in longs):
            spread |= dict.fromkeys(longs, spread.pop(short))
    return spread


def _subject(cls: type[Frozen], data: Mapping[str, Any]) -> str:
    name = data.get("name")
    return f"{cls.__name__} {name!r}" if isinstance(name, str) else cls.__name__


def _findings(cls: type[Frozen], data: Mapping[str, Any], error: ValidationError) -> Iterator[Finding]:
    for detail in error.errors(include_url=False):
        path = detail["loc"]
        short = next((short for short, longs in cls.shorthands.items() if path and path[0] in longs), None)
        if short is not None and data.get(str(path[0])) is None:
            if data.get(short) is None:
                yield _missing_pair(short, cls.shorthands[short], data)
                continue
            if any(data.get(name) is not None for name in cls.shorthands[short]):
                continue  # the shorthand is refused beside its long form
            path = (short, *path[1:])
        yield from _translated(cls, path, detail)


def _missing_pair(short: str, longs: tuple[str, ...], data: Mapping[str, Any]) -> Finding:
    """One finding for a pair of keys such as `point_a` and `point_b` of which one or both are absent."""
    absent = [name for name in longs if data.get(name) is None]
    if len(absent) < len(longs):
        return Finding(absent[0], "missing key", hint=f"give both {' and '.join(longs)}, or {short} alone")
    return Finding(short, "missing key", hint=f"give {short}, or {' and '.join(longs)}")


def _translated(cls: type[Frozen], path: tuple[str | int, ...], detail: Any) -> Iterator[Finding]:
    """Findings for one pydantic error, in our words."""
    kind, where, got = detail["type"], dotted(*path), shown(detail["input"])
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, ModelError):
        yield from (finding.inside(*path) for finding in cause.findings)
    elif isinstance(cause, InputError):
        yield cause.finding.inside(*path)
    elif kind == "missing":
        yield Finding(where, "missing key")
    elif kind == "extra_forbidden":
        known = [field.alias or name for name, field in cls.model_fields.items() if name != "kind"]
        yield Finding(where, "unknown key", hint=suggestion(str(path[-1]), known) or f"known keys: {', '.join(known)}")
    elif kind == "literal_error":
        yield Finding(where, "unknown value", got, detail["ctx"]["expected"])
    elif kind == "bool_type":
        yield Finding(where, "not a boolean", got, "true or false")
    elif kind == "model_type":
        yield Finding(where, "not a mapping", got, f"the keys of a {detail['ctx']['class_name']}")
    elif kind == "dict_type":
        yield Finding(where, "not a mapping", got, "keys and values")
    elif kind in ("tuple_type", "list_type"):
        yield Finding(where, "not a list", got, "a list")
    else:
        yield Finding(where, detail["msg"][:1].lower() + detail["msg"][1:], got)


def chosen_by_kind(what: str, *classes: type[Frozen]) -> Callable[[object], Frozen]:
    """A function that turns a mapping with a `kind` into an object of the class of that kind, and keeps objects."""
    by_kind = {cls.model_fields["kind"].default: cls for cls in classes}

    def build(value: object) -> Frozen:
        if isinstance(value, classes):
            return value
        if not isinstance(value, Mapping):
            raise InputError(f"not a {what}", shown(value), f"a {what} or its keys")
        kind = value.get("kind")
        if kind is None:
            raise InputError("missing key", expected=f"one of {', '.join(by_kind)}", where="kind")
        cls = by_kind.get(kind) if isinstance(kind, str) else None
        if cls is None:
            hint = suggestion(kind, by_kind) if isinstance(kind, str) else ""
            raise InputError(f"unknown kind of {what}", shown(kind), f"one of {', '.join(by_kind)}", hint, "kind")
        return cls(**{str(key): item for key, item in value.items()})

    return build
