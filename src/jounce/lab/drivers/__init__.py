"""Drivers: closed-loop controllers that observe the car and set its inputs once per sample."""

from jounce.lab.drivers.driver import ChassisObservation, Control, Driver, DriverSession
from jounce.lab.drivers.path import Path
from jounce.lab.drivers.path_driver import PathDriver
from jounce.lab.drivers.speed_driver import SpeedDriver
from jounce.lab.drivers.start_driver import StartDriver
from jounce.lab.drivers.turn_on_roll import TurnOnRoll

__all__ = [
    "ChassisObservation",
    "Control",
    "Driver",
    "DriverSession",
    "Path",
    "PathDriver",
    "SpeedDriver",
    "StartDriver",
    "TurnOnRoll",
]
