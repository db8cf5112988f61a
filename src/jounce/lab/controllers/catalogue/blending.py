"""Brake blending: electric motors brake first, friction brakes do what is left of the driver's demand.

With the brake torque Tᵢ that is asked of each axle, and the torque Gᵢ with which its motors can brake it now (limits of
torque, of electrical power and of the battery, fading below walking speed):

    r = s min(1, Σ Tᵢ / Σ Gᵢ)                                                                           (B1)
    Fᵢ = Tᵢ (1 − r Σ Gⱼ / Σ Tⱼ)                                                                        (B2)

r is the input `regeneration`, Fᵢ the torque that is left to the friction brakes of an axle: the sum is what is asked
for. s falls from 1 to 0 while the largest brake slip λ of a wheel goes from λ₀ to 2 λ₀, so that wheels near their limit
are left to friction brakes, and to an anti-lock system behind this controller. Within the state of charge:

    charge_limit = min(1, (z_max − z) / 0.02),   discharge_limit = min(1, (z − z_min) / 0.02)            (B3)

each at least 0, z by counting what motors draw. A car without motors has nothing for it to do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from jounce.model.vehicle import CHARGE_LIMIT, DISCHARGE_LIMIT, REGENERATION, Corner, Vehicle, brake_gains, brake_inputs
from jounce.model.vehicle.geometry import SIDES
from jounce.model.vehicle.powertrain.motor import FADE_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Frequency, NotNegative, Number, Positive

EDGE = 0.02
"""State of charge over which the limits fade at its ends [-]."""


class BrakeBlending(Frozen):
    """Options of the brake blending, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "blending"
    max_slip: Annotated[
        Number, Positive, Field(description="λ₀: brake slip from which regeneration is taken back [-]")
    ] = 0.05
    lowest_charge: Annotated[
        Number, NotNegative, Field(description="z_min: state of charge at which nothing more is drawn [-]")
    ] = 0.03
    highest_charge: Annotated[
        Number, Positive, Field(description="z_max: state of charge at which nothing more is taken [-]")
    ] = 0.97
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]")] = 100.0

    def start(self, car: Vehicle, speed: float) -> BlendingSession:
        """Start a run at a speed [m/s]."""
        return BlendingSession(self, car)

    def blend(self, asked: float, available: float, slip: float) -> float:
        """r of (B1), for the torques that are asked for and that motors can give [N m], and a brake slip [-]."""
        if asked <= 0.0 or available <= 0.0:
            return 0.0
        return max(0.0, min(1.0, 2.0 - slip / self.max_slip)) * min(1.0, asked / available)


class BlendingSession:
    """Brake blending in one run; records how much of the demand motors carry, and the state of charge."""

    def __init__(self, options: BrakeBlending, car: Vehicle) -> None:
        self.options, self.powertrain, self.time = options, car.powertrain, 0.0
        self.inputs: tuple[str, ...] = ()
        self.records: dict[str, str] = {}
        self.recorded: dict[str, float] = {}
        self.is_electric = car.powertrain is not None and bool(car.powertrain.motors)
        if car.powertrain is None or not self.is_electric:
            return
        self.brakes, self.gains = brake_inputs(car), brake_gains(car)
        self.wheels = {
            name: [Corner(name, side).channel("wheel", "spin") for side in SIDES] for name in car.powertrain.axle_names
        }
        self.slips = [corner.channel("tire", "slip_ratio") for corner in self.brakes]
        self.battery = car.powertrain.battery
        self.charge = self.battery.state_of_charge if self.battery is not None else 1.0
        limits = (DISCHARGE_LIMIT, CHARGE_LIMIT) if self.battery is not None else ()
        self.inputs = (REGENERATION, *self.brakes.values(), *limits)
        self.records = {"regenerative_share": "1", "state_of_charge": "1"}
        self.recorded = {"regenerative_share": 0.0, "state_of_charge": self.charge}

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Regeneration, what is left to the brakes, and the limits of the battery."""
        if not self.is_electric:
            return {}
        limits = self._count(t, channels)
        names = self.brakes.values()
        asked = sum(self.gains[name] * inputs[name] for name in names)
        available = self._available(channels) * limits.get(CHARGE_LIMIT, 1.0)
        slip = max((-channels[name] for name in self.slips), default=0.0) if asked > 0.0 else 0.0
        share = self.options.blend(asked, available, slip)
        left = 1.0 - share * available / asked if asked > 0.0 else 1.0
        self.recorded = {"regenerative_share": 1.0 - left, "state_of_charge": self.charge}
        regeneration = max(share, inputs[REGENERATION]) if asked <= 0.0 else share
        return {REGENERATION: regeneration, **{name: left * inputs[name] for name in names}, **limits}

    def _available(self, channels: Mapping[str, float]) -> float:
        """Torque with which all motors can brake the wheels [N m]."""
        assert self.powertrain is not None
        spins = {axle: 0.5 * sum(channels[name] for name in names) for axle, names in self.wheels.items()}
        torques = self.powertrain.braking_torques(spins)
        return sum(abs(math.tanh(spins[axle] / FADE_SPEED)) * torque for axle, torque in torques.items())

    def _count(self, t: float, channels: Mapping[str, float]) -> dict[str, float]:
        """Count the charge since the last update, and give the limits (B3); none without a battery."""
        dt, self.time = t - self.time, t
        if self.battery is None or self.powertrain is None:
            return {}
        for motor in self.powertrain.motors:
            for suffix, _, _ in motor.places:
                power = channels[f"motor.{suffix}.torque"] * channels[f"motor.{suffix}.speed"]
                power = power / motor.efficiency if power > 0.0 else power * motor.efficiency
                self.charge -= power * dt / self.battery.capacity
        room, left = self.options.highest_charge - self.charge, self.charge - self.options.lowest_charge
        return {
            CHARGE_LIMIT: min(1.0, max(0.0, room / EDGE)),
            DISCHARGE_LIMIT: min(1.0, max(0.0, left / EDGE)),
        }
