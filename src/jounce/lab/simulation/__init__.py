"""A car one can hold: step it, read its channels, move its inputs, keep and restore its state."""

from jounce.lab.simulation.inputs import Input
from jounce.lab.simulation.linear_model import LinearModel
from jounce.lab.simulation.linear_modes import LinearMode
from jounce.lab.simulation.simulation import Simulation
from jounce.lab.simulation.snapshot import Snapshot

__all__ = ["Input", "LinearMode", "LinearModel", "Simulation", "Snapshot"]
