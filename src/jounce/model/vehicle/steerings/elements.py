"""Bodies, joints and forces of a steering: slider, what moves it, its stops, and the linkage to the tie rods."""

from __future__ import annotations

from collections.abc import Sequence

from jounce.model import mechanism
from jounce.model.mechanism import Input
from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.corners import CHASSIS, RACK, RACK_TRAVEL, Corner, Elements, body
from jounce.model.vehicle.geometry import LEFT, SIDES
from jounce.model.vehicle.steerings.actuation import Column, LinkedRack, PrescribedRack, RackServo
from jounce.model.vehicle.steerings.steering import Steering, slider_name
from jounce.schema.remembered import remembered


@remembered
def steering_elements(steering: Steering, prefix: str) -> Elements:
    """Everything but the assistance of a column, which needs the wheels."""
    name, part = slider_name(prefix), steering.slider
    slider = mechanism.Prismatic(
        name=name, body_a=CHASSIS, body_b=name, point=part.centre_of_mass, axis=steering.slider_axis
    )
    elements = Elements((body(name, part, LEFT),), (slider,)) + _actuation(steering, prefix)
    if steering.stops is not None and steering.gives_way:
        end = steering.stops.travel
        stop = mechanism.JointStop(
            name=f"{prefix}steering_stop", joint=name, lower=-end, upper=end, stiffness=steering.stops.stiffness
        )
        elements += Elements(forces=(stop,))
    return elements + steering.linkage_elements(prefix)


def _actuation(steering: Steering, prefix: str) -> Elements:
    """What moves the slider by its input, or with the first one."""
    name, travel = slider_name(prefix), Input(name=f"{prefix}{RACK_TRAVEL}")
    match steering.actuation:
        case RackServo() as how:
            stiffness, damping = how.stiffness, how.damping
        case Column() as how:
            stiffness, damping = how.stiffness / steering.ratio**2, how.damping / steering.ratio**2
        case PrescribedRack() as how:
            prescribed = mechanism.PrescribedMotion(
                name=f"{prefix}{RACK_TRAVEL}", joint=name, motion=travel, smoothing=how.smoothing
            )
            return Elements(joints=(prescribed,))
        case LinkedRack() as how:
            link = mechanism.Coupler(name=f"{prefix}{RACK_TRAVEL}", joints=(name, RACK), coefficients=(1.0, -how.ratio))
            return Elements(joints=(link,))
    servo = mechanism.Servo(name=f"{prefix}rack_servo", joint=name, target=travel, stiffness=stiffness, damping=damping)
    return Elements(forces=(servo,)) + _friction(steering, prefix)


def _friction(steering: Steering, prefix: str) -> Elements:
    """The friction of a column, along the slider."""
    how = steering.actuation
    if not isinstance(how, Column) or how.friction is None:
        return Elements()
    friction = mechanism.JointFriction(
        name=f"{prefix}steering_friction",
        joint=slider_name(prefix),
        effort=how.friction.torque / abs(steering.ratio),
        grip=how.friction.grip_angle * abs(steering.ratio),
    )
    return Elements(forces=(friction,))


def assist_elements(steering: Steering, axles: Sequence[Axle], prefix: str) -> Elements:
    """The assistance of a column, which sees the mean speed of the wheels' rims."""
    how = steering.actuation
    if not isinstance(how, Column) or how.assist is None:
        return Elements()
    wheels = {Corner(axle.name, side).name("hub"): axle.suspension.wheel_centre[2] for axle in axles for side in SIDES}
    return _assist_elements(steering, how, prefix, tuple(wheels), tuple(wheels.values()))


@remembered
def _assist_elements(
    steering: Steering, how: Column, prefix: str, hubs: tuple[str, ...], radii: tuple[float, ...]
) -> Elements:
    """Power steering on a column; hubs, radii: joints of all wheels and heights of their centres [m]."""
    assistance = mechanism.PowerSteering(
        name=f"{prefix}steering_assist",
        joint=slider_name(prefix),
        target=Input(name=f"{prefix}{RACK_TRAVEL}"),
        ratio=steering.ratio,
        stiffness=how.stiffness,
        damping=how.damping,
        map=how.assist,
        joints=hubs,
        radii=radii,
    )
    return Elements(forces=(assistance,))
