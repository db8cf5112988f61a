"""Packets of the UDP port, little-endian, each with magic letters, a version and a sequence number.

docs/realtime.md has them byte by byte.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

import numpy as np

from jounce.lab.cockpit.controls import AUTO, MAX_GEAR, REVERSE
from jounce.live.realtime.sample_layout import COLUMN, WHEEL, SampleLayout

VERSION = 1
INPUT = struct.Struct("<4sHHIffffhH")
"""magic, version, size, sequence; steer, throttle, brake, handbrake; gear, flags."""
INPUT_MAGIC, OUTPUT_MAGIC = b"JNCI", b"JNCO"
OUTPUT = struct.Struct("<4sHHIId3d4f3f3fffhHIHH")
"""magic, version, size, sequence, sequence of the last input; simulated time; position; quaternion; velocity; angular
velocity; steering, engine speed; gear, flags; late ticks; number of wheels, numbers of a wheel."""
WHEEL_NAMES = ("spin", "load", "slip_ratio", "slip_angle", "travel", "height")
"""Numbers of every wheel, as f32."""
_COLUMNS = [WHEEL.index(name) for name in WHEEL_NAMES]


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


def output_size(wheels: int) -> int:
    """Bytes of an output packet."""
    return OUTPUT.size + 4 * len(WHEEL_NAMES) * wheels


class OutputPacker:
    """Writes rows of a layout into one buffer."""

    def __init__(self, layout: SampleLayout) -> None:
        self.layout = layout
        self.buffer = bytearray(output_size(len(layout.wheels)))
        self._wheels = np.frombuffer(self.buffer, "<f4", offset=OUTPUT.size).reshape(-1, len(WHEEL_NAMES))

    def pack(self, sequence: int, row: np.ndarray) -> bytearray:
        """The packet of a row, in the buffer, which the next one overwrites."""
        OUTPUT.pack_into(
            self.buffer,
            0,
            OUTPUT_MAGIC,
            VERSION,
            len(self.buffer),
            sequence & 0xFFFFFFFF,
            int(row[COLUMN["input_sequence"]]) & 0xFFFFFFFF,
            *row[:14].tolist(),
            row[COLUMN["steering"]],
            row[COLUMN["engine_speed"]],
            int(row[COLUMN["gear"]]),
            int(row[COLUMN["flags"]]),
            int(row[COLUMN["late_ticks"]]) & 0xFFFFFFFF,
            len(self.layout.wheels),
            len(WHEEL_NAMES),
        )
        with np.errstate(over="ignore", invalid="ignore"):
            self._wheels[:] = self.layout.wheel_rows(row)[:, _COLUMNS]
        return self.buffer


def parse_output(packet: bytes) -> dict[str, object] | None:
    """An output packet as a mapping of names, for clients and tests; None if it is malformed."""
    if len(packet) < OUTPUT.size:
        return None
    found = OUTPUT.unpack_from(packet)
    wheels, numbers = found[-2:]
    if found[0] != OUTPUT_MAGIC or found[1] != VERSION or found[2] != len(packet) or numbers < len(WHEEL_NAMES):
        return None
    if len(packet) != OUTPUT.size + 4 * wheels * numbers:
        return None
    floats = np.frombuffer(packet, "<f4", offset=OUTPUT.size).reshape(wheels, numbers)
    return {
        "sequence": found[3],
        "input_sequence": found[4],
        "time": found[5],
        "position": found[6:9],
        "quaternion": found[9:13],
        "velocity": found[13:16],
        "angular_velocity": found[16:19],
        "steering": found[19],
        "engine_speed": found[20],
        "gear": found[21],
        "flags": found[22],
        "late_ticks": found[23],
        "wheels": [dict(zip(WHEEL_NAMES, map(float, row), strict=False)) for row in floats],
    }
