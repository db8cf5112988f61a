"""Samples of a live car from its UDP port, without driving it."""

from __future__ import annotations

import math
import socket
import time
from collections.abc import Callable

from jounce.errors import InputError
from jounce.live.realtime.packets import LISTEN, pack_input, parse_output
from jounce.live.realtime.sample_layout import DEAD_MAN, FAILED, PAUSED

TORQUE = "steering_wheel.torque"
ASKING, SILENCE = 0.2, 0.1
"""Time between packets that ask for samples, and without samples after which a torque counts no more [s]."""


class TorqueListener:
    """The newest torque at the steering wheel of a car that something else drives."""

    def __init__(self, address: tuple[str, int], now: Callable[[], float] = time.monotonic) -> None:
        """Listen to the UDP port of a loop; raises InputError for an address that is none."""
        self.address, self.now = address, now
        self.samples = 0
        self.car_has_torque = True
        self._sequence, self._asked_at, self._heard_at = 0, -math.inf, -math.inf
        self._torque: float | None = None
        try:
            family = socket.getaddrinfo(*address, type=socket.SOCK_DGRAM)[0][0]
        except (OSError, OverflowError) as error:
            got = f"{address[0]}:{address[1]} ({error})"
            raise InputError("no such address", got, "HOST:PORT of jounce drive --udp", where="udp") from None
        self._socket = socket.socket(family, socket.SOCK_DGRAM)
        self._socket.setblocking(False)

    def torque(self) -> float | None:
        """The torque [N m]; None while no samples come, while the car is paused, has failed or brakes itself for loss
        of input, and of a car that has none."""
        now = self.now()
        if now - self._asked_at >= ASKING:
            self._asked_at = now
            self._ask()
        while self._read():
            self._heard_at = now
        return self._torque if now - self._heard_at <= SILENCE else None

    def _ask(self) -> None:
        self._sequence += 1
        try:
            self._socket.sendto(pack_input(self._sequence, flags=LISTEN), self.address)
        except OSError:  # nobody there yet: asked again
            return

    def _read(self) -> bool:
        """Take one packet; whether it was a sample."""
        try:
            packet = self._socket.recv(4096)
        except OSError:  # nothing there, or nobody
            return False
        sample = parse_output(packet)
        if sample is None:
            return False
        self.samples += 1
        flags, found = sample["flags"], sample.get(TORQUE, math.nan)
        assert isinstance(flags, int)
        assert isinstance(found, float)
        self.car_has_torque = math.isfinite(found)
        moves = not flags & (PAUSED | DEAD_MAN | FAILED)
        self._torque = found if moves and self.car_has_torque else None
        return True

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
