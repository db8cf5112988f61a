"""Equilibrium of a vehicle that rolls straight ahead: its body on springs and tires, everything that spins left alone.

Tires of a rolling vehicle carry no forces along the ground but those of camber, and what drives or brakes its wheels
says nothing about where its body stands. So the search moves neither the chassis along the ground nor what turns about
an axle of its own (wheels, engine, differential, flanges), and leaves out the torques on those. Air is at rest.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.engine.analysis.balance import Balance, find_balance, velocities
from jounce.engine.analysis.equilibrium import unbalanced_error
from jounce.engine.analysis.rolling_rest import find_rotors
from jounce.engine.formulations.world_frame.entries import freeze_signals
from jounce.engine.formulations.world_frame.system import System
from jounce.engine.laws.ground import Flat, place_ground
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.model.mechanism import Revolute
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.hitches import find_hitches


def settle_rolling(system: System, start: np.ndarray) -> np.ndarray:
    """The state in which a vehicle rolls on flat ground, with zero velocities; start: a state with closed joints.

    Raises EquilibriumError naming what does not balance.
    """
    rotors = find_rotors(system.mechanism)
    free = _without_torques_on(freeze_signals(system, 0.0), {system.layout.body(joint.body_b) for joint in rotors})
    y = np.array(start, dtype=float)
    y[velocities(system)] = 0.0
    found = find_balance(Balance(free, held=lambda y: _held(system, rotors, y), strained=False), y)
    if not found.is_rest:
        raise unbalanced_error(free, found.state, 0.0)
    return found.state


def _without_torques_on(system: System, rotors: set[int]) -> System:
    """The system on flat ground, without the scalar forces that act on these bodies: drive, brakes, half shafts."""
    model = system.model
    forces = model.elements.scalar_forces.copy()
    for law in forces:
        measures = model.measures[model.elements.scalar_force_terms["measure"][law["start"] : law["stop"]]]
        if rotors & {int(i) for i in (*measures["a"], *measures["b"])}:
            law["stop"] = law["start"]
    elements = model.elements._replace(scalar_forces=forces)
    return replace(system, model=model._replace(elements=elements, ground=place_ground(Flat())))


def _held(system: System, rotors: list[Revolute], y: np.ndarray) -> np.ndarray:
    """Rows of what stays zero: the chassis along x and y, chassis and trailers about z, and the spin of each rotor in
    the world, so that shafts between them are not wound up."""
    nb, chassis = len(system.layout.bodies), system.layout.body(CHASSIS)
    units = [CHASSIS, *(joint.body_b for joint in find_hitches(system.mechanism))]
    rows = np.zeros((2 + len(units) + len(rotors), 6 * nb))
    rows[0, 6 * chassis] = rows[1, 6 * chassis + 1] = 1.0
    for row, unit in zip(rows[2:], units, strict=False):
        first = 6 * system.layout.body(unit) + 3
        row[first : first + 3] = rotation_matrices(y[system.pose(unit)][3:])[2]
    for row, joint in zip(rows[2 + len(units) :], rotors, strict=True):
        frame = system.frames[joint.body_b]
        row[6 * frame.index + 3 : 6 * frame.index + 6] = frame.direction(joint.axis_b)
    return rows
