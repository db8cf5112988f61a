"""The test rig: one axle with its body held to the ground, its wheels fixed to their carriers, and no tires.

The axle is translated as in every other analysis, so that the rig moves what is simulated: springs, stops, bars, rubber
and the servo of the rack act as they do in the car; drives, brakes and air do not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from scipy.sparse import csr_array

from jounce.engine.formulations.world_frame.system import System, build
from jounce.errors import InputError
from jounce.model.mechanism import (
    GROUND,
    AntiRollBar,
    Body,
    Bushing,
    Constant,
    Force,
    JointStop,
    Mechanism,
    PrescribedMotion,
    RotationalSpringDamper,
    Servo,
    SpringDamper,
    replace,
)
from jounce.model.vehicle import (
    SIDES,
    Axle,
    Corner,
    LinkedRack,
    PrescribedRack,
    RackSteering,
    Steering,
    Suspension,
    Vehicle,
    to_mechanism,
    with_balanced_springs,
)
from jounce.model.vehicle.corners import CHASSIS, RACK
from jounce.model.vehicle.linkage_parts import LinkageParts, connected_parts
from jounce.model.vehicle.steerings.actuation import Actuation

ELASTIC_ELEMENTS = (SpringDamper, RotationalSpringDamper, AntiRollBar, Bushing, Servo, JointStop)
"""Force elements that stay on the rig."""

Element = TypeVar("Element", bound=Any)


@dataclass(frozen=True)
class KingpinRows:
    """What must give way and what must stand still so that a wheel only turns about its kingpin."""

    released: range
    """Constraint rows that hold the steer of the wheel, those of its tie rod; none where rubber does."""
    released_bushings: frozenset[int]
    """Indices of the bushings that hold the steer of the wheel in a joint's place."""
    body: int | None
    """Index of the body that stands still; None if a spring does."""
    spring: int | None
    """Index of the spring that keeps its length; None if a body stands still."""


@dataclass(frozen=True)
class WheelPlace:
    """A wheel on its carrier; vectors from the carrier's centre of mass, in its axes."""

    suffix: str
    sign: float
    """+1 on the left, −1 on the right."""
    carrier: int
    """Index of the body that carries the wheel."""
    centre: np.ndarray
    """Wheel centre [m]."""
    axis: np.ndarray
    """Unit vector along the spin axis, towards the left."""
    radius: float
    """Distance from the wheel centre to the contact point in the wheel's plane [m]: the ground is z = 0 as designed."""
    kingpin: KingpinRows | None
    """What lets the wheel steer; None for a suspension without a kingpin."""


@dataclass(frozen=True)
class Rig:
    """One axle on the rig."""

    axle: Axle
    system: System
    wheels: tuple[WheelPlace, WheelPlace]
    """The left and the right wheel."""
    rows: csr_array
    """(rows, measures): the constraints as sums of measures; sparse also because BLAS would take threads for it."""
    rack: int | None
    """The measure of the rack's travel, of a steered axle."""
    rack_gives_way: bool
    """The rack is on a servo, not prescribed."""

    def spring_gradient(self, gradients: np.ndarray, spring: int) -> np.ndarray:
        """(6 nb,): gradient of the coordinate of a spring, from those of all measures."""
        law = self.system.model.elements.scalar_forces[spring]
        terms = self.system.model.elements.scalar_force_terms[law["start"] : law["stop"]]
        return terms["factor"] @ gradients[terms["measure"]]


def build_rig(vehicle: Vehicle, name: str) -> Rig:
    """The rig for the axle of that name; raises InputError for one whose wheels cannot move on the chassis."""
    vehicle = with_balanced_springs(vehicle)  # which alone, this axle could not be
    axle = vehicle.axle(name)
    if axle.suspension.is_rigid:
        hint = "name an axle that has a suspension"
        raise InputError("nothing moves on the rig", "wheels on the chassis", "a suspension", hint, where=name)
    steering = vehicle.steering_of(name)
    alone = replace(
        vehicle,
        axles=(replace(axle, brake=None),),  # that of a trailer too: the rig holds whatever carries it
        trailers=(),
        steering=None if steering is None else replace(steering[0], actuation=_alone_actuation(steering[0])),
        second_steering=None,
        skid_steering=None,
        powertrain=None,
        brakes=None,
        aerodynamics=None,
    )
    written = to_mechanism(replace(alone, extra=_connected_extra(alone)))
    corners = [Corner(name, side) for side in SIDES]
    system = build(_put_on_rig(written, axle, corners))
    rack = system.layout.measures[RACK, "travel"] if steering is not None else None
    left, right = (_wheel(system, axle, corner) for corner in corners)
    gives_way = any(_moves_rack(force) for force in written.forces)
    return Rig(axle, system, (left, right), _rows(system), rack, gives_way)


def _alone_actuation(steering: Steering) -> Actuation:
    """What moves the rack of an axle; one that is linked to another rack is prescribed where that is missing."""
    return PrescribedRack() if isinstance(steering.actuation, LinkedRack) else steering.actuation


