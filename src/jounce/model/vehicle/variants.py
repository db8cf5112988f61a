"""The same car with another actuation of its rack.

Numbers of a whole car that metrics are computed from: distances, mass, steering ratio.

The initial condition of most maneuvers: a car that rolls straight ahead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from jounce.errors import InputError
from jounce.model.mechanism import AppliedForce, AppliedTorque, Body, Input, Mechanism, Tire, replace
from jounce.model.vehicle.corners import CHASSIS, SIDE_FORCE, WIND_DIRECTION, WIND_END, WIND_SPEED, WIND_START
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import Part
from jounce.model.vehicle.steerings.actuation import PrescribedRack, RackServo
from jounce.model.vehicle.steerings.rack import RackSteering
from jounce.model.vehicle.steerings.steering import Steering
from jounce.model.vehicle.trailer import Trailer
from jounce.model.vehicle.translate import MAX_CARS, to_mechanism
from jounce.model.vehicle.vehicle import Vehicle
from jounce.schema.remembered import remembered
from jounce.schema.units import parse_quantity


def facts_of(car: Vehicle, mechanism: Mechanism | None = None) -> dict[str, float]:
    """The numbers of a car that `jounce.lab.metrics` may ask for, by name [SI]; what it does not say is left out.

    mechanism: that of the car, if there is one already.

    steering_ratio: angle of the steering wheel per angle of the road wheels at the design position, by the levers of
    the linkage. width, length and overhangs only if the car has an outline.
    """
    axles = sorted(car.axles, key=lambda axle: -axle.suspension.wheel_centre[0])
    places = [axle.suspension.wheel_centre for axle in axles]
    found = {
        "wheelbase": places[0][0] - places[-1][0],
        "track_front": 2.0 * places[0][1],
        "track_rear": 2.0 * places[-1][1],
        "centre_to_front_axle": places[0][0] - car.laden_chassis.centre_of_mass[0],
        "mass": float(np.sum([body.mass for body in (mechanism or to_mechanism(car)).bodies])),
    }
    if car.steering is not None:
        found["steering_ratio"] = abs(car.steering_lever / car.steering.ratio)
    if (body := car.outline) is not None:
        found |= {
            "length": body.length,
            "width": body.width,
            "front_overhang": body.front_overhang,
            "rear_overhang": body.length - body.front_overhang - found["wheelbase"],
        }
    return found


SMOOTHING = 0.01
"""Time constant of the lag of a rack that is moved by hand [s]."""


@partial(remembered, limit=MAX_CARS)
def with_prescribed_rack(vehicle: Vehicle, *, rack_mass: float | None = None, smoothing: float = 0.0) -> Vehicle:
    """The car with the travel of its rack prescribed: one degree of freedom less.

    rack_mass [kg]: of another rack of the same shape, its inertia in proportion; 1e-3 gives a nearly massless one.
    """
    steering = _steering_of(vehicle)
    if rack_mass is not None and isinstance(steering, RackSteering):
        steering = replace(steering, rack=_with_mass(steering.rack, rack_mass))
    elif rack_mass is not None:
        raise InputError("no rack", f"a {steering.kind} steering", "a steering of kind rack", where="rack_mass")
    return replace(vehicle, steering=replace(steering, actuation=PrescribedRack(smoothing=smoothing)))


def with_smooth_rack(vehicle: Vehicle) -> Vehicle:
    """The car for a rack that is moved while the car runs: a prescribed rack without a lag gets one, because what is
    asked of it then has rates that jump."""
    steering = vehicle.steering
    if steering is None or not isinstance(steering.actuation, PrescribedRack) or steering.actuation.smoothing > 0.0:
        return vehicle
    return with_prescribed_rack(vehicle, smoothing=SMOOTHING)


def with_rack_servo(vehicle: Vehicle, *, stiffness: float, damping: float) -> Vehicle:
    """The car with its rack on a servo [N/m, N s/m]."""
    servo = RackServo(stiffness=stiffness, damping=damping)
    return replace(vehicle, steering=replace(_steering_of(vehicle), actuation=servo))


def _steering_of(vehicle: Vehicle) -> Steering:
    if vehicle.steering is None:
        raise InputError("no steering", f"vehicle {vehicle.name!r}", "a vehicle with a rack", where="steering")
    return vehicle.steering


def _with_mass(part: Part, mass: float) -> Part:
    inertia = tuple(mass / part.mass * entry for entry in part.inertia)
    return replace(part, mass=mass, inertia=inertia)


def rolling(vehicle: Vehicle | Mechanism, speed: float | str, *, gear: float | None = None) -> Mechanism:
    """The mechanism with all bodies at `speed` [m/s, or a string with a unit] along x and wheels without slip.

    ω = speed cos(toe) / loaded radius about the spin axis, the loaded radius being the height of the wheel centre
    above the ground z = 0 at the design position: no longitudinal slip in the tire law. The powertrain of a vehicle
    turns along in a gear, by default the one of `rolling_gear`; in neutral, or between two gears, its engine idles.
    """
    v = parse_quantity(speed, "velocity")
    model = to_mechanism(vehicle) if isinstance(vehicle, Vehicle) else vehicle
    spins = {tire.body: _spin(tire, v) for tire in model.tires}
    if isinstance(vehicle, Vehicle):
        spins |= _powertrain_spins(vehicle, v, rolling_gear(vehicle, v) if gear is None else gear)
    moving = tuple(_set_velocity(body, v, spins.get(body.name)) for body in model.bodies)
    return model.model_copy(update={"bodies": moving})  # all else has been checked


AHEAD = 0.15
"""Distance of the side force of the air ahead of the middle of the wheelbase, by it [-]: of cars 0.1 to 0.2."""


def with_side_force(mechanism: Mechanism, vehicle: Vehicle) -> Mechanism:
    """The mechanism of a car with the input `side_force` [N]: a push to the left of the chassis, along its own axis.

    It acts at the point of the aerodynamics; without them AHEAD of the middle of the wheelbase, at the height of the
    centre of mass.
    """
    places = [axle.suspension.wheel_centre[0] for axle in vehicle.axles]
    along = 0.5 * (max(places) + min(places)) + AHEAD * (max(places) - min(places))
    usual = (along, 0.0, vehicle.laden_chassis.centre_of_mass[2])
    push = AppliedForce(
        name=SIDE_FORCE,
        body=CHASSIS,
        point=vehicle.aerodynamics.point if vehicle.aerodynamics is not None else usual,
        direction=(0.0, 1.0, 0.0),
        magnitude=Input(name=SIDE_FORCE),
        frame="body",
    )
    return mechanism.model_copy(update={"forces": (*mechanism.forces, push)})


def with_wind(mechanism: Mechanism, vehicle: Vehicle, *, zone: bool = False) -> Mechanism:
    """The mechanism of a car with the inputs `wind_speed` and `wind_direction` on all of its units that feel the air.

    zone: the wind blows between the inputs `wind_start` and `wind_end` alone, on the part of each unit that is there.
    Raises InputError for a car without aerodynamics, and for a unit in a zone without outline.
    """
    speed, direction = Input(name=WIND_SPEED), Input(name=WIND_DIRECTION)
    units = {"aerodynamics": vehicle} | {f"aerodynamics_{trailer.name}": trailer for trailer in vehicle.trailers}
    feeling = {name: unit for name, unit in units.items() if unit.aerodynamics is not None}
    if not feeling:
        raise InputError("no aerodynamics", f"vehicle {vehicle.name!r}", "a car that feels the wind", where=WIND_SPEED)
    changed = {}
    for name, unit in feeling.items():
        given: dict[str, object] = {"wind_speed": speed, "wind_direction": direction}
        if zone:
            front, rear = ends_of(unit)
            given |= {"zone_start": Input(name=WIND_START), "zone_end": Input(name=WIND_END)}
            given |= {"front": front, "rear": rear}
        changed[name] = given
    forces = (replace(force, **changed[force.name]) if force.name in changed else force for force in mechanism.forces)
    return mechanism.model_copy(update={"forces": tuple(forces)})


def ends_of(unit: Vehicle | Trailer) -> tuple[float, float]:
    """x of the front and of the rear end of a unit at the design position [m]; raises InputError without outline."""
    if unit.outline is None:
        hint = "give it an outline: wind in a zone acts on what is there"
        raise InputError("no outline", f"unit {unit.name!r}", hint=hint, where=WIND_START)
    front = max(axle.suspension.wheel_centre[0] for axle in unit.axles) + unit.outline.front_overhang
    return front, front - unit.outline.length


def with_loads(mechanism: Mechanism, loads: Mapping[str, Sequence[str]]) -> Mechanism:
    """The mechanism with six inputs on some of its bodies, body → their names: forces at its centre of mass and
    torques, each along x, y and z of the world."""
    centres = {body.name: body.centre_of_mass_world for body in mechanism.bodies}
    axes = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    added: list[AppliedForce | AppliedTorque] = []
    for body, names in loads.items():
        for name, axis in zip(names[:3], axes, strict=True):
            point, magnitude = centres[body], Input(name=name)
            added.append(
                AppliedForce(name=name, body=body, point=point, direction=axis, magnitude=magnitude, frame="world")
            )
        for name, axis in zip(names[3:], axes, strict=True):
            added.append(AppliedTorque(name=name, body=body, axis=axis, magnitude=Input(name=name), frame="world"))
    return mechanism.model_copy(update={"forces": (*mechanism.forces, *added)})


def rolling_gear(vehicle: Vehicle, speed: float) -> int:
    """The gear for a speed [m/s], see `Powertrain.gear_for`; 0 without a powertrain."""
    return 0 if vehicle.powertrain is None else vehicle.powertrain.gear_for(wheel_speeds(vehicle, speed))


def rolling_throttle(vehicle: Vehicle, speed: float, gear: float) -> float:
    """The throttle that carries the drag of the air at a speed [m/s] in a gear; 0 without a powertrain."""
    powertrain, air = vehicle.powertrain, vehicle.aerodynamics
    if powertrain is None:
        return 0.0
    all_air = [air, *(trailer.aerodynamics for trailer in vehicle.trailers)]
    drag = sum(0.5 * each.air_density * each.drag_area_ahead * speed**2 for each in all_air if each is not None)
    radius = vehicle.axle(powertrain.axle_names[0]).suspension.wheel_centre[2]
    return powertrain.throttle_for(drag * radius, gear, wheel_speeds(vehicle, speed))


def wheel_speeds(vehicle: Vehicle, speed: float) -> dict[str, float]:
    """Driven axle → the spin [rad/s] of its wheels without slip."""
    assert vehicle.powertrain is not None
    found = {}
    for name in vehicle.powertrain.axle_names:
        suspension = vehicle.axle(name).suspension
        x, y, _ = suspension.wheel_axis
        found[name] = speed * (y / math.hypot(x, y)) / suspension.wheel_centre[2]
    return found


def _powertrain_spins(vehicle: Vehicle, speed: float, gear: float) -> dict[str, Triple]:
    """Angular velocities of everything in the powertrain; half shafts turn like their wheels."""
    if vehicle.powertrain is None:
        return {}
    spins = vehicle.powertrain.spins(gear, wheel_speeds(vehicle, speed))
    return {body: (0.0, spin, 0.0) for body, spin in spins.items()}


def _set_velocity(body: Body, speed: float, spin: Triple | None) -> Body:
    return body.model_copy(update={"velocity": (speed, 0.0, 0.0), "angular_velocity": spin or (0.0, 0.0, 0.0)})


def _spin(tire: Tire, speed: float) -> Triple:
    """The angular velocity of a wheel [rad/s] in world axes."""
    x, y, z = tire.spin_axis
    rate = speed * (y / math.hypot(x, y)) / tire.centre[2]
    return rate * x, rate * y, rate * z
