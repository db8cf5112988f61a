"""Rows of floats that one writer leaves behind and readers take when they like, in memory that both see.

The writer never waits: it goes round and round; what no reader took in time is overwritten, which the reader counts.
Every slot carries the number of its row, taken away before the row is written and put back afterwards; a reader that
finds it changed after copying has a torn row, and throws it away.
"""

from __future__ import annotations

import numpy as np

WRITTEN, ROWS, WIDTH, HEAD = range(4)
"""Rows written since the beginning, slots, numbers in a row; length of the head."""
WORD = 8
"""Bytes of every number here."""
BUSY = -1


def bytes_of(rows: int, width: int) -> int:
    """Memory of a ring."""
    return WORD * (HEAD + rows * (width + 1))


class Ring:
    """A ring in a buffer: head, numbers of the slots, slots."""

    def __init__(self, buffer: memoryview, *, lay_out: tuple[int, int] | None = None) -> None:
        """Look at a ring, or make one of (rows, width) in the buffer."""
        self.head = np.frombuffer(buffer, np.int64, HEAD)
        if lay_out is not None:
            self.head[:] = 0, *lay_out
        rows, width = int(self.head[ROWS]), int(self.head[WIDTH])
        self.numbers = np.frombuffer(buffer, np.int64, rows, WORD * HEAD)
        self.slots = np.frombuffer(buffer, np.float64, rows * width, WORD * (HEAD + rows)).reshape(rows, width)
        if lay_out is not None:
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


class Reader:
    """Takes every row of a ring once, and counts those that it missed."""

    def __init__(self, ring: Ring) -> None:
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
