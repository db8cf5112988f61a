"""For every metric a run whose answer is known in closed form, the answer, and how close the metric must come.

Relative tolerances say where they come from: rounding (1e-9), straight lines between samples (h²), windows of means.
"""

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq, minimize_scalar

from jounce.lab.metrics.ride import WD, WK
from jounce.lab.results import Result
from tests.lab.metrics.bicycle import ROLL_PER_ACCELERATION, Bicycle, run

CAR = Bicycle()
OVERSTEERING = replace(CAR, front=130e3, rear=85e3, speed=15.0)
EXACT = 1e-9


@dataclass(frozen=True)
class Case:
    """A run, what a metric must give for it, and within what (relative; absolute for zero)."""

    name: str
    run: Callable[[], Result]
    expected: float | bool
    within: float = EXACT


def times(end: float, h: float = 0.01) -> np.ndarray:
    return np.arange(round(end / h) + 1) * h


# slowly increasing steer: after a second the response is a ramp behind the input, and its slope is the steady one


@functools.cache
def slow_ramp(car: Bicycle, h: float = 0.01) -> Result:
    t = times(10.0, h)
    per_angle = car.speed * car.yaw_gain / car.ratio
    return car.drive(t, 0.6 / per_angle * t)


@functools.cache
def step_steer(car: Bicycle, h: float = 0.01, target: float = 3.0) -> Result:
    """Straight ahead for 0.5 s, then a step between two samples, to 3 m/s²."""
    t = times(6.0, h)
    angle = target / (car.speed * car.yaw_gain / car.ratio)
    return car.drive(t, np.where(t > 0.5 + 1e-9, angle, 0.0))


def constant_radius(radius: float = 40.0) -> Result:
    """The steady states of a car that gains speed on a circle, one after the other."""
    t = times(20.0, 0.02)
    speed = 5.0 + 0.5 * t
    turn = speed**2 / radius
    return run(
        t,
        {
            "steering_wheel.angle": CAR.ratio * (CAR.wheelbase / radius + CAR.understeer * turn),
            "chassis.yaw_rate": speed / radius,
            "chassis.lateral_acceleration": turn,
            "chassis.speed": speed,
        },
        facts=CAR.facts,
    )


_YAW, _TURN = CAR.yaw_gain / CAR.ratio, CAR.speed * CAR.yaw_gain / CAR.ratio

STEADY = [
    *(Case("understeer_gradient", lambda h=h: slow_ramp(CAR, h), CAR.understeer, 1e-6) for h in (0.005, 0.01, 0.02)),
    Case("understeer_gradient", lambda: slow_ramp(OVERSTEERING), OVERSTEERING.understeer, 1e-6),
    Case("understeer_gradient", constant_radius, CAR.understeer),
    Case("understeer_gradient", lambda: step_steer(CAR), CAR.understeer, 1e-6),
    Case("characteristic_speed", lambda: slow_ramp(CAR), math.sqrt(CAR.wheelbase / CAR.understeer), 1e-6),
    Case(
        "critical_speed",
        lambda: slow_ramp(OVERSTEERING),
        math.sqrt(-OVERSTEERING.wheelbase / OVERSTEERING.understeer),
        1e-6,
    ),
    *(Case("yaw_rate_gain", lambda make=make: make(CAR), _YAW, 1e-6) for make in (slow_ramp, step_steer)),
    *(Case("lateral_acceleration_gain", lambda make=make: make(CAR), _TURN, 1e-6) for make in (slow_ramp, step_steer)),
    Case("steering_sensitivity", lambda: slow_ramp(CAR), _TURN, 1e-6),
    *(
        Case("side_slip_gradient", lambda make=make: make(CAR), CAR.slip_per_acceleration, 1e-6)
        for make in (slow_ramp, step_steer)
    ),
    Case("roll_gradient", lambda: slow_ramp(CAR), ROLL_PER_ACCELERATION),
    # a ramp of 0.6 m/s³ whose last 0.2 s are centred 0.1 s before its end; it lags as the model does
    Case(
        "maximum_lateral_acceleration",
        lambda: slow_ramp(CAR),
        float(slow_ramp(CAR)["chassis.lateral_acceleration"][-11]),
        1e-6,
    ),
]


