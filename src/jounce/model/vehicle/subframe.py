"""A subframe: a body on rubber mounts that holds the suspension of an axle in the chassis's place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import model_validator

from jounce.errors import InputError
from jounce.model.mechanism import Bushing, Joint
from jounce.model.mechanism.joints import Coupling
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import LEFT, SIDES
from jounce.model.vehicle.holders import held_by
from jounce.model.vehicle.parts import LeftPoint, Part
from jounce.model.vehicle.suspensions.mounts import WORLD, BushingMount, bushing_element
from jounce.schema.named_items import named_items
from jounce.schema.quantities import Items, Name

SUBFRAME = "subframe"


class SubframeMount(BushingMount):
    """Rubber between the chassis and a subframe at a point of the left side [m]; the right one is its mirror image."""

    name: Name
    point: LeftPoint


class Subframe(Part):
    """A body on rubber that holds parts of a suspension.

    mounts: those of the left side, by name. carries: names of the joints and forces, without the suffix of the corner,
    that hold on to the subframe instead of the chassis; `rack` for the rack of a steered axle. All joints and bushings
    of the suspension unless given, and neither its springs nor a rack.
    """

    mounts: Annotated[tuple[SubframeMount, ...], named_items(lambda keys: SubframeMount(**keys))]
    carries: Annotated[tuple[Name, ...], Items] | None = None

    @model_validator(mode="after")
    def _is_held(self) -> Subframe:
        if len(self.mounts) < 2:
            got, hint = f"{len(self.mounts)} a side", "one pair lets the subframe turn about the line through it"
            raise InputError("too few mounts", got, "two or more a side", hint, where="mounts")
        return self


def subframe_name(axle: str) -> str:
    """The name of the subframe of an axle in the mechanism."""
    return f"{SUBFRAME}_{axle}"


def subframe_elements(subframe: Subframe, axle: str) -> Elements:
    """The subframe as a body, and its mounts of both sides."""
    name = subframe_name(axle)
    mounts = (
        bushing_element(
            mount,
            Corner(axle, side).name(f"{SUBFRAME}_{mount.name}"),
            (CHASSIS, name),
            side.point(mount.point),
            side,
            mount.axes(WORLD),
        )
        for side in SIDES
        for mount in subframe.mounts
    )
    return Elements(bodies=(body(name, subframe, LEFT),), forces=tuple(mounts))


def on_subframe(elements: Elements, subframe: Subframe | None, axle: str) -> Elements:
    """The elements of the suspension of an axle, those that the subframe carries held by it instead of the chassis."""
    if subframe is None:
        return elements
    name = subframe_name(axle)
    return Elements(
        bodies=elements.bodies,
        joints=tuple(held_by(joint, name) if _carries(subframe, joint, axle) else joint for joint in elements.joints),
        forces=tuple(held_by(force, name) if _carries(subframe, force, axle) else force for force in elements.forces),
        tires=elements.tires,
    )


def _carries(subframe: Subframe, element: Any, axle: str) -> bool:
    if subframe.carries is None:
        return isinstance(element, Bushing) or (isinstance(element, Joint) and not isinstance(element, Coupling))
    return element.name in {name for part in subframe.carries for name in _names(part, axle)}


def _names(part: str, axle: str) -> Iterable[str]:
    """Names that an element of an axle may have in the mechanism."""
    return part, f"{part}_{axle}", *(Corner(axle, side).name(part) for side in SIDES)
