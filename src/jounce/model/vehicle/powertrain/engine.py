"""A combustion engine: torque over speed at full load and on overrun, and the controller that holds a speed with it."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model import mechanism
from jounce.model.mechanism import Curve, Input
from jounce.model.mechanism.driveline import engine_findings
from jounce.model.mechanism.springs import columns_in
from jounce.model.vehicle.corners import TARGET_SPEED, THROTTLE, Elements
from jounce.model.vehicle.powertrain.rotors import Rotor, rotor_elements
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import NotNegative, Number, Positive, Time

ENGINE = "engine"
"""Body and joint of the crankshaft."""
NO_TARGET_SPEED = -1.0
"""Value of the input target_speed while the speed controller has no speed to hold [m/s]."""

TorqueOverSpeed = Annotated[Curve, BeforeValidator(columns_in("angular_velocity", "torque"))]


class Engine(Frozen):
    """Torque [N m] over speed [rad/s] at full load and on overrun (pedal released); rotor: crankshaft and flywheel.

    On overrun the torque is positive below idle speed and negative above, so that the engine idles. Both curves should
    begin with no torque at rest: then an engine that stands still stays so.
    """

    rotor: Rotor
    full_load: TorqueOverSpeed
    overrun: TorqueOverSpeed

    @model_validator(mode="after")
    def _runs(self) -> Engine:
        findings = engine_findings(self.full_load, self.overrun)
        if self._idle() is None:
            got = f"from {self.overrun.y[0]:g} N m to {self.overrun.y[-1]:g} N m"
            expected = "a torque that falls from above 0 to below 0: the idle speed"
            findings.append(Finding("overrun", "never idles", got, expected))
        if findings:
            raise ModelError(findings)
        return self

    @property
    def idle_speed(self) -> float:
        """Engine speed at which the torque on overrun falls through zero [rad/s]."""
        idle = self._idle()
        assert idle is not None
        return idle

    @property
    def strongest_speed(self) -> float:
        """Engine speed of maximum power [rad/s], to a four-hundredth of the fastest."""
        top = self.full_load.x[-1]
        return max((i * top / 399.0 for i in range(400)), key=lambda speed: speed * self.full_load.y_at(speed))

    def _idle(self) -> float | None:
        points = zip(self.overrun.x, self.overrun.y, strict=True)
        for (x0, y0), (x1, y1) in pairwise(points):
            if y0 > 0.0 >= y1:
                return x0 + (x1 - x0) * y0 / (y0 - y1)
        return None


class SpeedController(Frozen):
    """Holds the speed that the speedometer shows at the input target_speed.

    gain [s/m] and integral_gain [1/m]: throttle per error of speed, and per second of it; reset_time [s]: how fast that
    sum comes back to what a pedal can give, 0 … 1.
    """

    gain: Annotated[Number, Positive]
    integral_gain: Annotated[Number, NotNegative]
    reset_time: Annotated[Time, Positive] = 0.2


def engine_elements(engine: Engine, driver: SpeedController | None, output: str, radius: float) -> Elements:
    """Crankshaft and torque; the speedometer reads radius [m] × speed of the joint `output`."""
    holder = driver and mechanism.SpeedHolder(
        joint=output, radius=radius, target=Input(name=TARGET_SPEED, default=NO_TARGET_SPEED), **dict(driver)
    )
    torque = mechanism.Engine(
        name="engine_torque",
        joint=ENGINE,
        full_load=engine.full_load,
        overrun=engine.overrun,
        throttle=Input(name=THROTTLE),
        driver=holder,
    )
    return rotor_elements(ENGINE, engine.rotor, engine.rotor.centre_of_mass) + Elements(forces=(torque,))
