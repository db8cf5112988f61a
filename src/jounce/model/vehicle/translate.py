"""From a vehicle to a mechanism: every part becomes a body, every hardpoint a joint or a force element.

A suspension translates itself (`suspensions/`), so does a powertrain; the rest is here. Names, with the suffix of the
corner: bodies chassis, rack, wheel_fl and those of the suspension: lca_fl, uca_fl, knuckle_fl and, for a tie rod with
mass, tie_rod_fl; on a MacPherson strut strut_rod_fl; on a trailing arm or a twist beam arm_fl; joints
rack, lca_fl, uca_fl or arm_fl (hinges on the chassis), lbj_fl and ubj_fl (lower and upper ball joint), strut_fl (rod to
tube), top_fl and mount_fl (ball joints, or bushings among the forces), beam_rear (between both halves of a twist beam),
tie_fl (a massless tie rod; tie_inner_fl and tie_outer_fl for one with mass), hub_fl; forces spring_fl, damper_fl,
torsion_fl, twist_rear, drive_fl, brake_fl, anti_roll_bar_front, rack_servo (also the torsion bar of a column),
steering_stop, steering_friction, steering_assist, speed_control_fl, aerodynamics; tires tire_fl. A steering gear with
an arm adds the bodies pitman_arm and centre_link and the joints pitman_arm, steering_gear, pitman_cross and idler, its
nut is the rack; names of a second steering begin with second_. A powertrain adds the bodies engine, turbine, transfer,
differential_front, flange_fl, motor_NAME (motor_fl of a motor for each wheel), with joints of the same names, the
joints mean_speed_front, transfer_split and motor_NAME_reduction, and the forces engine_torque, converter, lock_up,
gear_1 … and gear_reverse, limited_slip_front, motor_NAME_torque and half_shaft_fl. A trailer adds a body of its name,
the joint hitch_NAME and what `hitches` says, aerodynamics_NAME and its corners, held by that body. Dual wheels have
tire_rl outside and tire_rl_inner inside.
Inputs: rack_travel and second_rack_travel [m], drive_torque_fl and brake_torque_fl [N m] or brake_pressure_fl [Pa], of
springs, dampers and torsion bars with an actuator spring_force_fl and damper_force_fl [N] and torsion_torque_fl [N m],
of axles with wheel_loads wheel_force_x_fl … [N] and wheel_torque_x_fl … [N m], speed_left and speed_right [m/s],
throttle, regeneration, lock_up and gear, all 0 until a driver sets them, which exerts nothing on a car that stands;
clutch and transfer_clutch, which are 1 (closed), discharge_limit and charge_limit, which are 1 (the whole power), and
target_speed [m/s], which is −1: no speed is held.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from jounce.model import mechanism
from jounce.model.mechanism import AerodynamicDrag, Input, Mechanism
from jounce.model.mechanism.mechanism import mechanism_of_elements
from jounce.model.vehicle.aerodynamics import Aerodynamics
from jounce.model.vehicle.axle import Axle, TireLaw
from jounce.model.vehicle.balance import balanced_preloads
from jounce.model.vehicle.balanced_springs import balanced_spring_names, with_preloads
from jounce.model.vehicle.brakes import Brake, BrakeSystem, hydraulic_brake_elements
from jounce.model.vehicle.corners import CHASSIS, RACK, SPEED_LEFT, SPEED_RIGHT, Corner, Elements, body
from jounce.model.vehicle.geometry import LEFT, RIGHT, SIDES, Triple, along
from jounce.model.vehicle.holders import all_held_by
from jounce.model.vehicle.known_elements import as_known
from jounce.model.vehicle.parts import Wheel
from jounce.model.vehicle.powertrain import powertrain_elements
from jounce.model.vehicle.statics import wheel_loads
from jounce.model.vehicle.steerings.elements import assist_elements, steering_elements
from jounce.model.vehicle.steerings.skid import SkidSteering
from jounce.model.vehicle.steerings.steering import FIRST, SECOND, Steering
from jounce.model.vehicle.subframe import on_subframe, subframe_elements
from jounce.model.vehicle.suspensions.rubber import with_rubber
from jounce.model.vehicle.trailer import Trailer
from jounce.model.vehicle.vehicle import Vehicle
from jounce.schema.remembered import remembered

MAX_CARS = 8
"""Cars of which something is kept: a run asks for the mechanism of one car several times."""
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@partial(remembered, limit=MAX_CARS)
def to_mechanism(vehicle: Vehicle) -> Mechanism:
    """The mechanism of a car; all body frames coincide with the world at the design position."""
    return _translate(with_balanced_springs(vehicle))


def with_balanced_springs(vehicle: Vehicle) -> Vehicle:
    """The car with numbers for all preloads that are `balance`: its equilibrium is the design position.

    Raises ModelError if such springs cannot carry it.
    """
    names = balanced_spring_names(vehicle)
    if not names:
        return vehicle
    slack = _translate(vehicle)
    return with_preloads(vehicle, balanced_preloads(slack, names, wheel_loads(slack, vehicle)))


def _translate(vehicle: Vehicle) -> Mechanism:
    """The mechanism of a car with springs of known preload; others are slack at the design position."""
    elements = _chassis(vehicle)
    for steering, prefix in ((vehicle.steering, FIRST), (vehicle.second_steering, SECOND)):
        elements += _steering(steering, prefix, vehicle) if steering is not None else Elements()
    for axle in vehicle.axles:
        steered = vehicle.steering_of(axle.name)
        holder = steered[0].holder_name(steered[1]) if steered is not None else CHASSIS
        elements += _axle(axle, holder, vehicle.brakes)
    if vehicle.powertrain is not None:
        elements += powertrain_elements(vehicle.powertrain, {axle.name: axle for axle in vehicle.axles})
    if vehicle.skid_steering is not None:
        elements += _skid_steering(vehicle.skid_steering, vehicle.axles)
    for before, trailer in pairwise((None, *vehicle.trailers)):
        assert trailer is not None
        elements += _trailer(trailer, CHASSIS if before is None else before.name)
    elements += as_known(vehicle.extra.elements(LEFT, str, str, str))
    return mechanism_of_elements(
        name=vehicle.name,
        bodies=elements.bodies,
        joints=elements.joints,
        forces=elements.forces,
        tires=elements.tires,
        gravity=(0.0, 0.0, -vehicle.gravity),
    )


def _chassis(vehicle: Vehicle) -> Elements:
    chassis = body(CHASSIS, vehicle.laden_chassis, LEFT, free=True)
    return Elements(bodies=(chassis,), forces=_air(vehicle.aerodynamics, "aerodynamics", CHASSIS))


@remembered
def _air(air: Aerodynamics | None, name: str, on: str) -> tuple[AerodynamicDrag, ...]:
    return () if air is None else (AerodynamicDrag(name=name, body=on, **dict(air)),)


@remembered
def _trailer(trailer: Trailer, before: str) -> Elements:
    """A trailer on its hitch: its chassis has its name, and holds its axles as the chassis does those of the car."""
    name = trailer.name
    air = _air(trailer.aerodynamics, f"aerodynamics_{name}", name)
    unit = Elements(bodies=(body(name, trailer.laden_chassis, LEFT),), forces=air)
    for axle in trailer.axles:
        unit += all_held_by(_axle(axle, CHASSIS, None), name)
    return as_known(trailer.hitch.elements(before, name) + unit)


@remembered
def _axle(axle: Axle, tie_rod_holder: str, brakes: BrakeSystem | None) -> Elements:
    """Both corners of an axle, and what they share; brakes: the system that gives them pressures, if there is one."""
    elements = Elements()
    for side in SIDES:
        elements += _corner(axle.on(side), Corner(axle.name, side), tie_rod_holder, brakes)
    return as_known(elements + _shared(axle, tie_rod_holder) + _anti_roll_bar(axle))


def _steering(steering: Steering, prefix: str, vehicle: Vehicle) -> Elements:
    """A steering in the chassis, or on the subframe of its axle if that carries the rack."""
    guided = steering_elements(steering, prefix) + assist_elements(steering, vehicle.axles, prefix)
    subframe = vehicle.axle(steering.axle).subframe
    holds_rack = subframe is not None and RACK in (subframe.carries or ())
    return on_subframe(guided, subframe, steering.axle) if holds_rack else guided


def _skid_steering(skid: SkidSteering, axles: Sequence[Axle]) -> Elements:
    """A controller of every hub; those of a side follow one speed."""
    controls = (
        mechanism.SpeedControl(
            name=Corner(axle.name, side).name("speed_control"),
            joints=(Corner(axle.name, side).name("hub"),),
            target=Input(name=speed),
            radius=axle.on(side).suspension.wheel_centre[2],
            **dict(skid),
        )
        for side, speed in ((LEFT, SPEED_LEFT), (RIGHT, SPEED_RIGHT))
        for axle in axles
    )
    return as_known(Elements(forces=tuple(controls)))


def _corner(axle: Axle, corner: Corner, tie_rod_holder: str, brakes: BrakeSystem | None) -> Elements:
    """One wheel on its suspension, with its tire, drive and brake."""
    suspension = axle.suspension
    carrier = suspension.hub_name(corner)
    place = suspension.wheel_centre, suspension.wheel_axis
    rolling = _wheel(axle.wheel, axle.tire, *place, carrier, corner, axle.dual_spacing)
    held = suspension.corner_elements(corner, tie_rod_holder)
    elastic = with_rubber(held, suspension.bushings, corner.side, corner.name)
    elastic = on_subframe(elastic, axle.subframe, axle.name)
    loads = _wheel_loads(axle, corner, carrier) if axle.wheel_loads else Elements()
    torques = _drive(axle.drive, place[1], corner, carrier) + _brake(axle.brake, corner, brakes)
    return elastic + rolling + torques + loads


def _shared(axle: Axle, tie_rod_holder: str) -> Elements:
    """What an axle has once: what its corners share, and its subframe."""
    held = axle.suspension.axle_elements(axle.name, tie_rod_holder)
    elastic = with_rubber(held, axle.suspension.bushings, LEFT, lambda name: f"{name}_{axle.name}")
    elastic = on_subframe(elastic, axle.subframe, axle.name)
    return elastic if axle.subframe is None else subframe_elements(axle.subframe, axle.name) + elastic


@remembered
def _wheel(
    wheel: Wheel, tire: TireLaw, centre: Triple, axis: Triple, carrier: str, corner: Corner, dual_spacing: float | None
) -> Elements:
    """A wheel with its tire, or two of them, on the hub of its carrier; centre, axis: of the left wheel."""
    side, name = corner.side, corner.name("wheel")
    centre, spin_axis = side.point(centre), side.rotation(axis)
    turning = mechanism.Body(name=name, mass=wheel.mass, inertia=wheel.inertia(spin_axis), centre_of_mass=centre)
    hub = mechanism.Revolute(name=corner.name("hub"), body_a=carrier, body_b=name, point=centre, axis=spin_axis)
    outwards = 0.0 if dual_spacing is None else 0.5 * dual_spacing * side.sign
    offsets = {corner.name("tire"): outwards} | ({} if dual_spacing is None else {corner.inner_tire: -outwards})
    tires = tuple(
        mechanism.Tire(
            name=each, body=name, centre=along(centre, spin_axis, y), spin_axis=spin_axis, side=side.name, law=tire
        )
        for each, y in offsets.items()
    )
    return Elements(bodies=(turning,), joints=(hub,), tires=tires)


@remembered
def _drive(drive: str | None, axis: Triple, corner: Corner, carrier: str) -> Elements:
    """The drive about the spin axis, reacted by the chassis or the wheel's carrier; axis: of the left wheel."""
    if drive is None:
        return Elements()
    torque = mechanism.AppliedTorque(
        name=corner.name("drive"),
        body=corner.name("wheel"),
        axis=corner.side.rotation(axis),
        magnitude=Input(name=corner.drive_torque),
        reaction=CHASSIS if drive == "inboard" else carrier,
    )
    return Elements(forces=(torque,))


