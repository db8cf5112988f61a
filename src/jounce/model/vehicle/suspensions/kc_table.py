"""A suspension that is known by its kinematics alone: tables of camber, toe and track over travel and steer, and rates.

Such tables are what companies exchange, and what a test rig measures. They are carried by five rods that are fitted to
them (`rod_fit.py`), so that the suspension is a multilink like any other: it runs in every formulation, moves smoothly
between the points of its tables, and answers at travels and steer angles that they do not combine. A table that no five
rods can follow is refused with what is left over.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Curve
from jounce.model.mechanism.springs import columns_in
from jounce.model.vehicle.corners import Corner, Elements
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import LeftPart
from jounce.model.vehicle.suspensions.multilink import KNUCKLE, Multilink
from jounce.model.vehicle.suspensions.rod_fit import (
    FittedRod,
    WheelPose,
    fit_rod,
    fit_rod_apart,
    follow_rods,
    wheel_pose,
)
from jounce.model.vehicle.suspensions.springs import BALANCE, Strut
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Damping, Items, Length, NotNegative, Number, Stiffness
from jounce.schema.units import parse_quantity

MAX_ANGLE, MAX_SHIFT = math.radians(0.1), 0.5e-3
"""What the rods may be off a table: angles [rad] and lengths [m]."""
UPRIGHT = 1.5
"""Length of the upright spring above the wheel centre [m]: so long that it hardly leans when the track changes."""
MIN_ROWS = 5
"""Points of a table: fewer do not show how it bends."""
Lengths = Annotated[tuple[Length, ...], Items]
Angles = Annotated[tuple[Angle, ...], Items]
RODS = ("lower_front", "lower_rear", "upper_front", "upper_rear")
ENDS = {
    "lower_front": ((0.17, -0.42, -0.09), (0.02, -0.06, -0.11)),
    "lower_rear": ((-0.15, -0.42, -0.09), (-0.02, -0.06, -0.11)),
    "upper_front": ((0.13, -0.35, 0.14), (0.01, -0.10, 0.14)),
    "upper_rear": ((-0.13, -0.35, 0.14), (-0.03, -0.10, 0.14)),
}
"""Where the ends of the rods start, from the wheel centre: a usual double wishbone [m]."""


class TravelTable(Frozen):
    """Changes since the design position over the travel of the contact point, bump positive [m, rad].

    camber, toe as for any suspension; track: of the contact point outwards, of this wheel alone; wheelbase: of the
    wheel centre forwards; side_view: turn of the carrier in side view, top rearwards, which brakes and drive feel.
    """

    travel: Lengths
    camber: Angles
    toe: Angles
    track: Lengths
    wheelbase: Lengths | None = None
    side_view: Angles | None = None


class SteerTable(Frozen):
    """Changes of the left wheel over the travel of the rack across the car, to the left positive, at the design height.

    steer: angle of the wheel, to the left positive [rad]; the other columns as those over travel.
    """

    rack_travel: Lengths
    steer: Angles
    camber: Angles
    track: Lengths | None = None
    wheelbase: Lengths | None = None
    side_view: Angles | None = None


class WheelSpring(Frozen):
    """Spring and damper as the wheel feels them: an upright strut on the wheel centre, with rates at the wheel.

    stiffness [N/m] or spring_curve, bump travel [m] → force [N]; preload: force at the design position [N], or
    `balance`; damping [N s/m] or damper_curve, bump speed [m/s] → force [N].
    """

    stiffness: Annotated[Stiffness, NotNegative] = 0.0
    spring_curve: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None
    preload: Annotated[
        float | Literal["balance"] | None,
        BeforeValidator(lambda value: value if value in (None, BALANCE) else parse_quantity(value, "force")),
    ] = None
    damping: Annotated[Damping, NotNegative] = 0.0
    damper_curve: Annotated[Curve, BeforeValidator(columns_in("velocity", "force"))] | None = None
    damper_scale: Annotated[Number, NotNegative] = 1.0

    def strut(self, centre: Triple) -> Strut:
        """The spring as a strut from the chassis to the knuckle."""
        x, y, z = centre
        return Strut(upper=(x, y, z + UPRIGHT), lower=centre, **dict(self))


class KcTable(Suspension):
    """Tables of kinematics, the mass that moves with the wheel, and rates at the wheel.

    knuckle: what is unsprung and does not spin. travel: the table over wheel travel; steer: that of a steered axle over
    rack travel, whose axis lies across the car. spring: rates at the wheel.
    """

    kind: Literal["kc_table"] = "kc_table"
    knuckle: LeftPart
    travel: TravelTable
    steer: SteerTable | None = None
    spring: WheelSpring

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers({KNUCKLE: KNUCKLE}, default=KNUCKLE, hub=KNUCKLE)

    @model_validator(mode="after")
    def _can_be_followed(self) -> KcTable:
        findings = [*_column_findings(self)] or [*_fit_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def linkage(self) -> Multilink:
        """The multilink that stands for the tables."""
        *links, tie = self._rods()
        return Multilink(
            wheel_centre=self.wheel_centre,
            spin_axis=self.wheel_axis,
            links=[{"name": name, **vars(rod)} for name, rod in zip(RODS, links, strict=True)],
            knuckle=self.knuckle,
            tie_rod=vars(tie),
            spring=self.spring.strut(self.wheel_centre),
        )

    @property
    def kingpin(self) -> Kingpin:
        """The virtual kingpin of the rods."""
        return self.linkage.kingpin

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Knuckle, rods and the upright spring."""
        return self.linkage.corner_elements(corner, tie_rod_holder)

    def errors(self) -> dict[str, tuple[float, float]]:
        """What the rods are off the tables at most: shift of the wheel centre [m] and turn [rad], by table."""
        rods, found = list(self._rods()), {"travel": (0.0, 0.0), "steer": (0.0, 0.0)}
        for key, poses in (("travel", self._travel_poses()), ("steer", self._steer_poses())):
            for pose in poses:
                off = follow_rods(rods, pose, self.wheel_centre, self.wheel_axis)
                shift, turn = float(np.abs(off[:3]).max()), float(np.abs(off[3:]).max())
                found[key] = max(found[key][0], shift), max(found[key][1], turn)
        return found

    def _rods(self) -> tuple[FittedRod, ...]:
        steer = None if self.steer is None else _columns(self.steer)
        return _fitted(self.wheel_centre, self.wheel_axis, _columns(self.travel), steer)

    def _travel_poses(self) -> list[WheelPose]:
        return _poses(self.wheel_centre, self.wheel_axis, _columns(self.travel))

    def _steer_poses(self) -> list[WheelPose]:
        return [] if self.steer is None else _poses(self.wheel_centre, self.wheel_axis, _columns(self.steer))


