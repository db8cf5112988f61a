"""Stops and friction along the coordinate of a joint, angle or travel, which is zero at the design position."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import model_validator

from jounce.errors import InputError
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import AnyQuantity, AnyStiffness, Name, Positive


class JointStop(Frozen):
    """Stops at both ends of a joint coordinate s: a force stiffness × penetration past `lower` or `upper`.

    lower, upper: coordinates at which the stops are [m or rad]. stiffness [N/m or N m/rad]; only a cylindrical joint
    needs `coordinate`.
    """

    kind: Literal["joint_stop"] = "joint_stop"
    name: Name
    joint: Name
    lower: AnyQuantity
    upper: AnyQuantity
    stiffness: Annotated[AnyStiffness, Positive]
    coordinate: Literal["angle", "travel"] | None = None

    @model_validator(mode="after")
    def _has_a_way_between(self) -> JointStop:
        if not self.lower < self.upper:
            raise InputError("no travel between the stops", f"lower {self.lower:g} and upper {self.upper:g}", "a < b")
        return self


class JointFriction(Frozen):
    """Dry friction `effort` [N or N m] against the motion of a joint coordinate, taken up over `grip` [m or rad].

    effort: force or torque of friction. grip: travel or angle over which it is taken up. It holds at standstill: Dahl's
    law, as that of a brake. Only a cylindrical joint needs `coordinate`.
    """

    kind: Literal["joint_friction"] = "joint_friction"
    name: Name
    joint: Name
    effort: Annotated[AnyQuantity, Positive]
    grip: Annotated[AnyQuantity, Positive]
    coordinate: Literal["angle", "travel"] | None = None
