"""The record of a run, made from the arguments of `jounce.run`, and those arguments made from a record."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import FileError, InputError
from jounce.lab.controllers.registry import are_recordable, controller_files, describe_controllers
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.results.record import RunRecord, versions
from jounce.lab.runs.stored_maneuver import check_names, rebuild_maneuver
from jounce.model.mechanism.tires import TirTire
from jounce.model.vehicle import SIDES, Vehicle
from jounce.schema.frozen import Frozen

_ENDINGS = (".yaml", ".yml")


def make_record(
    *,
    maneuver: str | Path | Maneuver,
    vehicle: str | Path | Vehicle,
    plan: Maneuver,
    car: Vehicle,
    settings: Mapping[str, Any],
    options: Mapping[str, Any],
    timing: Mapping[str, float],
    seed: int | None = None,
) -> RunRecord:
    """The record of a run.

    maneuver, vehicle, settings (formulation, integrator, step, ground …) and options: as they were given to
    `jounce.run`. plan: the maneuver that they made, before a car's driver was added to it; car: the vehicle that was
    read, before `rack` changed it. timing: seconds of the stages.
    """
    if isinstance(maneuver, Maneuver) and maneuver.call is not None:
        maneuver, options = maneuver.call
    text = _text(maneuver)
    data, lost = maneuver_data(plan)
    named = isinstance(maneuver, str) and text is None
    ground, controllers = settings.get("ground"), settings.get("controllers")
    given = {name: plain(value) for name, value in settings.items() if name not in ("ground", "controllers")}
    given["controllers"] = describe_controllers(controllers) if controllers else None
    given["ground"] = ground if ground is None or isinstance(ground, str) else type(ground).__name__
    if named or text is not None:
        lost = ()  # the name, or the text, and the options bring back whatever is in the maneuver
    if ground is not None and not isinstance(ground, str):
        lost = (*lost, f"the ground, which was given as an object ({type(ground).__name__})")
    if controllers and not are_recordable(controllers):
        lost = (*lost, f"controllers that were given as objects ({', '.join(map(str, given['controllers']))})")
    return RunRecord(
        vehicle=car.model_dump(mode="json"),
        vehicle_source=None if isinstance(vehicle, Vehicle) else str(vehicle),
        vehicle_text=None if isinstance(vehicle, Vehicle) else _text(vehicle),
        maneuver={
            "name": maneuver if named else plan.name,
            "options": {name: plain(value) for name, value in options.items()} if named or text is not None else None,
            "text": text,
            "source": str(maneuver) if text is not None else None,
            "data": data,
        },
        settings=given,
        seed=seed,
        files=dict(_fingerprints(_files(car, ground, (*plan.controllers, *(controllers or ()))))),
        unrepeatable=lost,
        versions=versions(),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        timing={stage: float(seconds) for stage, seconds in timing.items()},
    )


def arguments(record: RunRecord) -> dict[str, Any]:
    """The arguments of `jounce.run` that repeat a run; raises InputError for what a record cannot bring back.

    That is a ground or a driver that was given as a Python object, and a file that has changed since.
    """
    if record.unrepeatable:
        hint = "run it from Python again, or name the ground by a string or a file"
        raise InputError("this run cannot be repeated from its record", "; ".join(record.unrepeatable), hint=hint)
    for name, wanted in record.files.items():
        found = dict(_fingerprints((name,))).get(name)
        if found != wanted:
            got = "no such file" if found is None else "another content"
            raise InputError(f"{name} is not the file of that run", got, f"SHA-256 {wanted[:16]}…", "restore the file")
    settings = {name: value for name, value in record.settings.items() if value is not None}
    options = (record.maneuver.get("options") or {}) if record.maneuver.get("text") is None else {}
    check_names(settings, options)
    if isinstance(settings.get("at"), list):
        settings["at"] = tuple(settings["at"])
    return {
        "maneuver": rebuild_maneuver(record.maneuver),
        "vehicle": Vehicle(**_without_lost_picture(record.vehicle)),
        **settings,
        **options,
    }


def _without_lost_picture(vehicle: Mapping[str, Any]) -> Mapping[str, Any]:
    """A recorded car, drawn with the lofted body if the file of its own is gone: a run does not depend on it."""
    mesh = vehicle.get("body_mesh")
    return vehicle if mesh is None or Path(mesh["file"]).is_file() else {**vehicle, "body_mesh": None}


def maneuver_data(plan: Maneuver) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The fields of a maneuver that are data, in SI, and what else it has, in words."""
    data: dict[str, Any] = {}
    lost = []
    for spec in dataclasses.fields(plan):
        value = getattr(plan, spec.name)
        if spec.name in ("about", "call", "figures"):
            continue  # words, how it was made, and what a report shows first
        try:
            if spec.name == "driver" and value is not None:
                raise TypeError("a driver: its path may be long, and what made it is recorded")
            if spec.name == "controllers" and not are_recordable(value):
                raise TypeError("controllers that are objects")
            data[spec.name] = plain(value)
            rebuilt = not isinstance(value, Frozen) and not dataclasses.is_dataclass(value)
        except TypeError:
            data[spec.name] = type(value).__name__
            rebuilt = False
        if not rebuilt:
            lost.append(f"the {spec.name} of the maneuver, a Python object ({type(value).__name__})")
    return data, tuple(lost)


def plain(value: Any) -> Any:
    """Numbers, texts, lists and mappings; raises TypeError for what is none of these."""
    if isinstance(value, Frozen):
        return value.model_dump(mode="json")
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "_fields"):
        raise TypeError("a named tuple, such as a ground")
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {spec.name: plain(getattr(value, spec.name)) for spec in dataclasses.fields(value)}
        return {"class": type(value).__name__, **fields}
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is no plain data")


def _text(given: object) -> str | None:
    """The text of a YAML file, if that is what was given."""
    if not isinstance(given, Path) and not (isinstance(given, str) and given.lower().endswith(_ENDINGS)):
        return None
    try:
        return Path(given).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileError(f"{given}: cannot be read: {error.strerror}") from None


def _files(car: Vehicle, ground: object, controllers: Iterable[Any]) -> Iterator[str]:
    """Files that the numbers depend on: of tires, of the ground, and FMUs."""
    tires = dict.fromkeys(axle.on(side).tire for axle in car.all_axles for side in SIDES)
    yield from (tire.file for tire in tires if isinstance(tire, TirTire))
    if isinstance(ground, str) and Path(name := ground.partition(",")[0].strip()).suffix:
        yield name
    yield from controller_files(controllers)


def _fingerprints(files: Any) -> Iterator[tuple[str, str]]:
    for name in files:
        if Path(name).is_file():
            yield name, hashlib.sha256(Path(name).read_bytes()).hexdigest()