@remembered
def _brake(brake: Brake | None, corner: Corner, brakes: BrakeSystem | None) -> Elements:
    """The brake on the carrier."""
    if brake is None:
        return Elements()
    if brakes is not None:
        return hydraulic_brake_elements(brakes, brake, corner)
    torque = mechanism.Brake(
        name=corner.name("brake"),
        joint=corner.name("hub"),
        torque=Input(name=corner.brake_torque),
        full_speed=brake.full_speed,
        grip_angle=brake.grip_angle,
    )
    return Elements(forces=(torque,))


def _wheel_loads(axle: Axle, corner: Corner, carrier: str) -> Elements:
    """A force at the wheel's centre and a torque, from outside: on the carrier, about the spin axis on the wheel."""
    centre, spin_axis = (
        corner.side.point(axle.suspension.wheel_centre),
        corner.side.rotation(axle.suspension.wheel_axis),
    )
    forces: list[mechanism.Force] = []
    for letter, direction in zip("xyz", AXES, strict=True):
        push = corner.name(f"wheel_force_{letter}")
        forces.append(
            mechanism.AppliedForce(
                name=push, body=carrier, point=centre, direction=direction, magnitude=Input(name=push), frame="body"
            )
        )
        turn = corner.name(f"wheel_torque_{letter}")
        body, axis = (corner.name("wheel"), spin_axis) if letter == "y" else (carrier, direction)
        forces.append(
            mechanism.AppliedTorque(name=turn, body=body, axis=axis, magnitude=Input(name=turn), frame="body")
        )
    return Elements(forces=tuple(forces))


def _anti_roll_bar(axle: Axle) -> Elements:
    bar = axle.anti_roll_bar
    if bar is None:
        return Elements()
    left, right = (axle.suspension.body_name(bar.carrier, Corner(axle.name, side)) for side in SIDES)
    element = mechanism.AntiRollBar(
        name=f"anti_roll_bar_{axle.name}",
        body=CHASSIS,
        left_body=left,
        left_point=LEFT.point(bar.point),
        right_body=right,
        right_point=RIGHT.point(bar.point),
        axis=bar.axis,
        stiffness=bar.stiffness,
        damping=bar.damping,
    )
    return Elements(forces=(element,))
