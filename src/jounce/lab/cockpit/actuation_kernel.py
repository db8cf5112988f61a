"""Compiled mapping from controls to the run-time inputs of a car, called once a step.

This module imports compiled packages only: the cache on disk does not see changes elsewhere. Parameters of the car are
a CAR record, its inputs ACTUATOR records, its state between steps a MEMORY record.
"""

from typing import Any

import numpy as np

from jounce.engine.compiler import entry, subroutine
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.forces.signal import VALUE

TORQUES, POWERTRAIN, SKID, MOTORS = range(4)
"""Kinds of cars: torques at the wheels, an engine with gears, speeds of both sides, motors alone."""
RACK, BRAKE, DRIVE, LEFT, RIGHT, PEDAL, CLUTCH, LEVER, HELD, LOCK = range(10)
"""Roles of inputs; HELD: somebody else moves it."""

CAR = record(
    kind=int,
    speed=int,
    engine=int,
    engine_sense=float,
    shaft=int,
    shaft_sense=float,
    rack=float,
    rack_rate=float,
    force=float,
    power=float,
    top_speed=float,
    reverse_speed=float,
    gears=int,
    reverse=int,
    idle=float,
    strongest=float,
    half_track=float,
    rise=float,
    turn=float,
    sideways=float,
    hold=float,
)
"""Kind; places in y of the speed along the heading, of the engine's and the differential's spin (−1: none) and their
senses; largest travel of the rack [m] (signed: the way that steers left) and its rate [m/s]; force at the driven wheels
[N], power [W], speeds at which they end [m/s]; number of gears, whether there is a reverse one, idle speed and speed of
maximum power of the engine [rad/s]; of a skid-steered car half the track [m], rates at which its speed may rise and its
difference of speeds may change [m/s²], and lateral acceleration that limits the difference [m/s²]; share of the brakes
that holds a car at rest without throttle [-]."""

ACTUATOR = record(row=int, role=int, share=float, hand=float)
"""A row of the signal table, its role, torque at full pedal [N m], and at full handbrake [N m]."""

MEMORY = record(rack=float, throttle=float, hold=float, gear=float, lever=float, rest=float, speed=float, turn=float)
"""Travel of the rack [m]; pedal; how far the brakes hold, 0 … 1; gear to engage and position of the lever;
time since the last shift [s]; of a skid-steered car current speed and speed difference [m/s]."""

HOLD_BELOW, HOLD_SHARE, HOLD_RATE = 0.5, 0.4, 4.0
"""Below this speed [m/s], without throttle, the brakes hold with this share of their torque, taken up at this rate
[1/s]."""
PEDAL_RATE = 8.0
"""Largest rate of the throttle [1/s]."""
FADE_SPEED = 3.0
"""Speed range below the top speed over which the drive force fades to 0 [m/s]."""
SHIFT_RATE, SHIFT_REST, SHIFT_PEDAL = 5.0, 0.8, 0.3
"""Gears per second of the lever, time between two shifts [s], share of the throttle while the lever moves."""
CLUTCH_ENGAGES, CLUTCH_CLOSED = 1.15, 2.4
"""Engine speeds, relative to idle, at which the clutch begins to transmit torque and at which it is closed [-]."""
CRUISE_UP, CRUISE_DOWN, FULL_UP, FULL_DOWN = 2.6, 1.45, 0.97, 0.55
"""Engine speeds at which to shift: without throttle in idle speeds, with full throttle in speeds of maximum power."""
LOCK_CLOSES, LOCK_CLOSED = 1.8, 2.2
"""Speeds of the gearbox's input, relative to the engine's idle speed, at which a converter's lock-up begins to close
and at which it is closed [-]."""
STANDSTILL = 1.0
"""Speed [m/s] below which the direction may change."""
COAST_DECELERATION, BRAKE_DECELERATION = 0.5, 6.0
"""Decelerations of a skid-steered car without throttle and with full brake [m/s²]."""


@entry
def apply_controls(
    cars: np.ndarray,
    actuators: np.ndarray,
    memories: np.ndarray,
    ratios: np.ndarray,
    controls: np.ndarray,
    signals: np.ndarray,
    y: np.ndarray,
    h: float,
) -> None:
    """Write the inputs for the next step of h [s]; arrays of one record each but actuators, ratios and signals."""
    write_inputs(cars, actuators, memories, ratios, controls, signals, y, h)


