"""Automatic gearbox: clutch and gears of a car with a powertrain, so that throttle and a direction are all it needs.

With the engine speed n, its idle speed n₀ and the throttle p, 0 to 1:

    clutch = f((n / n₀ − 1.15) / 1.25),   f(x) = 3x² − 2x³ within 0 … 1                                  (G1)

so that it transmits nothing at idle, and under load the engine settles where the clutch transmits its torque: it cannot
stall. The next gear up is engaged above n_up, the next one down below n_down:

    n_up = u n₀ + p (0.97 n_P − u n₀),   n_down = d n₀ + p (0.55 n_P − d n₀)                               (G2)

n_P is the speed of maximum power; n is that of the gearbox's input, and a gearbox with a shift map has its own speeds
instead of (G2). After a shift some time passes before the next. While the lever moves, the throttle is reduced. A
torque converter slips where a clutch would: the lock-up takes the place of (G1), open below second gear and while a
gear is changed,

    lock_up = f((n / n₀ − 1.8) / 0.4)                                                                    (G3)

A negative gear that is asked for means reverse, 0 neutral, a positive one forward; the direction changes at low speed
only. Motors alone have one gear each way. A car without a powertrain has nothing for it to do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from jounce.model.vehicle import CLUTCH, GEAR, LOCK_UP, THROTTLE, Corner, Vehicle
from jounce.model.vehicle.geometry import SIDES
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Frequency, NotNegative, Number, Positive, Time, Velocity

ENGAGES, CLOSED = 1.15, 2.4
"""Engine speeds, relative to idle, at which the clutch begins to transmit torque and at which it is closed [-]."""
LOCKS, LOCKED = 1.8, 2.2
"""Speeds of the gearbox's input, relative to idle, at which the lock-up begins to close and at which it is closed."""
FULL_UP, FULL_DOWN = 0.97, 0.55
"""Engine speeds at which to shift with full throttle, relative to that of maximum power [-]."""


class AutomaticGearbox(Frozen):
    """Options of the automatic gearbox, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "automatic"
    cruise_up: Annotated[Number, Positive, Field(description="u: shift up without throttle, by idle speed [-]")] = 2.6
    cruise_down: Annotated[Number, Positive, Field(description="d: shift down without throttle, by idle speed [-]")] = (
        1.45
    )
    shift_time: Annotated[Time, Positive, Field(description="time of the lever from gear to gear [s]")] = 0.2
    shift_rest: Annotated[Time, NotNegative, Field(description="least time between two shifts [s]")] = 0.8
    shift_throttle: Annotated[Number, NotNegative, Field(description="share of the throttle during a shift [-]")] = 0.3
    reverse_speed: Annotated[
        Velocity, Positive, Field(description="speed below which the direction may change [m/s]")
    ] = 1.0
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]")] = 100.0

    def start(self, car: Vehicle, speed: float) -> AutomaticSession:
        """Start a run at a speed [m/s]."""
        return AutomaticSession(self, car, speed)

    def clutch(self, engine: float, idle: float) -> float:
        """How far the clutch is closed, 0 to 1, at an engine speed [rad/s], by (G1)."""
        return _blend((engine / idle - ENGAGES) / (CLOSED - ENGAGES))

    def lock_up(self, turbine: float, idle: float) -> float:
        """How far a lock-up is closed, 0 to 1, at a speed of the gearbox's input [rad/s], by (G3)."""
        return _blend((turbine / idle - LOCKS) / (LOCKED - LOCKS))

    def shift_speeds(self, throttle: float, idle: float, strongest: float) -> tuple[float, float]:
        """n_up and n_down [rad/s] at a throttle, by (G2)."""
        up, down = self.cruise_up * idle, self.cruise_down * idle
        return up + throttle * (FULL_UP * strongest - up), down + throttle * (FULL_DOWN * strongest - down)


