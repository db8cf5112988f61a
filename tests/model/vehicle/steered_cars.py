"""Cars with every kind of steering and of what moves it."""

from jounce.model.library import load_vehicle
from jounce.model.mechanism import AssistMap, replace
from jounce.model.vehicle import (
    Column,
    ColumnFriction,
    IdlerArm,
    LinkedRack,
    Part,
    PitmanArm,
    PrescribedRack,
    RackServo,
    RackSteering,
    RotaryArm,
    SteeringStops,
    Vehicle,
)

ARM = 0.18
"""Length of the arms [m]."""
ASSIST = AssistMap(
    bar_torques=(0.0, 1.0, 3.0, 6.0),
    speeds=(0.0, 10.0, 30.0),
    torques=((0.0, 2.0, 12.0, 60.0), (0.0, 1.0, 6.0, 30.0), (0.0, 0.2, 1.5, 8.0)),
)
COLUMN = Column(stiffness=120.0, damping=0.8, friction=ColumnFriction(torque=0.4, grip_angle="1 deg"), assist=ASSIST)
SERVO = RackServo(stiffness=2e6, damping=6e3)
NUT_SERVO = RackServo(stiffness=5e7, damping=5e4)
"""A nut travels a tenth of what a rack does, with ten times the force."""


def part(mass: float, x: float, y: float, z: float) -> Part:
    return Part(mass=mass, centre_of_mass=(x, y, z), inertia=(0.02, 0.02, 0.03))


def pitman_arm(actuation=NUT_SERVO, *, x: float = 1.11, y: float = 0.386, z: float = 0.228, **keys) -> PitmanArm:
    """A parallelogram behind the front axle of dw18, its arms ARM long and pointing backwards."""
    return PitmanArm(
        actuation=actuation,
        gear_ratio=16.0,
        pivot=(x + ARM, y, z),
        end=(x, y, z),
        arm=part(2.0, x + 0.5 * ARM, y, z),
        centre_link=part(3.0, x, 0.0, z),
        idler=IdlerArm(pivot=(x + ARM, -y, z), end=(x, -y, z)),
        **keys,
    )


def rotary_arm(actuation=NUT_SERVO) -> RotaryArm:
    """The arm of trail4x4's drag link, in the place of its relay rod."""
    x, y, z = 1.31, -0.35, 0.4556
    return RotaryArm(
        actuation=actuation, gear_ratio=18.0, pivot=(x - ARM, y, z), end=(x, y, z), arm=part(2.0, x - 0.1, y, z)
    )


def rear_rack(actuation) -> RackSteering:
    """A rack at the tie rods of dw18's rear axle."""
    rack = part(3.0, -1.59, 0.0, 0.228)
    return RackSteering(axle="rear", rack=rack, travel_per_turn=-0.05, actuation=actuation)


def cars() -> dict[str, Vehicle]:
    """Cars by what is special in their steering."""
    dw18, trail = load_vehicle("dw18"), load_vehicle("trail4x4")
    column = replace(dw18.steering, actuation=COLUMN, stops=SteeringStops(travel=0.05))
    return {
        "pitman": replace(dw18, steering=pitman_arm()),
        "pitman, prescribed": replace(dw18, steering=pitman_arm(PrescribedRack(smoothing=0.01))),
        "pitman, column": replace(dw18, steering=pitman_arm(COLUMN, stops=SteeringStops(travel=0.02))),
        "rotary": replace(trail, steering=rotary_arm()),
        "column": replace(dw18, steering=column),
        "rear servo": replace(dw18, second_steering=rear_rack(SERVO)),
        "rear linked": replace(dw18, second_steering=rear_rack(LinkedRack(ratio=-0.2))),
    }
