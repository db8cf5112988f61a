"""Anti-lock brakes: the slip of every wheel is held near the one with the largest brake force.

With the brake slip λ = (v − ω r)/v of a wheel, the torque u that its valves let through of the torque T that is asked
for, and the torque p of the brake itself, or pressures in their place on a car with hydraulic brakes:

    e = λ* − λ − T_d λ̇                                                                          (A1)
    u̇ = K e T_full, at least −ṙ T_full (release) and at most ḃ T_full (build)                     (A2)
    u̇ = 0 (hold) while |e| is within the dead band;  0 ≤ u ≤ T                                    (A3)
    τ ṗ = u − p                                                                                   (A4)

A wheel comes under control when λ + T_d λ̇ passes λ*, and leaves it when u has reached what is asked for. T_full is the
torque of the brake with the pedal fully down. Below a speed the wheels may lock.

Where friction differs from side to side, brake forces turn the car. The wheels of the last axle share the lower u of
both (select-low), which leaves them side force. At the other axles the higher u is limited, so that the driver has time
to steer against it:

    u_high − u_low ≤ (d + ḋ t) T_full, t since the first of the two wheels came under control      (A5)

In a turn, above a lateral acceleration, (A5) is off: there it is the load that differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from jounce.errors import InputError
from jounce.lab.controllers.lag import lag
from jounce.model.vehicle import Vehicle, brake_inputs, full_brake_inputs
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Acceleration, Frequency, NotNegative, Number, Positive, Time, Velocity


class AntiLock(Frozen):
    """Options of the anti-lock brakes, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "abs"
    target_slip: Annotated[Number, Positive, Field(description="brake slip λ* that is held [-]")] = 0.12
    gain: Annotated[Frequency, Positive, Field(description="K: rate of the torque per slip, of full torque [1/s]")] = (
        60.0
    )
    lead: Annotated[Time, NotNegative, Field(description="T_d: how far the slip is foreseen [s]")] = 0.02
    dead_band: Annotated[Number, NotNegative, Field(description="slip error within which the torque is held [-]")] = (
        0.01
    )
    build_rate: Annotated[
        Frequency, Positive, Field(description="ḃ: fastest build of torque, of full torque [1/s]")
    ] = 4.0
    release_rate: Annotated[Frequency, Positive, Field(description="ṙ: fastest release, of full torque [1/s]")] = 12.0
    lag: Annotated[Time, NotNegative, Field(description="τ: time constant of the brake pressure [s]")] = 0.01
    min_speed: Annotated[Velocity, NotNegative, Field(description="speed below which wheels may lock [m/s]")] = 2.0
    select_low: Annotated[
        Literal["none", "rear", "all"],
        Field(description="axles whose wheels share the lower torque: none, rear or all"),
    ] = "rear"
    side_difference: Annotated[
        Number, NotNegative, Field(description="d: difference of torque left and right at first, of full torque [-]")
    ] = 0.05
    side_rate: Annotated[
        Frequency, NotNegative, Field(description="ḋ: how fast that difference may grow, of full torque [1/s]")
    ] = 0.1
    turn_acceleration: Annotated[
        Acceleration, NotNegative, Field(description="lateral acceleration from which (A5) is off [m/s²]")
    ] = 2.0
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

    def limit(self, torque: float) -> None:
        """Let no more than a torque through [N m]; a wheel that is limited is under control."""
        if self.let_through > torque:
            self.let_through, self.is_active = torque, True


@dataclass(slots=True)
class AxlePair:
    """The two wheels of an axle, which have a say in each other's torque."""

    valves: Sequence[BrakeValve]
    shares_lower: bool
    """Whether both have the lower torque (select-low)."""
    since: float | None = None
    """Time at which the first of them came under control [s]."""

    def balance(self, options: AntiLock, t: float, is_turning: bool) -> None:
        """Limit the higher torque: to the lower one, or by (A5) on a car that is not turning; t: time [s]."""
        if not any(valve.is_active for valve in self.valves):
            self.since = None
            return
        self.since = t if self.since is None else self.since
        if is_turning and not self.shares_lower:
            return
        difference = 0.0 if self.shares_lower else options.side_difference + options.side_rate * (t - self.since)
        lowest = min(valve.let_through for valve in self.valves)
        for valve in self.valves:
            valve.limit(lowest + difference * valve.full)


class AntiLockSession:
    """Anti-lock brakes in one run; records the share of the torque that every wheel gets of what is asked for."""

    def __init__(self, options: AntiLock, car: Vehicle) -> None:
        full, self.brakes = full_brake_inputs(car), brake_inputs(car)
        if not full:
            raise InputError("nothing to control", car.name, "a vehicle with brakes", where="controllers.abs")
        self.options, self.time = options, 0.0
        braked = [corner for corner in car.corners if corner in self.brakes]
        self.wheels = {corner: BrakeValve(full[self.brakes[corner]]) for corner in braked}
        self.axles = [self._pair(axle.name, car.axles[-1].name) for axle in car.all_axles]
        self.inputs = tuple(self.brakes[corner] for corner in braked)
        self.records = {f"{corner.suffix}.torque_share": "1" for corner in braked}
        self.recorded = dict.fromkeys(self.records, 1.0)

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Torques [N m] or pressures [Pa] of the wheels under control."""
        dt, self.time = t - self.time, t
        asked = {corner: inputs[self.brakes[corner]] for corner in self.wheels}
        if not any(torque > 0.0 for torque in asked.values()) or channels["chassis.speed"] < self.options.min_speed:
            self._release()
            return {}
        for corner, valve in self.wheels.items():
            error = valve.foresee(self.options, -channels[corner.channel("tire", "slip_ratio")], dt)
            valve.open(self.options, error, asked[corner], dt)
        is_turning = abs(channels["chassis.lateral_acceleration"]) > self.options.turn_acceleration
        for axle in self.axles:
            axle.balance(self.options, t, is_turning)
        for corner, valve in self.wheels.items():
            valve.fill(self.options, asked[corner], dt)
            self.recorded[f"{corner.suffix}.torque_share"] = _share(valve, asked[corner])
        return {self.brakes[corner]: valve.torque for corner, valve in self.wheels.items() if valve.is_active}

    def _pair(self, axle: str, last: str) -> AxlePair:
        select = self.options.select_low
        valves = [valve for corner, valve in self.wheels.items() if corner.axle == axle]
        return AxlePair(valves, select == "all" or (select == "rear" and axle == last))

    def _release(self) -> None:
        for name, valve in zip(self.recorded, self.wheels.values(), strict=True):
            valve.is_active, valve.slip, self.recorded[name] = False, 0.0, 1.0


def _share(valve: BrakeValve, asked: float) -> float:
    return valve.torque / asked if valve.is_active and asked > 0.0 else 1.0
