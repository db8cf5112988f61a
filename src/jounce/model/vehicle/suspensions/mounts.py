"""What holds a part of a suspension to the chassis at one point: a ball joint, or rubber."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Bushing, BushingCurves, Spherical
from jounce.model.mechanism.forces import twice_said_rates
from jounce.model.vehicle.corners import CHASSIS, Elements
from jounce.model.vehicle.geometry import Side, Triple
from jounce.schema.frozen import Frozen, chosen_by_kind
from jounce.schema.quantities import (
    Damping3,
    Direction,
    Force3,
    RotationalDamping3,
    RotationalStiffness3,
    Stiffness3,
)

_NONE = (0.0, 0.0, 0.0)
_MAX_COSINE = 0.9999  # of axes that are less than a degree from parallel


class BallMount(Frozen):
    """An ideal ball joint on the chassis."""

    kind: Literal["ball"] = "ball"


class BushingMount(Frozen):
    """Rubber on the chassis, with springs and dampers along and about three axes.

    stiffness [N/m], damping [N s/m], rotational_stiffness [N m/rad], rotational_damping [N m s/rad] and preload [N],
    the force on the part at the design position, along or about x, y and z of the mount. curves: displacement [m] →
    restoring force [N] along x, y or z, beside a stiffness of 0 there. x_axis, y_axis: axes of the left mount; those of
    the world, or those the suspension says, unless both are given.
    """

    kind: Literal["bushing"] = "bushing"
    stiffness: Stiffness3
    damping: Damping3 = _NONE
    rotational_stiffness: RotationalStiffness3 = _NONE
    rotational_damping: RotationalDamping3 = _NONE
    preload: Force3 = _NONE
    curves: BushingCurves | None = None
    x_axis: Direction | None = None
    y_axis: Direction | None = None

    @model_validator(mode="after")
    def _is_a_bushing(self) -> BushingMount:
        findings = [*_axis_findings(self), *_stiffness_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    def axes(self, default: tuple[Triple, Triple]) -> tuple[Triple, Triple]:
        """x and y of the left mount; `default` unless it has its own."""
        if self.x_axis is None or self.y_axis is None:
            return default
        return self.x_axis, self.y_axis


Mount: TypeAlias = Annotated[
    BallMount | BushingMount, BeforeValidator(chosen_by_kind("mount", BallMount, BushingMount))
]
"""How a part is held at a point of the chassis."""

WORLD: tuple[Triple, Triple] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
"""x and y of a mount along the axes of the world."""


def mount_elements(
    mount: Mount, name: str, part: str, point: Triple, side: Side, axes: tuple[Triple, Triple] = WORLD
) -> Elements:
    """The joint or bushing that holds a part at a point of the left side.

    axes: x and y of the mount. On the right x is mirrored and y is the mirror image turned back, so that z = x × y is
    mirrored, too; of the preload only the part along y changes its sign.
    """
    at = side.point(point)
    if isinstance(mount, BallMount):
        return Elements(joints=(Spherical(name=name, body_a=CHASSIS, body_b=part, point=at),))
    return Elements(forces=(bushing_element(mount, name, (CHASSIS, part), at, side, mount.axes(axes)),))


def bushing_element(
    mount: BushingMount,
    name: str,
    bodies: tuple[str, str],
    at: Triple,
    side: Side,
    axes: tuple[Triple, Triple],
) -> Bushing:
    """Rubber between two bodies at a point of this side; axes: x and y of the left one, from which this one follows."""
    (x_axis, y_axis), (fx, fy, fz), curves = axes, mount.preload, mount.curves
    if curves is not None and curves.y is not None and side.sign < 0.0:
        curves = curves.model_copy(update={"y": curves.y.turned()})
    return Bushing(
        name=name,
        body_a=bodies[0],
        body_b=bodies[1],
        point=at,
        x_axis=side.line(x_axis),
        y_axis=side.rotation(y_axis),
        stiffness=mount.stiffness,
        damping=mount.damping,
        rotational_stiffness=mount.rotational_stiffness,
        rotational_damping=mount.rotational_damping,
        preload=(fx, side.sign * fy + 0.0, fz),
        curves=curves,
    )


def _axis_findings(mount: BushingMount) -> Iterator[Finding]:
    given = {"x_axis": mount.x_axis, "y_axis": mount.y_axis}
    absent = [key for key, value in given.items() if value is None]
    if len(absent) == 1:
        yield Finding(absent[0], "missing key", "only the other axis", "x_axis and y_axis, or neither")
    if mount.x_axis is not None and mount.y_axis is not None:
        cosine = sum(x * y for x, y in zip(mount.x_axis, mount.y_axis, strict=True))
        if abs(cosine) > _MAX_COSINE:
            got = f"x_axis {mount.x_axis} and y_axis {mount.y_axis}"
            yield Finding("y_axis", "axes are parallel", got, "different directions")


def _stiffness_findings(mount: BushingMount) -> Iterator[Finding]:
    curves = mount.curves.given() if mount.curves is not None else {}
    if any(rate == 0.0 and axis not in curves for axis, rate in zip("xyz", mount.stiffness, strict=True)):
        hint = "without it, or a curve, nothing holds the part in that direction"
        yield Finding("stiffness", "out of range", f"{mount.stiffness}", "three values greater than 0", hint)
    yield from twice_said_rates(mount.stiffness, mount.curves)
