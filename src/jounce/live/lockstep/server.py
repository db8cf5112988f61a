"""The lock-step port at a socket: one client at a time over TCP, or datagrams over UDP.

Whatever arrives is answered or ignored; nothing that a client sends ends the server.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from typing import Any

from jounce.errors import InputError
from jounce.live.lockstep.messages import HELLO, BadMessageError, parse, size_of
from jounce.live.lockstep.session import LockstepSession

Address = tuple[str, int]
TCP, UDP = "tcp", "udp"
POLL_TIME = 0.2
"""Longest wait without a look at the clock [s]."""
SEND_TIMEOUT = 5.0
"""Wall time after which a client that reads no reply is given up [s]."""
IDLE_TIMEOUT = 600.0
"""Wall time after which a silent TCP client is given up [s], so that another one can come."""


class LockstepServer:
    """Listens from the moment it is made; `serve` answers until `stop`."""

    def __init__(
        self, session: LockstepSession, address: Address, transport: str = TCP, *, idle: float = IDLE_TIMEOUT
    ) -> None:
        """Listen at host and port; port 0 lets the system choose one. Raises InputError if that is not possible."""
        self.session, self.transport, self.idle = session, transport, idle
        self.served, self.ignored = 0, 0
        """Messages that were answered, and packets that were ignored."""
        self._stopped = False
        kind = socket.SOCK_STREAM if transport == TCP else socket.SOCK_DGRAM
        try:
            family = socket.getaddrinfo(*address, type=kind)[0][0]
            self._socket = socket.socket(family, kind)
            if transport == TCP:
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind(address)
            if transport == TCP:
                self._socket.listen(4)
        except (OSError, OverflowError) as error:
            got, hint = f"{address[0]}:{address[1]} ({error})", "use another port, or 0 for any that is free"
            raise InputError("cannot listen", got, "HOST:PORT that is free", hint, where=transport) from None
        self._socket.setblocking(False)

    @property
    def address(self) -> Address:
        """Host and port at which it listens."""
        host, port = self._socket.getsockname()[:2]
        return host, port

    def serve(self, *, once: bool = False) -> None:
        """Answer until `stop` is called, or, with once, until the first client has gone."""
        (self._serve_tcp if self.transport == TCP else self._serve_udp)(once)

    def stop(self) -> None:
        """Let `serve` end, from another thread too."""
        self._stopped = True

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    # ------------------------------------------------------------------------------------------------- TCP

    def _serve_tcp(self, once: bool) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            client: _Client | None = None
            while not self._stopped:
                ready = [key.fileobj for key, _ in selector.select(POLL_TIME)]
                if self._socket in ready:
                    fresh = self._accept(client)
                    if fresh is not None:
                        client = fresh
                        selector.register(client.socket, selectors.EVENT_READ)
                if client is None:
                    continue
                gone = client.socket in ready and not self._answer_stream(client)
                if gone or time.monotonic() - client.heard > self.idle:
                    selector.unregister(client.socket)
                    client.socket.close()
                    client = None
                    if once:
                        return
            if client is not None:
                client.socket.close()

    def _accept(self, client: _Client | None) -> _Client | None:
        """Take a new client at the start of a car; one that comes while another is there is sent away."""
        try:
            found, _ = self._socket.accept()
        except OSError:
            return None
        found.settimeout(SEND_TIMEOUT)
        with contextlib.suppress(OSError):
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if client is not None:
            self.ignored += 1
            with contextlib.suppress(OSError):
                found.sendall(
                    self.session.refuse("busy: another client steps this car; try again when it has disconnected")
                )
            found.close()
            return None
        self.session.restart()
        return _Client(found)

    def _answer_stream(self, client: _Client) -> bool:
        """Answer all messages that are there; returns whether the client stays."""
        try:
            more = client.socket.recv(65536)
            if not more:
                return False
            client.heard = time.monotonic()
            client.content += more
            while (size := size_of(client.content)) is not None and len(client.content) >= size:
                request = parse(client.content[:size])
                del client.content[:size]
                reply = self.session.answer(request)
                self.served += 1
                client.socket.sendall(reply)
                client.heard = time.monotonic()
                if self.session.is_over:
                    return False
        except BadMessageError as error:
            self.ignored += 1
            with contextlib.suppress(OSError):
                client.socket.sendall(self.session.refuse(f"message: {error}"))
            return False
        except OSError:
            return False
        return True

    # ------------------------------------------------------------------------------------------------- UDP

    def _serve_udp(self, once: bool) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            peer: Any = None
            last, reply = -1, b""
            while not self._stopped:
                if not selector.select(POLL_TIME):
                    continue
                try:
                    content, sender = self._socket.recvfrom(65536)
                    request = parse(content)
                except (BadMessageError, OSError):
                    self.ignored += 1
                    continue
                repeated = sender == peer and request.sequence == last
                if not repeated:
                    if sender != peer and request.kind != HELLO:
                        self._send(self.session.refuse("hello: say hello first", request.sequence), sender)
                        continue
                    peer, last, reply = sender, request.sequence, self.session.answer(request)
                    self.served += 1
                self._send(reply, sender)
                if once and self.session.is_over:
                    return

    def _send(self, content: bytes, to: Any) -> None:
        """Send a datagram; one that does not get through is asked for again."""
        with contextlib.suppress(OSError):
            self._socket.sendto(content, to)


class _Client:
    """A TCP connection, the bytes that are no whole message yet, and when it was last heard of [s]."""

    def __init__(self, found: socket.socket) -> None:
        self.socket, self.content, self.heard = found, bytearray(), time.monotonic()
