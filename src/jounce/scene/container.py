"""Large data for a page: a kind, a few words in JSON, and numbers, in one piece of bytes.

    uint32 kind · uint32 length of the JSON · JSON, filled with spaces to a multiple of four bytes · numbers

All little endian; docs/viewer.md has the kinds.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

FRAME, TERRAIN, MOTION = 1, 2, 3
"""Kinds of binary messages; a frame is no container but floats only, the first of them 1."""
_HEAD = struct.Struct("<II")


def pack(kind: int, words: Mapping[str, Any], *numbers: np.ndarray) -> bytes:
    """A container; numbers are sent as float32, one array after the other."""
    text = json.dumps(words, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    payload = b"".join(np.ascontiguousarray(array, dtype="<f4").tobytes() for array in numbers)
    return _HEAD.pack(kind, len(text)) + text + payload


def unpack(data: bytes) -> tuple[int, dict[str, Any], np.ndarray]:
    """Kind, words and numbers of a container; raises ValueError for what is none."""
    if len(data) < _HEAD.size:
        raise ValueError(f"{len(data)} bytes are no container")
    kind, length = _HEAD.unpack_from(data)
    end = _HEAD.size + length
    if kind not in (TERRAIN, MOTION) or length % 4 or end > len(data) or (len(data) - end) % 4:
        raise ValueError(f"kind {kind} with {length} bytes of words in {len(data)} bytes is no container")
    return kind, json.loads(data[_HEAD.size : end]), np.frombuffer(data, "<f4", offset=end)
