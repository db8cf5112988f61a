"""Tires as part of a mechanism: where they sit, and by which law they grip.

How a tire grips: a law and its numbers, apart from where the tire sits.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BeforeValidator, model_validator

from jounce.errors import FileError, InputError, ModelError
from jounce.findings import shown, suggestion
from jounce.model import tire_files as tir
from jounce.model.mechanism.calspan import CalspanTire
from jounce.model.mechanism.fiala import FialaTire
from jounce.model.mechanism.tmeasy import TMeasyTire
from jounce.model.tire_files.coefficient_names import GROUPS
from jounce.schema.frozen import Frozen, chosen_by_kind
from jounce.schema.quantities import (
    Angle,
    Damping,
    Direction,
    Force,
    Items,
    Length,
    Name,
    NotNegative,
    Number,
    Point,
    Positive,
    Pressure,
    Stiffness,
)

CHANGEABLE = tuple(name for group, text in GROUPS.items() if group != "made" for name in text.split())
"""Coefficients of tire property files that a vehicle may replace."""
Lengths: TypeAlias = tuple[Annotated[Length, Positive], Annotated[Length, Positive]]
"""Relaxation lengths [m] for slip along the wheel and across it."""


class MagicFormula(Frozen):
    """Force / vertical load = d sin(c atan(b s − e (b s − atan b s))) of the slip s; d is the peak."""

    b: Number
    c: Number
    d: Number
    e: Number


def _from_list(value: Any) -> Any:
    """Four numbers b, c, d, e as a mapping; anything else as it is."""
    if isinstance(value, list | tuple):
        if len(value) != 4:
            raise InputError("wrong number of items", f"{shown(value)} ({len(value)})", "b, c, d and e")
        return dict(zip("bcde", value, strict=True))
    if isinstance(value, Mapping):
        return {key.lower() if key in ("B", "C", "D", "E") else key: item for key, item in value.items()}
    return value


class SimpleTire(Frozen):
    """The law of dw18: radius [m] unloaded, vertical_stiffness [N/m], vertical_damping [N s/m], and two curves.

    lateral over the tangent of the slip angle, longitudinal over the slip ratio: Magic Formula b, c, d, e with the peak
    d per vertical load. relaxation: lengths [m] over which a force builds up, along and across; with them the tire
    also holds at standstill, without them its slip is that of the moment.
    """

    kind: Literal["simple"] = "simple"
    radius: Annotated[Length, Positive]
    vertical_stiffness: Annotated[Stiffness, Positive]
    vertical_damping: Annotated[Damping, NotNegative] = 0.0
    lateral: Annotated[MagicFormula, BeforeValidator(_from_list)]
    longitudinal: Annotated[MagicFormula, BeforeValidator(_from_list)]
    relaxation: Lengths | None = None


class MagicFormula87(Frozen):
    """The Magic Formula of Bakker, Nyborg and Pacejka (1987).

    lateral, longitudinal, aligning: C, a1 … a13 of Fy, Fx and Mz (loads in kN, angles in degrees, slip in percent);
    those left out at the end are 0. largest_load [N], largest_camber [rad]: limits of the fit. radius,
    vertical_stiffness, vertical_damping, relaxation as in a SimpleTire.
    """

    kind: Literal["magic_formula_87"] = "magic_formula_87"
    radius: Annotated[Length, Positive]
    vertical_stiffness: Annotated[Stiffness, Positive]
    vertical_damping: Annotated[Damping, NotNegative] = 0.0
    lateral: Annotated[tuple[Number, ...], Items]
    longitudinal: Annotated[tuple[Number, ...], Items]
    aligning: Annotated[tuple[Number, ...], Items] = (1.0,)
    relaxation: Lengths
    largest_load: Annotated[Force, Positive]
    largest_camber: Annotated[Angle, Positive] = 0.26

    @model_validator(mode="after")
    def _fourteen_numbers(self) -> MagicFormula87:
        for name in ("lateral", "longitudinal", "aligning"):
            row = getattr(self, name)
            if not 1 <= len(row) <= 14:
                raise InputError("wrong number of items", f"{len(row)}", "C and at most a1 … a13", where=name)
        return self


class TirCoefficient(Frozen):
    """A coefficient or scaling factor of a tire property file by its name, with another value [SI]."""

    name: str
    value: Number

    @model_validator(mode="after")
    def _is_known(self) -> TirCoefficient:
        if self.name not in CHANGEABLE:
            hint = suggestion(self.name.upper(), CHANGEABLE)
            raise InputError("no such coefficient", shown(self.name), "such as LMUY, LKY or PKY1", hint)
        return self


def _coefficients(value: Any) -> Any:
    """`{LMUY: 0.9}` as a list of names with values; a list of those as it is."""
    if isinstance(value, Mapping):
        return tuple({"name": str(name), "value": number} for name, number in value.items())
    return value


class TirTire(Frozen):
    """A tire property file (`.tir`): PAC2002, MF 5.2, 6.1 or 6.2. pressure: instead of the file's [Pa]; coefficients:
    values instead of the file's, such as {LMUY: 0.9}, whose paths end with `coefficients.LMUY.value`."""

    kind: Literal["tir"] = "tir"
    file: str
    pressure: Annotated[Pressure, Positive] | None = None
    coefficients: Annotated[tuple[TirCoefficient, ...], BeforeValidator(_coefficients)] = ()

    @model_validator(mode="after")
    def _can_be_read(self) -> TirTire:
        try:
            tir.coefficients(self.properties)
        except FileError as error:
            path = Path(self.file)
            if path.exists():
                raise InputError("cannot be read", str(error), where="file") from None
            folder, near = path.parent.resolve(), [entry.name for entry in path.parent.glob("*.tir")]
            hint = suggestion(path.name, near) or "its name is relative to the folder of the file that names it"
            got, expected = f"{path.name!r}, looked for in {folder}", "a tire property file (.tir)"
            raise InputError("no such tire file", got, expected, hint, "file") from None
        return self

    @property
    def properties(self) -> tir.TirFile:
        """What the file says."""
        path = Path(self.file)
        found = _read(str(path), path.stat().st_mtime_ns if path.exists() else 0)
        if self.pressure is not None:
            found = found.at_pressure(self.pressure)
        if not self.coefficients:
            return found
        return dataclasses.replace(found, values={**found.values, **{c.name: c.value for c in self.coefficients}})

    @property
    def radius(self) -> float:
        """Unloaded radius [m]."""
        return self.properties.values["UNLOADED_RADIUS"]