class AutomaticSession:
    """An automatic gearbox in one run; records the gear that is wanted."""

    def __init__(self, options: AutomaticGearbox, car: Vehicle, speed: float) -> None:
        self.options, self.powertrain = options, car.powertrain
        self.inputs: tuple[str, ...] = ()
        self.records: dict[str, str] = {}
        self.recorded: dict[str, float] = {}
        if car.powertrain is None:
            return
        self.records = {"gear": "1"}
        self.engine, self.gearbox = car.powertrain.engine, car.powertrain.gearbox
        self.ratios = car.powertrain.gears or dict.fromkeys(car.powertrain.gear_numbers, 1.0)
        self.last = max(self.ratios)
        if self.engine is not None:
            self.idle, self.strongest = self.engine.idle_speed, self.engine.strongest_speed
        converter = car.powertrain.converter
        locks = [LOCK_UP] if converter is not None and converter.lock_up is not None else []
        opens = [CLUTCH] if self.engine is not None and converter is None else []
        self.inputs = (THROTTLE, GEAR, *opens, *locks)
        self.wheels = {
            name: [Corner(name, side).channel("wheel", "spin") for side in SIDES] for name in car.powertrain.axle_names
        }
        self.gear, self.lever, self.rest, self.time = 0, 0.0, 10.0, 0.0
        self.is_new = True

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Throttle, clutch and gear for what is asked of throttle and gear."""
        if self.powertrain is None:
            return {}
        dt, self.time = t - self.time, t
        self.rest += dt
        asked, throttle = inputs[GEAR], min(1.0, max(0.0, inputs[THROTTLE]))
        spins = {axle: 0.5 * sum(channels[name] for name in names) for axle, names in self.wheels.items()}
        spin = self.powertrain.output_speed(spins) if self.engine is not None else max(spins.values())
        speed = channels["chassis.speed"] * (1.0 if spin >= 0.0 else -1.0)
        if self.is_new:  # the gear in which the run begins
            self.gear, self.lever, self.is_new = round(asked), float(asked), False
        self._choose(asked, speed, spin, throttle)
        target = 0.0 if self.lever * self.gear < 0.0 else float(self.gear)  # between directions it stops at neutral
        reach = dt / self.options.shift_time
        self.lever += min(reach, max(-reach, target - self.lever))
        moving = abs(self.lever - self.gear) > 1e-9
        self.recorded = {"gear": float(self.gear)}
        share = self.options.shift_throttle if moving and abs(self.lever) >= 1.0 else 1.0
        found = {THROTTLE: throttle * share, GEAR: self.lever}
        if CLUTCH in self.inputs:
            found[CLUTCH] = self.options.clutch(channels["engine.speed"], self.idle)
        if LOCK_UP in self.inputs:
            turbine = self.ratios.get(self.gear, 0.0) * spin
            found[LOCK_UP] = self.options.lock_up(turbine, self.idle) if self.gear > 1 and not moving else 0.0
        return found

    def _choose(self, asked: float, speed: float, spin: float, throttle: float) -> None:
        """The gear that is wanted, for a speed of the car [m/s], the spin of driven wheels [rad/s] and the throttle."""
        wanted = (asked > 0.0) - (asked < 0.0)
        if wanted == 0:
            self.gear = 0
        elif wanted < 0:
            self.gear = -1 if -1 in self.ratios and speed < self.options.reverse_speed else 0
        elif self.gear <= 0:
            self.gear = 1 if speed > -self.options.reverse_speed else 0
        elif self.rest >= self.options.shift_rest and self.engine is not None:
            now = self.ratios[self.gear] * spin
            up, down, limit = self._shift_speeds(throttle)
            if self.gear < self.last and now > up:
                self.gear, self.rest = self.gear + 1, 0.0
            elif self.gear > 1 and now < down and self.ratios[self.gear - 1] * spin < limit:
                self.gear, self.rest = self.gear - 1, 0.0

    def _shift_speeds(self, throttle: float) -> tuple[float, float, float]:
        """Speeds of the gearbox's input for shifting up and down, and the one that a lower gear may bring [rad/s]."""
        shift_map = self.gearbox.shift_map if self.gearbox is not None else None
        if shift_map is None:
            up, down = self.options.shift_speeds(throttle, self.idle, self.strongest)
            return up, down, 0.9 * up
        assert self.gearbox is not None
        up, down = shift_map.speeds(self.gear, throttle)
        ratio = self.gearbox.ratios[self.gear - 1]
        return ratio * up, ratio * down, math.inf


def _blend(x: float) -> float:
    """3x² − 2x³ within 0 … 1."""
    x = min(1.0, max(0.0, x))
    return x * x * (3.0 - 2.0 * x)
