"""Every kind of steering, chosen in a file by the key `kind`. A new kind is one line in `STEERINGS`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias, cast

from pydantic import BeforeValidator, SerializeAsAny

from jounce.model.vehicle.steerings.pitman_arm import PitmanArm
from jounce.model.vehicle.steerings.rack import RackSteering
from jounce.model.vehicle.steerings.rotary_arm import RotaryArm
from jounce.model.vehicle.steerings.steering import Steering
from jounce.schema.frozen import chosen_by_kind

STEERINGS: dict[str, type[Steering]] = {
    "rack": RackSteering,
    "pitman_arm": PitmanArm,
    "rotary_arm": RotaryArm,
}
"""Kind → class. Programs may add kinds of their own before they read a car that uses them."""


def build_steering(value: object) -> Steering:
    """A steering from its keys, by their `kind`, which is a rack where none is given; a steering as it is.

    Raises InputError or ModelError.
    """
    keys = {"kind": "rack", **value} if isinstance(value, Mapping) else value
    return cast(Steering, chosen_by_kind("steering", *STEERINGS.values())(keys))


AnySteering: TypeAlias = Annotated[SerializeAsAny[Steering], BeforeValidator(build_steering)]
"""The type of a field that holds a steering of any kind."""
