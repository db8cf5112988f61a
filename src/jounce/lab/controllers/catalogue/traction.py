"""Traction control: driven wheels get less drive while their slip is too large.

With the drive slip κ of a wheel and the share s of the drive that is left to it, 0 to 1:

    e = κ* − κ − T_d κ̇                                                                          (T1)
    ṡ = K e, at least −ṙ (cut) and at most ḃ (give back)                                           (T2)

Wheels driven by torques have a share each. A powertrain has one share, by the wheel that slips most: of its
throttle, or, while a speed is held, of the way from the car's speed V to the one that is asked for: V + s (V* − V).
A brake may help, on wheels that spin alone:

    T = K_b (κ − κ*) T_full                                                                        (T3)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from jounce.errors import InputError
from jounce.model.vehicle import TARGET_SPEED, THROTTLE, Corner, Vehicle, brake_inputs, drive_shares, full_brake_inputs
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Frequency, NotNegative, Number, Positive, Time


class TractionControl(Frozen):
    """Options of the traction control, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "traction-control"
    target_slip: Annotated[Number, Positive, Field(description="drive slip κ* that is allowed [-]")] = 0.1
    gain: Annotated[Frequency, Positive, Field(description="K: rate of the share per slip [1/s]")] = 15.0
    lead: Annotated[Time, NotNegative, Field(description="T_d: how far the slip is foreseen [s]")] = 0.03
    cut_rate: Annotated[Frequency, Positive, Field(description="ṙ: fastest cut of the share [1/s]")] = 10.0
    return_rate: Annotated[Frequency, Positive, Field(description="ḃ: fastest return of the share [1/s]")] = 1.0
    brake_gain: Annotated[
        Number, NotNegative, Field(description="K_b: brake torque per slip, of full torque [-]; 0: drive alone")
    ] = 0.0
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]")] = 100.0

    def start(self, car: Vehicle, speed: float) -> TractionSession:
        """Start a run; raises InputError for a car without driven wheels."""
        return TractionSession(self, car)

    def next_share(self, share: float, slip: float, slip_rate: float, dt: float) -> float:
        """The share s after `dt` [s] by (T1) and (T2), for a slip [-] and its rate [1/s]."""
        error = self.target_slip - slip - self.lead * slip_rate
        rate = max(-self.cut_rate, min(self.return_rate, self.gain * error))
        return max(0.0, min(1.0, share + rate * dt))


class TractionSession:
    """Traction control in one run; records the share of the drive that every driven wheel has."""

    def __init__(self, options: TractionControl, car: Vehicle) -> None:
        torques = drive_shares(car)
        engine = car.powertrain
        self.driven = [
            corner
            for corner in car.corners
            if corner.drive_torque in torques or (engine is not None and corner.axle in engine.axle_names)
        ]
        if not self.driven:
            raise InputError("nothing to control", car.name, "driven wheels", where="controllers.traction-control")
        self.options, self.has_engine, self.time = options, engine is not None, 0.0
        self.full = full_brake_inputs(car) if options.brake_gain > 0.0 else {}
        self.brakes = {corner: name for corner, name in brake_inputs(car).items() if name in self.full}
        self.holds_speed = engine is not None and engine.driver is not None
        self.slips = dict.fromkeys(self.driven, 0.0)
        self.shares = dict.fromkeys(self.driven, 1.0)
        pedals = [THROTTLE, *([TARGET_SPEED] if self.holds_speed else [])] if self.has_engine else []
        braked = [self.brakes[corner] for corner in self.driven if corner in self.brakes]
        self.inputs = (*(pedals or [corner.drive_torque for corner in self.driven]), *braked)
        self.records = {f"{corner.suffix}.drive_share": "1" for corner in self.driven}
        self.recorded = dict.fromkeys(self.records, 1.0)

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Drive that is left to the wheels that slip too much, and torques or pressures of their brakes."""
        dt, self.time = t - self.time, t
        for corner in self.driven:
            slip = channels[corner.channel("tire", "slip_ratio")]
            rate = (slip - self.slips[corner]) / dt if dt > 0.0 else 0.0
            self.shares[corner] = self.options.next_share(self.shares[corner], slip, rate, dt)
            self.slips[corner] = slip
        if self.has_engine:
            self.shares = dict.fromkeys(self.driven, min(self.shares.values()))
        self.recorded = dict(zip(self.records, self.shares.values(), strict=True))
        drive = self._throttle(channels, inputs) if self.has_engine else self._torques(inputs)
        return {**drive, **self._brake(inputs)}

    def _throttle(self, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        share = min(self.shares.values())
        if share >= 1.0:
            return {}
        held = inputs[TARGET_SPEED] if self.holds_speed else -1.0
        if held < 0.0:
            return {THROTTLE: share * inputs[THROTTLE]}
        speed = channels["chassis.speed"]
        return {TARGET_SPEED: speed + share * (held - speed) if held > speed else held}

    def _torques(self, inputs: Mapping[str, float]) -> dict[str, float]:
        asked = {corner: inputs[corner.drive_torque] for corner in self.driven if self.shares[corner] < 1.0}
        return {corner.drive_torque: self.shares[corner] * torque for corner, torque in asked.items() if torque > 0.0}

    def _brake(self, inputs: Mapping[str, float]) -> dict[str, float]:
        spinning = [c for c in self.driven if c in self.brakes and self._excess(c) > 0.0]
        return {self.brakes[c]: inputs[self.brakes[c]] + self._pressed(c) for c in spinning}

    def _pressed(self, corner: Corner) -> float:
        """(T3), at most the full torque [N m], or the full pressure [Pa]."""
        return min(1.0, self.options.brake_gain * self._excess(corner)) * self.full[self.brakes[corner]]

    def _excess(self, corner: Corner) -> float:
        return self.slips[corner] - self.options.target_slip
