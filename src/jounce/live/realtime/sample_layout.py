"""Layout of a sample: one row of floats, for viewers, ports and logs.

    row = (channels; controls; counters of the loop; quaternion; CONTACT numbers a wheel; states of the plant; objects)

Channels have the names, units and signs of results (`jounce.lab.results.channel_names`), `time` first; each plant has
those that it can tell. `layout.columns["chassis.yaw_rate"]` is the column of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jounce.lab.results.channel_names import About

CONTROL_COLUMNS: Mapping[str, About] = {
    "controls.steer": About("1", "", "steering wheel as a share of its lock, as it was applied; left → positive"),
    "controls.throttle": About("1", "", "accelerator pedal, 0 to 1, as it was applied"),
    "controls.brake": About("1", "", "brake pedal, 0 to 1, as it was applied"),
    "controls.handbrake": About("1", "", "handbrake, 0 to 1, as it was applied"),
    "controls.gear": About("1", "", "gear lever: −1 reverse, 0 neutral, 1, 2 …; 127 shifts by itself"),
    "gearbox.gear": About("1", "", "gear that is engaged; of cars without a gearbox −1, 0 or 1"),
}
"""Controls after clamps and the input watchdog, in the order of `jounce.lab.cockpit.controls.CONTROLS`; the gear."""
LOOP_COLUMNS: Mapping[str, About] = {
    "loop.flags": About("1", "", "sum of PAUSED, DEAD_MAN, FAILED and BEHIND"),
    "loop.late_ticks": About("1", "", "late ticks so far"),
    "loop.ticks": About("1", "", "ticks so far"),
    "loop.input_sequence": About("1", "", "number of the last input that a port has taken"),
}
QUATERNION = ("quaternion.w", "quaternion.x", "quaternion.y", "quaternion.z")
"""Rotation chassis → world."""
POSE = 7
"""Numbers of a pose: position [m] and quaternion."""
CONTACT = 6
"""Numbers of a contact: point [m] and force of the ground on the wheel [N], world axes."""

PAUSED, DEAD_MAN, FAILED, BEHIND = 1, 2, 4, 8
"""Flags: paused; no fresh input; the plant cannot go on; simulated time has fallen behind the clock."""


@dataclass(frozen=True)
class SampleLayout:
    """Columns of a sample row."""

    channels: tuple[str, ...]
    """Names of the channels, `time` first."""
    wheels: tuple[str, ...]
    """Names of the wheels, such as fl."""
    states: int
    """Number of states y."""
    object_count: int = 0
    """Number of objects beside the car whose poses follow the states."""

    @cached_property
    def columns(self) -> Mapping[str, int]:
        """Name → column of everything that has a name: channels, controls, counters, quaternion."""
        names = (*self.channels, *CONTROL_COLUMNS, *LOOP_COLUMNS, *QUATERNION)
        return {name: i for i, name in enumerate(names)}

    @property
    def controls(self) -> slice:
        """The five floats of `jounce.lab.cockpit.controls.CONTROLS`."""
        start = self.columns["controls.steer"]
        return slice(start, start + 5)

    @property
    def loop(self) -> slice:
        """The counters of the loop, in the order of LOOP_COLUMNS."""
        start = self.columns["loop.flags"]
        return slice(start, start + len(LOOP_COLUMNS))

    @property
    def position(self) -> slice:
        """Position of the chassis' centre of mass [m], three columns."""
        start = self.columns["chassis.position_x"]
        return slice(start, start + 3)

    @property
    def quaternion(self) -> slice:
        """Rotation chassis → world, scalar first."""
        return slice(len(self.columns) - len(QUATERNION), len(self.columns))

    @property
    def contact_block(self) -> slice:
        """All numbers of all contacts."""
        start = len(self.columns)
        return slice(start, start + CONTACT * len(self.wheels))

    @property
    def y(self) -> slice:
        """The states of the plant."""
        return slice(self.contact_block.stop, self.contact_block.stop + self.states)

    @property
    def objects(self) -> slice:
        """Poses of the objects beside the car, seven numbers each."""
        return slice(self.y.stop, self.y.stop + POSE * self.object_count)

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return self.objects.stop

    def contacts(self, row: np.ndarray) -> np.ndarray:
        """A view (…, wheels, CONTACT) of the numbers of the contacts."""
        return row[..., self.contact_block].reshape(*row.shape[:-1], len(self.wheels), CONTACT)

    def each_wheel(self, row: np.ndarray, part: str, quantity: str) -> np.ndarray:
        """A channel of all wheels, (…, wheels), such as `each_wheel(row, "tire", "vertical_force")`."""
        return row[..., [self.columns[f"{part}.{wheel}.{quantity}"] for wheel in self.wheels]]

    def to_dict(self, row: np.ndarray) -> dict[str, float]:
        """Name → value of everything in a row that has a name."""
        return dict(zip(self.columns, row[: len(self.columns)].tolist(), strict=True))
