"""What `jounce.engine.terrain` refuses, with which words; and what it hands to compiled code."""

import numpy as np
import pytest

from jounce.engine.laws.ground.ferguson import LEVEL, MIXED, PAPER, STOP
from jounce.engine.terrain import ferguson, friction_map, plane, profile, split
from jounce.errors import InputError

Z = np.zeros((4, 3))
HOLE = np.array([[0.0, 1.0, 2.0], [3.0, np.nan, 5.0]])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ferguson(np.zeros(5), spacing=1.0), ["heights", "(5,)", "2 dimensions"]),
        (lambda: ferguson(np.zeros((1, 5)), spacing=1.0), ["heights", "(1, 5)", "at least 2"]),
        (lambda: ferguson([["a", "b"], ["c", "d"]], spacing=1.0), ["heights", "not numbers"]),
        (lambda: ferguson(HOLE, spacing=1.0), ["heights", "not finite", "nan at [1, 1]"]),
        (lambda: ferguson(Z), ["spacing, or tables x and y"]),
        (lambda: ferguson(Z, spacing=1.0, x=np.arange(4.0)), ["given twice", "spacing, or tables x and y"]),
        (lambda: ferguson(Z, spacing=0.0), ["spacing", "positive"]),
        (lambda: ferguson(Z, spacing=(1.0, -2.0)), ["spacing", "positive", "-2"]),
        (lambda: ferguson(Z, spacing=np.inf), ["spacing", "finite"]),
        (lambda: ferguson(Z, spacing=(1.0, 2.0, 3.0)), ["spacing", "not 2 numbers"]),
        (lambda: ferguson(Z, spacing=1.0, origin=(0.0, np.nan)), ["origin", "finite"]),
        (lambda: ferguson(Z, spacing=1.0, twist="papers"), ["twist", "'papers'", "mixed, paper"]),
        (lambda: ferguson(Z, spacing=1.0, outside="clamp"), ["outside", "'clamp'", "stop, level"]),
        (lambda: ferguson(Z, spacing=1.0, friction=0.0), ["friction", "positive"]),
        (lambda: ferguson(Z, spacing=1.0, friction=np.nan), ["friction", "finite"]),
        (lambda: ferguson(Z, x=[0, 1, 2, 3]), ["y", "both"]),
        (lambda: ferguson(Z, x=[0, 1, 2], y=[0, 1, 2]), ["x", "3", "4, as the heights have"]),
        (lambda: ferguson(Z, x=[0, 2, 2, 3], y=[0, 1, 2]), ["x", "increase", "2 after 2"]),
        (lambda: ferguson(Z, x=[0, 1, 2, 2.001], y=[0, 1, 2]), ["x", "uneven", "at most 100"]),
        (lambda: ferguson(Z, x=[0, 1, 2, 3], y=[0, 1, 2], twist="paper"), ["twist", "regular spacing"]),
        (lambda: split(0.5, -1.0), ["right", "positive"]),
        (lambda: split(0.5, 1.0, width=0.0), ["width", "positive"]),
        (lambda: friction_map([[0.5, 0.0], [1.0, 1.0]], spacing=1.0), ["values", "positive"]),
        (lambda: friction_map([0.5, 1.0], spacing=1.0), ["values", "2 dimensions"]),
        (lambda: plane(grade="steep"), ["grade", "finite number", "'steep'"]),
        (lambda: plane(point=(1.0, 2.0)), ["point", "not 3 numbers"]),
        (lambda: profile([0.0], spacing=1.0), ["left", "at least 2"]),
        (lambda: profile([0.0, 1.0], [0.0, 1.0, 2.0], spacing=1.0), ["right", "2 and 3"]),
        (lambda: profile([0.0, 1.0], spacing=1.0, distance=0.0), ["distance", "positive"]),
    ],
)
def test_refusals_say_what_is_wrong(make, words):
    with pytest.raises(InputError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def test_words_become_numbers():
    ground = ferguson(Z, spacing=1)
    assert (ground.twist, ground.outside, ground.friction) == (MIXED, STOP, 1.0)
    ground = ferguson(Z, spacing=(np.float32(0.5), 2), twist="paper", outside="level")
    assert (ground.twist, ground.outside) == (PAPER, LEVEL)
    assert (ground.x.spacing, ground.y.spacing) == (0.5, 2.0)


@pytest.mark.parametrize("given", [np.float32, np.float64, np.int16, ">f4", "F"])
def test_arrays_become_plain_and_cannot_be_written(given):
    heights = np.asfortranarray(Z) if given == "F" else Z.astype(given)
    ground = ferguson(heights, spacing=1.0)
    found = ground.heights
    assert type(found) is np.ndarray
    assert found.dtype == (np.float32 if given is np.float32 else np.float64)
    assert found.dtype.isnative
    assert found.flags.c_contiguous
    assert not found.flags.writeable
    assert not np.shares_memory(found, heights)  # who changes the array later does not change the ground
    nodes = ferguson(heights, x=[0, 1, 2, 4], y=[0, 1, 3]).x
    assert not nodes.nodes.flags.writeable
    assert not nodes.cells.flags.writeable


def test_memory_maps_are_used_in_place_or_refused(tmp_path):
    path = tmp_path / "heights"
    for dtype in ("<f4", "<f8"):
        found = np.memmap(path, dtype=dtype, mode="w+", shape=(4, 3))
        found[1, 1] = np.nan  # is not looked at
        for heights in (found, np.asarray(found), found[1:]):
            ground = ferguson(heights, spacing=1.0)
            assert type(ground.heights) is np.ndarray
            assert np.shares_memory(ground.heights, found)
            assert not ground.heights.flags.writeable
    for refused in (np.memmap(path, dtype=">f4", mode="r", shape=(4, 3)), found.T, found[:, 1:]):
        with pytest.raises(InputError, match=r"memory map that compiled code cannot read.*convert the file once"):
            ferguson(refused, spacing=1.0)
