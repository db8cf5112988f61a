"""K&C curves of one axle, quickly enough to follow a dragged hardpoint: few positions first, all sweeps afterwards.

Equations and rig are those of `jounce.kc`. A quick analysis moves both wheels together through few positions; a full
one adds opposite travel and steering. Slopes along each curve come with it, exact as everywhere in K&C.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from jounce.lab.kinematics_compliance.car import describe_car
from jounce.lab.kinematics_compliance.kc import find_rest
from jounce.lab.kinematics_compliance.linkage import Linkage, linkage
from jounce.lab.kinematics_compliance.moving_linkage import front_view_centres
from jounce.lab.kinematics_compliance.rig import build_rig
from jounce.lab.kinematics_compliance.rig_position import follow_both_ways
from jounce.lab.kinematics_compliance.summary import DEGREE, OF_A_WHEEL, format_number
from jounce.lab.kinematics_compliance.sweeps import (
    SteerSweep,
    TravelSweep,
    steer_notes,
    steer_positions,
    steer_sweep,
    travel_notes,
    travel_sweep,
)
from jounce.model.vehicle import Vehicle

QUICK_POSITIONS, FULL_POSITIONS = 4, 8
"""Positions of a travel sweep in each direction."""


@dataclass(frozen=True)
class CurveKind:
    """A curve that a page draws and a target can be given for."""

    name: str
    label: str
    unit: str
    size: float
    """Size of the unit in SI."""
    sweep: str
    """What is moved: travel, roll (opposite travel of the wheels) or steer."""
    span: float
    """Smallest range that is drawn, and the scale of errors, in the unit."""
    of: Callable[[TravelSweep | SteerSweep], np.ndarray]


def _wheel(key: str) -> Callable[[TravelSweep | SteerSweep], np.ndarray]:
    return lambda sweep: getattr(sweep.left, key)


def _axle(key: str) -> Callable[[TravelSweep | SteerSweep], np.ndarray]:
    return lambda sweep: getattr(sweep, key)


CURVES: Mapping[str, CurveKind] = {
    kind.name: kind
    for kind in (
        CurveKind("toe", "Toe (toe-in +)", "deg", DEGREE, "travel", 0.2, _wheel("toe")),
        CurveKind("camber", "Camber (top outwards +)", "deg", DEGREE, "travel", 0.5, _wheel("camber")),
        CurveKind("roll_centre", "Roll centre height", "mm", 1e-3, "travel", 20.0, _axle("roll_centre_height")),
        CurveKind("track", "Contact point outwards", "mm", 1e-3, "travel", 5.0, _wheel("contact_y")),
        CurveKind("recession", "Wheel centre forwards", "mm", 1e-3, "travel", 5.0, _wheel("centre_x")),
        CurveKind("caster", "Caster", "deg", DEGREE, "travel", 0.5, _wheel("caster")),
        CurveKind("braking", "Support in braking", "%", 1e-2, "travel", 10.0, _axle("braking_support")),
        CurveKind("spring_ratio", "Spring compression per travel", "", 1.0, "travel", 0.05, _wheel("spring_ratio")),
        CurveKind("wheel_rate", "Wheel rate", "N/mm", 1e3, "travel", 5.0, _wheel("wheel_rate")),
        CurveKind("roll_toe", "Toe in roll", "deg", DEGREE, "roll", 0.2, _wheel("toe")),
        CurveKind("roll_camber", "Camber in roll", "deg", DEGREE, "roll", 0.5, _wheel("camber")),
        CurveKind("ackermann", "Ackermann", "%", 1e-2, "steer", 20.0, _axle("ackermann")),
        CurveKind("steering_ratio", "Steering ratio", "", 1.0, "steer", 1.0, _axle("steering_ratio")),
    )
}
"""Name → curve, in the order of the page."""
ABSCISSAS: Mapping[str, tuple[str, str, float]] = {
    "travel": ("wheel travel", "mm", 1e-3),
    "roll": ("travel of the left wheel, the right one opposite", "mm", 1e-3),
    "steer": ("mean angle of the wheels", "deg", DEGREE),
}
"""Sweep → label, unit and its size in SI of what curves are drawn over."""


@dataclass(frozen=True)
class AxleCurves:
    """One axle on the rig: curves in the units of CURVES, numbers at the design position, lines of a picture."""

    axle: str
    full: bool
    """Whether opposite travel and steering are there as well."""
    x: Mapping[str, np.ndarray]
    """Sweep → rising values of what is moved, in the units of ABSCISSAS."""
    y: Mapping[str, np.ndarray]
    """Name of a curve → its values; curves of which there is no value are left out."""
    numbers: tuple[tuple[str, str, str], ...]
    """Label, unit and value."""
    linkage: Linkage
    instant_centre: np.ndarray
    """Instant centre of the left wheel in front view, world axes [m]."""
    roll_centre: np.ndarray
    """World axes [m]."""
    notes: tuple[str, ...]
    """Sweeps that ended where the linkage ends."""


class OutdatedError(Exception):
    """The analysis was given up, because its result is not wanted any more."""


def analyse_axle(
    vehicle: Vehicle, name: str, travel: float, *, full: bool = True, wanted: Callable[[], bool] = lambda: True
) -> AxleCurves:
    """Put an axle on the rig and move its wheels by `travel` [m] each way; raises InputError where it has no rest.

    wanted: asked between sweeps; where it says no, OutdatedError is raised.
    """
    rig, car = build_rig(vehicle, name), describe_car(vehicle, None)
    start = find_rest(rig)
    # sweeps
    sweeps: dict[str, TravelSweep | SteerSweep] = {}
    count = FULL_POSITIONS if full else QUICK_POSITIONS
    steps = travel * np.arange(1, count + 1) / count
    for sweep, other in (("travel", 1.0), ("roll", -1.0))[: 2 if full else 1]:
        if not wanted():
            raise OutdatedError
        direction = np.zeros(start.held.size)
        direction[:2] = 1.0, other
        sweeps[sweep] = travel_sweep(rig, follow_both_ways(rig, start, direction, steps), travel, other, car)
    if not wanted():
        raise OutdatedError
    steered = vehicle.steering_of(name)
    if full and steered is not None:
        sweeps["steer"] = steer_sweep(rig, steer_positions(rig, start, steered[0]), steered[0], car)
    # what is shown of them
    x, y = {}, {}
    for sweep, found in sweeps.items():
        across = found.mean_steer if isinstance(found, SteerSweep) else found.travel
        order = np.argsort(across)
        x[sweep] = across[order] / ABSCISSAS[sweep][2]
        for kind in CURVES.values():
            if kind.sweep == sweep:
                values = kind.of(found)[order] / kind.size
                if np.isfinite(values).any():
                    y[kind.name] = values
    travels = [found for found in sweeps.values() if isinstance(found, TravelSweep)]
    notes = travel_notes(travels, ("parallel travel", "opposite travel")[: len(travels)])
    notes += [note for found in sweeps.values() if isinstance(found, SteerSweep) for note in steer_notes(found)]
    centre, roll = front_view_centres(rig, start)
    return AxleCurves(name, full, x, y, _numbers(sweeps), linkage(rig, start), centre, roll, tuple(notes))


def _numbers(sweeps: Mapping[str, TravelSweep | SteerSweep]) -> tuple[tuple[str, str, str], ...]:
    found = sweeps["travel"]
    assert isinstance(found, TravelSweep)
    i = found.design
    rows = [(label, unit, float(getattr(found.left, key)[i]) / size, places)
            for label, unit, key, size, places in OF_A_WHEEL]  # fmt: skip
    rows += [
        ("roll centre height", "mm", 1e3 * float(found.roll_centre_height[i]), 1),
        ("roll rate", "N·m/deg", DEGREE * float(found.roll_rate[i]), 1),
        ("support in braking", "%", 1e2 * float(found.braking_support[i]), 1),
        ("support in driving", "%", 1e2 * float(found.driving_support[i]), 1),
    ]
    steer = sweeps.get("steer")
    if isinstance(steer, SteerSweep):
        radius = steer.turning_radius[np.isfinite(steer.turning_radius)]
        rows += [
            ("steering ratio", "", float(steer.steering_ratio[steer.design]), 2),
            ("smallest turning radius", "m", float(radius.min()) if radius.size else math.nan, 2),
        ]
    return tuple((label, unit, format_number(value, places)) for label, unit, value, places in rows
                 if math.isfinite(value))  # fmt: skip
