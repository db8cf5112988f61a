"""Packets of the UDP port, little-endian, each with magic letters, a version and a sequence number.

The numbers of an output packet are channels with the names, units and signs of results
(`jounce.lab.results.channel_names`); docs/realtime.md has the packets byte by byte.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from jounce.lab.cockpit.controls import AUTO, MAX_GEAR, REVERSE
from jounce.lab.results.channel_names import WHEEL
from jounce.live.realtime.sample_layout import SampleLayout

VERSION = 2
INPUT = struct.Struct("<4sHHIffffhH")
"""magic, version, size, sequence; steer, throttle, brake, handbrake; gear, flags."""
INPUT_MAGIC, OUTPUT_MAGIC = b"JNCI", b"JNCO"
LISTEN = 1
"""Flag of an input packet whose sender wants samples and does not drive."""
HEAD = struct.Struct("<4sHHIIHhIHHHH")
"""magic, version, size, sequence, sequence of the last input; flags, gear; late ticks; numbers of the car, number of
wheels, numbers of a wheel, 0."""
CAR_CHANNELS = (
    "chassis.roll_angle",
    "chassis.pitch_angle",
    "chassis.yaw_angle",
    "chassis.speed",
    "chassis.side_slip_angle",
    "chassis.vertical_velocity",
    "chassis.roll_rate",
    "chassis.pitch_rate",
    "chassis.yaw_rate",
    "chassis.longitudinal_acceleration",
    "chassis.lateral_acceleration",
    "chassis.vertical_acceleration",
    "steering_wheel.angle",
    "engine.speed",
    "steering_wheel.torque",
)
"""Numbers of the car, as f32; not a number where a car has no such channel."""
WHEEL_CHANNELS = (
    "wheel.WHEEL.spin",
    "tire.WHEEL.vertical_force",
    "tire.WHEEL.longitudinal_force",
    "tire.WHEEL.lateral_force",
    "tire.WHEEL.slip_ratio",
    "tire.WHEEL.slip_angle",
    "suspension.WHEEL.travel",
    "tire.WHEEL.ground_height",
)
"""Numbers of every wheel, as f32; WHEEL stands for its name."""
PLACE = np.dtype([("time", "<f8"), ("position", "<f8", 3), ("quaternion", "<f4", 4)])
"""Simulated time, position of the chassis' centre of mass, and quaternion chassis → world."""
CAR_START = HEAD.size + PLACE.itemsize
"""Byte at which the numbers of the car begin."""
NAME = 8
"""Bytes of the name of a wheel, filled with zeros."""


@dataclass(frozen=True)
class InputPacket:
    """A valid input packet."""

    sequence: int
    steer: float
    throttle: float
    brake: float
    handbrake: float
    gear: int
    flags: int = 0


def pack_input(
    sequence: int,
    *,
    steer: float = 0.0,
    throttle: float = 0.0,
    brake: float = 0.0,
    handbrake: float = 0.0,
    gear: int = AUTO,
    flags: int = 0,
) -> bytes:
    """An input packet."""
    number = sequence & 0xFFFFFFFF
    pedals = steer, throttle, brake, handbrake
    return INPUT.pack(INPUT_MAGIC, VERSION, INPUT.size, number, *pedals, gear, flags)


def parse_input(packet: bytes | bytearray | memoryview) -> InputPacket | None:
    """The packet, its numbers clamped to their limits; None if it is malformed in any way."""
    if len(packet) != INPUT.size:
        return None
    magic, version, size, sequence, steer, throttle, brake, handbrake, gear, flags = INPUT.unpack(packet)
    if magic != INPUT_MAGIC or version != VERSION or size != INPUT.size:
        return None
    if not (math.isfinite(steer) and math.isfinite(throttle) and math.isfinite(brake) and math.isfinite(handbrake)):
        return None
    if gear != AUTO and not REVERSE <= gear <= MAX_GEAR:
        return None
    steer = min(max(steer, -1.0), 1.0)
    throttle, brake, handbrake = (min(max(pedal, 0.0), 1.0) for pedal in (throttle, brake, handbrake))
    return InputPacket(sequence, steer, throttle, brake, handbrake, gear, flags)


def is_newer(sequence: int, than: int) -> bool:
    """Whether a sequence number comes after another; they wrap around after 2³² − 1."""
    return 0 < (sequence - than) & 0xFFFFFFFF < 0x80000000


