"""The server: one address for the page, and one socket for every open page.

Every page gets the newest frame, never a queue of old ones: while a slow page is still receiving, newer frames replace
those that wait. Nothing here blocks the session or the loop.

Access control: a random token in the address, requests under a name of this machine only, and sockets from pages of
this server only.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

SOCKET = "/socket"
_WRONG_TOKEN = "This address is not complete: use the one that was printed in the terminal, with its token.\n"
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass
class AccessControl:
    """Answers requests for the page, and accepts or refuses sockets."""

    page: str
    """The page as HTML."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    origins: frozenset[str] = frozenset()
    """Addresses under which the page is served, and whose pages may open a socket; set when the port is known.

    A foreign page whose name was made to mean this machine (DNS rebinding) says its own name as `Host`."""
    refused: int = 0
    """Requests refused so far."""

    def __call__(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a request; None lets a socket open."""
        try:
            place = urlsplit(request.path)
        except ValueError:  # such as //[
            return self._answer(connection, HTTPStatus.BAD_REQUEST, "This is no address.\n")
        if place.path not in ("/", SOCKET):
            return self._answer(connection, HTTPStatus.NOT_FOUND, "There is only one page here.\n")
        given = parse_qs(place.query).get("token", [""])[0]
        origins, hosts = request.headers.get_all("Origin"), request.headers.get_all("Host")
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            self.refused += 1
            return self._answer(connection, HTTPStatus.FORBIDDEN, _WRONG_TOKEN)
        if any(origin not in self.origins for origin in origins):
            self.refused += 1
            return self._answer(
                connection, HTTPStatus.FORBIDDEN, "Sockets from pages of other addresses are refused.\n"
            )
        if len(hosts) != 1 or f"http://{hosts[0].lower()}" not in self.origins:
            self.refused += 1
            return self._answer(connection, HTTPStatus.FORBIDDEN, "This machine is not called so.\n")
        if place.path == SOCKET:
            return None
        return self._answer(connection, HTTPStatus.OK, self.page, "text/html; charset=utf-8")

    @staticmethod
    def _answer(connection: ServerConnection, status: HTTPStatus, body: str, kind: str | None = None) -> Response:
        response = connection.respond(status, body)
        if kind is not None:
            del response.headers["Content-Type"]
            response.headers["Content-Type"] = kind
        for name, value in _HEADERS.items():
            response.headers[name] = value
        return response


MAX_MESSAGE_SIZE = 2**16
"""Largest message of a page [bytes]."""
MAX_PAGES = 8
"""Most pages open at the same time."""
Message = str | bytes


class Listener(Protocol):
    """Answers the messages of pages."""

    def initial_messages(self) -> Iterable[Message]:
        """All messages that a new page needs, in order."""

    def receive(self, message: dict[str, Any]) -> None:
        """Handle a message of a page; raises ValueError with a sentence for a wrong one."""


class Client:
    """An open page: its queue of messages, and the newest frame."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self._messages: asyncio.Queue[Message] = asyncio.Queue(64)
        self._frame: bytes | None = None
        self._news = asyncio.Event()
        self.skipped = 0
        """Frames that were replaced before they were sent."""

    def queue(self, message: Message) -> None:
        """Queue a message; a page with 64 unsent messages is closed, and may connect again."""
        try:
            self._messages.put_nowait(message)
        except asyncio.QueueFull:
            self.socket.transport.abort()
        self._news.set()

    def show(self, frame: bytes) -> None:
        """Replace the frame that waits to be sent."""
        self.skipped += self._frame is not None
        self._frame = frame
        self._news.set()

    async def send(self) -> None:
        """Send messages and frames until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            while not self._messages.empty():
                await self.socket.send(self._messages.get_nowait())
            frame, self._frame = self._frame, None
            if frame is not None:
                await self.socket.send(frame)


class Hub:
    """All open pages."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.clients: set[Client] = set()
        self.bad_messages = 0

    def broadcast(self, message: Message) -> None:
        """Queue a message for all pages."""
        for client in self.clients:
            client.queue(message)

    def show(self, frame: bytes) -> None:
        """Send the newest frame to all pages."""
        for client in self.clients:
            client.show(frame)

    async def __call__(self, socket: ServerConnection) -> None:
        """Serve one page until it disconnects."""
        if len(self.clients) >= MAX_PAGES:
            await socket.close(1013, f"{MAX_PAGES} pages are open; close one")
            return
        client = Client(socket)
        for message in self.listener.initial_messages():
            client.queue(message)
        self.clients.add(client)
        sending = asyncio.create_task(client.send())
        try:
            async for message in socket:
                self._handle(client, message)
        except ConnectionClosed:
            pass
        finally:
            self.clients.discard(client)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                await sending

    def _handle(self, client: Client, message: Message) -> None:
        """Pass a message to the listener; a wrong one is counted and answered with an error."""
        try:
            content = json.loads(message)
            if not isinstance(content, dict):
                raise ValueError("a message is a JSON object with a key `kind`")
            self.listener.receive(content)
        except (ValueError, RecursionError) as error:
            self.bad_messages += 1
            client.queue(json.dumps({"kind": "error", "message": str(error)[:300]}))


@contextlib.asynccontextmanager
async def serve_pages(
    hub: Hub, page: str, host: str, port: int, names: Iterable[str], token: str | None = None
) -> AsyncIterator[tuple[Server, AccessControl, int]]:
    """Serve while the block runs; names: host names from which pages may connect; token: by default a random one."""
    access = AccessControl(page) if token is None else AccessControl(page, token)
    async with serve(
        hub,
        host,
        port,
        process_request=access,
        max_size=MAX_MESSAGE_SIZE,
        compression=None,
        ping_interval=10,
        ping_timeout=20,
        server_header=None,
    ) as server:
        bound = next(iter(server.sockets)).getsockname()[1]
        access.origins = frozenset(f"http://{_bracketed(name.lower())}:{bound}" for name in names)
        yield server, access, bound


def _bracketed(name: str) -> str:
    """A host name as addresses have it: an address of IPv6 in brackets."""
    return f"[{name}]" if ":" in name else name
