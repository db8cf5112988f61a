"""Applied loads: a force or a torque whose direction is fixed in the world or in the body."""

from jounce.elements.records import record

FORCE_WORLD, FORCE_BODY, TORQUE_WORLD, TORQUE_BODY = range(4)

LOAD = record(kind=int, body=int, reaction=int, signal=int, point=3, direction=3)
"""Body, the body that bears a torque's reaction, magnitude as a signal, point from the centre of mass in body axes, and
direction in the axes that the kind names."""
