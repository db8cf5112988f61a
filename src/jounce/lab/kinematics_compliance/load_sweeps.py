"""Load sweeps: what the wheels of an axle do while tires push harder and harder, contact points held in height.

At every load the axle is at rest in its own elements, however these answer: rubber, stops, the servo of the rack. Loads
keep their direction in world axes and act where contact points and wheel centres are by then (KC19).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.world_frame.entries import displace_bodies
from jounce.lab.kinematics_compliance.compliance import LOADS, Load
from jounce.lab.kinematics_compliance.evaluation import Evaluation
from jounce.lab.kinematics_compliance.rig import Rig, WheelPlace
from jounce.lab.kinematics_compliance.rig_position import RigPosition, solve_position

STEPS_EACH_WAY = 8
"""Number of loads in each direction."""
MAX_REFINEMENT = 16
"""Parts into which a step is cut to come near an equilibrium that is lost."""
MAX_FORCE_PER_LOAD = 0.75
"""Largest force per static wheel load, unless another force is asked for: what a tire on a dry road may do."""
MOMENT_ARM = 1.0 / 30.0
"""Largest moment per largest force [m]: of the size of a pneumatic trail."""
MAX_TURN = 0.1
"""A wheel that turns farther from one load to the next has jumped to another equilibrium [rad]."""


@dataclass(frozen=True)
class LoadCurves:
    """One wheel over a load, SI units and radians."""

    camber: np.ndarray
    """Camber, positive with the top outwards (KC3) [rad]."""
    toe: np.ndarray
    """Toe, positive for toe-in (KC4) [rad]."""
    steer: np.ndarray
    """Angle of the wheel about the vertical axis, positive to the left (KC4) [rad]."""
    centre_x: np.ndarray
    """Displacement of the wheel centre since no load, forwards [m]."""
    centre_y: np.ndarray
    """Displacement of the wheel centre since no load, outwards [m]."""
    contact_x: np.ndarray
    """Displacement since no load of the carrier's point that then is the contact point, forwards [m]."""
    contact_y: np.ndarray
    """Displacement since no load of the carrier's point that then is the contact point, outwards [m]."""
    wheel_load: np.ndarray
    """Vertical force at the contact point that holds its height [N]."""


@dataclass(frozen=True)
class LoadSweep:
    """An axle over one load on its wheels, from its negative to its positive end, heights of contact points held."""

    name: str
    about: str
    moment: bool
    """Whether the load is a moment [N·m]; else a force [N]."""
    load: np.ndarray
    """Load on each wheel [N or N·m]."""
    left: LoadCurves
    right: LoadCurves
    wanted: float
    """Load that was asked for, each way [N or N·m]."""

    @property
    def design(self) -> int:
        """Index of the position without load."""
        return int(np.argmin(np.abs(self.load)))


def default_force(wheel_load: float) -> float:
    """Largest force of a sweep for a static wheel load [N], to one digit."""
    return _one_digit(MAX_FORCE_PER_LOAD * wheel_load)


def load_sweeps(rig: Rig, start: RigPosition, force: float) -> dict[str, LoadSweep]:
    """Sweeps of all loads, forces up to `force` [N] and moments to match, from a position where the rack is free if it
    is on a servo; by name."""
    return {load.name: load_sweep(rig, start, load, _one_digit(MOMENT_ARM * force) if load.moment else force)
            for load in LOADS}  # fmt: skip


def load_sweep(rig: Rig, start: RigPosition, load: Load, largest: float) -> LoadSweep:
    """One load in equal steps both ways, as far as there are equilibria."""
    (below, behind), (above, ahead) = (_follow_load(rig, start, load, end) for end in (-largest, largest))
    left, right = (_curves(rig, k, start, [*reversed(behind), start, *ahead]) for k in (0, 1))
    sizes = np.array([*reversed(below), 0.0, *above])
    return LoadSweep(load.name, load.about, load.moment, sizes, left, right, largest)


def load_notes(sweeps: Mapping[str, LoadSweep]) -> list[str]:
    """What is to be said of sweeps that ended before the load that was asked for."""
    notes = []
    for sweep in sweeps.values():
        unit, size = ("N·m", 1.0) if sweep.moment else ("kN", 1e3)
        for way, i in (("−", 0), ("", -1)):
            got = abs(float(sweep.load[i]))
            if got < sweep.wanted * (1.0 - 1e-9):
                end, asked = (f"{way if value else ''}{round(value / size, 3):g}" for value in (got, sweep.wanted))
                notes.append(f"{sweep.about}: ends at {end} {unit} of {asked} {unit}: no stable rest was found beyond")
    return notes


def _follow_load(rig: Rig, start: RigPosition, load: Load, largest: float) -> tuple[list[float], list[RigPosition]]:
    """Loads and positions after the start; steps get shorter before an equilibrium that is lost."""
    loads, positions = [0.0], [start]
    step = largest / STEPS_EACH_WAY
    while abs(largest - loads[-1]) > 1e-9 * abs(largest):
        position = _next(rig, positions[-1], load, loads[-1], step, start)
        if position is not None:
            loads.append(loads[-1] + step)
            positions.append(position)
        elif abs(step) * STEPS_EACH_WAY * MAX_REFINEMENT > 1.5 * abs(largest):
            step *= 0.5
        else:
            break
    return loads[1:], positions[1:]


def _next(rig: Rig, last: RigPosition, load: Load, size: float, step: float, start: RigPosition) -> RigPosition | None:
    """The position at size + step after the one at size; None where that is not a stable one of the same kind."""

    def push(at: Evaluation) -> np.ndarray:
        return load.on(rig, at, size + step)

    near = last.y.copy()
    displace_bodies(np.ascontiguousarray(last.displacement_under(load.on(rig, last.at, step)).reshape(-1, TWIST)), near)
    found = solve_position(rig, near, start.held, push, similar=last)
    lost = found is None or found.orientation != start.orientation or _turn_between(rig, last, found) > MAX_TURN
    return None if lost else found


def _turn_between(rig: Rig, before: RigPosition, after: RigPosition) -> float:
    """Largest angle of a spin axis against the one before [rad]."""
    axes = ((before.at.spin_axis(wheel), after.at.spin_axis(wheel)) for wheel in rig.wheels)
    return max(float(np.linalg.norm(b - a)) for a, b in axes)


def _curves(rig: Rig, k: int, start: RigPosition, positions: Sequence[RigPosition]) -> LoadCurves:
    wheel = rig.wheels[k]
    rows = [_values(wheel, start.at, position.at, float(position.loads[k])) for position in positions]
    return LoadCurves(**{field.name: np.array([row[field.name] for row in rows]) for field in fields(LoadCurves)})


def _values(wheel: WheelPlace, start: Evaluation, at: Evaluation, load: float) -> dict[str, float]:
    i, s = wheel.carrier, at.spin_axis(wheel)
    touched = start.contact(wheel)
    centre = at.centre(wheel) - start.centre(wheel)
    contact = at.r[i] + at.A[i] @ start.A[i].T @ (touched - start.r[i]) - touched
    steer = math.atan2(-s[0], s[1])
    return {
        "camber": -wheel.sign * math.asin(s[2]),
        "toe": -wheel.sign * steer,
        "steer": steer,
        "centre_x": centre[0],
        "centre_y": wheel.sign * centre[1],
        "contact_x": contact[0],
        "contact_y": wheel.sign * contact[1],
        "wheel_load": load,
    }


def _one_digit(value: float) -> float:
    return float(f"{value:.0e}")
