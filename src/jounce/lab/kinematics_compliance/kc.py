"""Suspension analysis, "kinematics and compliance" (K&C): from a vehicle to the results of its axles."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.lab.kinematics_compliance.car import Car, describe_car
from jounce.lab.kinematics_compliance.compliance import compute_compliances
from jounce.lab.kinematics_compliance.kc_results import AxleSheet, SuspensionSheet
from jounce.lab.kinematics_compliance.linkage import linkage
from jounce.lab.kinematics_compliance.load_sweeps import default_force, load_notes, load_sweeps
from jounce.lab.kinematics_compliance.moving_linkage import linkage_motion
from jounce.lab.kinematics_compliance.rig import Rig, build_rig
from jounce.lab.kinematics_compliance.rig_position import RigPosition, design_position, solve_position
from jounce.lab.kinematics_compliance.sweeps import (
    steer_notes,
    steer_positions,
    steer_sweep,
    travel_notes,
    travel_positions,
    travel_sweep,
)
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle
from jounce.schema.units import parse_quantity

DEFAULT_TRAVEL = 0.08
"""Wheel travel of a sweep, each way, unless another is asked for [m]."""
MAX_TRAVEL = 0.5
"""Largest wheel travel that may be asked for [m]."""
MAX_FORCE = 1e6
"""Largest force of a load sweep that may be asked for [N]."""


def kc(
    vehicle: str | Path | Vehicle,
    *,
    axle: str | None = None,
    travel: float | str = DEFAULT_TRAVEL,
    brake_share: float | None = None,
    force: float | str | None = None,
) -> SuspensionSheet:
    """Put the axles of a vehicle on a test rig: wheel travel together and opposite, steering, loads of the tires.

    vehicle: a name in the library, a YAML file or a Vehicle. axle: only the one of that name; by default all that have
    a suspension. travel: wheel travel from the design position, up and down [m or a string with a unit]. brake_share:
    share of the front of two axles in all braking, 0 to 1, for anti-dive and anti-lift; by default that of the static
    loads. force: largest force of the load sweeps, on each wheel [N or a string with a unit]; by default three quarters
    of the static wheel load. Raises InputError.

        sheet = jounce.kc("sedan", axle="front")
        sheet.axle("front").parallel.left.camber  # rad, over sheet.axle("front").parallel.travel in m
    """
    car = vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle)
    names = _axles(car, axle)
    size = parse_quantity(travel, "length")
    if not 0.0 < size <= MAX_TRAVEL:
        raise InputError(
            "not a wheel travel", repr(travel), f"more than 0 and at most {MAX_TRAVEL:g} m", where="travel"
        )
    push = _force(force)
    whole = describe_car(car, _share(car, brake_share))
    return SuspensionSheet(
        vehicle=car.name,
        about=car.about,
        travel=size,
        force=push,
        car=whole,
        brake_share_given=brake_share is not None,
        axles=tuple(_axle_sheet(car, name, size, push, whole) for name in names),
    )


def _axles(vehicle: Vehicle, wanted: str | None) -> list[str]:
    known = [axle.name for axle in vehicle.all_axles]
    if wanted is None:
        return [axle.name for axle in vehicle.all_axles if not axle.suspension.is_rigid] or known
    if wanted not in known:
        raise InputError(
            "no such axle", repr(wanted), f"one of {', '.join(known)}", suggestion(str(wanted), known), "axle"
        )
    return [wanted]


def _share(vehicle: Vehicle, share: float | None) -> float | None:
    if share is None:
        return None
    value = parse_quantity(share, "dimensionless")
    braked = sum(axle.brake is not None for axle in vehicle.all_axles)
    if len(vehicle.all_axles) != 2 or braked != 2:
        hint = "leave it away: it is for two axles that both have brakes"
        raise InputError(
            "a brake share that is not used", f"{share!r}, {braked} braked axles", hint=hint, where="brake_share"
        )
    if not 0.0 <= value <= 1.0:
        raise InputError("not a share", repr(share), "0 to 1, such as 0.65 for 65 % in front", where="brake_share")
    return value


def _force(force: float | str | None) -> float | None:
    if force is None:
        return None
    value = parse_quantity(force, "force")
    if not 0.0 < value <= MAX_FORCE:
        expected = f"more than 0 and at most {1e-3 * MAX_FORCE:g} kN"
        raise InputError("not a largest force", repr(force), expected, where="force")
    return value


def _axle_sheet(vehicle: Vehicle, name: str, travel: float, force: float | None, car: Car) -> AxleSheet:
    # kinematics, the rack held
    rig = build_rig(vehicle, name)
    start = find_rest(rig)
    together, apart = (travel_positions(rig, start, travel, other) for other in (1.0, -1.0))
    parallel = travel_sweep(rig, together, travel, 1.0, car)
    opposite = travel_sweep(rig, apart, travel, -1.0, car)
    steered = vehicle.steering_of(name)
    steering = steered[0] if steered is not None else None
    turned = steer_positions(rig, start, steering) if steering is not None else []
    steer = steer_sweep(rig, turned, steering, car) if steering is not None else None
    motions = [
        linkage_motion(rig, "bump", parallel.travel, together, travel),
        linkage_motion(rig, "roll", opposite.travel, apart, travel),
    ]
    if steer is not None:
        motions.append(linkage_motion(rig, "steer", *_rising(steer.steering_wheel_angle, turned), travel))
    left, right = (start.at.contact(wheel) for wheel in rig.wheels)
    # compliance, a rack on a servo free
    free = _rest(rig, np.zeros(2)) if rig.rack_gives_way else start
    elastic = _elastic(rig, start)
    largest = default_force(car.static_wheel_load(name)) if force is None else force
    loads = load_sweeps(rig, free, largest) if elastic else {}
    # what ended early
    notes = travel_notes((parallel, opposite), ("parallel travel", "opposite travel"))
    notes += steer_notes(steer) if steer is not None else []
    notes += load_notes(loads)
    if not elastic and force is not None:
        notes.append("no load sweeps: nothing gives way to loads, joints are rigid and the rack, if any, is prescribed")
    return AxleSheet(
        name=name,
        kind=rig.axle.suspension.kind,
        steered=steer is not None,
        track=float(left[1] - right[1]),
        parallel=parallel,
        opposite=opposite,
        steer=steer,
        compliance=compute_compliances(rig, free),
        elastic=elastic,
        loads=loads,
        notes=tuple(notes),
        linkage=linkage(rig, start),
        motions=tuple(motions),
    )


def _rising(values: np.ndarray, positions: list[RigPosition]) -> tuple[np.ndarray, list[RigPosition]]:
    """Both in the order of rising values."""
    order = np.argsort(values)
    return values[order], [positions[i] for i in order]


def find_rest(rig: Rig) -> RigPosition:
    """The axle at rest at its design position, the rack held; raises InputError where it has none."""
    return _rest(rig, np.zeros(2 if rig.rack is None else 3))


def _rest(rig: Rig, target: np.ndarray) -> RigPosition:
    position = solve_position(rig, design_position(rig), target)
    if position is None or not math.isfinite(float(position.loads.sum())):
        hint = "check that springs or rubber hold every part, and that the wheels can rise and fall"
        raise InputError(
            "no rest on the rig", "parts that move freely or joints that do not close", hint=hint, where=rig.axle.name
        )
    return position


def _elastic(rig: Rig, start: RigPosition) -> tuple[str, ...]:
    """What gives way when the wheels are held in height."""
    rubber = ("rubber mounts",) if rig.system.model.elements.bushings.size else ()
    if not rubber and start.basis.shape[1] > start.held.size:
        rubber = ("springs in the place of links",)
    return rubber + (("the servo of the rack",) if rig.rack_gives_way else ())
