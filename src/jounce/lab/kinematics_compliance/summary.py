"""The numbers at the design position as rows of strings, for terminals, pages and notebooks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jounce.lab.kinematics_compliance.compliance import WheelCompliance
    from jounce.lab.kinematics_compliance.curves import WheelCurves
    from jounce.lab.kinematics_compliance.kc_results import AxleSheet, SuspensionSheet

DEGREE = math.pi / 180.0
BRAKING, DRIVING = "anti-dive or anti-lift in braking", "anti-lift or anti-squat in driving"
"""Labels where several axles share a row; `support_names` has those of one axle."""

OF_A_WHEEL: tuple[tuple[str, str, str, float, int], ...] = (
    ("camber (top outwards +)", "deg", "camber", DEGREE, 3),
    ("toe (toe-in +)", "deg", "toe", DEGREE, 3),
    ("caster", "deg", "caster", DEGREE, 2),
    ("kingpin inclination", "deg", "kingpin_inclination", DEGREE, 2),
    ("scrub radius", "mm", "scrub_radius", 1e-3, 1),
    ("mechanical trail", "mm", "mechanical_trail", 1e-3, 1),
    ("camber per bump travel", "deg/m", "camber_gradient", DEGREE, 2),
    ("toe per bump travel", "deg/m", "toe_gradient", DEGREE, 2),
    ("wheel centre forwards per bump travel", "mm/m", "centre_slope_x", 1e-3, 1),
    ("spring compression per wheel travel", "", "spring_ratio", 1.0, 3),
    ("damper compression per wheel travel", "", "damper_ratio", 1.0, 3),
    ("torsion bar angle per wheel travel", "deg/m", "torsion_ratio", DEGREE, 1),
    ("wheel load", "kN", "wheel_load", 1e3, 3),
    ("wheel rate", "N/mm", "wheel_rate", 1e3, 2),
)
"""Label, unit, field of WheelCurves, its size in SI, and decimals."""

COMPLIANCES: tuple[tuple[str, str, str, float], ...] = (
    ("toe", "deg", "toe", DEGREE),
    ("camber", "deg", "camber", DEGREE),
    ("x", "mm", "centre_x", 1e-3),
    ("y outwards", "mm", "centre_y", 1e-3),
)
"""Label, unit, field of WheelCompliance and its size in SI."""


def summary_rows(sheet: SuspensionSheet) -> list[tuple[str, ...]]:
    """Quantity, unit and a value for each axle (mean of both wheels, which are mirror images); the first is the head.

    Rows without any value are left out.
    """
    rows = [(label, unit, *(_of_wheels(axle, key, size, places) for axle in sheet.axles))
            for label, unit, key, size, places in OF_A_WHEEL]  # fmt: skip
    rows += [
        (label, unit, *(format_number(value(axle), places) for axle in sheet.axles))
        for label, unit, value, places in _AXLE
    ]
    head = ("at the design position", "", *(axle.name for axle in sheet.axles))
    return [head, *(row for row in rows if any(cell != "–" for cell in row[2:]))]


def wheel_rows(axle: AxleSheet) -> list[tuple[str, ...]]:
    """Quantity, unit, left and right wheel, at the design position."""
    i = axle.parallel.design
    rows: list[tuple[str, ...]] = []
    for label, unit, key, size, places in OF_A_WHEEL:
        left, right = (
            format_number(float(getattr(c, key)[i]) / size, places) for c in (axle.parallel.left, axle.parallel.right)
        )
        if (left, right) != ("–", "–"):
            rows.append((label, unit, left, right))
    return rows


def axle_rows(axle: AxleSheet) -> list[tuple[str, str, str]]:
    """Quantity, unit and value of what an axle has once."""
    rows = [(label, unit, format_number(value(axle), places)) for label, unit, value, places in _AXLE]
    return [row for row in rows if row[2] != "–"]


def compliance_rows(axle: AxleSheet) -> list[tuple[str, ...]]:
    """A row for every load: its description, its size, and toe, camber, x and y of the left wheel."""
    rows = []
    for answer in axle.compliance:
        per, many = ("100 N·m", 100.0) if answer.moment else ("kN", 1e3)
        cells = [many * float(getattr(answer.left, key)) / size for _, _, key, size in COMPLIANCES]
        rows.append((answer.about, per, *(format_number(cell, 4) if abs(cell) > 5e-5 else "0" for cell in cells)))
    return rows


def gives_way(wheel: WheelCompliance) -> bool:
    """Whether a load moves this wheel at all."""
    return any(getattr(wheel, key) != 0.0 for _, _, key, _ in COMPLIANCES)


def support_names(sheet: SuspensionSheet, axle: AxleSheet) -> tuple[str, str]:
    """What engineers call the support in braking and in driving of this axle."""
    front = axle.name == sheet.car.names[0]
    return ("anti-dive", "anti-lift (driving)") if front else ("anti-lift (braking)", "anti-squat")


def format_number(value: float, places: int) -> str:
    """A number with that many decimals and a true minus sign; – where there is none."""
    if not math.isfinite(value):
        return "–"
    rounded = f"{value:.{places}f}"
    return (rounded.removeprefix("-") if float(rounded) == 0.0 else rounded).replace("-", "−")


def _of_wheels(axle: AxleSheet, key: str, size: float, places: int) -> str:
    curves: tuple[WheelCurves, WheelCurves] = (axle.parallel.left, axle.parallel.right)
    values = [float(getattr(wheel, key)[axle.parallel.design]) for wheel in curves]
    return format_number(0.5 * sum(values) / size, places)


def _steering(axle: AxleSheet, key: str, size: float, worst: Callable[[list[float]], float] | None = None) -> float:
    if axle.steer is None:
        return math.nan
    values = [float(value) for value in getattr(axle.steer, key)]
    finite = [value for value in values if math.isfinite(value)]
    if worst is None:
        return values[axle.steer.design] / size
    return worst(finite) / size if finite else math.nan


def _toe(axle: AxleSheet, load: str, size: float) -> float:
    """Toe of the left wheel under a load of that size [deg]; NaN where nothing gives way."""
    (answer,) = (answer for answer in axle.compliance if answer.name == load)
    return size * answer.left.toe / DEGREE if axle.elastic else math.nan


_AXLE: tuple[tuple[str, str, Callable[[AxleSheet], float], int], ...] = (
    ("track", "mm", lambda a: 1e3 * a.track, 1),
    ("roll centre height", "mm", lambda a: 1e3 * float(a.parallel.roll_centre_height[a.parallel.design]), 1),
    ("wheel rate in roll", "N/mm", lambda a: 1e-3 * float(a.opposite.left.wheel_rate[a.opposite.design]), 2),
    ("roll rate", "N·m/deg", lambda a: DEGREE * float(a.opposite.roll_rate[a.opposite.design]), 1),
    ("toe per roll travel", "deg/m", lambda a: float(a.opposite.left.toe_gradient[a.opposite.design]) / DEGREE, 2),
    (
        "camber per roll travel",
        "deg/m",
        lambda a: float(a.opposite.left.camber_gradient[a.opposite.design]) / DEGREE,
        2,
    ),
    (BRAKING, "%", lambda a: 1e2 * float(a.parallel.braking_support[a.parallel.design]), 1),
    (DRIVING, "%", lambda a: 1e2 * float(a.parallel.driving_support[a.parallel.design]), 1),
    ("steering ratio", "", lambda a: _steering(a, "steering_ratio", 1.0), 2),
    ("steering wheel at the lock", "turns", lambda a: _steering(a, "steering_wheel_angle", math.tau, max), 2),
    ("Ackermann at the lock", "%", lambda a: _steering(a, "ackermann", 0.01, lambda v: v[-1]), 1),
    ("smallest turning radius", "m", lambda a: _steering(a, "turning_radius", 1.0, min), 2),
    ("toe of the left wheel by lateral force", "deg/kN", lambda a: _toe(a, "lateral_parallel", 1e3), 4),
    ("toe of the left wheel by aligning moment", "deg/100 N·m", lambda a: _toe(a, "aligning_parallel", 1e2), 4),
)
