"""Memory that two processes share: a ring buffer of rows with one writer, and the block that holds everything.

The writer of a ring never waits: what no reader has copied in time is overwritten, and the reader counts it. Every slot
has the number of its row, removed before the row is written and restored afterwards: a reader that finds it changed
after copying has a torn row, and discards it.

The block holds counters, controls (parent → worker) and samples (worker → parent). The parent creates and removes it,
so that nothing remains when the worker is killed; the worker creates the ring of samples when it knows their width.
"""

from __future__ import annotations

from multiprocessing.shared_memory import SharedMemory

import numpy as np

from jounce.lab.cockpit.controls import NAMES
from jounce.live.realtime import timing
from jounce.live.realtime.udp import COUNTER_NAMES

WRITTEN, SLOTS, WIDTH, RING_HEAD = range(4)
"""Places in the head of a ring: rows written since the beginning, slots, numbers in a row; length of the head."""
WORD_SIZE = 8
"""Bytes of a number [-]."""
BUSY = -1
"""Number of a slot that is being written."""


def ring_size(slots: int, width: int) -> int:
    """Bytes of a ring of rows of so many numbers."""
    return WORD_SIZE * (RING_HEAD + slots * (width + 1))


BLOCK_SIZE = 1 << 22
"""Bytes of the block: 26 s of samples of 200 numbers, 100 a second."""
GENERATION, COMMANDS, PACKETS, BLOCK_HEAD = 0, 1, 2, 8
"""Places in the head of the block: number of rings of samples created so far; commands sent by the parent; the first
of the counters of a UDP port."""
CONTROLS_SLOTS = 8
"""Slots of the ring of controls."""
_COUNTERS = WORD_SIZE * BLOCK_HEAD
_CONTROLS = _COUNTERS + WORD_SIZE * timing.LENGTH
_SAMPLES = _CONTROLS + ring_size(CONTROLS_SLOTS, len(NAMES))
MIN_SLOTS = 16
"""Fewest slots of the ring of samples."""


class RingBuffer:
    """A ring of rows in a buffer: head, numbers of the slots, slots."""

    def __init__(self, buffer: memoryview, *, shape: tuple[int, int] | None = None) -> None:
        """Attach to the ring in the buffer, or create one of shape (slots, width)."""
        self.head = np.frombuffer(buffer, np.int64, RING_HEAD)
        if shape is not None:
            self.head[:] = 0, *shape
        rows, width = int(self.head[SLOTS]), int(self.head[WIDTH])
        self.numbers = np.frombuffer(buffer, np.int64, rows, WORD_SIZE * RING_HEAD)
        start = WORD_SIZE * (RING_HEAD + rows)
        self.slots = np.frombuffer(buffer, np.float64, rows * width, start).reshape(rows, width)
        if shape is not None:
            self.numbers[:] = BUSY

    @property
    def written(self) -> int:
        """Rows written since the beginning."""
        return int(self.head[WRITTEN])

    def write(self, row: np.ndarray | tuple[float, ...]) -> None:
        """Add a row."""
        n = int(self.head[WRITTEN])
        slot = n % len(self.slots)
        self.numbers[slot] = BUSY
        self.slots[slot] = row
        self.numbers[slot] = n
        self.head[WRITTEN] = n + 1

    def read(self, n: int, into: np.ndarray) -> bool:
        """Copy row number n; returns False if it is gone, or was overwritten meanwhile."""
        slot = n % len(self.slots)
        if self.numbers[slot] != n:
            return False
        into[:] = self.slots[slot]
        return bool(self.numbers[slot] == n)

    def newest(self, into: np.ndarray) -> int:
        """Copy the newest row; returns its number, −1 if there is none yet."""
        while (n := self.written - 1) >= 0:
            if self.read(n, into):
                return n
        return -1


class RingReader:
    """Copies every row of a ring once, and counts those that it missed."""

    def __init__(self, ring: RingBuffer) -> None:
        self.ring, self.next, self.missed = ring, ring.written, 0

    def drain(self) -> np.ndarray:
        """All rows since the last call that are still there, (n, width)."""
        ring = self.ring
        last = ring.written
        first = max(self.next, last - len(ring.slots))
        rows = np.empty((max(0, last - first), ring.slots.shape[1]))
        kept = 0
        for n in range(first, last):
            kept += ring.read(n, rows[kept])
        self.missed += last - self.next - kept
        self.next = last
        return rows[:kept]


class SharedBlock:
    """The block and its views; close it when no view is used any more."""

    def __init__(self, name: str | None = None) -> None:
        """Attach to the block of that name, or make one."""
        self.owner = name is None
        self._memory = SharedMemory(name, create=self.owner, size=BLOCK_SIZE if self.owner else 0)
        buffer = self._buffer
        self.head = np.frombuffer(buffer, np.int64, BLOCK_HEAD)
        self.counters = np.frombuffer(buffer, np.float64, timing.LENGTH, _COUNTERS)
        self.packets = self.head[PACKETS : PACKETS + len(COUNTER_NAMES)]
        controls = buffer[_CONTROLS:_SAMPLES]
        self.controls = RingBuffer(controls, shape=(CONTROLS_SLOTS, len(NAMES)) if self.owner else None)
        self.samples: RingBuffer | None = None

    @property
    def name(self) -> str:
        """Name by which the other process attaches."""
        return self._memory.name

    @property
    def _buffer(self) -> memoryview:
        buffer = self._memory.buf
        assert buffer is not None  # it is, until the memory is closed
        return buffer

    def create_samples(self, width: int) -> RingBuffer:
        """Create a ring of samples of so many numbers in the rest of the block."""
        count = max(MIN_SLOTS, (BLOCK_SIZE - _SAMPLES - ring_size(0, width)) // (WORD_SIZE * (width + 1)))
        self.samples = RingBuffer(self._buffer[_SAMPLES:], shape=(count, width))
        self.head[GENERATION] += 1
        return self.samples

    def attach_samples(self) -> RingBuffer:
        """The ring of samples that the worker has created."""
        self.samples = RingBuffer(self._buffer[_SAMPLES:])
        return self.samples

    def close(self) -> None:
        """Detach from the memory; the owner also removes it."""
        del self.head, self.packets, self.counters, self.controls, self.samples
        self._memory.close()
        if self.owner:
            self._memory.unlink()
