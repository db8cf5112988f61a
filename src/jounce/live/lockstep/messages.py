"""Messages of the lock-step port, little-endian: sixteen bytes in front, then numbers or a string.

docs/lockstep.md has them byte by byte.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

MAGIC, VERSION = b"JNLS", 1
HEAD = struct.Struct("<4sHHII")
"""Magic, version, kind, size of the whole message, sequence number."""
MAX_SIZE = 60_000
"""Bytes of a message at most: it fits into one datagram."""

HELLO, INPUTS, CHANNELS, STEP, READ, RESET, SNAPSHOT, RESTORE, RELEASE, SET, BYE = range(1, 12)
"""Kinds of requests."""
OK, TEXT, STATE, ERROR = 100, 101, 102, 199
"""Kinds of replies."""


class BadMessageError(Exception):
    """Bytes that are no message; what follows them cannot be read either."""


@dataclass(frozen=True)
class Message:
    """A request or a reply; body: what follows the head."""

    kind: int
    sequence: int
    body: bytes = b""

    @property
    def text(self) -> str:
        """The body as a string; raises UnicodeDecodeError."""
        return self.body.decode("utf-8")

    @property
    def numbers(self) -> tuple[float, ...]:
        """The body as doubles; raises struct.error for one whose size is no multiple of eight."""
        return struct.unpack(f"<{len(self.body) // 8}d", self.body)


def pack(kind: int, sequence: int, body: bytes = b"") -> bytes:
    """A message as bytes; raises ValueError for one that is too long."""
    size = HEAD.size + len(body)
    if size > MAX_SIZE:
        raise ValueError(f"a message of {size} bytes; at most {MAX_SIZE}")
    return HEAD.pack(MAGIC, VERSION, kind, size, sequence & 0xFFFFFFFF) + body


def pack_numbers(kind: int, sequence: int, numbers: Sequence[float]) -> bytes:
    """A message of doubles."""
    return pack(kind, sequence, struct.pack(f"<{len(numbers)}d", *numbers))


def size_of(content: bytes | bytearray) -> int | None:
    """Bytes of the message that begins here, None before its head is whole; raises BadMessageError for other bytes."""
    if len(content) < HEAD.size:
        if content[:4] != MAGIC[: len(content)]:
            raise BadMessageError("not a message: it begins with other letters than JNLS")
        return None
    magic, version, _, size, _ = HEAD.unpack_from(content)
    if magic != MAGIC:
        raise BadMessageError("not a message: it begins with other letters than JNLS")
    if version != VERSION:
        raise BadMessageError(f"version {version}; this port uses version {VERSION}")
    if not HEAD.size <= size <= MAX_SIZE:
        raise BadMessageError(f"a size of {size} bytes; from {HEAD.size} to {MAX_SIZE}")
    return int(size)


def parse(content: bytes | bytearray) -> Message:
    """A whole message; raises BadMessageError for anything else."""
    if size_of(content) != len(content):
        raise BadMessageError(f"{len(content)} bytes, which is not the size that the message names")
    _, _, kind, _, sequence = HEAD.unpack_from(content)
    return Message(kind, sequence, bytes(content[HEAD.size :]))
