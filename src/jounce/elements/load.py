"""Kinds of applied loads: a force or a torque whose direction is fixed in the world or in the body."""

FORCE_WORLD, FORCE_BODY, TORQUE_WORLD, TORQUE_BODY = range(4)