@subroutine
def write_inputs(
    cars: np.ndarray,
    actuators: np.ndarray,
    memories: np.ndarray,
    ratios: np.ndarray,
    controls: np.ndarray,
    signals: np.ndarray,
    y: np.ndarray,
    h: float,
) -> None:
    """`apply_controls`, for compiled code."""
    # controls: rate limits of rack and throttle (which the brake overrides), brakes that hold the car at rest
    car, memory, wanted = cars[0], memories[0], controls[0]
    speed = y[car["speed"]] if car["speed"] >= 0 else 0.0
    throttle, brake, steer, gear = wanted["throttle"], wanted["brake"], wanted["steer"], wanted["gear"]
    memory["rack"] = move_towards(memory["rack"], steer * car["rack"], h * car["rack_rate"])
    memory["throttle"] = move_towards(memory["throttle"], throttle * (1.0 - brake), h * PEDAL_RATE)
    still = throttle < 0.01 and abs(speed) < HOLD_BELOW and abs(memory["turn"]) < 0.01
    memory["hold"] = move_towards(memory["hold"], 1.0 if still else 0.0, h * HOLD_RATE)
    pressed = max(brake, car["hold"] * memory["hold"])
    # drive: torques, powertrain, or speeds of both sides
    force, pedal, clutch, lock = 0.0, 0.0, 0.0, 0.0
    if car["kind"] == TORQUES:
        force = driving_force(car, memory["throttle"], gear, speed)
    elif car["kind"] == POWERTRAIN:
        pedal, clutch, lock = drive_engine(car, memory, ratios, gear, speed, y, h)
    elif car["kind"] == MOTORS:
        pedal = memory["throttle"]
        memory["gear"] = memory["lever"] = choose_direction(gear, speed, memory["gear"])
    else:
        drive_sides(car, memory, throttle, brake, steer, gear, speed, h)
    # inputs: one row of the signal table each
    for i in range(actuators.size):
        actuator = actuators[i]
        role, value = actuator["role"], 0.0
        if role == HELD:
            continue
        if role == RACK:
            value = memory["rack"]
        elif role == BRAKE:
            value = max(pressed * actuator["share"], wanted["handbrake"] * actuator["hand"])
        elif role == DRIVE:
            value = force * actuator["share"]
        elif role == LEFT:
            value = memory["speed"] - memory["turn"]
        elif role == RIGHT:
            value = memory["speed"] + memory["turn"]
        elif role == PEDAL:
            value = pedal
        elif role == CLUTCH:
            value = clutch
        elif role == LOCK:
            value = lock
        else:
            value = memory["lever"]
        signals[actuator["row"], VALUE] = value


@subroutine
def move_towards(value: float, target: float, limit: float) -> float:
    """The value moved towards the target, by at most `limit`."""
    return value + min(max(target - value, -limit), limit)


@subroutine
def smoothstep(x: float) -> float:
    """3x² − 2x³ between 0 and 1."""
    x = min(max(x, 0.0), 1.0)
    return x * x * (3.0 - 2.0 * x)


@subroutine
def driving_force(car: Any, throttle: float, gear: float, speed: float) -> float:
    """Force [N] of torques at the wheels, negative in reverse: constant, then of constant power, then fading out."""
    if gear == 0.0:
        return 0.0
    sense = -1.0 if gear < 0.0 else 1.0
    along = sense * speed
    top = car["reverse_speed"] if gear < 0.0 else car["top_speed"]
    strongest = min(car["force"], car["power"] / max(along, 0.1))
    return sense * throttle * strongest * min(max((top - along) / FADE_SPEED, 0.0), 1.0)