@functools.lru_cache(maxsize=64)
def _read(path: str, changed: int) -> tir.TirFile:
    return tir.read(path)


TireLaw: TypeAlias = SimpleTire | MagicFormula87 | TMeasyTire | FialaTire | CalspanTire | TirTire
_chosen = chosen_by_kind("tire", *get_args(TireLaw))


def build_law(value: Any) -> Any:
    """A law from its keys; without `kind`, a `file` means `tir`, anything else `simple`."""
    if isinstance(value, Mapping) and "kind" not in value:
        value = {**value, "kind": "tir" if "file" in value else "simple"}
    return _chosen(value)


def with_file_in(tire: Any, folder: Path) -> Any:
    """The keys of a tire with its file, if it has one, taken from a folder."""
    if isinstance(tire, Mapping) and isinstance(tire.get("file"), str):
        return {**tire, "file": str(folder / tire["file"])}
    return tire


class Tire(Frozen):
    """A tire on a body, centre [m] and spin axis in world axes at the design position.

    law: a SimpleTire, MagicFormula87, TMeasyTire, FialaTire, CalspanTire or TirTire; its keys may stand beside the
    others instead. side: side of the vehicle on which it is mounted, for a law that was measured on one side; None: as
    measured.
    """

    name: Name
    body: Name
    centre: Point
    spin_axis: Direction = (0.0, 1.0, 0.0)
    side: Literal["left", "right"] | None = None
    law: Annotated[TireLaw, BeforeValidator(build_law)]

    def __init__(self, /, **data: Any) -> None:
        inside = {key: value for key, value in data.items() if key not in type(self).model_fields}
        if not inside and "law" in data:
            super().__init__(**data)
            return
        law = data.get("law")
        numbers = {name: getattr(law, name) for name in type(law).model_fields} if isinstance(law, Frozen) else {}
        own = {key: value for key, value in data.items() if key not in inside}
        try:
            super().__init__(**own | {"law": numbers | inside})
        except ModelError as error:
            flat = [dataclasses.replace(f, where=f.where.removeprefix("law.")) for f in error.findings]
            raise ModelError(flat, error.subject) from None

    @property
    def radius(self) -> float:
        """Unloaded radius [m]."""
        return self.law.radius
