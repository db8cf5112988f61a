"""Boxes: a value in bytes that compiled code carries without knowing its type, and gets back whole."""

from __future__ import annotations

import gc
import weakref
from typing import NamedTuple

import numpy as np
import pytest

from jounce.engine.compiler import INTERPRETED, cache_folder, entry, fetch, kernel, make_box, open_box
from jounce.engine.laws.ground import Flat, ask, original, place_ground, same_ground, surface
from jounce.engine.laws.ground.query import look, memories
from jounce.engine.terrain import ferguson, friction_map, plane, split


class Inner(NamedTuple):
    """Of several types, so that nothing lies at a multiple of eight bytes by itself."""

    flag: bool
    counts: np.ndarray
    small: np.float32


class Outer(NamedTuple):
    """Nested twice, with arrays of one to three axes."""

    first: float
    inner: Inner
    matrix: np.ndarray
    pair: tuple[Inner, int]
    cube: np.ndarray


class Ramp(NamedTuple):
    """A ground of this module."""

    heights: np.ndarray
    slope: float


@surface.of(Ramp)
def _ramp(ground, patch, x, y):
    return ground.heights[0] + ground.slope * x, ground.slope, 0.0, ground.heights[1]


def outer() -> Outer:
    rng = np.random.default_rng(3)
    inner = Inner(True, np.arange(5, dtype=np.int16), np.float32(0.1))
    frozen = np.frombuffer(rng.normal(size=12).tobytes()).reshape(3, 4)
    assert not frozen.flags.writeable
    other = Inner(False, np.array([7, 8, 9], dtype=np.uint8)[::2], np.float32(-2.5))
    return Outer(1.25, inner, frozen, (other, -4), rng.normal(size=(2, 3, 4)).astype(np.float32))


def numbers(value: Outer) -> list[float]:
    return [
        value.first,
        float(value.inner.flag),
        *map(float, value.inner.counts),
        float(value.inner.small),
        *map(float, value.matrix.ravel()),
        float(value.pair[0].flag),
        *map(float, value.pair[0].counts),
        float(value.pair[0].small),
        float(value.pair[1]),
        *map(float, value.cube.ravel()),
    ]


def unpacked_by(name: str):
    @kernel
    def unpack(box, out):
        value = fetch(box, name)
        n = 0
        for number in (value.first, 1.0 if value.inner.flag else 0.0):
            out[n] = number
            n += 1
        for i in range(value.inner.counts.size):
            out[n] = value.inner.counts[i]
            n += 1
        out[n] = value.inner.small
        n += 1
        for i in range(value.matrix.shape[0]):
            for j in range(value.matrix.shape[1]):
                out[n] = value.matrix[i, j]
                n += 1
        other, last = value.pair
        out[n] = 1.0 if other.flag else 0.0
        n += 1
        for i in range(other.counts.size):
            out[n] = other.counts[i]
            n += 1
        out[n] = other.small
        out[n + 1] = last
        n += 2
        for i in range(value.cube.shape[0]):
            for j in range(value.cube.shape[1]):
                for k in range(value.cube.shape[2]):
                    out[n] = value.cube[i, j, k]
                    n += 1
        return n

    return unpack


def asked(ground, x, y) -> tuple[float, ...]:
    memory = memories(1)[0]
    look(ground, memory, x, y)
    return tuple(float(memory[name]) for name in ("z", "zx", "zy", "friction"))


@kernel
def look_often(ground, memory, count):
    for i in range(count):
        look(ground, memory, 0.1 * (i % 30), 0.2 * (i % 10))


def test_a_nested_value_comes_back_whole():
    value = outer()
    name, box = make_box(value)
    out = np.full(200, np.nan)
    expected = numbers(value)
    assert unpacked_by(name)(box, out) == len(expected)
    assert np.array_equal(out[: len(expected)], expected)
    assert np.isnan(out[len(expected) :]).all()
    assert open_box(box) is value


def test_the_box_keeps_what_it_points_to_alive():
    """Every reference but that of the box is dropped, and the freed memory is used by others."""
    heights = np.random.default_rng(1).normal(size=(200, 200))
    expected = asked(place_ground(ferguson(heights.copy(), spacing=1.0)), 17.3, 42.8)
    ground = place_ground(ferguson(heights.copy(), spacing=1.0))
    gc.collect()
    noise = [np.full((200, 200), np.nan) for _ in range(50)]
    assert asked(ground, 17.3, 42.8) == expected
    assert len(noise) == 50


