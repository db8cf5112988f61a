"""Anti-lock brakes: the slip of every wheel is held near the one with the largest brake force.

With the brake slip λ = (v − ω r)/v of a wheel, the torque u that its valves let through of the torque T that is asked
for, and the torque p of the brake itself:

    e = λ* − λ − T_d λ̇                                                                          (A1)
    u̇ = K e T_full, at least −ṙ T_full (release) and at most ḃ T_full (build)                     (A2)
    u̇ = 0 (hold) while |e| is within the dead band;  0 ≤ u ≤ T                                    (A3)
    τ ṗ = u − p                                                                                   (A4)

A wheel comes under control when λ + T_d λ̇ passes λ*, and leaves it when u has reached what is asked for. Wheels of the
last axle share the lower u of both (select-low), which keeps the car straight where friction differs from side to side.
Below a speed the wheels may lock. T_full is the torque of the brake with the pedal fully down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from jounce.errors import InputError
from jounce.lab.controllers.lag import lag
from jounce.model.vehicle import Corner, Vehicle, full_brake_torques
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Frequency, NotNegative, Number, Positive, Time, Velocity


class AntiLock(Frozen):
    """Options of the anti-lock brakes, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "abs"
    target_slip: Annotated[Number, Positive, Field(description="brake slip λ* that is held [-]")] = 0.12
    gain: Annotated[Frequency, Positive, Field(description="K: rate of the torque per slip, of full torque [1/s]")] = 60.0
    lead: Annotated[Time, NotNegative, Field(description="T_d: how far the slip is foreseen [s]")] = 0.02
    dead_band: Annotated[Number, NotNegative, Field(description="slip error within which the torque is held [-]")] = 0.01
    build_rate: Annotated[Frequency, Positive, Field(description="ḃ: fastest build of torque, of full torque [1/s]")] = 4.0
    release_rate: Annotated[Frequency, Positive, Field(description="ṙ: fastest release, of full torque [1/s]")] = 12.0
    lag: Annotated[Time, NotNegative, Field(description="τ: time constant of the brake pressure [s]")] = 0.01
    min_speed: Annotated[Velocity, NotNegative, Field(description="speed below which wheels may lock [m/s]")] = 2.0
    select_low: Annotated[bool, Field(description="whether the wheels of the last axle share the lower torque")] = True
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]")] = 200.0

    def start(self, car: Vehicle, speed: float) -> AntiLockSession:
        """Start a run; raises InputError for a car without brakes."""
        return AntiLockSession(self, car)


@dataclass(slots=True)
class BrakeValve:
    """The valves of one wheel: (A1) to (A4)."""

    full: float
    """Torque with the pedal fully down [N m]."""
    slip: float = 0.0
    """Brake slip at the last update [-]."""
    let_through: float = 0.0
    """u [N m]."""
    torque: float = 0.0
    """p [N m]."""
    is_active: bool = False

    def foresee(self, options: AntiLock, slip: float, dt: float) -> float:
        """The error e of (A1) for a brake slip [-]; dt: time since the last update [s]."""
        rate = (slip - self.slip) / dt if dt > 0.0 else 0.0
        self.slip = slip
        return options.target_slip - slip - options.lead * rate

    def open(self, options: AntiLock, error: float, asked: float, dt: float) -> None:
        """Move u by (A2) and (A3) for an error of the slip [-] and a torque that is asked for [N m]."""
        if not self.is_active:
            self.is_active = error < 0.0 < asked
            self.let_through = self.torque = asked
        if abs(error) > options.dead_band:
            rate = max(-options.release_rate, min(options.build_rate, options.gain * error))
            self.let_through += rate * self.full * dt
        self.let_through = max(0.0, min(asked, self.let_through))

    def fill(self, options: AntiLock, asked: float, dt: float) -> None:
        """Let the pressure follow by (A4), and give the wheel back once it has all that is asked for [N m]."""
        self.torque = lag(self.torque, self.let_through, options.lag, dt)
        if self.let_through >= asked and self.torque > 0.98 * asked:
            self.is_active = False


class AntiLockSession:
    """Anti-lock brakes in one run; records the share of the torque that every wheel gets of what is asked for."""

    def __init__(self, options: AntiLock, car: Vehicle) -> None:
        full = full_brake_torques(car)
        if not full:
            raise InputError("nothing to control", car.name, "a vehicle with brakes", where="controllers.abs")
        self.options, self.time = options, 0.0
        self.wheels = {corner: BrakeValve(full[corner.brake_torque]) for corner in car.corners if corner.brake_torque in full}
        last = car.axles[-1].name
        self.rear = [corner for corner in self.wheels if corner.axle == last] if options.select_low else []
        self.inputs = tuple(corner.brake_torque for corner in self.wheels)
        self.records = {f"{corner.suffix}.torque_share": "1" for corner in self.wheels}
        self.recorded = dict.fromkeys(self.records, 1.0)

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Torques of the wheels under control [N m]."""
        dt, self.time = t - self.time, t
        asked = {corner: inputs[corner.brake_torque] for corner in self.wheels}
        if not any(torque > 0.0 for torque in asked.values()) or channels["chassis.speed"] < self.options.min_speed:
            self._release()
            return {}
        for corner, valve in self.wheels.items():
            error = valve.foresee(self.options, -channels[corner.channel("tire", "slip_ratio")], dt)
            valve.open(self.options, error, asked[corner], dt)
        self._select_low()
        for corner, valve in self.wheels.items():
            valve.fill(self.options, asked[corner], dt)
            share = valve.torque / asked[corner] if valve.is_active and asked[corner] > 0.0 else 1.0
            self.recorded[f"{corner.suffix}.torque_share"] = share
        return {corner.brake_torque: valve.torque for corner, valve in self.wheels.items() if valve.is_active}

    def _select_low(self) -> None:
        """The wheels of the last axle share the lower torque, if one of them is under control."""
        valves = [self.wheels[corner] for corner in self.rear]
        if any(valve.is_active for valve in valves):
            lowest = min(valve.let_through for valve in valves)
            for valve in valves:
                valve.let_through, valve.is_active = lowest, True

    def _release(self) -> None:
        for name, valve in zip(self.recorded, self.wheels.values(), strict=True):
            valve.is_active, self.recorded[name] = False, 1.0
            valve.slip = 0.0


def brake_slip(spin: float, radius: float, speed: float) -> float:
    """λ = (v − ω r)/v of a wheel [-]: spin [rad/s], radius [m], speed [m/s] greater than 0."""
    return (speed - spin * radius) / speed
