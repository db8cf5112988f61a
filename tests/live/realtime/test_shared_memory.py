"""Rows go round without tearing, and what is lost is counted."""

import multiprocessing

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from jounce.live.realtime.shared_memory import BUSY, RingBuffer, RingReader, SharedBlock, ring_size


def ring_of(rows: int, width: int) -> RingBuffer:
    return RingBuffer(memoryview(bytearray(ring_size(rows, width))), shape=(rows, width))


def test_the_newest_row():
    ring, row = ring_of(4, 3), np.zeros(3)
    assert ring.newest(row) == -1
    for n in range(10):
        ring.write((n, 2 * n, 3 * n))
        assert ring.newest(row) == n
        assert row.tolist() == [n, 2 * n, 3 * n]


@given(st.lists(st.integers(0, 9), max_size=30))
def test_everything_is_read_once_or_counted(bursts):
    ring = ring_of(4, 1)
    reader, found, n = RingReader(ring), [], 0
    for burst in bursts:
        for _ in range(burst):
            ring.write((n,))
            n += 1
        found += reader.drain()[:, 0].tolist()
    found += reader.drain()[:, 0].tolist()
    assert len(found) + reader.missed == n
    assert found == sorted(set(found))
    assert reader.missed == sum(max(0, burst - 4) for burst in bursts)


def test_a_row_that_is_being_written_is_not_given_out():
    ring, row = ring_of(2, 2), np.zeros(2)
    ring.write((1.0, 1.0))
    ring.write((2.0, 2.0))
    ring.numbers[1] = BUSY  # as the writer leaves it while it writes
    assert not ring.read(1, row)
    assert RingReader(ring).drain().shape == (0, 2)


def test_both_sides_see_the_same_ring():
    memory = memoryview(bytearray(ring_size(5, 2)))
    writer = RingBuffer(memory, shape=(5, 2))
    reader = RingReader(RingBuffer(memory))
    writer.write((1.0, 2.0))
    assert reader.drain().tolist() == [[1.0, 2.0]]


def _write(name: str, count: int) -> None:
    shared = SharedBlock(name)
    ring = shared.create_samples(8)
    for n in range(count):
        ring.write((float(n),) * 8)
    del ring
    shared.close()


def test_rows_from_another_process_are_whole():
    shared = SharedBlock()
    try:
        process = multiprocessing.get_context("spawn").Process(target=_write, args=(shared.name, 50_000))
        process.start()
        while shared.head[0] == 0 and process.is_alive():
            process.join(0.005)
        reader, count, last = RingReader(shared.attach_samples()), 0, -1.0
        reader.next = 0
        while process.is_alive() or reader.next < 50_000:
            rows = reader.drain()
            assert np.all(rows == rows[:, :1])  # every row is of one number: a torn one would have two
            if len(rows):
                assert rows[0, 0] > last
                assert np.all(np.diff(rows[:, 0]) > 0)
                last = rows[-1, 0]
            count += len(rows)
            process.join(0.001)
        assert process.exitcode == 0
        assert count + reader.missed == 50_000
        assert count > 0
        del reader, rows
    finally:
        shared.close()