def test_the_box_lets_go():
    """A thousand boxes leave nothing behind."""
    watched = []
    for _ in range(1000):
        heights = np.zeros(2)
        watched.append(weakref.ref(heights))
        ground = place_ground(Ramp(heights, 0.5))
        assert watched[-1]() is not None
    del ground, heights
    gc.collect()
    assert [ref for ref in watched if ref() is not None] == []


@pytest.mark.skipif(INTERPRETED, reason="about references that compiled code counts")
def test_asking_counts_no_references():
    """The counters that Numba makes for the arrays of a box are gone when it is filled.

    Whoever counts down on them counts in memory of someone else, here of arrays made by compiled code afterwards.
    """
    from numba.core.runtime import _nrt_python, rtsys

    @entry
    def fresh():
        return np.ones(1)

    ground = place_ground(Ramp(np.array([1.0, 0.8]), 0.25))
    others = [fresh() for _ in range(200)]
    assert not np.frombuffer(bytes(ground.box[:8]), np.uint64).any()  # the counter of its first array
    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    try:
        memory = memories(1)[0]
        look_often(ground, memory, 1)
        before = rtsys.get_allocation_stats()
        look_often(ground, memory, 1000)
        assert rtsys.get_allocation_stats().mi_free - before.mi_free <= 2  # of the arguments
    finally:
        if not enabled:
            _nrt_python.memsys_disable_stats()
    assert all(other[0] == 1.0 for other in others)


GROUNDS = {
    "flat": Flat(0.3, 0.7),
    "split": plane(grade=0.1, bank=-0.05, friction=split(0.3, 0.9, width=1.0)),
    "grid": ferguson(np.random.default_rng(2).normal(size=(5, 6)), spacing=0.7),
    "float32": ferguson(np.random.default_rng(2).normal(size=(5, 6)).astype(np.float32), spacing=0.7, outside="level"),
    "tables": ferguson(np.ones((3, 3)), x=[0.0, 1.0, 1.5], y=[0.0, 0.5, 2.0], friction=friction_map(
        [[0.5, 0.25], [0.75, 1.0]], spacing=3.0)),
    "own": Ramp(np.array([1.0, 0.6]), -0.4),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUNDS)
def test_placed_grounds_answer_as_they_are(name):
    ground = GROUNDS[name]
    there = place_ground(ground)
    for x, y in np.random.default_rng(4).uniform(0.0, 2.0, (20, 2)):
        direct = ask(ground, x, y)
        expected = (float(direct.height), *map(float, direct.gradient), float(direct.friction))
        assert asked(there, x, y) == pytest.approx(expected, abs=1e-12)
    assert original(there) is ground
    assert place_ground(there) is there
    assert same_ground(there, place_ground(ground))
    assert not same_ground(there, place_ground(Flat(0.3, 0.71)))


@pytest.mark.skipif(INTERPRETED, reason="about compiled code on disk")
def test_a_ground_of_a_test_is_not_kept_on_disk():
    asked(place_ground(GROUNDS["own"]), 0.0, 0.0)
    files = [path for path in cache_folder().rglob("*.nbi") if "ask" in path.name]
    assert not any(b"Ramp" in path.read_bytes() for path in files)


def test_a_class_defined_anew_is_another_ground():
    """As in a notebook whose cell runs again, corrected: same name, same numbers, other surface."""

    def defined(factor: float):
        class Wave(NamedTuple):
            height: float

        @surface.of(Wave)
        def _wave(ground, patch, x, y):
            return factor * ground.height, 0.0, 0.0, 1.0

        return Wave

    first, second = (defined(factor) for factor in (1.0, 2.0))
    a, b = place_ground(first(0.5)), place_ground(second(0.5))
    assert asked(a, 0.0, 0.0)[0] == 0.5
    assert asked(b, 0.0, 0.0)[0] == 1.0
    assert asked(place_ground(first(0.25)), 0.0, 0.0)[0] == 0.25
