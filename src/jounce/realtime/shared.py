"""One block of memory between two processes: counters, controls one way, rows the other.

The parent makes and removes it, so that nothing stays behind when the child is killed; the child lays out the rows when
it knows how wide they are.
"""

from __future__ import annotations

from multiprocessing.shared_memory import SharedMemory

import numpy as np

from jounce.realtime import timing
from jounce.realtime.controls import NAMES
from jounce.realtime.ring import WORD, Ring, bytes_of
from jounce.realtime.udp import COUNTER_NAMES

SIZE = 1 << 22
"""Bytes of the block: 26 s of rows of 200 numbers, 100 a second."""
GENERATION, COMMANDS, PACKETS, HEAD = 0, 1, 2, 8
"""Places in the head: how often rows were laid out, 0 before the first time; commands sent by the parent; the first of
the counters of a UDP port."""
CONTROLS_ROWS = 8
_BOARD = WORD * HEAD
_CONTROLS = _BOARD + WORD * timing.LENGTH
_ROWS = _CONTROLS + bytes_of(CONTROLS_ROWS, len(NAMES))
LEAST_ROWS = 16


class Shared:
    """The block and the views of it; close it when no view is used any more."""

    def __init__(self, name: str | None = None) -> None:
        """Attach to the block of that name, or make one."""
        self.owner = name is None
        self._memory = SharedMemory(name, create=self.owner, size=SIZE if self.owner else 0)
        buffer = self._buffer
        self.head = np.frombuffer(buffer, np.int64, HEAD)
        self.board = np.frombuffer(buffer, np.float64, timing.LENGTH, _BOARD)
        self.packets = self.head[PACKETS : PACKETS + len(COUNTER_NAMES)]
        room = buffer[_CONTROLS:_ROWS]
        self.controls = Ring(room, lay_out=(CONTROLS_ROWS, len(NAMES)) if self.owner else None)
        self.rows: Ring | None = None

    @property
    def name(self) -> str:
        """What the other process attaches to."""
        return self._memory.name

    @property
    def _buffer(self) -> memoryview:
        buffer = self._memory.buf
        assert buffer is not None  # it is, until the memory is closed
        return buffer

    def lay_out(self, width: int) -> Ring:
        """Make a ring of rows of so many numbers in all memory that is left."""
        count = max(LEAST_ROWS, (SIZE - _ROWS - bytes_of(0, width)) // (WORD * (width + 1)))
        self.rows = Ring(self._buffer[_ROWS:], lay_out=(count, width))
        self.head[GENERATION] += 1
        return self.rows

    def look(self) -> Ring:
        """The ring that the other side has laid out."""
        self.rows = Ring(self._buffer[_ROWS:])
        return self.rows

    def close(self) -> None:
        """Let go of the memory; the owner also removes it."""
        del self.head, self.packets, self.board, self.controls, self.rows
        self._memory.close()
        if self.owner:
            self._memory.unlink()