# a step: its linear ramp over one sample is half done in the middle of that sample, as is a step there, up to h²


def reached(output: str, share: float) -> float:
    """When the response to an ideal step passes a share of the steady state for the first time [s]."""
    t = times(3.0, 1e-3)
    y = CAR.step(t, output) / CAR.step(np.array([60.0]), output)
    i = int(np.argmax(y >= share))
    return brentq(
        lambda x: CAR.step(np.array([x]), output)[0] / CAR.step(np.array([60.0]), output)[0] - share, t[i - 1], t[i]
    )


def largest(output: str) -> tuple[float, float]:
    """Time and value, over the steady state, of the peak after an ideal step."""
    final = CAR.step(np.array([60.0]), output)[0]
    t = times(3.0, 1e-3)
    near = t[int(np.argmax(CAR.step(t, output)))]
    found = minimize_scalar(
        lambda x: -CAR.step(np.array([x]), output)[0] / final, bounds=(near - 0.01, near + 0.01), method="bounded",
        options={"xatol": 1e-10},
    )  # fmt: skip
    return float(found.x), -float(found.fun)


_RATES = (0.005, 0.01, 0.02)
_PEAK = {output: largest(output) for output in ("yaw_rate", "lateral_acceleration")}
_STEADY_SLIP = 3.0 * CAR.slip_per_acceleration

STEP = [
    *(
        Case(f"{output}_response_time", lambda h=h: step_steer(CAR, h), reached(output, 0.9), 10.0 * h**2)
        for output in _PEAK
        for h in _RATES
    ),
    *(Case("peak_response_time", lambda h=h: step_steer(CAR, h), _PEAK["yaw_rate"][0], 10.0 * h**2) for h in _RATES),
    Case("lateral_acceleration_peak_response_time", lambda: step_steer(CAR), _PEAK["lateral_acceleration"][0], 1e-3),
    Case("yaw_rate_overshoot", lambda: step_steer(CAR, 0.005), _PEAK["yaw_rate"][1] - 1.0, 2.5e-4),
    Case(
        "lateral_acceleration_overshoot", lambda: step_steer(CAR, 0.005), _PEAK["lateral_acceleration"][1] - 1.0, 2.5e-4
    ),
    Case("steady_state_yaw_rate", lambda: step_steer(CAR), 3.0 / CAR.speed, 1e-6),
    Case("steady_state_lateral_acceleration", lambda: step_steer(CAR), 3.0, 1e-6),
    Case("steady_state_side_slip", lambda: step_steer(CAR), _STEADY_SLIP, 1e-6),
    Case("steady_state_roll_angle", lambda: step_steer(CAR), 3.0 * ROLL_PER_ACCELERATION, 1e-6),
    Case("tb_factor", lambda: step_steer(CAR), _PEAK["yaw_rate"][0] * abs(_STEADY_SLIP), 1e-3),
]


# frequency response: sweep and pulse end at rest, random steer does not

FAST = replace(CAR, speed=50.0, rear=130e3, inertia=3000.0)
"""So fast and calm that yaw rate and lateral acceleration both have a resonance."""


@functools.cache
def sweep() -> Result:
    """0.1 to 4 Hz in 40 s, then straight ahead."""
    t = times(45.0)
    τ = np.clip(t - 1.0, 0.0, 40.0)
    angle = 2.0 * np.pi * (0.1 * τ + 0.5 * (4.0 - 0.1) / 40.0 * τ**2)
    return FAST.drive(t, np.where((t > 1.0) & (t < 41.0), 0.1 * np.sin(angle), 0.0))


@functools.cache
def pulse() -> Result:
    """A half wave of 0.3 s."""
    t = times(12.0)
    return FAST.drive(t, np.where((t > 1.0) & (t < 1.3), 0.1 * np.sin(np.pi * (t - 1.0) / 0.3), 0.0))


