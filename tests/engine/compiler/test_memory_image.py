"""Memory as a block that can be moved: addresses are found, and what is none of ours is refused."""

import ctypes
from typing import NamedTuple

import numpy as np
import pytest

from jounce.engine.compiler import make_box, open_box
from jounce.engine.compiler.native.memory_image import ALIGNMENT, ImageError, take_image


class Pair(NamedTuple):
    """Something with arrays, as models have."""

    weight: float
    numbers: np.ndarray
    places: np.ndarray


def moved(image):
    """The blocks of an image somewhere else, with its addresses written, as a library does it."""
    block = np.frombuffer(bytearray(image.content + image.constants), np.uint8)
    words = block.view(np.int64)
    words[image.addresses[:, 0] // 8] = block.ctypes.data + image.addresses[:, 1]
    return block


def test_addresses_point_to_the_copies():
    pair = Pair(2.5, np.arange(5.0), np.array([3, 1, 4]))
    _, box = make_box(pair)
    table = np.array([box.ctypes.data, pair.numbers[2:].ctypes.data, 7], np.int64)
    image = take_image([table, box], [])
    block = moved(image)
    first = image.place_of(table)
    into_box, into_numbers, plain = block[first : first + 24].view(np.int64).tolist()
    assert into_box == block.ctypes.data + image.place_of(box)
    assert ctypes.c_double.from_address(into_numbers).value == 2.0
    assert plain == 7
    words = block[image.place_of(box) : image.place_of(box) + box.size].view(np.int64)
    assert block.ctypes.data + image.place_of(pair.numbers) in words
    assert pair.numbers.ctypes.data not in words, "nothing points back"
    assert open_box(box) is pair, "the original is untouched"


def test_arrays_that_nobody_writes_are_behind_the_others():
    heights, own = np.arange(4.0), np.arange(3.0)
    table = np.array([heights.ctypes.data, own.ctypes.data], np.int64)
    image = take_image([table, heights, own], [], (heights,))
    assert image.constants[:32] == heights.tobytes()
    assert image.place_of(heights) == len(image.content)
    assert len(image.content) % ALIGNMENT == 0
    assert sorted(image.addresses[:, 1].tolist()) == sorted([image.place_of(heights), image.place_of(own)])


def test_functions_are_listed_in_the_order_in_which_they_occur():
    table = np.array([1111, 2222, 1111, 3], np.int64)
    image = take_image([table], [2222, 1111, 4444])
    assert image.called == (1111, 2222)
    assert image.functions.tolist() == [[0, 0], [8, 1], [16, 0]]
    assert moved(image).view(np.int64)[:4].tolist() == [0, 0, 0, 3]


def test_an_address_of_something_else_is_refused():
    unknown = np.zeros(1000)
    table = np.array([unknown.ctypes.data], np.int64)
    with pytest.raises(ImageError, match="neither array nor function"):
        take_image([table], [])
    with pytest.raises(ImageError, match="not in the image"):
        take_image([np.zeros(3)], []).place_of(unknown)