def wheel_type(numbers: int) -> np.dtype:
    """A wheel in an output packet: its name, and so many numbers."""
    return np.dtype([("name", f"S{NAME}"), ("numbers", "<f4", (numbers,))])


def output_size(wheels: int) -> int:
    """Bytes of an output packet."""
    return CAR_START + 4 * len(CAR_CHANNELS) + wheels * wheel_type(len(WHEEL_CHANNELS)).itemsize


class OutputPacker:
    """Writes rows of a layout into one buffer."""

    def __init__(self, layout: SampleLayout) -> None:
        self._columns, self._layout = layout.columns, layout
        self.buffer = bytearray(output_size(len(layout.wheels)))
        start = CAR_START + 4 * len(CAR_CHANNELS)
        self._place = np.frombuffer(self.buffer, PLACE, 1, HEAD.size)[0]
        self._car = np.frombuffer(self.buffer, "<f4", len(CAR_CHANNELS), CAR_START)
        wheels = np.frombuffer(self.buffer, wheel_type(len(WHEEL_CHANNELS)), len(layout.wheels), start)
        wheels["name"] = [name.encode("ascii", "replace")[:NAME] for name in layout.wheels]
        self._wheels = wheels["numbers"]
        self._numbers = np.full(layout.width + 1, math.nan)
        self._of_car = self._find(CAR_CHANNELS)
        self._of_wheels = np.array([self._find(_name(c, wheel) for c in WHEEL_CHANNELS) for wheel in layout.wheels])

    def _find(self, names: Iterable[str]) -> np.ndarray:
        """Columns of channels; one behind the row, which holds no number, for those that the plant does not have."""
        return np.array([self._columns.get(name, self._layout.width) for name in names])

    def pack(self, sequence: int, row: np.ndarray) -> bytearray:
        """The packet of a row, in the buffer, which the next one overwrites."""
        columns, layout = self._columns, self._layout
        HEAD.pack_into(
            self.buffer,
            0,
            OUTPUT_MAGIC,
            VERSION,
            len(self.buffer),
            sequence & 0xFFFFFFFF,
            int(row[columns["loop.input_sequence"]]) & 0xFFFFFFFF,
            int(row[columns["loop.flags"]]),
            int(row[columns["gearbox.gear"]]),
            int(row[columns["loop.late_ticks"]]) & 0xFFFFFFFF,
            len(CAR_CHANNELS),
            len(layout.wheels),
            len(WHEEL_CHANNELS),
            0,
        )
        self._place["time"], self._place["position"] = row[0], row[layout.position]
        numbers = self._numbers
        numbers[:-1] = row
        with np.errstate(over="ignore", invalid="ignore"):
            self._place["quaternion"] = row[layout.quaternion]
            self._car[:] = numbers[self._of_car]
            self._wheels[:] = numbers[self._of_wheels]
        return self.buffer


def parse_output(packet: bytes) -> dict[str, object] | None:
    """An output packet by names of channels, with `sequence`, `input_sequence`, `flags`, `late_ticks`, `gear` and
    `quaternion`; None if it is malformed."""
    if len(packet) < CAR_START:
        return None
    magic, version, size, sequence, taken, flags, gear, late, of_car, count, of_wheel, _ = HEAD.unpack_from(packet)
    if magic != OUTPUT_MAGIC or version != VERSION or size != len(packet):
        return None
    kind = wheel_type(of_wheel)
    start = CAR_START + 4 * of_car
    if of_car < len(CAR_CHANNELS) or of_wheel < len(WHEEL_CHANNELS) or size != start + count * kind.itemsize:
        return None
    found: dict[str, object] = {"sequence": sequence, "input_sequence": taken, "flags": flags, "late_ticks": late}
    place = np.frombuffer(packet, PLACE, 1, HEAD.size)[0]
    found |= {"gear": gear, "time": float(place["time"]), "quaternion": tuple(place["quaternion"].tolist())}
    found |= {f"chassis.position_{axis}": float(r) for axis, r in zip("xyz", place["position"], strict=True)}
    found |= zip(CAR_CHANNELS, np.frombuffer(packet, "<f4", of_car, CAR_START).tolist(), strict=False)
    for name, numbers in np.frombuffer(packet, kind, count, start).tolist():
        wheel = name.decode("ascii", "replace")
        found |= {_name(channel, wheel): x for channel, x in zip(WHEEL_CHANNELS, numbers.tolist(), strict=False)}
    return found


def _name(channel: str, wheel: str) -> str:
    """The channel of a wheel."""
    return channel.replace(WHEEL, wheel)
