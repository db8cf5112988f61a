"""From a speed that is wanted to the inputs that a car has for it: driven wheels or an engine, and brakes."""

from __future__ import annotations

from collections.abc import Sequence

from jounce.drivers.speed_law import SpeedLaw
from jounce.errors import Refusal
from jounce.vehicle import TARGET_SPEED, Vehicle
from jounce.vehicle.pedals import BRAKING, drive_shares, full_brake_torques, total_mass

PULL = 5.0
"""Strongest push of driven wheels by the mass of the car [m/s²]."""
POWER = 100.0
"""Most power of them by that mass [W/kg]."""
LIFTED = 0.5
"""Deceleration that driven wheels give without brakes [m/s²]."""


class Feet:
    """Somebody's feet on the pedals of one car."""

    def __init__(self, car: Vehicle, speed: float, *, brakes: bool = True) -> None:
        """speed: at the start [m/s]; brakes: whether they are used. Raises Refusal for a car that nothing drives."""
        self.mass = total_mass(car)
        self.shares = drive_shares(car)
        engine = car.powertrain is not None and car.powertrain.driver is not None
        if not self.shares and not engine:
            hint = "give an axle `drive: inboard`, or the vehicle a powertrain with a driver"
            raise Refusal("nobody can hold its speed", car.name, "driven wheels", hint, where="vehicle")
        self.brakes = full_brake_torques(car, mass=self.mass) if brakes else {}
        self.full = BRAKING * max(car.gravity, 1.0)
        self.engine = engine
        self.law = SpeedLaw(PULL, -self.full if self.brakes else -LIFTED)
        self.wanted = speed

    @property
    def inputs(self) -> tuple[str, ...]:
        """What they move."""
        return (*([TARGET_SPEED] if self.engine else []), *self.shares, *self.brakes)

    @property
    def start(self) -> tuple[float, ...]:
        """Nothing is pressed; an engine's own driver holds the speed."""
        return (*([self.wanted] if self.engine else []), *(0.0 for _ in (*self.shares, *self.brakes)))

    def press(self, wanted: float, speed: float, tick: float) -> Sequence[float]:
        """The inputs for a speed that is wanted, and the speed that the car has [m/s]; a negative one lets go."""
        if wanted < 0.0:
            self.wanted = speed
            return (*([wanted] if self.engine else []), *(0.0 for _ in (*self.shares, *self.brakes)))
        rising = (wanted - self.wanted) / tick
        self.wanted = wanted
        f = self.law.push(wanted, speed, tick, rising)
        driving = max(-LIFTED, min(f, POWER / max(speed, 1.0)))
        braking = max(0.0, -LIFTED - f)
        return (
            *([wanted] if self.engine else []),
            *(self.mass * driving * share for share in self.shares.values()),
            *(braking / self.full * torque for torque in self.brakes.values()),
        )
