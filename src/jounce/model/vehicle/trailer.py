"""A trailer: a unit of a vehicle with a chassis and axles of its own, on a hitch of the unit before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, TypeAlias

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding, dotted
from jounce.model.vehicle.aerodynamics import Aerodynamics
from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.checks import order_findings, same_name_findings
from jounce.model.vehicle.corners import CHASSIS, RACK
from jounce.model.vehicle.hitches import AnyHitch
from jounce.model.vehicle.outline import Outline
from jounce.model.vehicle.parts import Part
from jounce.model.vehicle.payload import Payload, with_payload
from jounce.schema.frozen import Frozen
from jounce.schema.named_items import named_items
from jounce.schema.quantities import Items, Name


class Trailer(Frozen):
    """A unit that is drawn, in world axes at the design position, in line behind the unit before it.

    name: of the body that it becomes. chassis, payload, axles (from front to rear), aerodynamics, outline: as those of
    a vehicle; front_overhang of the outline: ahead of its own first axle. hitch: to the unit before it. Names of axles
    differ from those of all other units.
    """

    name: Name
    chassis: Part
    payload: Annotated[tuple[Payload, ...], Items] = ()
    hitch: AnyHitch
    axles: Annotated[tuple[Axle, ...], named_items(lambda keys: Axle(**keys))]
    aerodynamics: Aerodynamics | None = None
    outline: Outline | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Trailer:
        findings = [*order_findings(self.axles), *same_name_findings("payload", [item.name for item in self.payload])]
        if not self.axles:
            findings.append(Finding("axles", "no axles", expected="one or more, from front to rear"))
        if self.name in (CHASSIS, RACK):
            findings.append(Finding("name", "the name of a body of the towing unit", repr(self.name), hint="rename it"))
        if findings:
            raise ModelError(findings)
        return self

    @property
    def laden_chassis(self) -> Part:
        """The chassis with its payload as one part."""
        return with_payload(self.chassis, self.payload)


Trailers: TypeAlias = Annotated[tuple[Trailer, ...], named_items(lambda keys: Trailer(**keys))]
"""The type of a field with trailers, written as a list or as a mapping of names."""


def trailer_findings(axles: Sequence[Axle | None], trailers: Sequence[Trailer]) -> Iterator[Finding]:
    """What is wrong between trailers and the towing unit, whose axles are given; None stands for one that could not be
    built."""
    yield from same_name_findings("trailers", [trailer.name for trailer in trailers])
    taken = {axle.name: "the towing unit" for axle in axles if axle is not None}
    rear = min((axle.suspension.wheel_centre[0] for axle in axles if axle is not None), default=None)
    for trailer in trailers:
        for axle in trailer.axles:
            where = dotted("trailers", trailer.name, "axles", axle.name)
            if axle.name in taken:
                yield Finding(where, "two axles of one name", f"also of {taken[axle.name]}", hint="rename one")
            taken[axle.name] = trailer.name
        last = trailer.axles[-1].suspension.wheel_centre[0]
        if rear is not None and last >= rear:
            got = f"last axles at x = {rear:g} m and then {last:g} m"
            expected = "trailers in line, each behind the unit before it"
            yield Finding(dotted("trailers", trailer.name), "not behind the unit before it", got, expected)
        rear = last
