"""Rods between two bodies of a suspension: rigid without mass, elastic without mass, or a body with mass."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Body, Distance, Spherical, SpringDamper, Universal
from jounce.model.vehicle.corners import Elements
from jounce.model.vehicle.geometry import MIN_DISTANCE, Side, direction, halfway, perpendiculars
from jounce.model.vehicle.parts import InertiaOfPart, MassOfPart
from jounce.model.vehicle.suspensions.suspension import Carriers
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Damping, Name, NotNegative, Point, Positive, Stiffness


class Rod(Frozen):
    """A rod from `inner`, on the chassis or what steers, to `outer`, on what carries the wheel [m].

    Without more it is one equation. With stiffness [N/m] and damping [N s/m] it is elastic along its line: the rubber
    at both of its ends. With mass [kg] and inertia [kg m²] it is a body, with a universal joint at the inner and a ball
    joint at the outer end; its centre of mass is halfway unless it is given.
    """

    inner: Point
    outer: Point
    stiffness: Annotated[Stiffness, Positive] | None = None
    damping: Annotated[Damping, NotNegative] = 0.0
    mass: MassOfPart | None = None
    inertia: InertiaOfPart | None = None
    centre_of_mass: Point | None = None

    @model_validator(mode="after")
    def _is_one_kind_of_rod(self) -> Rod:
        findings = []
        if math.dist(self.inner, self.outer) < MIN_DISTANCE:
            findings.append(Finding("outer", "points coincide", f"{self.outer}", "a point away from inner"))
        if (self.mass is None) != (self.inertia is None):
            absent = "inertia" if self.inertia is None else "mass"
            findings.append(Finding(absent, "missing key", hint="a rod with mass needs mass and inertia"))
        if self.mass is not None and self.stiffness is not None:
            got = "mass and stiffness"
            hint = "a rod with mass gets rubber at its ends: bushings"
            findings.append(Finding("stiffness", "two kinds of rod", got, "one of them", hint))
        if findings:
            raise ModelError(findings)
        return self

    @property
    def is_elastic(self) -> bool:
        """Whether the rod gives way along its line, so that it holds nothing rigidly."""
        return self.stiffness is not None

    def elements(self, name: str, inner_body: str, outer_body: str, side: Side) -> Elements:
        """The rod of that name, with {} in it for what ends of a body are called: `upper{}_fl`."""
        inner, outer, plain = side.point(self.inner), side.point(self.outer), name.format("")
        ends = {"body_a": inner_body, "body_b": outer_body, "point_a": inner, "point_b": outer}
        if self.stiffness is not None:
            rate = {"stiffness": self.stiffness, "damping": self.damping}
            return Elements(forces=(SpringDamper(name=plain, **ends, **rate),))
        if self.mass is None or self.inertia is None:
            return Elements(joints=(Distance(name=plain, **ends),))
        pin_a, pin_b = perpendiculars(direction(self.inner, self.outer))
        centre = self.centre_of_mass or halfway(self.inner, self.outer)
        heavy = Body(name=plain, mass=self.mass, inertia=side.inertia(self.inertia), centre_of_mass=side.point(centre))
        cross = Universal(
            name=name.format("_inner"),
            body_a=inner_body,
            body_b=plain,
            point=inner,
            axis_a=side.line(pin_a),
            axis_b=side.line(pin_b),
        )
        ball = Spherical(name=name.format("_outer"), body_a=plain, body_b=outer_body, point=outer)
        return Elements(bodies=(heavy,), joints=(cross, ball))

    def outer_joint(self, name: str) -> str:
        """The joint that ends at `outer`, of a rod of that name without stiffness."""
        return name if self.mass is None else f"{name}_outer"


class Link(Rod):
    """A rod with a name, from `inner` on the chassis to `outer` on what carries the wheel [m]."""

    name: Name


def with_links(carriers: Carriers, links: Iterable[Link]) -> Carriers:
    """The carriers with all links that have mass: springs and bars can stand on these."""
    heavy = {link.name: link.name for link in links if link.mass is not None}
    return Carriers({**carriers.bodies, **heavy}, default=carriers.default, hub=carriers.hub)


def build_link(keys: dict) -> Link:
    """A link from its keys, `name` among them."""
    return Link(**keys)