@functools.cache
def random_steer() -> Result:
    """Four minutes of noise up to some 4 Hz, from a seed."""
    t = times(240.0, 0.02)
    noise = np.random.default_rng(7).normal(size=len(t))
    smooth = np.hanning(9)
    return FAST.drive(t, 0.1 * np.convolve(noise, smooth / smooth.sum(), mode="same"))


@functools.cache
def one_sine(frequency: float = 0.5) -> Result:
    t = times(20.0)
    result = FAST.drive(t, 0.1 * np.sin(2.0 * np.pi * frequency * t))
    return Result(result.channels, replace(result.metadata, options={"frequency": frequency}))


def _bandwidth(output: str) -> float:
    level = abs(FAST.transfer(0.2, output)) / math.sqrt(2.0)
    return FAST.where(lambda f: abs(FAST.transfer(f, output)) - level, 0.7, 2.5)


def _phase_bandwidth(output: str) -> float:
    return FAST.where(lambda f: FAST.lag(f, output) - np.pi / 4.0, 0.3, 1.3)


def _resonance(output: str) -> tuple[float, float]:
    found = minimize_scalar(lambda f: -abs(FAST.transfer(f, output)), bounds=(0.2, 2.0), method="bounded")
    return float(found.x), -float(found.fun) / abs(FAST.transfer(0.2, output))


def _frequency_cases(output: str) -> list[Case]:
    """The model is driven by straight lines between samples, whose spectrum is sinc²(fh) of that of the samples: gains
    at 2.2 Hz are 0.16 % low. Segments of 10 s have bins of 0.1 Hz, with windows twice as wide."""
    lag, (where, ratio) = FAST.lag(1.0, output), _resonance(output)
    sine = FAST.transfer(0.5, output)
    return [
        Case(f"{output}_bandwidth", sweep, _bandwidth(output), 2e-3),
        Case(f"{output}_bandwidth", pulse, _bandwidth(output), 2e-3),
        Case(f"{output}_bandwidth", random_steer, _bandwidth(output), 0.02),
        Case(f"{output}_phase_bandwidth", sweep, _phase_bandwidth(output), 3e-4),
        Case(f"{output}_phase_bandwidth", random_steer, _phase_bandwidth(output), 0.02),
        Case(f"{output}_phase_lag_at_1_hz", sweep, lag, 3e-4),
        Case(f"{output}_phase_lag_at_1_hz", pulse, lag, 3e-4),
        Case(f"{output}_delay_at_1_hz", sweep, lag / (2.0 * np.pi), 3e-4),
        Case(f"{output}_resonance_frequency", sweep, where, 1e-3),
        Case(f"{output}_resonance_ratio", sweep, ratio, 5e-4),
        Case(f"{output}_coherence", sweep, 1.0, 1e-6),
        Case(f"sine_{output}_gain", one_sine, abs(sine), 2e-4),  # straight lines for a sine: (ωh)²/12
        Case(f"sine_{output}_phase_lag", one_sine, -float(np.angle(sine)), 2e-4),
    ]


FREQUENCY = _frequency_cases("yaw_rate") + _frequency_cases("lateral_acceleration")


# sine with dwell: a yaw rate that dies away like a bell curve around a known peak, and a parabola of known path


def dwell(width: float, acceleration: float = 3.5, mass: float = 1500.0) -> Result:
    t = times(7.0)
    τ = t - 1.0
    quarter = 0.75 / 0.7
    held = np.where(τ < quarter, τ, np.maximum(quarter, τ - 0.5))
    wheel = np.where((τ > 0.0) & (held < 1.0 / 0.7), np.sin(2.0 * np.pi * 0.7 * held), 0.0)
    complete = 1.0 + 1.0 / 0.7 + 0.5
    bell = np.exp(-(((t - (complete - 0.3)) / width) ** 2))
    along, across = 20.0 * t, 0.5 * acceleration * np.maximum(τ, 0.0) ** 2
    cos, sin = math.cos(0.3), math.sin(0.3)
    channels = {
        "steering_wheel.angle": wheel,
        "chassis.yaw_rate": -0.4 * bell * (τ > 0.0),
        "chassis.position_x": cos * along - sin * across,
        "chassis.position_y": sin * along + cos * across,
        "chassis.yaw_angle": np.full_like(t, 0.3),
    }
    return run(t, channels, facts={"mass": mass}, start=1.0)