def _connected_extra(alone: Vehicle) -> LinkageParts:
    """The further parts of a car that hold on to what moves on the rig."""
    steering = alone.steering
    holder = frozenset[str]()
    if isinstance(steering, RackSteering) and steering.holder is not None:
        holder, steering = frozenset({steering.holder}), replace(steering, holder=None)
    bare = replace(alone, extra=LinkageParts(), steering=steering)
    return connected_parts(alone.extra, to_mechanism(bare), holder)


def _put_on_rig(mechanism: Mechanism, axle: Axle, corners: list[Corner]) -> Mechanism:
    """Without chassis, tires and drivers, and with each wheel as a part of its carrier."""
    hubs = {corner.name("hub"): corner for corner in corners}
    bodies = {body.name: body for body in mechanism.bodies if body.name != CHASSIS}
    for name in hubs:
        hub = mechanism.connection(name)
        bodies[hub.body_a] = _merge_bodies(bodies[hub.body_a], bodies.pop(hub.body_b))
    joints = [j for j in mechanism.joints if j.name not in hubs and not isinstance(j, PrescribedMotion)]
    forces: list[Force] = [force for force in mechanism.forces if isinstance(force, ELASTIC_ELEMENTS)]
    if RACK in bodies and not any(_moves_rack(force) for force in forces):
        # without stiffness: only so that its travel is measured
        forces.append(Servo(name="rack_travel", joint=RACK, target=Constant(value=0.0), stiffness=0.0))
    return Mechanism(
        name=f"{mechanism.name}, {axle.name} axle",
        bodies=tuple(bodies.values()),
        joints=tuple(_hold_to_ground(joint) for joint in joints),
        forces=tuple(_hold_to_ground(force) for force in forces),
        gravity=mechanism.gravity,
    )


def _moves_rack(force: Force) -> bool:
    return isinstance(force, Servo) and force.joint == RACK


def _hold_to_ground(element: Element) -> Element:
    """The element with the ground in the chassis's place."""
    holders = [key for key in type(element).model_fields if getattr(element, key) == CHASSIS]
    return replace(element, **dict.fromkeys(holders, GROUND)) if holders else element


def _merge_bodies(carrier: Body, wheel: Body) -> Body:
    """Two bodies, whose frames coincide with the world, as one."""
    mass = carrier.mass + wheel.mass
    centre = (carrier.mass * np.array(carrier.centre_of_mass) + wheel.mass * np.array(wheel.centre_of_mass)) / mass
    J = np.zeros((3, 3))
    for part in (carrier, wheel):
        d = np.array(part.centre_of_mass) - centre
        J += part.inertia_matrix + part.mass * (d @ d * np.eye(3) - np.outer(d, d))
    return replace(
        carrier,
        mass=mass,
        centre_of_mass=tuple(centre.tolist()),
        inertia=(J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]),
    )


def _rows(system: System) -> csr_array:
    model = system.model
    counts = model.rows["stop"] - model.rows["start"]
    entries = model.terms["factor"], (np.repeat(np.arange(model.rows.size), counts), model.terms["measure"])
    return csr_array(entries, shape=(model.rows.size, model.measures.size))


def _wheel(system: System, axle: Axle, corner: Corner) -> WheelPlace:
    suspension = axle.on(corner.side).suspension
    carrier = suspension.hub_name(corner)
    frame, axis = system.frames[carrier], corner.side.rotation(suspension.wheel_axis)
    return WheelPlace(
        suffix=corner.suffix,
        sign=corner.side.sign,
        carrier=frame.index,
        centre=frame.point(corner.side.point(suspension.wheel_centre)),
        axis=frame.direction(axis),
        radius=suspension.wheel_centre[2] / math.sqrt(1.0 - axis[2] ** 2),
        kingpin=_kingpin_rows(system, suspension, corner),
    )


def _kingpin_rows(system: System, suspension: Suspension, corner: Corner) -> KingpinRows | None:
    kingpin = suspension.kingpin
    if kingpin is None:
        return None
    layout, fixed = system.layout, suspension.full_name(kingpin.fixed, corner)
    name = suspension.full_name(kingpin.released_joint, corner)
    released, rubber = layout.joints[name].rows if name in layout.joints else range(0), frozenset[int]()
    if not released:  # one bushing, or several of which the first has the name of the joint
        count = len((suspension.bushings or {}).get(kingpin.released_joint, ()))
        more = (suspension.full_name(f"{kingpin.released_joint}_{i}", corner) for i in range(2, count + 1))
        rubber = frozenset(layout.bushings.index(each) for each in (name, *more) if each in layout.bushings)
    if fixed in layout.scalar_forces:
        return KingpinRows(released, rubber, None, layout.scalar_forces.index(fixed))
    return KingpinRows(released, rubber, layout.body(fixed), None)
