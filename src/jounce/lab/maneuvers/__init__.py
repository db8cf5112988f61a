"""Maneuvers: initial speed, inputs over time or a driver, ground and end. The built-in ones are in `catalogue`."""

from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.registry import MANEUVERS, maneuver, maneuver_names

__all__ = ["MANEUVERS", "Maneuver", "maneuver", "maneuver_names"]
