"""A maneuver made again from the record of a result file, which anybody may have written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AllowInfNan, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from jounce.errors import InputError, JounceError
from jounce.findings import dotted, shown
from jounce.lab.controllers.registry import parse_controllers
from jounce.lab.maneuvers.maneuver import Maneuver, Need, check_conditions
from jounce.lab.run_settings import RESERVED, RunSettings
from jounce.model.mechanism import Signal

_SIGNAL: TypeAdapter[Any] = TypeAdapter(Signal)
_Finite = Annotated[float, AllowInfNan(False)]
_Time = Annotated[float, AllowInfNan(False), Field(gt=0.0)]


class StoredManeuver(BaseModel):
    """Fields of a Maneuver that are data, as JSON has them."""

    model_config = ConfigDict(strict=True, extra="forbid")
    name: str
    speed: _Finite
    end: _Time
    step: _Time = 1e-3
    sample: _Time = 1e-2
    inputs: dict[str, Any] = {}
    ground: None = None
    driver: None = None
    controllers: list[Any] = []
    needs: list[Need] = []
    stop: list[str] = []
    metrics: list[str] = []
    options: dict[str, Any] = {}


def rebuild_maneuver(recorded: Mapping[str, Any]) -> Any:
    """What `jounce.run` takes as its maneuver: a name, or a Maneuver made of the text of its file, or of the data.

    Raises InputError or ModelError for what no run has written.
    """
    try:
        if recorded.get("text") is not None:
            from jounce.lab.maneuvers.files.read import parse_maneuver  # which would come back here

            source, options = recorded.get("source") or "<record>", recorded.get("options") or {}
            return parse_maneuver(recorded["text"], source, **options)
        if recorded.get("options") is not None:
            return recorded["name"]
        return _from_data(recorded["data"])
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        raise _damaged(dotted("maneuver", *detail["loc"]), detail["msg"], detail["input"]) from None


def check_names(settings: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Refuse settings that no run has, and options that would be taken for other arguments of `jounce.run`."""
    for name in settings:
        if name not in RunSettings.model_fields:
            raise _damaged("settings", "no such setting", name)
    for name in options:
        if name in RESERVED or name in RunSettings.model_fields:
            raise _damaged("maneuver.options", "no option of a maneuver", name)


def _from_data(data: Mapping[str, Any]) -> Maneuver:
    found = StoredManeuver.model_validate(dict(data))
    fields = found.model_dump(exclude={"inputs"})
    lists = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
    inputs = {name: _SIGNAL.validate_python(signal) for name, signal in found.inputs.items()}
    check_conditions(found.stop)
    if found.controllers:
        parse_controllers(found.controllers)
    return Maneuver(**(fields | lists), inputs=inputs, about="as recorded")


def _damaged(where: str, what: str, got: object) -> JounceError:
    hint = "run the maneuver again instead of repeating it from this file"
    return InputError(f"a damaged record: {what}", shown(got), hint=hint, where=where)
