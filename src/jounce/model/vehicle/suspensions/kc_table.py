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
from jounce.model.vehicle.suspensions.multilink import KNUCKLE, MIN_CONDITION, Multilink, rod_row
from jounce.model.vehicle.suspensions.rod_fit import (
    PULLS,
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
ARM_SHARE = 0.02
"""Share of the knuckle's mass that its first rod has: as a body, its angle is the coordinate of the travel."""
MAX_REACH = 1.0
"""How far an end of a rod may be from the wheel centre [m]."""
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
        *rods, tie = self._rods()
        links = [{"name": name, **vars(rod)} for name, rod in zip(RODS, rods, strict=True)]
        arm = ARM_SHARE * self.knuckle.mass
        links[0] |= {"mass": arm, "inertia": _rod_inertia(arm, rods[0])}
        return Multilink(
            wheel_centre=self.wheel_centre,
            spin_axis=self.wheel_axis,
            links=links,
            knuckle=self.knuckle.model_copy(update={"mass": self.knuckle.mass - arm}),
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
        tables = {"travel": self.travel} | ({"steer": self.steer} if self.steer is not None else {})
        place = self.wheel_centre, self.wheel_axis
        return {key: _errors(self._rods(), *place, _poses(*place, _columns(table))) for key, table in tables.items()}

    def _rods(self) -> tuple[FittedRod, ...]:
        steer = None if self.steer is None else _columns(self.steer)
        return _best_rods(self.wheel_centre, self.wheel_axis, _columns(self.travel), steer)


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
def _best_rods(centre: Triple, axis: Triple, travel: _Columns, steer: _Columns | None) -> tuple[FittedRod, ...]:
    """Four links and the tie rod that follow the tables best and are still a linkage.

    Rods that may go far from where they start follow a table of rounded numbers through each of its errors, and may end
    in lines that hold nothing; then those that stay nearer are tried.
    """
    poses = _poses(centre, axis, travel) + ([] if steer is None else _poses(centre, axis, steer))
    found = []
    for count in range(len(PULLS), 0, -1):
        rods = _fit_rods(centre, poses, steer, PULLS[:count])
        found.append(rods)
        shift, turn = _errors(rods, centre, axis, poses)
        if shift < MAX_SHIFT and turn < MAX_ANGLE and _is_a_linkage(rods, centre):
            return rods
    return min(found, key=lambda rods: _errors(rods, centre, axis, poses)[1])


def _fit_rods(
    centre: Triple, poses: list[WheelPose], steer: _Columns | None, pulls: tuple[float, ...]
) -> tuple[FittedRod, ...]:
    """Four links and the tie rod, held near a usual double wishbone by these weights."""
    w, lever = np.array(centre), 0.13
    if steer is not None:
        columns: dict[str, Any] = dict(steer)
        lever = 1.0 / float(np.polyfit(columns["rack_travel"], np.tan(columns["steer"]), 3)[-2])
    starts = {name: (w + inner, w + outer) for name, (inner, outer) in ENDS.items()}
    lower = [fit_rod(poses, centre, *starts[name], pulls=pulls) for name in RODS[:2]]
    upper = [fit_rod_apart(poses, centre, *starts[name], lower[0].outer, pulls) for name in RODS[2:]]
    inner, outer = (w + np.array([lever, y, -0.04]) for y in (-0.42, -0.06))
    return (*lower, *upper, fit_rod(poses, centre, inner, outer, on_rack=1.0, pulls=pulls))


def _errors(rods: tuple[FittedRod, ...], centre: Triple, axis: Triple, poses: list[WheelPose]) -> tuple[float, float]:
    """Largest shift [m] and turn [rad] of the wheel away from poses; infinite where the rods hold nothing."""
    try:
        off = np.abs([follow_rods(list(rods), pose, centre, axis) for pose in poses])
    except np.linalg.LinAlgError:
        return math.inf, math.inf
    return float(off[:, :3].max()), float(off[:, 3:].max())


def _is_a_linkage(rods: tuple[FittedRod, ...], centre: Triple) -> bool:
    """Whether all ends are on the left side and not far away, and the rods hold a knuckle."""
    ends = [end for rod in rods for end in (rod.inner, rod.outer)]
    if any(end[1] <= 0.0 or math.dist(end, centre) > MAX_REACH for end in ends):
        return False
    rows = np.array([rod_row(rod, centre) for rod in rods])
    sizes = np.linalg.svd(rows, compute_uv=False)
    return bool(sizes[-1] > MIN_CONDITION * sizes[0])


def _rod_inertia(mass: float, rod: FittedRod) -> tuple[float, ...]:
    """m L² / 12 across a rod and a fiftieth of it along, as xx yy zz xy xz yz [kg m²]."""
    d = np.subtract(rod.outer, rod.inner)
    J = mass * (float(d @ d) * np.eye(3) - 0.98 * np.outer(d, d)) / 12.0
    return J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]


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
    errors = suspension.errors()
    for key, (shift, turn) in errors.items():
        if shift > MAX_SHIFT or turn > MAX_ANGLE:
            got = f"{1e3 * shift:.2g} mm and {math.degrees(turn):.2g} deg left over"
            hint = "check signs and units, smooth the table, shorten it, or write the linkage itself"
            yield Finding(key, "no five rods follow this table", got, "0.5 mm and 0.1 deg at most", hint)
    rods = suspension._rods()
    if max(turn for _, turn in errors.values()) < MAX_ANGLE and not _is_a_linkage(rods, suspension.wheel_centre):
        hint = "wheels of a solid axle, which depend on each other, have no tables of their own"
        yield Finding("travel", "no five rods follow this table", "rods that hold nothing", hint=hint)
