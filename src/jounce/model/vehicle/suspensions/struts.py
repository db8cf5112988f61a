"""Spring and damper of a corner: struts between the chassis and the parts of a suspension that they name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from jounce.findings import Finding
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.suspension import Carriers


class Sprung(Protocol):
    """A suspension with a spring and a damper that has points of its own; either may be absent."""

    @property
    def spring(self) -> Strut | None: ...

    @property
    def damper(self) -> Strut | None: ...

    @property
    def attachments(self) -> Carriers: ...

    def body_name(self, part: str | None, corner: Corner) -> str: ...


def strut_findings(suspension: Sprung) -> Iterator[Finding]:
    """Carriers of spring and damper that the suspension does not have."""
    for key, strut in _struts(suspension):
        yield from suspension.attachments.findings(f"{key}.carrier", strut.carrier)


def strut_elements(suspension: Sprung, corner: Corner) -> Elements:
    """Spring and damper of one side, each between the chassis and its carrier."""
    return Elements(
        forces=tuple(
            strut.element(key, corner, CHASSIS, suspension.body_name(strut.carrier, corner))
            for key, strut in _struts(suspension)
        )
    )


def _struts(suspension: Sprung) -> Iterator[tuple[str, Strut]]:
    for key, strut in (("spring", suspension.spring), ("damper", suspension.damper)):
        if strut is not None:
            yield key, strut
