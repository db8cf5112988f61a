"""Who sits at the wheel: drivers that look at the car now and then and move its inputs."""

from jounce.drivers.control import Control
from jounce.drivers.driver import Acting, Driver
from jounce.drivers.path import Path
from jounce.drivers.path_driver import PathDriver
from jounce.drivers.seen import Seen
from jounce.drivers.speed_driver import SpeedDriver
from jounce.drivers.turn_on_roll import TurnOnRoll

__all__ = ["Acting", "Control", "Driver", "Path", "PathDriver", "Seen", "SpeedDriver", "TurnOnRoll"]
