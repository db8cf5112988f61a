"""The Calspan tire: stiffnesses and friction as parabolas of the load."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import model_validator

from jounce.errors import InputError
from jounce.findings import shown
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Damping, Force, Length, NotNegative, Number, Positive, Stiffness


class CalspanTire(Frozen):
    """Calspan's tire, the law of the IAVSD benchmark Bombardier Iltis.

    radius [m] unloaded, vertical_stiffness [N/m], vertical_damping [N s/m]. cornering: a0 [N], a1, a2 [N] of the
    cornering stiffness a0 + a1 Fz (1 − Fz/a2) [N/rad]; camber: a3, a4 [N] of the camber stiffness a3 Fz (1 − Fz/a4)
    [N/rad]; load_share: both are held from the load load_share × a2 on. friction: b1 [1/N], b2 [s/m], b3, b4 [1/N²] of
    the friction skid_number_ratio × (b1 Fz + b2 v + b3 + b4 Fz²). aligning: c1, c2 [m/N], c3 [m/rad] of the moment
    (c1 Fz + c2 |Fy|) Fy − c3 Fz γ. slip_stiffness dFx/dκ [N]; 0: no force along the wheel. relaxation: lengths [m]
    along and across.
    """

    kind: Literal["calspan"] = "calspan"
    radius: Annotated[Length, Positive]
    vertical_stiffness: Annotated[Stiffness, Positive]
    vertical_damping: Annotated[Damping, NotNegative] = 0.0
    cornering: tuple[Number, Number, Annotated[Number, Positive]]
    camber: tuple[Number, Annotated[Number, Positive]]
    load_share: Annotated[Number, Positive] = 1.0
    friction: tuple[Number, Number, Number, Number]
    skid_number_ratio: Annotated[Number, Positive] = 1.0
    aligning: tuple[Number, Number, Number] = (0.0, 0.0, 0.0)
    slip_stiffness: Annotated[Force, NotNegative] = 0.0
    relaxation: tuple[Annotated[Length, Positive], Annotated[Length, Positive]]

    @model_validator(mode="after")
    def _is_possible(self) -> CalspanTire:
        turning_point = min(0.5 * self.cornering[2], self.largest_load)
        if min(self.cornering_stiffness(load) for load in (0.0, turning_point, self.largest_load)) <= 0.0:
            got, expected = shown(self.cornering), "a stiffness above 0 at every load up to load_share × a2"
            raise InputError("no cornering stiffness", got, expected, where="cornering")
        if self.friction[2] <= 0.0:
            raise InputError("no friction", shown(self.friction[2]), "b3 above 0", where="friction")
        if self.aligning[0] > 0.0:
            got, expected = shown(self.aligning[0]), "0 or less: the force acts behind the contact point"
            raise InputError("a trail ahead of the contact", got, expected, where="aligning")
        return self

    @property
    def largest_load(self) -> float:
        """Load from which on the stiffnesses are held [N]."""
        return self.load_share * self.cornering[2]

    def cornering_stiffness(self, load: float) -> float:
        """−dFy/dα at zero slip [N/rad], at a load [N]."""
        a0, a1, a2 = self.cornering
        held = min(load, self.largest_load)
        return a0 + a1 * held * (1.0 - held / a2)
