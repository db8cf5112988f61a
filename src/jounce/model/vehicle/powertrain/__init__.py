"""Powertrains of any layout, composed of parts; one file a part, `powertrain.py` puts them together."""

from jounce.model.vehicle.powertrain.converter import TURBINE, TorqueConverter
from jounce.model.vehicle.powertrain.driven_axle import (
    DIFFERENTIAL,
    FLANGE,
    Differential,
    DrivenAxle,
    HalfShafts,
    LimitedSlip,
)
from jounce.model.vehicle.powertrain.engine import ENGINE, NO_TARGET_SPEED, Engine, SpeedController
from jounce.model.vehicle.powertrain.gearbox import Clutch, Gearbox, ShiftMap
from jounce.model.vehicle.powertrain.motor import MOTOR, Battery, Motor
from jounce.model.vehicle.powertrain.powertrain import Powertrain, powertrain_elements
from jounce.model.vehicle.powertrain.rotors import LeftRotor, Rotor
from jounce.model.vehicle.powertrain.transfer import (
    TRANSFER,
    CentreDifferential,
    LockedTransfer,
    TransferCoupling,
)

__all__ = [
    "DIFFERENTIAL",
    "ENGINE",
    "FLANGE",
    "MOTOR",
    "NO_TARGET_SPEED",
    "TRANSFER",
    "TURBINE",
    "Battery",
    "CentreDifferential",
    "Clutch",
    "Differential",
    "DrivenAxle",
    "Engine",
    "Gearbox",
    "HalfShafts",
    "LeftRotor",
    "LimitedSlip",
    "LockedTransfer",
    "Motor",
    "Powertrain",
    "Rotor",
    "ShiftMap",
    "SpeedController",
    "TorqueConverter",
    "TransferCoupling",
    "powertrain_elements",
]
