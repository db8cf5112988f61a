"""A hydrodynamic torque converter with a lock-up clutch, between the engine and the gearbox.

With the speeds ω₁ of the impeller (the engine) and ω₂ of the turbine (the gearbox's input), and ν = ω₂/ω₁:

    T₁ = λ(ν) ω₁²,   T₂ = μ(ν) T₁

taken from the engine and given to the turbine; the housing carries T₂ − T₁. On overrun, ω₂ > ω₁, the turbine drives the
impeller: T = λ(ω₁/ω₂) ω₂² on both.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.model import mechanism
from jounce.model.mechanism import Curve, Input
from jounce.model.mechanism.converter import converter_findings
from jounce.model.mechanism.springs import columns_in
from jounce.model.vehicle.corners import LOCK_UP, Elements
from jounce.model.vehicle.powertrain.engine import ENGINE
from jounce.model.vehicle.powertrain.gearbox import Clutch
from jounce.model.vehicle.powertrain.rotors import Rotor, rotor_elements
from jounce.schema.frozen import Frozen

TURBINE = "turbine"
"""Body and joint of the gearbox's input behind a converter."""


class TorqueConverter(Frozen):
    """Capacity λ [N m s²/rad²] and torque ratio μ [-] over the speed ratio ν from 0 to 1; λ(1) = 0.

    turbine: it and the gearbox's input shaft. lock_up: a clutch between engine and turbine that the input `lock_up`
    closes, 0 … 1; its slip is seen at the turbine.
    """

    turbine: Rotor
    capacity: Curve
    torque_ratio: Annotated[Curve, BeforeValidator(columns_in("dimensionless", "dimensionless"))]
    lock_up: Clutch | None = None

    @model_validator(mode="after")
    def _covers_all_ratios(self) -> TorqueConverter:
        if findings := converter_findings(self.capacity, self.torque_ratio):
            raise ModelError(findings)
        return self


def converter_elements(converter: TorqueConverter) -> Elements:
    """Turbine, the two torques, and the lock-up clutch."""
    torques = mechanism.TorqueConverter(
        name="converter",
        impeller=ENGINE,
        turbine=TURBINE,
        capacity=converter.capacity,
        torque_ratio=converter.torque_ratio,
    )
    forces: tuple[mechanism.Force, ...] = (torques,)
    if converter.lock_up is not None:
        lock = mechanism.Clutch(
            name="lock_up",
            joints=(ENGINE, TURBINE),
            coefficients=(1.0, -1.0),
            torque=converter.lock_up.torque,
            slip_speed=converter.lock_up.slip_speed,
            engagement=Input(name=LOCK_UP),
        )
        forces = (torques, lock)
    return rotor_elements(TURBINE, converter.turbine, converter.turbine.centre_of_mass) + Elements(forces=forces)
