"""One address for everything: the page, and one socket for every page that is open.

Every page gets the newest frame, never a queue of old ones: while a slow one is still receiving, newer frames take the
place of those that it has not got. Nothing here can hold up the session, let alone the loop behind it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from typing import Any, Protocol

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from jounce.viewer.gate import Gate

LARGEST = 2**16
"""Bytes of a message from a page."""
MOST_PAGES = 8
"""Open at a time."""
Message = str | bytes


class Listener(Protocol):
    """What answers the pages."""

    def greeting(self) -> Iterable[Message]:
        """Everything that a new page needs to know, in order."""

    def heard(self, message: dict[str, Any]) -> None:
        """A message of a page; raises ValueError with a sentence for one that makes no sense."""


class Client:
    """A page that is open: messages in order, and the newest frame."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self._messages: asyncio.Queue[Message] = asyncio.Queue(64)
        self._frame: bytes | None = None
        self._news = asyncio.Event()
        self.skipped = 0
        """Frames that were too old when their turn came."""

    def tell(self, message: Message) -> None:
        """Queue a message; a page that does not take 64 of them is closed, and may come again."""
        try:
            self._messages.put_nowait(message)
        except asyncio.QueueFull:
            self.socket.transport.abort()
        self._news.set()

    def show(self, frame: bytes) -> None:
        """Replace the frame that waits."""
        self.skipped += self._frame is not None
        self._frame = frame
        self._news.set()

    async def send(self) -> None:
        """Send what there is, for ever."""
        while True:
            await self._news.wait()
            self._news.clear()
            while not self._messages.empty():
                await self.socket.send(self._messages.get_nowait())
            frame, self._frame = self._frame, None
            if frame is not None:
                await self.socket.send(frame)


class Hub:
    """All pages that are open."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.clients: set[Client] = set()
        self.bad_messages = 0

    def tell(self, message: Message) -> None:
        """Queue a message for all."""
        for client in self.clients:
            client.tell(message)

    def show(self, frame: bytes) -> None:
        """The newest frame for all."""
        for client in self.clients:
            client.show(frame)

    async def __call__(self, socket: ServerConnection) -> None:
        """Serve one page until it goes."""
        if len(self.clients) >= MOST_PAGES:
            await socket.close(1013, f"{MOST_PAGES} pages are open; close one")
            return
        client = Client(socket)
        for message in self.listener.greeting():
            client.tell(message)
        self.clients.add(client)
        sending = asyncio.create_task(client.send())
        try:
            async for message in socket:
                self._hear(client, message)
        except ConnectionClosed:
            pass
        finally:
            self.clients.discard(client)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                await sending

    def _hear(self, client: Client, message: Message) -> None:
        """A bad message is counted and answered; it stops nothing."""
        try:
            words = json.loads(message)
            if not isinstance(words, dict):
                raise ValueError("a message is a JSON object with a key `kind`")
            self.listener.heard(words)
        except (ValueError, RecursionError) as error:
            self.bad_messages += 1
            client.tell(json.dumps({"kind": "error", "message": str(error)[:300]}))


@contextlib.asynccontextmanager
async def serving(
    hub: Hub, page: str, host: str, port: int, names: Iterable[str]
) -> AsyncIterator[tuple[Server, Gate, int]]:
    """Serve while the block runs; names: host names under which pages may call."""
    gate = Gate(page)
    async with serve(
        hub,
        host,
        port,
        process_request=gate,
        max_size=LARGEST,
        compression=None,
        ping_interval=10,
        ping_timeout=20,
        server_header=None,
    ) as server:
        bound = next(iter(server.sockets)).getsockname()[1]
        gate.origins = frozenset(f"http://{name}:{bound}" for name in names)
        yield server, gate, bound
