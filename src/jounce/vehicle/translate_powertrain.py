"""Powertrain to mechanism: rotors on the chassis, a coupler for the differential, clutches, half shafts, the engine."""

from __future__ import annotations

from jounce import mechanism
from jounce.mechanism import Body, Constant, Coupler, Input, Revolute, Signal
from jounce.vehicle.axle import Axle
from jounce.vehicle.corners import CLUTCH, GEAR, TARGET_SPEED, THROTTLE, Corner
from jounce.vehicle.elements import CHASSIS, Elements
from jounce.vehicle.parts import Wheel
from jounce.vehicle.powertrain import HalfShafts, Powertrain
from jounce.vehicle.sides import SIDES, Triple

ENGINE, DIFFERENTIAL, FLANGE = "engine", "differential", "flange"
ACROSS = (0.0, 1.0, 0.0)
AWAY = -1.0
"""A target speed that says: nobody holds it."""


def powertrain_elements(powertrain: Powertrain, axle: Axle) -> Elements:
    """Everything between the engine and the wheels of an axle."""
    sides = [Corner(axle.name, side) for side in SIDES]
    flanges = [corner.name(FLANGE) for corner in sides]
    elements = _rotor(ENGINE, powertrain.engine.rotor, powertrain.engine.rotor.centre_of_mass)
    case = powertrain.differential.case
    elements += _rotor(DIFFERENTIAL, case, case.centre_of_mass)  # first of its three, so that it is independent
    for corner in sides:
        flange = powertrain.half_shafts.flange
        elements += _rotor(corner.name(FLANGE), flange, corner.side.point(flange.centre_of_mass))
        elements += _half_shaft(powertrain.half_shafts, corner, axle)
    mean = Coupler(name="mean_speed", joints=(DIFFERENTIAL, *flanges), coefficients=(1.0, -0.5, -0.5))
    return elements + Elements(joints=(mean,), forces=(_engine(powertrain, axle), *_clutches(powertrain, flanges)))


def _rotor(name: str, rotor: Wheel, centre: Triple) -> Elements:
    body = Body(name=name, mass=rotor.mass, inertia=rotor.inertia(ACROSS), centre_of_mass=centre)
    hinge = Revolute(name=name, body_a=CHASSIS, body_b=name, point=centre, axis=ACROSS)
    return Elements(bodies=(body,), joints=(hinge,))


def _half_shaft(shafts: HalfShafts, corner: Corner, axle: Axle) -> Elements:
    shaft = mechanism.HalfShaft(
        name=corner.name("half_shaft"),
        body_a=corner.name(FLANGE),
        body_b=corner.name("wheel"),
        axis_a=ACROSS,
        axis_b=corner.side.rotation(axle.suspension.spin_axis),
        stiffness=shafts.stiffness,
        damping=shafts.damping,
    )
    return Elements(forces=(shaft,))


def _engine(powertrain: Powertrain, axle: Axle) -> mechanism.Engine:
    driver = powertrain.driver
    holder = driver and mechanism.SpeedHolder(
        joint=DIFFERENTIAL,
        radius=axle.suspension.wheel_centre[2],
        target=Input(name=TARGET_SPEED, default=AWAY),
        **dict(driver),
    )
    engine = powertrain.engine
    return mechanism.Engine(
        name="engine_torque",
        joint=ENGINE,
        full_load=engine.full_load,
        overrun=engine.overrun,
        throttle=Input(name=THROTTLE),
        driver=holder,
    )


def _clutches(powertrain: Powertrain, flanges: list[str]) -> list[mechanism.Clutch]:
    """One for every gear, its slip as the differential sees it; and that of a differential with limited slip."""
    clutch, found = powertrain.clutch, []
    for number, ratio in powertrain.gearbox.gears.items():
        found.append(
            mechanism.Clutch(
                name=f"gear_{'reverse' if number < 0 else number}",
                joints=(ENGINE, DIFFERENTIAL),
                coefficients=(1.0, -ratio),
                torque=clutch.torque,
                slip_speed=abs(ratio) * clutch.slip_speed,
                engagement=Input(name=CLUTCH, default=1.0),
                gear=Input(name=GEAR),
                number=number,
            )
        )
    lock = powertrain.differential.limited_slip
    if lock is not None:
        engaged: Signal = Constant(value=1.0)
        between = {"joints": tuple(flanges), "coefficients": (1.0, -1.0), "engagement": engaged}
        numbers = {"torque": lock.preload, "damping": lock.damping, "slip_speed": lock.slip_speed}
        found.append(mechanism.Clutch(name="limited_slip", **between, **numbers))
    return found
