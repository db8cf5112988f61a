"""Actions become positions of steering wheel and pedals, or inputs of a car, in compiled code."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.forces.signal import VALUE
from jounce.lab.cockpit.controls import BRAKE, HANDBRAKE, STEER, THROTTLE

PEDALS_LEVER, DIRECT_LEVER = 5, 6
"""Kinds of levers beside the controls of a cockpit: both pedals, and an input that is moved directly."""
LEVER = record(kind=int, action=int, low=float, high=float, row=int, factor=float)
"""What an action moves: its kind and number, its range, and of a direct input the row of its signal and a factor."""


@subroutine
def hold(levers, action, controls, signals):
    """Move the inputs of a car to where an action in −1 … 1 says."""
    for j in range(levers.size):
        lever = levers[j]
        value = lever["low"] + (0.5 * (action[lever["action"]] + 1.0)) * (lever["high"] - lever["low"])
        kind = lever["kind"]
        if kind == PEDALS_LEVER:
            controls["throttle"], controls["brake"] = max(value, 0.0), max(-value, 0.0)
        elif kind == STEER:
            controls["steer"] = value
        elif kind == THROTTLE:
            controls["throttle"] = value
        elif kind == BRAKE:
            controls["brake"] = value
        elif kind == HANDBRAKE:
            controls["handbrake"] = value
        else:
            signals[lever["row"], VALUE] = lever["factor"] * value
