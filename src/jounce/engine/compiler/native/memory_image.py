"""The memory that compiled code works on as one block of bytes, which another process can place anywhere.

Starting from some arrays, everything that they point to is found: boxes hold the addresses of arrays, records those of
functions. The block holds the arrays one after another; every word in it that was an address is listed, as a place in
the block or as the address of a function, so that whoever copies the block can write its own addresses there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jounce.engine.compiler.boxes import BoxBytes, open_box

ALIGNMENT = 64
_WORD = np.dtype(np.uint64)


class ImageError(Exception):
    """Memory that cannot be moved: an address in it is of nothing that is known."""


@dataclass(frozen=True)
class MemoryImage:
    """Two blocks of bytes, counted through: `content`, which every user copies, and `constants`, which all share.

    `addresses`: (n, 2), places of words and the places that they point to. `functions`: (n, 2), places of words and the
    index of the function that they call, in `called`. `places`: address in this process → place, of every array.
    """

    content: bytes
    constants: bytes
    addresses: np.ndarray
    functions: np.ndarray
    called: tuple[int, ...]
    places: Mapping[int, int]

    def place_of(self, array: np.ndarray) -> int:
        """Where the data of an array, or of a part of one, begin; raises ImageError for one that is elsewhere."""
        place = self.find(array)
        if place is None:
            raise ImageError("this array is not in the image")
        return place

    def find(self, array: np.ndarray) -> int | None:
        """Where the data of an array, or of a part of one, begin; None for one that is not in the image."""
        first = self.places.get(_owner(array).ctypes.data)
        return None if first is None else first + array.ctypes.data - _owner(array).ctypes.data


def take_image(roots: Iterable[np.ndarray], functions: Iterable[int], constants: Any = ()) -> MemoryImage:
    """The memory that can be reached from some arrays.

    functions: addresses that may occur in it. constants: arrays of numbers that nobody writes. Raises ImageError for
    addresses of anything else.
    """
    arrays: dict[int, np.ndarray] = {}
    fixed: dict[int, np.ndarray] = {}
    objects: set[int] = set()
    _collect(constants, fixed, objects)
    for root in roots:
        _collect(root, arrays, objects)
    arrays = {start: array for start, array in arrays.items() if start not in fixed} | fixed
    place_of, split, length = _lay_out(arrays, fixed)
    block = np.zeros(length, np.uint8)
    for start, array in arrays.items():
        block[place_of[start] : place_of[start] + array.nbytes] = _bytes_of(array)
    words = block[:split].view(_WORD)
    # words that point into an array
    starts = np.array(sorted(arrays), np.uint64)
    sizes = np.array([max(8, arrays[int(start)].nbytes) for start in starts], np.uint64)
    places = np.array([place_of[int(start)] for start in starts], np.uint64)
    which = np.searchsorted(starts, words, side="right") - 1
    inner = (which >= 0) & (words - starts[which] < sizes[which])
    moved = np.flatnonzero(inner)
    targets = places[which[moved]] + words[moved] - starts[which[moved]]
    # words that are functions
    calls = np.flatnonzero(np.isin(words, np.array(sorted(set(functions)), np.uint64)))
    called = dict.fromkeys(words[calls].tolist())
    numbers = {address: i for i, address in enumerate(called)}
    indices = np.array([numbers[address] for address in words[calls].tolist()], np.int64)
    # what is left must be numbers
    words[np.isin(words, np.array(sorted(objects), np.uint64))] = 0
    words[moved] = 0
    words[calls] = 0
    _check_rest(words)
    return MemoryImage(
        block[:split].tobytes(),
        block[split:].tobytes(),
        np.stack([8 * moved.astype(np.int64), targets.astype(np.int64)], axis=1),
        np.stack([8 * calls.astype(np.int64), indices], axis=1),
        tuple(called),
        place_of,
    )


def _lay_out(arrays: Mapping[int, np.ndarray], fixed: Mapping[int, np.ndarray]) -> tuple[dict[int, int], int, int]:
    """Place of every array by its address, those that nobody writes last; where these begin, and the end.

    The order is that in which arrays were found, not that of their addresses: the same car gives the same block.
    """
    places: dict[int, int] = {}
    end, split = 0, 0
    for start, array in arrays.items():
        places[start] = end
        end += -(-max(8, array.nbytes) // ALIGNMENT) * ALIGNMENT
        if start not in fixed:
            split = end
    return places, split, end


def _collect(value: Any, arrays: dict[int, np.ndarray], objects: set[int]) -> None:
    """Find all arrays in a value, and in the boxes among them; and objects whose identity is kept beside a pointer."""
    if isinstance(value, tuple):
        for part in value:
            _collect(part, arrays, objects)
    elif isinstance(value, np.ndarray):
        whole = _owner(value)
        if whole.ctypes.data not in arrays:
            arrays[whole.ctypes.data] = whole
            if isinstance(_memory(whole), BoxBytes):
                _collect(open_box(whole), arrays, objects)
    elif hasattr(value, "address"):
        objects.add(id(value))


def _owner(array: np.ndarray) -> np.ndarray:
    """The array whose memory a view shows."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _memory(array: np.ndarray) -> Any:
    """What holds the memory of an array that does not own it."""
    base = array.base
    return base.obj if isinstance(base, memoryview) else base


def _bytes_of(array: np.ndarray) -> np.ndarray:
    return np.frombuffer(array.tobytes(order="A"), np.uint8)


def _check_rest(words: np.ndarray) -> None:
    """Raise ImageError if a word is an address of this process still; known where the system lists its memory."""
    for low, high in _mapped_memory():
        left = np.flatnonzero((words >= low) & (words < high))
        if left.size:
            raise ImageError(f"address {int(words[left[0]]):#x} at {8 * int(left[0])} is neither array nor function")


def _mapped_memory() -> Iterator[tuple[int, int]]:
    """First and last address of the memory of this process; nothing where the system does not tell."""
    listed = Path("/proc/self/maps")
    for line in listed.read_text().splitlines() if listed.exists() else ():
        low, high = line.split(maxsplit=1)[0].split("-")
        yield int(low, 16), int(high, 16)
