"""Metrics of steady-state cornering."""

from __future__ import annotations

from jounce.metrics import steady_state as on
from jounce.metrics.facts import fact, values
from jounce.metrics.metric import Metric
from jounce.results import Result

TURN, YAW_RATE, SLIP = "chassis.lateral_acceleration", "chassis.yaw_rate", "chassis.side_slip_angle"
ROLL, SPEED, WHEEL = "chassis.roll_angle", "chassis.speed", "steering_wheel.angle"


def _understeer(result: Result) -> float:
    angle = values(result, WHEEL) / fact(result, "steering_ratio")
    yaw_rate, speed, turn = (values(result, name) for name in (YAW_RATE, SPEED, TURN))
    return on.understeer_gradient(result.time, angle, yaw_rate, speed, turn, fact(result, "wheelbase"))


def _gradient(result: Result, channel: str) -> float:
    turn = values(result, TURN)
    return on.gradient(result.time, turn, values(result, channel), turn)


def _gain(result: Result, channel: str) -> float:
    on.check_constant_speed(result.time, values(result, SPEED), values(result, TURN))
    return on.gradient(result.time, values(result, WHEEL), values(result, channel), values(result, TURN))


def _sensitivity(result: Result) -> float:
    turn = values(result, TURN)
    on.check_constant_speed(result.time, values(result, SPEED), turn)
    return on.slope_near(result.time, values(result, WHEEL), turn, turn, 4.0, 1.0)


_RANGE = (
    "by least squares over the quasi-steady samples (|da_y/dt| ≤ 2 m/s³ for 0.25 s before and after) from 1 to 4 m/s² "
    "of lateral acceleration a_y, "
    "or from straight ahead to the last 0.5 s of a run with one steady turn"
)
_TO_K, _FACTS = (WHEEL, YAW_RATE, SPEED, TURN), ("wheelbase", "steering_ratio")

STEADY_STATE = (
    Metric(
        name="understeer_gradient",
        unit="rad*s^2/m",
        spoken="deg/gn",
        standard="ISO 4138",
        definition="Slope against a_y of the road-wheel angle δ_H/i_S less the Ackermann angle l ψ̇/v, which covers "
        f"constant radius, constant speed and slowly increasing steer, {_RANGE}.",
        needs=_TO_K,
        facts=_FACTS,
        rule=_understeer,
    ),
    Metric(
        name="characteristic_speed",
        unit="m/s",
        spoken="km/h",
        standard="ISO 4138",
        definition="√(l/K) of a car that understeers (K > 0), with K the understeer gradient: the speed at which its "
        "yaw-rate gain is largest.",
        needs=_TO_K,
        facts=_FACTS,
        rule=lambda result: on.characteristic_speed(_understeer(result), fact(result, "wheelbase")),
    ),
    Metric(
        name="critical_speed",
        unit="m/s",
        spoken="km/h",
        standard="ISO 4138",
        definition="√(−l/K) of a car that oversteers (K < 0), with K the understeer gradient: the speed at which it "
        "becomes unstable.",
        needs=_TO_K,
        facts=_FACTS,
        rule=lambda result: on.critical_speed(_understeer(result), fact(result, "wheelbase")),
    ),
    Metric(
        name="yaw_rate_gain",
        unit="1/s",
        standard="ISO 4138, ISO 7401",
        definition=f"Change of yaw rate per change of steering-wheel angle at constant speed (within 10 %), {_RANGE}.",
        needs=(WHEEL, YAW_RATE, SPEED, TURN),
        rule=lambda result: _gain(result, YAW_RATE),
    ),
    Metric(
        name="lateral_acceleration_gain",
        unit="m/s^2/rad",
        spoken="m/s^2/deg",
        standard="ISO 4138, ISO 7401",
        definition="Change of lateral acceleration per change of steering-wheel angle at constant speed (within 10 %), "
        f"{_RANGE}.",
        needs=(WHEEL, SPEED, TURN),
        rule=lambda result: _gain(result, TURN),
    ),
    Metric(
        name="steering_sensitivity",
        unit="m/s^2/rad",
        spoken="m/s^2/deg",
        standard="ISO 4138",
        definition="Slope of lateral acceleration against steering-wheel angle around 4 m/s², by least squares over "
        "the quasi-steady samples from 3 to 5 m/s², at constant speed (within 10 %).",
        needs=(WHEEL, SPEED, TURN),
        rule=_sensitivity,
    ),
    Metric(
        name="side_slip_gradient",
        unit="rad*s^2/m",
        spoken="deg/gn",
        standard="ISO 4138",
        definition=f"Slope of the side-slip angle at the centre of mass against lateral acceleration, {_RANGE}.",
        needs=(SLIP, TURN),
        rule=lambda result: _gradient(result, SLIP),
    ),
    Metric(
        name="roll_gradient",
        unit="rad*s^2/m",
        spoken="deg/gn",
        standard="ISO 4138",
        definition=f"Slope of the roll angle against lateral acceleration, {_RANGE}.",
        needs=(ROLL, TURN),
        rule=lambda result: _gradient(result, ROLL),
    ),
    Metric(
        name="maximum_lateral_acceleration",
        unit="m/s^2",
        standard="ISO 4138",
        definition="Largest magnitude of the lateral acceleration, as a mean over 0.2 s.",
        needs=(TURN,),
        rule=lambda result: on.maximum_lateral_acceleration(result.time, values(result, TURN)),
    ),
)
