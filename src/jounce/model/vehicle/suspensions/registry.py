"""Every kind of suspension, chosen in a file by the key `kind`. A new kind is one line in `SUSPENSIONS`."""

from __future__ import annotations

from typing import Annotated, TypeAlias, cast

from pydantic import BeforeValidator, SerializeAsAny

from jounce.model.vehicle.suspensions.double_wishbone import DoubleWishbone
from jounce.model.vehicle.suspensions.h_arm import HArmSuspension
from jounce.model.vehicle.suspensions.integral_link import IntegralLink
from jounce.model.vehicle.suspensions.macpherson import MacPherson
from jounce.model.vehicle.suspensions.mechanism_block import MechanismSuspension
from jounce.model.vehicle.suspensions.multilink import Multilink
from jounce.model.vehicle.suspensions.solid_axle import SolidAxle
from jounce.model.vehicle.suspensions.suspension import Suspension
from jounce.model.vehicle.suspensions.three_link import ThreeLink
from jounce.model.vehicle.suspensions.trailing_arm import TrailingArm
from jounce.model.vehicle.suspensions.twist_beam import TwistBeam
from jounce.schema.frozen import chosen_by_kind

SUSPENSIONS: dict[str, type[Suspension]] = {
    "double_wishbone": DoubleWishbone,
    "macpherson": MacPherson,
    "trailing_arm": TrailingArm,
    "twist_beam": TwistBeam,
    "multilink": Multilink,
    "integral_link": IntegralLink,
    "h_arm": HArmSuspension,
    "solid_axle": SolidAxle,
    "three_link": ThreeLink,
    "mechanism": MechanismSuspension,
}
"""Kind → class. Programs may add kinds of their own before they read a car that uses them."""


def build_suspension(value: object) -> Suspension:
    """A suspension from its keys, by their `kind`; a suspension as it is. Raises InputError or ModelError."""
    return cast(Suspension, chosen_by_kind("suspension", *SUSPENSIONS.values())(value))


def steerable_kinds() -> list[str]:
    """The kinds whose wheels can be steered."""
    return [kind for kind, cls in SUSPENSIONS.items() if cls.steerable]


AnySuspension: TypeAlias = Annotated[SerializeAsAny[Suspension], BeforeValidator(build_suspension)]
"""The type of a field that holds a suspension of any kind."""
