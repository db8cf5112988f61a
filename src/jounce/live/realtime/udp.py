"""The UDP port for other programs: input packets in, samples out. It neither blocks the loop nor raises into it."""

from __future__ import annotations

import math
import socket
import struct
import time
from collections.abc import Callable

import numpy as np

from jounce.errors import InputError
from jounce.live.realtime.packets import INPUT, LISTEN, OutputPacker, is_newer, parse_input
from jounce.live.realtime.sample_layout import SampleLayout

MAX_PACKETS_PER_TICK = 16
"""Packets read in one tick at most; the rest waits for the next."""
SEQUENCE_TIMEOUT = 0.5
"""Time without packets after which any sequence number is accepted [s]: a client that was started again counts from
zero."""
LISTENING = 1.0
"""Time after its last packet for which a listener is sent samples [s]."""

COUNTERS = RECEIVED, MALFORMED, STALE, SENT, UNSENT = tuple(range(5))
COUNTER_NAMES = ("received", "malformed", "stale", "sent", "unsent")
"""Packets taken, ignored because they were malformed, or older than the last one; samples sent, and not sent."""

Address = tuple[str, int]


class UdpPort:
    """Inputs and outputs of a loop at once. Samples go to the peer, or to the sender of the last valid packet, and to
    the last one who listens."""

    def __init__(
        self,
        layout: SampleLayout,
        address: Address,
        *,
        peer: Address | None = None,
        now: Callable[[], float] = time.perf_counter,
        counts: np.ndarray | None = None,
    ) -> None:
        """Listen at host and port; port 0 lets the system choose one. counts: memory for the counters.

        Raises InputError if it cannot listen there.
        """
        self.fixed, self.peer, self.now = peer is not None, peer, now
        self.packer = OutputPacker(layout)
        self.counts = np.zeros(len(COUNTERS), np.int64) if counts is None else counts
        self.sequence = 0
        self._sent, self._heard_at = 0, -math.inf
        self.listener: Address | None = None
        self._listened_at = -math.inf
        self._buffer = bytearray(2048)
        self._view = memoryview(self._buffer)
        try:
            family = socket.getaddrinfo(*address, type=socket.SOCK_DGRAM)[0][0]
            self._socket = socket.socket(family, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
            self._socket.bind(address)
        except (OSError, OverflowError) as error:
            where = f"{address[0]}:{address[1]}"
            hint = "use another port, or 0 for any that is free"
            raise InputError(
                "cannot listen", f"{where} ({error})", "HOST:PORT that is free", hint, where="udp"
            ) from None

    @property
    def address(self) -> Address:
        """Host and port at which it listens."""
        host, port = self._socket.getsockname()[:2]
        return host, port

    def read(self, time: float, controls: list[float]) -> bool:
        """Take at most MAX_PACKETS_PER_TICK; the newest valid one counts. Returns whether there was one."""
        fresh = False
        for _ in range(MAX_PACKETS_PER_TICK):
            try:
                size, sender = self._socket.recvfrom_into(self._buffer)
            except BlockingIOError:
                break
            except OSError:  # a peer that has gone answers so on some systems
                continue
            fresh = self._take(size, sender, controls) or fresh
        return fresh

    def _take(self, size: int, sender: Address, controls: list[float]) -> bool:
        packet = parse_input(self._view[:size]) if size == INPUT.size else None
        if packet is None:
            self.counts[MALFORMED] += 1
            return False
        now = self.now()
        if packet.flags & LISTEN:
            self.listener, self._listened_at = sender, now
            return False
        if now - self._heard_at <= SEQUENCE_TIMEOUT and not is_newer(packet.sequence, self.sequence):
            self.counts[STALE] += 1
            return False
        self.sequence, self._heard_at = packet.sequence, now
        self.counts[RECEIVED] += 1
        if not self.fixed:
            self.peer = sender
        controls[:] = packet.steer, packet.throttle, packet.brake, packet.handbrake, packet.gear
        return True

    def write(self, row: np.ndarray) -> None:
        """Send a sample, if there is anyone to send it to; what cannot be sent is counted."""
        if self.listener is not None and self.now() - self._listened_at > LISTENING:
            self.listener = None
        if self.peer is None and self.listener is None:
            return
        try:
            packet = self.packer.pack(self._sent, row)
            for receiver in (self.peer, self.listener):
                if receiver is not None:
                    self._socket.sendto(packet, receiver)
        except (
            OSError,
            OverflowError,
            ValueError,
            struct.error,
        ):  # no receiver, a full buffer, or a sample that is not finite
            self.counts[UNSENT] += 1
            return
        self._sent += 1
        self.counts[SENT] += 1

    def counters(self) -> dict[str, int]:
        """Numbers of packets so far, by name."""
        return dict(zip(COUNTER_NAMES, map(int, self.counts), strict=True))

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