DWELL = [
    # the completion of steer is found within half a millisecond; the bell falls by 2.6 and 4.1 per second there
    Case("yaw_rate_ratio_at_1_00_s", lambda: dwell(1.0), math.exp(-(1.3**2)), 1.3e-3),
    Case("yaw_rate_ratio_at_1_75_s", lambda: dwell(1.0), math.exp(-(2.05**2)), 2e-3),
    Case("lateral_displacement", lambda: dwell(1.0), 0.5 * 3.5 * 1.07**2),
    Case("sine_with_dwell_passed", lambda: dwell(1.0), True),
    Case("sine_with_dwell_passed", lambda: dwell(1.5), False),
    Case("sine_with_dwell_passed", lambda: dwell(1.0, acceleration=2.8), False),
    Case("sine_with_dwell_passed", lambda: dwell(1.0, acceleration=2.8, mass=4000.0), True),
]


# braking: constant deceleration, at once or after a ramp

_V, _D = 100.0 / 3.6, 8.0


def braked(ramp: float = 0.0, h: float = 0.01, **options: float) -> Result:
    t = times(6.0, h)
    τ = np.maximum(t - 1.0, 0.0)
    lost = np.where(τ < ramp, 0.5 * _D * τ**2 / max(ramp, 1e-9), _D * (τ - 0.5 * ramp))
    speed = np.maximum(_V - lost, 0.0)
    pull = np.where(τ > 0.0, -_D * np.minimum(τ / max(ramp, 1e-9), 1.0), 0.0)
    wobble = np.sin(np.pi * τ / 2.0) * (τ < 2.0)
    channels = {
        "chassis.speed": speed,
        "chassis.longitudinal_acceleration": np.where(speed > 0.0, pull, 0.0),
        "chassis.yaw_angle": 0.1 + 0.05 * wobble,
        "chassis.position_x": 30.0 * t * math.cos(0.1) - 0.4 * wobble * math.sin(0.1),
        "chassis.position_y": 30.0 * t * math.sin(0.1) + 0.4 * wobble * math.cos(0.1),
    }
    return run(t, channels, **options)


_DISTANCE = (_V**2 - 0.1**2) / (2.0 * _D)
_DURATION = (_V - 0.1) / _D

BRAKING = [
    *(Case("stopping_distance", lambda h=h: braked(h=h, start=1.0), _DISTANCE) for h in (0.005, 0.01, 0.02)),
    # found from the acceleration: at a sixteenth of the sample in which it steps
    Case("stopping_distance", braked, _DISTANCE - _V * 0.01 / 16.0, 1e-6),
    Case("stopping_time", lambda: braked(start=1.0), _DURATION),
    Case("mfdd", lambda: braked(start=1.0), _D),
    Case("mfdd", lambda: braked(ramp=0.4, start=1.0), _D),
    Case("mean_deceleration", lambda: braked(start=1.0), _D),
    Case("mean_deceleration", lambda: braked(ramp=0.4, start=1.0), (_V - 0.1) / (_DURATION + 0.2)),
    Case("peak_deceleration", lambda: braked(ramp=0.4, start=1.0), _D),
    Case("yaw_deviation", lambda: braked(start=1.0), 0.05, 1e-6),
    Case("lateral_deviation", lambda: braked(start=1.0), 0.4, 1e-6),
]


# courses: straight ahead, or through the middles of the lanes on smooth curves

BODY = {"width": 1.8, "wheelbase": 2.7}


def coasting(y: float = 0.0) -> Result:
    """From 30 m/s at 2 m/s² along a straight line; the course begins at x = 10 m."""
    t = times(8.0)
    x = 30.0 * t - t**2
    channels = {
        "chassis.position_x": x,
        "chassis.position_y": y,
        "chassis.yaw_angle": 0.0,
        "chassis.speed": 30.0 - 2.0 * t,
    }
    return run(t, channels, facts=BODY, course_start=10.0)


