"""What a maneuver leaves to whoever drives: steering wheel and pedals of this car, a gear, and a speed to hold.

How the rack of a car is moved: the choice that `--rack` names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.run_settings import RACKS, check_name
from jounce.model.mechanism import Constant, Mechanism, Signal, scale_signal
from jounce.model.mechanism.signals import sample_signal
from jounce.model.vehicle import (
    BRAKE,
    CLUTCH,
    GEAR,
    LOCK_UP,
    RACK_TRAVEL,
    REGENERATION,
    SIDE_FORCE,
    STEERING_WHEEL_ANGLE,
    TARGET_SPEED,
    THROTTLE,
    TRANSFER_CLUTCH,
    WIND_END,
    WIND_SPEED,
    WIND_START,
    Vehicle,
    full_brake_inputs,
    rolling,
    rolling_gear,
    rolling_throttle,
    with_prescribed_rack,
    with_side_force,
    with_wind,
)


def with_rack(car: Vehicle, rack: str | None) -> Vehicle:
    """The car with its rack moved in the way that is asked for; None leaves it as it is."""
    if rack is None or car.steering is None:
        return car
    wanted = check_name("rack", rack, RACKS)
    if wanted == car.steering.actuation.kind:
        return car
    if wanted == "prescribed":
        return with_prescribed_rack(car)
    hint = "give steering.actuation in its file, or use jounce.model.vehicle.with_rack_servo"
    got = f"vehicle {car.name!r}, rack on {car.steering.actuation.kind}"
    raise InputError(f"no {wanted} to put the rack on", got, "stiffness and damping", hint)


def adapt_to_car(plan: Maneuver, car: Vehicle) -> Maneuver:
    """The maneuver in the inputs of this car, with what it says nothing about itself.

    The angle of the steering wheel becomes travel of the rack, and the brake pedal torques of the brakes; what was
    asked for stays beside them, for the record. On a car with a powertrain the gear is the one that fits the speed,
    and, unless throttle or target_speed are the maneuver's own, a driver holds that speed.
    """
    inputs = {**plan.inputs, **_rack(plan, car), **_brakes(plan, car)}
    powertrain = car.powertrain
    if powertrain is None:
        inputs = {name: signal for name, signal in inputs.items() if name not in (CLUTCH, GEAR)}
        return plan if inputs == plan.inputs else replace(plan, inputs=inputs)
    told: dict[str, Signal] = {GEAR: Constant(value=rolling_gear(car, plan.speed))}
    held = powertrain.driver is not None or (powertrain.engine is None and plan.driver is None)
    if held and THROTTLE not in plan.inputs:
        told[TARGET_SPEED] = Constant(value=plan.speed)
    return replace(plan, inputs=told | inputs)


def _rack(plan: Maneuver, car: Vehicle) -> dict[str, Signal]:
    """The travel of the rack that an angle of the steering wheel asks for."""
    angle = plan.inputs.get(STEERING_WHEEL_ANGLE)
    if angle is None or car.steering is None:
        return {}
    _alone(plan, STEERING_WHEEL_ANGLE, [RACK_TRAVEL])
    return {RACK_TRAVEL: scale_signal(angle, car.steering.ratio)}


def _brakes(plan: Maneuver, car: Vehicle) -> dict[str, Signal]:
    """The torques that the brake pedal asks for."""
    pedal = plan.inputs.get(BRAKE)
    if pedal is None:
        return {}
    torques = full_brake_inputs(car)
    _alone(plan, BRAKE, torques)
    return {name: scale_signal(pedal, torque) for name, torque in torques.items()}


def _alone(plan: Maneuver, name: str, others: Iterable[str]) -> None:
    """Refuse an input of the driver beside what it stands for."""
    beside = [other for other in others if other in plan.inputs]
    if beside:
        got = f"{name} and {', '.join(beside)}"
        raise InputError("two inputs for the same thing", got, "one of them", where=f"maneuver {plan.name}")


def rolling_in_gear(plan: Maneuver, car: Vehicle) -> Mechanism:
    """The car at the start of a maneuver, its powertrain turning in the gear that is engaged then.

    With a force from the side, or wind, if the maneuver has one.
    """
    mechanism = rolling(car, plan.speed, gear=first_gear(plan))
    if WIND_SPEED in plan.inputs:
        mechanism = with_wind(mechanism, car, zone=WIND_START in plan.inputs or WIND_END in plan.inputs)
    return with_side_force(mechanism, car) if SIDE_FORCE in plan.inputs else mechanism


def first_gear(plan: Maneuver) -> float:
    """The gear that a maneuver begins in; 0 without one."""
    return _first(plan, GEAR, 0.0)


def first_throttle(plan: Maneuver, car: Vehicle) -> float:
    """What the driver's foot does at the start: it carries the drag of the air; 0 without a driver."""
    if car.powertrain is None or car.powertrain.driver is None or _first(plan, TARGET_SPEED, -1.0) < 0.0:
        return 0.0
    return rolling_throttle(car, plan.speed, first_gear(plan))


_OF_THE_POWERTRAIN = (CLUTCH, GEAR, TARGET_SPEED, THROTTLE, LOCK_UP, TRANSFER_CLUTCH, REGENERATION)


def loads_at_start(plan: Maneuver) -> dict[str, float]:
    """The inputs at the start that move a car from its rest: all but those of the powertrain."""
    return {name: _first(plan, name, 0.0) for name in plan.inputs if name not in _OF_THE_POWERTRAIN}


def _first(plan: Maneuver, name: str, default: float) -> float:
    """The value of an input at the start."""
    signal = plan.inputs.get(name)
    return default if signal is None else float(sample_signal(signal, np.zeros(1))[0])
