"""The tie rod of a corner, which holds the steer of its wheel: a constraint without mass, or a body with it.

The axis about which a steered wheel turns, from the lower ball joint to the upper one or to the top of a strut.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Body, Distance, Spherical, Universal
from jounce.model.vehicle.corners import Corner, Elements
from jounce.model.vehicle.geometry import MIN_DISTANCE, Triple, direction, foot, halfway, perpendiculars
from jounce.model.vehicle.parts import InertiaOfPart, LeftPoint, MassOfPart
from jounce.schema.frozen import Frozen
from jounce.schema.remembered import remembered


@dataclass(frozen=True)
class Kingpin:
    """How the left wheel of a suspension steers: about which axis, and what must give way for it.

    When the joint `released_joint` gives way and `fixed` stands still, the carrier of the wheel can only turn about the
    line through both points; a K&C analysis finds the axis at every position of the wheel from this.
    """

    lower: Triple
    """The lower ball joint at the design position [m]."""
    upper: Triple
    """The upper ball joint, or the top of a strut, at the design position [m]; links that have no common ball joint
    have virtual ones, where their lines meet."""
    tie_rod_end: Triple
    """The outer end of the tie rod at the design position [m]."""
    released_joint: str
    """The joint through which the tie rod holds the steer of the wheel, without the suffix of the corner."""
    fixed: str
    """What stands still while the wheel only steers, without the suffix of the corner: a body, such as the lower arm,
    or a spring that keeps its length where no arm stays in place."""
    tie_rod_start: Triple | None = None
    """The inner end of the tie rod at the design position [m]; None where there is no single rod."""

    @property
    def points(self) -> tuple[Triple, Triple]:
        """Two points of the axis at the design position, from below [m]."""
        return self.lower, self.upper

    @property
    def lever(self) -> float:
        """How far the outer end of the tie rod is ahead of the kingpin axis [m]; negative behind it."""
        return self.tie_rod_end[0] - foot(self.tie_rod_end, self.lower, direction(self.lower, self.upper))[0]

    def steer_rate(self, velocity_at: Callable[[Triple], Triple]) -> float:
        """Turn about the axis by a motion of what holds the tie rod [rad], from velocities of its points [m].

        A rod without a start of its own lies across the car.
        """
        end = self.tie_rod_end
        start = self.tie_rod_start or (end[0], 0.0, end[2])
        (ux, uy, uz), (kx, ky, kz) = direction(start, end), direction(self.lower, self.upper)
        x, y, z = (p - q for p, q in zip(end, self.lower, strict=True))
        turning = ux * (ky * z - kz * y) + uy * (kz * x - kx * z) + uz * (kx * y - ky * x)
        return sum(u * v for u, v in zip((ux, uy, uz), velocity_at(start), strict=True)) / turning

    def findings(self, where: str, hint: str) -> Iterator[Finding]:
        """What keeps the points from being a kingpin that the tie rod can turn.

        where: the path of the upper point; hint: what to do when it is below the lower one.
        """
        lower, upper, outer = self.lower, self.upper, self.tie_rod_end
        if math.dist(lower, upper) < MIN_DISTANCE:
            yield Finding(where, "points coincide", f"both ends of the kingpin at {upper}", "a kingpin axis")
        elif lower[2] > upper[2]:
            got = f"z = {upper[2]:g} m and {lower[2]:g} m"
            yield Finding(where, "below the lower ball joint", got, "z up", hint)
        elif math.dist(outer, foot(outer, lower, direction(lower, upper))) < MIN_DISTANCE:
            hint = "move it forward or back: without a lever nothing holds the steer of the wheel"
            yield Finding("tie_rod.outer", "on the kingpin axis", f"{outer}", hint=hint)


class TieRod(Frozen):
    """A rod from `inner` on the rack, or on the chassis of an axle that is not steered, to `outer` on the knuckle.

    Without mass it is a constraint of one equation. With mass [kg] and inertia [kg m²] it is a body, with a universal
    joint at the inner and a ball joint at the outer end; its centre of mass is halfway unless it is given.
    """

    inner: LeftPoint
    outer: LeftPoint
    mass: MassOfPart | None = None
    inertia: InertiaOfPart | None = None
    centre_of_mass: LeftPoint | None = None

    @model_validator(mode="after")
    def _is_a_rod_or_a_body(self) -> TieRod:
        findings = []
        if math.dist(self.inner, self.outer) < MIN_DISTANCE:
            findings.append(Finding("outer", "points coincide", f"{self.outer}", "a point away from inner"))
        body = {"mass": self.mass, "inertia": self.inertia}
        given = [key for key, value in (*body.items(), ("centre_of_mass", self.centre_of_mass)) if value is not None]
        absent = [key for key, value in body.items() if value is None] if given else []
        hint = "a rod with mass needs mass and inertia, one without needs neither"
        findings += [Finding(key, "missing key", f"only {', '.join(given)}", hint=hint) for key in absent]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def outer_joint(self) -> str:
        """The joint that ends on the knuckle, without the suffix of its corner."""
        return "tie" if self.mass is None else "tie_outer"

    @remembered
    def elements(self, holder: str, knuckle: str, corner: Corner) -> Elements:
        """The rod from rack or chassis to knuckle: one equation without mass, a body on two joints with it."""
        inner, outer = corner.side.point(self.inner), corner.side.point(self.outer)
        if self.mass is None or self.inertia is None:
            joint = Distance(
                name=corner.name(self.outer_joint), body_a=holder, body_b=knuckle, point_a=inner, point_b=outer
            )
            return Elements(joints=(joint,))
        name, (pin_a, pin_b) = corner.name("tie_rod"), perpendiculars(direction(self.inner, self.outer))
        heavy = Body(
            name=name,
            mass=self.mass,
            inertia=corner.side.inertia(self.inertia),
            centre_of_mass=corner.side.point(self._middle),
        )
        cross = Universal(
            name=corner.name("tie_inner"),
            body_a=holder,
            body_b=name,
            point=inner,
            axis_a=corner.side.line(pin_a),
            axis_b=corner.side.line(pin_b),
        )
        ball = Spherical(name=corner.name(self.outer_joint), body_a=name, body_b=knuckle, point=outer)
        return Elements(bodies=(heavy,), joints=(cross, ball))

    @property
    def _middle(self) -> Triple:
        """The centre of mass, by default halfway [m]."""
        return self.centre_of_mass or halfway(self.inner, self.outer)
