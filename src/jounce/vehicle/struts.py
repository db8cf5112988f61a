"""Spring, damper and stops of one wheel."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from pydantic import BeforeValidator, model_validator

from jounce import mechanism
from jounce.errors import ModelError
from jounce.mechanism import Curve, SpringDamper, Stop
from jounce.mechanism.curves import columns_in
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Damping, Force, Length, NotNegative, Stiffness
from jounce.vehicle.carriers import Carrier
from jounce.vehicle.parts import LeftPoint
from jounce.vehicle.sides import LEFT, Side

_OUR_WORDS = {"point_a": "upper", "point_b": "lower", "": "lower"}


class Strut(Frozen):
    """A spring with a damper between `upper` on the chassis and `lower` on the carrier; left side [m].

    carrier: a part of the suspension; by default the lower arm of a double wishbone, or the only arm there is.
    stiffness [N/m], damping [N s/m]; free_length [m] or preload [N], the push at the design position. Curves and stops
    as in a mechanism.SpringDamper: spring_curve compression → force, damper_curve compression speed → force.
    """

    upper: LeftPoint
    lower: LeftPoint
    carrier: Carrier | None = None
    stiffness: Annotated[Stiffness, NotNegative] = 0.0
    damping: Annotated[Damping, NotNegative] = 0.0
    free_length: Annotated[Length, NotNegative] | None = None
    preload: Force | None = None
    spring_curve: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None
    damper_curve: Annotated[Curve, BeforeValidator(columns_in("velocity", "force"))] | None = None
    bump_stop: Stop | None = None
    rebound_stop: Stop | None = None

    @model_validator(mode="after")
    def _is_a_spring_damper(self) -> Strut:
        try:
            self.element("strut", "chassis", "carrier", LEFT)
        except ModelError as error:
            findings = [dataclasses.replace(f, where=_OUR_WORDS.get(f.where, f.where)) for f in error.findings]
            raise ModelError(findings) from None
        return self

    def element(self, name: str, chassis: str, carrier: str, side: Side) -> SpringDamper:
        """The strut of one side as a force element between two bodies."""
        return mechanism.SpringDamper(
            name=name,
            body_a=chassis,
            body_b=carrier,
            point_a=side.point(self.upper),
            point_b=side.point(self.lower),
            stiffness=self.stiffness,
            damping=self.damping,
            free_length=self.free_length,
            preload=self.preload,
            spring_curve=self.spring_curve,
            damper_curve=self.damper_curve,
            bump_stop=self.bump_stop,
            rebound_stop=self.rebound_stop,
        )