_Columns = tuple[tuple[str, tuple[float, ...]], ...]


def _columns(table: TravelTable | SteerTable) -> _Columns:
    return tuple((key, values) for key, values in table if values is not None)


def _poses(centre: Triple, axis: Triple, columns: _Columns) -> list[WheelPose]:
    """Poses of the left wheel at the rows of a table; columns that are not there are 0."""
    static = math.atan2(axis[0], axis[1]), -math.asin(axis[2])
    nothing = dict.fromkeys(("travel", "camber", "toe", "track", "wheelbase", "side_view"), 0.0)
    poses = []
    for row in zip(*(values for _, values in columns), strict=True):
        values = dict(zip((key for key, _ in columns), row, strict=True))
        change = nothing | values | ({"toe": -values["steer"]} if "steer" in values else {})
        poses.append(wheel_pose(centre, axis, change, values.get("rack_travel", 0.0), static))
    return poses


@functools.lru_cache(maxsize=64)
def _fitted(centre: Triple, axis: Triple, travel: _Columns, steer: _Columns | None) -> tuple[FittedRod, ...]:
    """Four links and the tie rod of the tables."""
    poses, w = _poses(centre, axis, travel), np.array(centre)
    lever = 0.13
    if steer is not None:
        poses += _poses(centre, axis, steer)
        columns: dict[str, Any] = dict(steer)
        lever = 1.0 / float(np.polyfit(columns["rack_travel"], np.tan(columns["steer"]), 3)[-2])
    starts = {name: (w + inner, w + outer) for name, (inner, outer) in ENDS.items()}
    lower = [fit_rod(poses, centre, *starts[name]) for name in RODS[:2]]
    upper = [fit_rod_apart(poses, centre, *starts[name], lower[0].outer) for name in RODS[2:]]
    inner, outer = (w + np.array([lever, y, -0.04]) for y in (-0.42, -0.06))
    tie = fit_rod(poses, centre, inner, outer, on_rack=1.0)
    return (*lower, *upper, tie)


def _column_findings(suspension: KcTable) -> Iterator[Finding]:
    """Columns of different lengths, tables without order, and too few points."""
    for key, first in (("travel", "travel"), ("steer", "rack_travel")):
        table = getattr(suspension, key)
        if table is None:
            continue
        columns = dict(_columns(table))
        size = len(columns[first])
        for name, values in columns.items():
            if len(values) != size:
                yield Finding(f"{key}.{name}", "lengths differ", f"{len(values)} values", f"{size}, as {first}")
        if size < MIN_ROWS:
            yield Finding(f"{key}.{first}", "too few points", str(size), f"{MIN_ROWS} or more")
        elif not min(columns[first]) < 0.0 < max(columns[first]):
            hint = "changes are counted from the design position, which is 0"
            yield Finding(f"{key}.{first}", "does not reach both ways", hint=hint)


def _fit_findings(suspension: KcTable) -> Iterator[Finding]:
    """Tables that the rods do not follow."""
    try:
        suspension.linkage  # noqa: B018 - whether there is one
        errors = suspension.errors()
    except (ModelError, np.linalg.LinAlgError):
        hint = "is the sign of a column right, and is it in radians and metres?"
        yield Finding("travel", "no five rods follow this table", hint=hint)
        return
    for key, (shift, turn) in errors.items():
        if shift > MAX_SHIFT or turn > MAX_ANGLE:
            got = f"{1e3 * shift:.2g} mm and {math.degrees(turn):.2g} deg left over"
            hint = "smooth the table, shorten it, or write the linkage itself"
            yield Finding(key, "no five rods follow this table", got, "0.5 mm and 0.1 deg at most", hint)
