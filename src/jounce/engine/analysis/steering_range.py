"""Range of a steering rack: mean angle of the steered wheels over its travel, found by closing the loops."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.poses import move
from jounce.engine.assembly.spanning_tree import TURN
from jounce.engine.assembly.state_layout import Coordinate
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import with_closed_loops
from jounce.engine.laws.forces.signal import VALUE
from jounce.errors import AssemblyError
from jounce.findings import Finding
from jounce.model.mechanism import Tire
from jounce.model.vehicle import RACK_TRAVEL, SIDES, Corner, Vehicle
from jounce.model.vehicle.corners import RACK

LOCK = math.radians(32.0)
"""Mean angle of the steered wheels at which the steering wheel is at its stop [rad]."""
TRAVEL_STEP = 2e-3
"""Step of the rack travel in the search [m]."""
MAX_TRAVEL = 0.15
"""Longest travel of a rack in the search [m]."""
TOGGLE_RATIO = 2.5
"""A wheel that turns so many times faster with the rack than at the start is near a toggle position [-]."""
MAX_SECANTS, CLOSE = 30, 1e-9
"""Steps of the search for the angle of a kingpin, and distance of the rack from its target [m]."""
MARGIN = 0.9
"""Share of the travel that is used when the linkage, not the lock, limits it [-]."""


@dataclass(frozen=True)
class SteeringRange:
    """Travels of the rack from 0 to the stop [m], positive to the left, and mean angles of the wheels [rad]."""

    travels: np.ndarray
    angles: np.ndarray
    left: float
    """+1 if the rack moves along its axis to steer to the left, else −1."""

    @property
    def largest(self) -> float:
        """Travel at the stop [m], signed: the way that steers left."""
        return self.left * float(self.travels[-1])

    def angle(self, travel: float) -> float:
        """Mean angle of the wheels [rad] for a travel of the rack along its axis [m]; odd in the travel."""
        found = np.interp(abs(travel), self.travels, self.angles)
        return math.copysign(float(found), self.left * travel)


def steering_range(
    system: synthesis.System, vehicle: Vehicle, y: np.ndarray, *, lock: float = LOCK, travel: float = MAX_TRAVEL
) -> SteeringRange | None:
    """Move the rack from the closed state y until the wheels are at the lock or the linkage ends; None without a rack.

    lock: mean angle of the wheels at which to stop [rad]; travel: travel of the rack beyond which not to look [m]. The
    stops of the steering end its range too. An axle behind the middle of the car steers left when its wheels turn
    right.
    """
    if vehicle.steering is None:
        return None
    names = [Corner(vehicle.steering.axle, side).name("wheel") for side in SIDES]
    tires = [tire for tire in system.mechanism.tires if tire.body in names]
    middle = np.mean([axle.suspension.wheel_centre[0] for axle in vehicle.axles])
    turns_left = 1.0 if np.mean([tire.centre[0] for tire in tires]) >= middle else -1.0
    zero = _angles(system, tires, y)
    first = _angles(system, tires, _with_rack(system, y, TRAVEL_STEP)) - zero
    sense = math.copysign(1.0, turns_left * float(first.mean()))
    travels, angles, near = [0.0], [np.zeros(len(tires))], y
    ended = False
    while abs(angles[-1].mean()) < lock and travels[-1] < travel and not ended:
        try:
            near = _with_rack(system, near, sense * (travels[-1] + TRAVEL_STEP))
        except AssemblyError:
            ended = True
            break
        now = _angles(system, tires, near) - zero
        ended = bool(np.max(np.abs(now - angles[-1])) > TOGGLE_RATIO * np.max(np.abs(first)))
        if not ended:
            travels.append(travels[-1] + TRAVEL_STEP)
            angles.append(now)
    means = np.abs([a.mean() for a in angles])
    stop = MARGIN * travels[-1] if ended else float(np.interp(min(lock, means[-1]), means, travels))
    stop = min(stop, vehicle.steering.free_travel)
    even = np.linspace(0.0, stop, 33)
    return SteeringRange(even, np.interp(even, travels, means), sense)


def _with_rack(system: synthesis.System, y: np.ndarray, travel: float) -> np.ndarray:
    """y with the rack moved, whether it is free, prescribed, or prescribed through a filter; the input is put back."""
    moved = y.copy()
    rack = system.state.by_motion[RACK, 0]
    start = system.state.design_value(rack)
    place = system.layout.joints.get(RACK_TRAVEL)
    if place is None and rack.velocity not in system.independent:
        return _with_turned_wheels(system, y, rack, start + travel)
    moved[rack.position] = start + travel
    if place is not None:
        state = int(system.packed.arrays["rows"][place.rows.start]["filter"])
        if state >= 0:
            moved[system.state.auxiliary_start + system.state.auxiliary.index(state)] = travel
    rows = list(system.layout.inputs[RACK_TRAVEL])
    before = system.model.signals[rows, VALUE].copy()
    system.model.signals[rows, VALUE] = travel
    try:
        return with_closed_loops(system, moved)
    finally:
        system.model.signals[rows, VALUE] = before


def _with_turned_wheels(system: synthesis.System, y: np.ndarray, rack: Coordinate, target: float) -> np.ndarray:
    """y with the rack at a target, where the rack depends on a kingpin: that is turned, by secants."""
    turns = [c for (_, i), c in system.state.by_motion.items() if i == 0 and c.velocity in system.independent]
    rates = [_rate_of(system, y, c, rack) for c in turns]
    kingpin, slope = max(zip(turns, rates, strict=True), key=lambda pair: abs(pair[1]))
    moved, before = y.copy(), float(y[rack.position])
    for _ in range(MAX_SECANTS):
        step = (target - float(moved[rack.position])) / slope
        angle = float(moved[kingpin.position])
        moved[kingpin.position] = angle + step
        moved = with_closed_loops(system, moved)
        if abs(target - float(moved[rack.position])) < CLOSE:
            return moved
        if step != 0.0:
            slope = (float(moved[rack.position]) - before) / step
        before = float(moved[rack.position])
    travel = 1e3 * (target - system.state.design_value(rack))
    raise AssemblyError([Finding(RACK, "the linkage does not reach", f"{travel:.3g} mm of travel")])


def _rate_of(system: synthesis.System, y: np.ndarray, turned: Coordinate, rack: Coordinate) -> float:
    """Velocity of the rack when one joint turns at unit rate and no other independent one moves."""
    if turned.position == rack.position or turned.kind != TURN:
        return 0.0
    moving = y.copy()
    moving[system.state.velocity_start : system.state.auxiliary_start] = 0.0
    moving[turned.velocity] = 1.0
    return float(with_closed_loops(system, moving)[rack.velocity])


def _angles(system: synthesis.System, tires: list[Tire], y: np.ndarray) -> np.ndarray:
    """Angles of wheels about the vertical axis of the base [rad], positive to the left."""
    frames = move(system.state, y[None, :])
    found = []
    for tire in tires:
        branch = system.state.tree.branch_of(tire.body)
        axis = branch.direction(system.frames[tire.body].direction(tire.spin_axis))
        x, across, _ = frames[tire.body].R[0] @ axis
        found.append(math.atan2(-x, across) if across >= 0.0 else math.atan2(x, -across))
    return np.array(found)
