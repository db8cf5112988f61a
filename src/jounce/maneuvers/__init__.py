"""What a car is asked to do, and the one function that makes it do so."""

from jounce.maneuvers.maneuver import Maneuver
from jounce.maneuvers.registry import MANEUVERS, maneuver, maneuver_names

__all__ = ["MANEUVERS", "Maneuver", "maneuver", "maneuver_names"]
