"""Layout of a sample: one row of floats with the same columns for every plant, for viewers, ports and logs.

    row = (head; controls; WHEEL numbers a wheel; states of the plant)

The head is the same for all plants; the states y depend on the plant.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

HEAD = (
    "time",
    "x",
    "y",
    "z",
    "q0",
    "q1",
    "q2",
    "q3",
    "vx",
    "vy",
    "vz",
    "wx",
    "wy",
    "wz",
    "speed",
    "steering",
    "engine_speed",
    "gear",
    "flags",
    "late_ticks",
    "ticks",
    "input_sequence",
)
"""Simulated time [s]; position [m] of the base's centre of mass, quaternion body → world (scalar first), velocity
[m/s], all in world axes, and angular velocity in body axes [rad/s]; speed along the heading [m/s]; mean angle of the
steered wheels [rad], positive to the left; engine speed [rad/s], 0 without an engine; gear that is engaged; flags;
counters of the loop; number of the last input that a port has taken."""
CONTROL_COLUMNS = ("steer", "throttle", "brake", "handbrake", "gear_wanted")
"""Controls as they were applied, after clamps and the dead man's switch."""
WHEEL = ("fx", "fy", "fz", "px", "py", "pz", "spin", "load", "slip_ratio", "slip_angle", "travel", "height")
"""Force of the ground on the wheel [N] and point of contact [m] in world axes; spin [rad/s], positive forward; load
across the ground [N]; slips, the angle in rad; height of the wheel centre above its design position in the axes of
the chassis [m]; height of the ground below [m]."""

PAUSED, DEAD_MAN, FAILED, BEHIND = 1, 2, 4, 8
"""Flags: paused; no fresh input; the plant cannot go on; simulated time has fallen behind the clock."""

COLUMN = {name: i for i, name in enumerate((*HEAD, *CONTROL_COLUMNS))}
"""Name → column of the head and the controls."""
FIRST_WHEEL = len(COLUMN)


@dataclass(frozen=True)
class SampleLayout:
    """Columns of a sample row."""

    wheels: tuple[str, ...]
    """Names of the wheels, such as fl."""
    states: int
    """Number of states y."""

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return FIRST_WHEEL + len(WHEEL) * len(self.wheels) + self.states

    @property
    def y(self) -> slice:
        """The states of the plant."""
        return slice(self.width - self.states, self.width)

    @property
    def controls(self) -> slice:
        """The five floats of `controls.CONTROLS`."""
        return slice(len(HEAD), FIRST_WHEEL)

    @property
    def wheel_block(self) -> slice:
        """All numbers of all wheels."""
        return slice(FIRST_WHEEL, FIRST_WHEEL + len(WHEEL) * len(self.wheels))

    def wheel_rows(self, row: np.ndarray) -> np.ndarray:
        """A view (…, wheels, WHEEL) of the numbers of the wheels."""
        return row[..., self.wheel_block].reshape(*row.shape[:-1], len(self.wheels), len(WHEEL))
