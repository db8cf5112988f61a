"""The built-in controllers by name. A line here makes a new one known to Python, the command line and the docs.

How controllers are written: `abs, esc(max_lateral_acceleration=6)` on a command line, a list of such strings, of
mappings (`name`, `rate`, `outputs`: a controller made of expressions; `kind: fmu`, `file`: one from another tool) and
of Python objects elsewhere. A string that ends in .fmu, `brakes.fmu(rate=1000)`, is a file too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from jounce.errors import InputError, ModelError
from jounce.findings import shown, suggestion
from jounce.schema.frozen import Frozen

_CALL = re.compile(r"([\w-]+)\s*(?:\((.*)\))?", re.DOTALL)
"""NAME or NAME(OPTION=VALUE, …)."""
_FMU = re.compile(r"(.*\.fmu)\s*(?:\((.*)\))?", re.DOTALL | re.IGNORECASE)
"""FILE.fmu or FILE.fmu(OPTION=VALUE, …)."""
_SEPARATOR = re.compile(r",(?![^()]*\))")
"""A comma outside parentheses."""


@dataclass(frozen=True)
class CatalogueEntry:
    """A module of the catalogue, imported when its options or its controller are asked for."""

    module: str
    """Name of the module in `jounce.lab.controllers.catalogue`."""
    controller: str
    """Name of the class in it: a frozen model whose fields are the options, with `start`."""
    about: str
    """What the controller does, in one phrase."""

    @property
    def options(self) -> type[Frozen]:
        """Class of the controller, whose fields are its options with their defaults and descriptions."""
        found: type[Frozen] = getattr(import_module(f"jounce.lab.controllers.catalogue.{self.module}"), self.controller)
        return found


CONTROLLERS: Mapping[str, CatalogueEntry] = {
    "abs": CatalogueEntry("anti_lock", "AntiLock", "anti-lock brakes: slip of each wheel, select-low at the rear"),
    "esc": CatalogueEntry(
        "stability",
        "StabilityControl",
        "stability control: brakes single wheels to the yaw rate of a single-track model",
    ),
    "traction-control": CatalogueEntry(
        "traction", "TractionControl", "limits the slip of driven wheels by throttle, drive torques and brakes"
    ),
    "torque-vectoring": CatalogueEntry(
        "torque_vectoring", "TorqueVectoring", "yaw moment from different drive torques left and right"
    ),
    "automatic": CatalogueEntry(
        "automatic", "AutomaticGearbox", "automatic gearbox: clutch and gears of an engine by its speed"
    ),
    "collisions": CatalogueEntry(
        "collisions", "Collisions", "contacts of the body with the ground, boxes, crates and cones"
    ),
    "blending": CatalogueEntry(
        "blending", "BrakeBlending", "brake blending: electric motors brake first, friction brakes do the rest"
    ),
    "skyhook": CatalogueEntry(
        "skyhook", "Skyhook", "semi-active or active dampers: a damper to the sky at every corner"
    ),
    "rear-steering": CatalogueEntry(
        "rear_steering", "RearSteering", "turns the wheels of a second axle by a ratio to the front ones over the speed"
    ),
}


def parse_controllers(given: object) -> tuple[Any, ...]:
    """Controllers as a tuple of strings, mappings and objects, each of which is known to be one.

    given: a string such as `abs, esc(gain=2)`, one controller, or a list of them. Raises InputError or ModelError.
    """
    listed = given if isinstance(given, list | tuple) else [given]
    parts = [part for one in listed for part in (_SEPARATOR.split(one) if isinstance(one, str) else [one])]
    found = tuple(part.strip() if isinstance(part, str) else part for part in parts)
    names = [_name(build_controller(spec)) for spec in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError("two controllers of one name", repr(name), "different names", where="controllers")
    return found


def build_controller(spec: Any) -> Any:
    """The controller of a string, a mapping or an object; raises InputError or ModelError for what is none."""
    if isinstance(spec, str):
        return _build_named(spec)
    if isinstance(spec, Mapping):
        return _build_described({str(key): value for key, value in spec.items()})
    if not (hasattr(spec, "start") or hasattr(spec, "update")) or isinstance(spec, type):
        expected = "a name, or an object with start(car, speed) or update(t, channels, inputs)"
        raise InputError("not a controller", shown(spec), expected)
    return spec


def describe_controllers(specs: Iterable[Any]) -> list[Any]:
    """Controllers as plain data: strings and mappings as they are, objects by the name of their class."""
    return [spec if isinstance(spec, str | Mapping) else f"{type(spec).__name__} (Python object)" for spec in specs]


def are_recordable(specs: Iterable[Any]) -> bool:
    """Whether all controllers can be made again from plain data."""
    return all(isinstance(spec, str | Mapping) for spec in specs)


def _build_described(keys: Mapping[str, Any]) -> Frozen:
    """The controller of a mapping."""
    if "kind" not in keys:
        from jounce.lab.controllers.expressions import ExpressionController

        return ExpressionController(**keys)
    if keys["kind"] != "fmu":
        raise InputError(
            "unknown kind of controller", shown(keys["kind"]), "fmu, or none for expressions", where="kind"
        )
    from jounce.lab.controllers.fmu_controller import FmuController

    return FmuController(**{"name": Path(str(keys.get("file", ""))).stem or "fmu", **keys})


def controller_files(specs: Iterable[Any]) -> list[str]:
    """Files of FMUs among controllers."""
    built = [build_controller(spec) for spec in specs if isinstance(spec, str | Mapping)]
    return [one.file for one in built if getattr(one, "kind", "") == "fmu"]


def controllers_beside(folder: Path, given: object) -> object:
    """Controllers as a file in a folder describes them: FMUs are named relative to the folder."""
    if isinstance(given, list | tuple):
        return [controllers_beside(folder, one) for one in given]
    if isinstance(given, Mapping) and isinstance(given.get("file"), str):
        return {**given, "file": str(folder / given["file"])}
    if isinstance(given, str):
        parts = [part.strip() for part in _SEPARATOR.split(given)]
        return ", ".join(str(folder / part) if _FMU.fullmatch(part) else part for part in parts)
    return given


def _build_named(spec: str) -> Frozen:
    if (file := _FMU.fullmatch(spec)) is not None:
        pairs = [_option(spec, pair) for pair in (file.group(2) or "").split(",") if pair.strip()]
        return _build_described({"kind": "fmu", "file": file.group(1), **dict(pairs)})
    match = _CALL.fullmatch(spec)
    if match is None:
        raise InputError("not a controller", repr(spec), "NAME or NAME(OPTION=VALUE, …), such as abs(target_slip=0.12)")
    name, inside = match.group(1), match.group(2) or ""
    if name not in CONTROLLERS:
        known = f"one of {', '.join(CONTROLLERS)}"
        raise InputError("unknown controller", repr(name), known, suggestion(name, CONTROLLERS))
    options = dict(_option(spec, pair) for pair in inside.split(",") if pair.strip())
    try:
        return CONTROLLERS[name].options(**options)
    except ModelError as error:
        raise ModelError([finding.inside(name) for finding in error.findings], f"the options of {name}") from None


def _option(spec: str, pair: str) -> tuple[str, Any]:
    """Name and value of an option NAME=VALUE; `target-slip` may stand for `target_slip`."""
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not equals or not name or not value:
        raise InputError("not an option", repr(pair.strip()), "NAME=VALUE, such as target_slip=0.12", where=spec)
    return name.replace("-", "_"), {"yes": True, "true": True, "no": False, "false": False}.get(value, value)


def _name(controller: Any) -> str:
    return str(getattr(controller, "name", "") or type(controller).__name__.lower())