def through(path: list[tuple[float, float]]) -> Result:
    """At 20 m/s along straight lines joined by curves with zero slope and curvature at their ends."""
    t = times(9.0)
    x = 20.0 * t - 20.0
    y, slope = np.full_like(t, path[0][1]), np.zeros_like(t)
    for (x0, y0), (x1, y1) in itertools.pairwise(path):
        s = np.clip((x - x0) / (x1 - x0), 0.0, 1.0)
        y += (y1 - y0) * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
        slope += (y1 - y0) / (x1 - x0) * 30.0 * s**2 * (1.0 - s) ** 2
    channels = {
        "chassis.position_x": x,
        "chassis.position_y": y,
        "chassis.yaw_angle": np.arctan(slope),
        "chassis.speed": 20.0,
    }
    return run(t, channels, facts=BODY, course_start=0.0)


def lanes() -> Result:
    """ISO 3888-1 with a width of 1.8 m: middles at 0, 3.59 and 0.18 m."""
    return through([(15.0, 0.0), (45.0, 3.59), (70.0, 3.59), (95.0, 0.18), (125.0, 0.18)])


def obstacle() -> Result:
    """ISO 3888-2: a car of 1.8 m swings its tail, so it begins early, 0.1 m beside the middle of the first lane."""
    return through([(12.5, 0.0), (26.5, 3.515), (35.5, 3.515), (49.0, 0.385), (61.0, 0.385)])


COURSE = [
    Case("double_lane_change_passed", lanes, True),
    Case("double_lane_change_passed", coasting, False),
    # the left edge of the first lane is at 1.115 m and meets three cones, that of the last two at 1.475 m five
    Case("double_lane_change_cones_hit", lambda: coasting(1.115), 8.0),
    Case("double_lane_change_cones_hit", coasting, 0.0),
    # upright along y = 0.1 m: the second lane, whose right edge is at 2.385 m, is left by 2.385 + 0.9 − 0.1 m
    Case("double_lane_change_margin", lambda: coasting(0.1), 0.1 - 0.9 - 2.385, 1e-9),
    Case("double_lane_change_nearest_station", lambda: coasting(0.1), 45.0, 0.1),
    Case("double_lane_change_entry_speed", coasting, math.sqrt(30.0**2 - 4.0 * 10.0), 1e-5),
    Case("double_lane_change_exit_speed", coasting, math.sqrt(30.0**2 - 4.0 * 135.0), 1e-5),
    Case("obstacle_avoidance_passed", obstacle, True),
    Case("obstacle_avoidance_passed", lanes, False),
    # three cones of the first lane, and three of the last, whose left edge is at 1.885 m
    Case("obstacle_avoidance_cones_hit", lambda: coasting(1.115), 6.0),
    Case("obstacle_avoidance_margin", lambda: coasting(0.1), 0.1 - 0.9 - 2.115, 1e-9),
    Case("obstacle_avoidance_nearest_station", lambda: coasting(0.1), 25.5, 0.1),
    Case("obstacle_avoidance_entry_speed", coasting, math.sqrt(30.0**2 - 4.0 * 10.0), 1e-5),
    Case("obstacle_avoidance_exit_speed", coasting, math.sqrt(30.0**2 - 4.0 * 71.0), 1e-5),
]


# wheel loads and extremes: sines


def swaying() -> Result:
    t = times(2.0)
    s = np.sin(2.0 * np.pi * t)
    channels = {
        "chassis.side_slip_angle": 0.04 * np.sin(2.0 * np.pi * 1.3 * t),
        "chassis.roll_angle": -0.03 * (1.0 - np.cos(2.0 * np.pi * t)),
        "chassis.yaw_rate": 0.5 * s,
    }
    for wheel, load in {
        "fl": 4000 - 2000 * s,
        "fr": 4000 + 2000 * s,
        "rl": 3000 - 1000 * s,
        "rr": 3000 + 1000 * s,
    }.items():
        channels[f"tire.{wheel}.vertical_force"] = load
    return run(t, channels)


