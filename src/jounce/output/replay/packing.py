"""Data inside pages: deflated, and written in base 64; a page unpacks it with the browser's `DecompressionStream`.

Motions are smooth. So the numbers of a container are packed as second differences, which are small:

    column by column, the bits of a float32 as an integer  u_k,   d_k = u_k − 2 u_{k−1} + u_{k−2}  modulo 2³²

with the four bytes of all differences in four planes, which deflate shortens to a third. Nothing is rounded.
"""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np

from jounce.lab.scene import MOTION, unpack

_HEAD = struct.Struct("<II")
LEVEL = 9
"""Effort of the compression: pages are written once and sent often."""


def pack_text(text: str) -> str:
    """A text deflated, in base 64."""
    return base64.b64encode(zlib.compress(text.encode(), LEVEL)).decode()


def pack_container(container: bytes) -> tuple[str, int]:
    """The base 64 of a container whose numbers are packed, and the count of its rows: samples of a motion, or nodes
    along x of a ground."""
    kind, head, numbers = unpack(container)
    rows = int(head["samples"] if kind == MOTION else head.get("nx") or 0)
    start = len(container) - numbers.nbytes
    if rows == 0 or len(numbers) % rows:
        return base64.b64encode(container[:start] + zlib.compress(container[start:], LEVEL)).decode(), 0
    packed = zlib.compress(_planes(numbers.reshape(rows, -1)), LEVEL)
    return base64.b64encode(container[:start] + packed).decode(), rows


def unpack_container(text: str, rows: int) -> bytes:
    """The container again, as the page makes it."""
    data = base64.b64decode(text)
    start = _HEAD.size + _HEAD.unpack_from(data)[1]
    planes = np.frombuffer(zlib.decompress(data[start:]), np.uint8)
    if rows == 0:
        return data[:start] + planes.tobytes()
    differences = np.ascontiguousarray(planes.reshape(4, -1).T).view("<u4").reshape(-1, rows)
    bits = np.cumsum(np.cumsum(differences, axis=1, dtype=np.uint32), axis=1, dtype=np.uint32)
    return data[:start] + np.ascontiguousarray(bits.T).tobytes()


def _planes(matrix: np.ndarray) -> bytes:
    bits = np.ascontiguousarray(matrix.T, dtype="<f4").view("<u4")
    before = np.zeros_like(bits)
    before[:, 1:] = bits[:, :-1]
    first = bits - before
    before[:, 1:] = first[:, :-1]
    before[:, 0] = 0
    second = first - before
    return np.frombuffer(second.tobytes(), np.uint8).reshape(-1, 4).T.tobytes()