@subroutine
def drive_engine(
    car: Any, memory: Any, ratios: np.ndarray, gear: float, speed: float, y: np.ndarray, h: float
) -> tuple[float, float, float]:
    """Choose a gear, move the lever, and give pedal, clutch and lock-up; ratios: gearbox's input by its output, reverse
    first.

    The clutch closes with the engine's speed, like a centrifugal one: at idle speed it transmits nothing, and under
    load the engine settles at the speed at which the clutch transmits its torque. The engine cannot stall.
    """
    engine = car["engine_sense"] * y[car["engine"]]
    shaft = car["shaft_sense"] * y[car["shaft"]]
    throttle = memory["throttle"]
    memory["rest"] += h
    memory["gear"] = choose_gear(car, memory, ratios, gear, speed, shaft, throttle)
    lever = memory["lever"]
    if (lever < 0.0 < memory["gear"]) or (memory["gear"] < 0.0 < lever):  # stops at neutral
        memory["lever"] = move_towards(lever, 0.0, h * SHIFT_RATE)
    else:
        memory["lever"] = move_towards(lever, memory["gear"], h * SHIFT_RATE)
    moving = memory["lever"] != memory["gear"]
    pedal = throttle * (SHIFT_PEDAL if moving and abs(memory["lever"]) >= 1.0 else 1.0)
    clutch = smoothstep((engine / car["idle"] - CLUTCH_ENGAGES) / (CLUTCH_CLOSED - CLUTCH_ENGAGES))
    turning = ratios[int(memory["gear"])] * shaft if memory["gear"] > 1.0 and not moving else 0.0
    lock = smoothstep((turning / car["idle"] - LOCK_CLOSES) / (LOCK_CLOSED - LOCK_CLOSES))
    return pedal, clutch, lock


@subroutine
def choose_direction(gear: float, speed: float, now: float) -> float:
    """Gear of motors: 1 forward, −1 backward, 0 neutral; the direction changes at low speed only."""
    if gear == 0.0:
        return 0.0
    sense = -1.0 if gear < 0.0 else 1.0
    return sense if sense == now or sense * speed > -STANDSTILL else 0.0


@subroutine
def choose_gear(
    car: Any, memory: Any, ratios: np.ndarray, gear: float, speed: float, shaft: float, throttle: float
) -> float:
    """The gear to engage: the selected one unless the engine would overspeed, or by engine speed and throttle."""
    now = memory["gear"]
    if gear == 0.0:
        return 0.0
    if gear < 0.0:
        return -1.0 if car["reverse"] and speed < STANDSTILL else 0.0
    if now <= 0.0:
        first = 0.0 if speed < -STANDSTILL else 1.0
        if first == 1.0 and speed > STANDSTILL:  # already rolling: the highest gear above the idle range
            while first < car["gears"] and ratios[int(first) + 1] * shaft > CRUISE_DOWN * car["idle"] * 1.3:
                first += 1.0
        return first
    if gear <= car["gears"]:
        if ratios[int(gear)] * shaft > 1.1 * car["strongest"]:
            return now
        return gear
    if memory["rest"] < SHIFT_REST:
        return now
    up = CRUISE_UP * car["idle"] + throttle * (FULL_UP * car["strongest"] - CRUISE_UP * car["idle"])
    down = CRUISE_DOWN * car["idle"] + throttle * (FULL_DOWN * car["strongest"] - CRUISE_DOWN * car["idle"])
    turning = ratios[int(now)] * shaft
    if now < car["gears"] and turning > up:
        memory["rest"] = 0.0
        return now + 1.0
    if now > 1.0 and turning < down and ratios[int(now) - 1] * shaft < 0.9 * up:
        memory["rest"] = 0.0
        return now - 1.0
    return now


@subroutine
def drive_sides(
    car: Any, memory: Any, throttle: float, brake: float, steer: float, gear: float, speed: float, h: float
) -> None:
    """Speed and speed difference of a skid-steered car: both follow pedals and steering at a limited rate."""
    top = -car["reverse_speed"] if gear < 0.0 else (0.0 if gear == 0.0 else car["top_speed"])
    if brake > 0.0:
        memory["speed"] = move_towards(memory["speed"], 0.0, h * BRAKE_DECELERATION * brake)
    elif throttle > 0.0:
        memory["speed"] = move_towards(memory["speed"], throttle * top, h * car["rise"])
    else:
        memory["speed"] = move_towards(memory["speed"], 0.0, h * COAST_DECELERATION)
    limit = min(car["turn"], car["half_track"] * car["sideways"] / max(abs(speed), 0.1))
    memory["turn"] = move_towards(memory["turn"], steer * (1.0 - brake) * limit, 2.0 * h * car["rise"])