def lifting(*up: str) -> Result:
    """Wheels that carry nothing from 0.295 to 0.505 s."""
    t = times(1.0)
    in_air = (t > 0.295) & (t < 0.505)
    loads = {f"tire.{w}.vertical_force": np.where(in_air & (w in up), 0.0, 3500.0) for w in ("fl", "fr", "rl", "rr")}
    return run(t, loads)


LOADS = [
    Case("peak_side_slip", swaying, 0.04, 1e-5),
    Case("peak_roll_angle", swaying, 0.06, 1e-5),
    Case("peak_yaw_rate", swaying, 0.5, 1e-5),
    Case("front_lateral_load_transfer", swaying, 0.5),
    Case("rear_lateral_load_transfer", swaying, 1.0 / 3.0),
    Case("load_transfer_ratio", swaying, 3.0 / 7.0),
    Case("load_transfer_ratio", lambda: lifting("fl", "rl"), 1.0),
    Case("minimum_wheel_load", swaying, 2000.0),
    Case("two_wheel_lift", swaying, False),
    Case("two_wheel_lift", lambda: lifting("fl", "rl"), True),
    Case("two_wheel_lift", lambda: lifting("fl", "rr"), False),
    Case("two_wheel_lift", lambda: lifting("fl", "fr", "rl", "rr"), False),
    Case("two_wheel_lift_time", lambda: lifting("fr", "rr"), 0.21),
]


# ride: sines of 5 Hz (vertical) and 2 Hz (horizontal); the filter needs a second of 100 to settle


@functools.cache
def shaking() -> Result:
    t = times(100.0, 0.005)
    channels = {
        "chassis.vertical_acceleration": 1.5 * np.sin(2.0 * np.pi * 5.0 * t),
        "chassis.lateral_acceleration": 0.8 * np.sin(2.0 * np.pi * 2.0 * t),
        "chassis.longitudinal_acceleration": 0.3 * np.sin(2.0 * np.pi * 2.0 * t),
    }
    for wheel, amplitude in {"fl": 400.0, "fr": 800.0, "rl": 100.0, "rr": 300.0}.items():
        channels[f"tire.{wheel}.vertical_force"] = 4000.0 + amplitude * np.sin(2.0 * np.pi * t)
        channels[f"suspension.{wheel}.travel"] = 1e-4 * amplitude * np.sin(2.0 * np.pi * t)
    return run(t, channels)


_WK, _WD = float(abs(WK(np.array(5.0)))), float(abs(WD(np.array(2.0))))
_X, _Y, _Z = 0.3 * _WD / math.sqrt(2.0), 0.8 * _WD / math.sqrt(2.0), 1.5 * _WK / math.sqrt(2.0)

RIDE = [
    Case("weighted_vertical_acceleration", shaking, _Z, 2e-3),
    Case("weighted_lateral_acceleration", shaking, _Y, 2e-3),
    Case("weighted_longitudinal_acceleration", shaking, _X, 2e-3),
    Case("vibration_total_value", shaking, math.sqrt(_X**2 + _Y**2 + _Z**2), 2e-3),
    Case("vibration_dose_value", shaking, 1.5 * _WK * (0.375 * 100.0) ** 0.25, 2e-3),  # the mean of sin⁴ is 3/8
    Case("maximum_transient_vibration", shaking, _Z, 5e-3),
    Case("crest_factor", shaking, math.sqrt(2.0), 0.04),  # the first wave starts from rest, and is 3 % higher
    Case("tire_load_variation", shaking, 800.0 / math.sqrt(2.0) / 4000.0, 1e-4),
    Case("suspension_travel_used", shaking, 0.16),
]

# a car that draws a trailer: both swing by sines; both run round circles about one point; an axle beside a straight


def swinging() -> Result:
    """Sines of the car and, larger and later, of its trailer; the trailer swings on by itself after the steering."""
    t = times(10.0)
    wave = np.sin(2.0 * np.pi * 0.4 * t)
    decay, rate = SWING * 4.0 / math.sqrt(1.0 - SWING**2), 4.0  # damped at 4 rad/s
    return run(
        t,
        {
            "steering_wheel.angle": np.where(t < 2.0, 0.5, 0.0),
            "chassis.lateral_acceleration": 2.0 * wave,
            "chassis.yaw_rate": 0.1 * wave,
            "trailer.box.lateral_acceleration": -3.0 * wave,
            "trailer.box.yaw_rate": 0.17 * wave,
            "trailer.box.articulation_angle": 0.01 + 0.1 * np.exp(-decay * t) * np.cos(rate * t),
        },
    )


