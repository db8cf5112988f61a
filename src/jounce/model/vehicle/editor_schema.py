"""A JSON schema of vehicle files, for editors: keys, their kinds and their help while one writes.

It is made from the classes that read the files, and loosened where files may say a thing in several ways: numbers may
be strings with a unit, inertias have several forms, named objects are a list or a mapping of names. So it refuses
unknown keys and kinds and what is missing; `jounce check` says the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.model.vehicle.steerings.registry import STEERINGS
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS
from jounce.model.vehicle.vehicle import Vehicle
from jounce.schema.frozen import Frozen

DIALECT = "https://json-schema.org/draft/2020-12/schema"
QUANTITY = {"type": ["number", "string"]}
SHORT_FORMS = frozenset({"Table", "Curve"})
"""Classes whose keys have short forms."""


def vehicle_schema() -> dict[str, Any]:
    """The schema of a vehicle file, as data for a JSON file."""
    Vehicle.model_rebuild()
    whole = Vehicle.model_json_schema()
    definitions = dict(whole.pop("$defs", {}))
    suspension = _one_of_kinds("suspension", SUSPENSIONS, definitions)
    laws = "kind: simple, magic_formula_87, tmeasy, fiala or calspan, or file: a .tir file."
    for unit in (whole, _resolved(whole["properties"]["trailers"]["items"], definitions)):
        axle = _resolved(unit["properties"]["axles"]["items"], definitions)["properties"]
        axle["suspension"], axle["tire"] = suspension, {"type": "object", "description": laws}
    steering = _one_of_kinds("steering", STEERINGS, definitions, usual="rack")
    for kind in STEERINGS:
        _allow_short_actuation(definitions[f"steering_{kind}"])
    for key in ("steering", "second_steering"):
        whole["properties"][key] = {"anyOf": [steering, {"type": "null"}], "default": None}
    whole, definitions = _with_items(whole, definitions), _with_items(definitions, definitions)
    schema = {
        "$schema": DIALECT,
        **_loosen(whole),
        "$defs": {name: _loosen(each) for name, each in definitions.items()},
    }
    return schema | {"title": "A vehicle of jounce"}


def _resolved(node: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The object that a part of the schema refers to, or that part itself."""
    found: dict[str, Any] = definitions[node["$ref"].rpartition("/")[2]] if "$ref" in node else node
    return found


def _with_items(node: Any, definitions: dict[str, Any]) -> Any:
    """The schema with objects of lists in their places instead of references to them."""
    if isinstance(node, list):
        return [_with_items(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    found = {key: _with_items(value, definitions) for key, value in node.items()}
    reference = found.get("items", {}).get("$ref", "") if isinstance(found.get("items"), dict) else ""
    return found | ({"items": _with_items(definitions[reference.rpartition("/")[2]], definitions)} if reference else {})


def _loosen(node: Any) -> Any:
    """A part of the schema as files may be written."""
    if isinstance(node, list):
        return [_loosen(item) for item in node]
    if not isinstance(node, dict):
        return node
    if node.get("type") == "number":
        return {key: value for key, value in node.items() if key in ("title", "default", "description")} | QUANTITY
    if node.get("type") == "array":
        return _loosen_array(node)
    loose = {key: _loosen(value) for key, value in node.items()}
    if node.get("title") in SHORT_FORMS:
        loose = {key: value for key, value in loose.items() if key not in ("required", "additionalProperties")}
    return loose


def _loosen_array(node: dict[str, Any]) -> dict[str, Any]:
    about = {key: value for key, value in node.items() if key in ("title", "description")}
    if "prefixItems" in node:
        count = len(node["prefixItems"])
        lengths = {"minItems": count, "maxItems": count, "items": QUANTITY} if count < 6 else {}
        return about | {"type": "array"} | lengths
    items = _loosen(node.get("items", {}))
    if "name" not in _properties(items):
        return about | {"type": "array", "items": items}
    return about | {
        "anyOf": [{"type": "array", "items": items}, {"type": "object", "additionalProperties": _nameless(items)}]
    }


def _properties(items: dict[str, Any]) -> set[str]:
    """Keys of the objects of a list; of a choice, those of all of them."""
    found = set(items.get("properties", {}))
    return found.union(*(_properties(choice) for choice in items.get("anyOf", [])))


def _nameless(items: dict[str, Any]) -> dict[str, Any]:
    """The objects of a list as values of a mapping, where their names are keys."""
    if "anyOf" in items:
        return items | {"anyOf": [_nameless(choice) for choice in items["anyOf"]]}
    return items | {"required": [key for key in items.get("required", []) if key != "name"]}


def _one_of_kinds(
    what: str, classes: Mapping[str, type[Frozen]], definitions: dict[str, Any], usual: str = ""
) -> dict[str, Any]:
    """The schema of objects that are told apart by their kind, which goes to definitions; usual: that of objects
    without one."""
    kinds = []
    for kind, cls in classes.items():
        cls.model_rebuild()
        found = cls.model_json_schema()
        definitions |= found.pop("$defs", {})
        definitions[f"{what}_{kind}"] = found
        chosen = {"properties": {"kind": {"const": kind}}} | ({} if kind == usual else {"required": ["kind"]})
        kinds.append({"if": chosen, "then": {"$ref": f"#/$defs/{what}_{kind}"}})
    one_of = {"properties": {"kind": {"enum": [*classes]}}} | ({} if usual else {"required": ["kind"]})
    return {"type": "object", **one_of, "allOf": kinds}


def _allow_short_actuation(steering: dict[str, Any]) -> None:
    """Let the actuation of a steering also be the word `prescribed`."""
    properties = steering["properties"]
    properties["actuation"] = {"anyOf": [{"const": "prescribed"}, properties["actuation"]]}
