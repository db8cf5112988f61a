"""The Fiala tire: two slip stiffnesses and two friction values."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import model_validator

from jounce.errors import InputError
from jounce.findings import shown
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Damping, Force, Items, Length, NotNegative, Number, Positive, Stiffness


class FialaTire(Frozen):
    """Fiala's brush tire as Adams and Chrono use it.

    radius [m] unloaded, width [m] (the lever of the aligning moment), vertical_stiffness [N/m], or with precedence a
    deflection_curve of points (deflection [m], load [N]) from (0, 0) on; vertical_damping [N s/m]; slip_stiffness
    dFx/dκ [N] and cornering_stiffness −dFy/d tan α [N], at any load; static_friction at zero slip, sliding_friction
    from a slip of 1 on; rolling_lever [m]: the load acts so far before the contact; relaxation: lengths [m] along and
    across.
    """

    kind: Literal["fiala"] = "fiala"
    radius: Annotated[Length, Positive]
    width: Annotated[Length, Positive]
    vertical_stiffness: Annotated[Stiffness, Positive]
    deflection_curve: Annotated[tuple[tuple[Length, Force], ...], Items] = ()
    vertical_damping: Annotated[Damping, NotNegative] = 0.0
    slip_stiffness: Annotated[Force, Positive]
    cornering_stiffness: Annotated[Force, Positive]
    static_friction: Annotated[Number, Positive]
    sliding_friction: Annotated[Number, Positive]
    rolling_lever: Annotated[Length, NotNegative] = 0.0
    relaxation: tuple[Annotated[Length, Positive], Annotated[Length, Positive]]

    @model_validator(mode="after")
    def _is_possible(self) -> FialaTire:
        if self.sliding_friction > self.static_friction:
            got, expected = shown(self.sliding_friction), f"at most static_friction = {self.static_friction:g}"
            raise InputError("more friction sliding than at rest", got, expected, where="sliding_friction")
        points = self.deflection_curve
        if points and (len(points) < 2 or points[0] != (0.0, 0.0)):
            raise InputError("not a deflection curve", shown(points[0]), "(0, 0) first", where="deflection_curve")
        for (x0, y0), (x1, y1) in pairwise(points):
            if not (x1 > x0 and y1 > y0):
                expected = f"more than ({x0:g} m, {y0:g} N)"
                raise InputError("does not rise", shown((x1, y1)), expected, where="deflection_curve")
        return self