def circling() -> Result:
    """The first axle on a circle of 12 m, the last one on 9 m about the same point, behind by 30°."""
    t = times(20.0)
    yaw = 0.2 * t
    channels = {"chassis.yaw_angle": yaw, "trailer.box.yaw_rate": 0.2}
    for name, radius, behind in (("f", 12.0, 0.0), ("box_", 9.0, math.radians(30.0))):
        for side, offset in (("l", -0.8), ("r", 0.8)):
            channels[f"tire.{name}{side}.contact_x"] = (radius + offset) * np.cos(yaw - behind)
            channels[f"tire.{name}{side}.contact_y"] = (radius + offset) * np.sin(yaw - behind)
            channels[f"tire.{name}{side}.vertical_force"] = 1.0
    return run(t, channels)


def straying() -> Result:
    """The first axle goes straight on at 10 m/s; the last one, 6 m behind, strays from its path by 0.4 m."""
    t = times(4.0)
    aside = np.where((t > 1.0) & (t < 3.0), 0.4 * np.sin(np.pi * (t - 1.0) / 2.0), 0.0)
    channels = {}
    for name, x, y in (("f", 10.0 * t, 0.0 * t), ("box_", 10.0 * t - 6.0, aside)):
        for side, offset in (("l", 0.8), ("r", -0.8)):
            channels[f"tire.{name}{side}.contact_x"] = x
            channels[f"tire.{name}{side}.contact_y"] = y + offset
            channels[f"tire.{name}{side}.vertical_force"] = 1.0
    return run(t, channels)


SWING = 0.15
COMBINATIONS = [
    Case("rearward_amplification", swinging, 1.5),
    Case("yaw_rate_amplification", swinging, 1.7),
    Case("steady_state_offtracking", circling, 3.0),
    Case("largest_offtracking", straying, 0.4),
    Case("articulation_damping", swinging, SWING, 1e-3),  # extremes between samples
]

ENTRY, COURSE_ANGLE = 38.0 / (20.0 * math.cos(0.02)), 0.02


@functools.cache
def blown() -> Result:
    """20 m/s along a line at 0.02 rad; the front end, 2 m ahead, passes x = 40 m. From there the car leaves the line by
    0.25 m/s² τ², turns by 0.03 rad/s τ, and responds by half waves of 2 s, and by more after those."""
    t = times(5.0)
    τ = np.maximum(t - ENTRY, 0.0)
    away, response = 0.25 * τ**2, np.where(τ < 2.0, 1.0, 7.0) * np.sin(0.5 * np.pi * τ)
    channels = {
        "chassis.position_x": 20.0 * t * math.cos(COURSE_ANGLE) - away * math.sin(COURSE_ANGLE),
        "chassis.position_y": 3.0 + 20.0 * t * math.sin(COURSE_ANGLE) + away * math.cos(COURSE_ANGLE),
        "chassis.yaw_angle": COURSE_ANGLE + 0.03 * τ,
        "chassis.yaw_rate": 0.1 * response,
        "chassis.lateral_acceleration": -0.8 * response,
        "input.wind_start": 40.0,
    }
    return run(t, channels, facts={"centre_to_front_axle": 1.2, "front_overhang": 0.8})


CROSSWIND = [
    Case("crosswind_deviation", blown, 1.0, 1e-4),  # straight lines between samples
    Case("crosswind_heading", blown, 0.06, 1e-3),  # its corner lies between samples
    Case("crosswind_yaw_rate", blown, 0.1, 1e-6),
    Case("crosswind_lateral_acceleration", blown, 0.8, 1e-6),
]

CASES = [*STEADY, *STEP, *FREQUENCY, *DWELL, *BRAKING, *COURSE, *LOADS, *RIDE, *COMBINATIONS, *CROSSWIND]
