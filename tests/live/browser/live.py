"""A live session in a thread of its own, because Playwright has the thread of the test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

from jounce.lab.results import Result
from jounce.live.realtime.loop_config import LoopConfig
from jounce.live.viewer.choices import Choice, available_choices
from jounce.live.viewer.server import serve_pages
from jounce.live.viewer.session import Session
from jounce.output.replay.page import live_page


class LiveSession:
    """What `jounce drive` runs, until `stop`."""

    def __init__(
        self, choice: Choice, folder: Path, ghosts: Sequence[Result] = (), port: int = 0, token: str | None = None
    ) -> None:
        self._port, self._token = port, token
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self.said: list[str] = []
        """What a terminal would show."""
        self._thread = threading.Thread(target=self._run, args=(choice, folder, ghosts), daemon=True)
        self._thread.start()
        assert self._ready.wait(60.0), "no session"

    def _run(self, choice: Choice, folder: Path, ghosts: Sequence[Result]) -> None:
        try:
            asyncio.run(self._serve(choice, folder, ghosts))
        except asyncio.CancelledError:
            pass
        except BaseException as error:
            self._failure = error
            self._ready.set()

    async def _serve(self, choice: Choice, folder: Path, ghosts: Sequence[Result]) -> None:
        self._loop = asyncio.get_running_loop()
        choices = available_choices(choice.vehicle, choice.ground)
        words = {"config": LoopConfig(), "folder": folder, "ghosts": ghosts, "progress": self.said.append}
        self.session = Session(choices, choice, **words)
        names = ("127.0.0.1",)
        pages = serve_pages(self.session.hub, live_page("test"), names[0], self._port, names, self._token)
        async with pages as (_, access, port):
            self.port = port
            self.access, self.place = access, f"http://127.0.0.1:{port}/"
            self.address = f"{self.place}?token={access.token}"
            self._task = asyncio.create_task(self.session.run())
            self._ready.set()
            await self._task

    def cut_the_line(self) -> None:
        """Lose all sockets, as a network does."""

        def cut() -> None:
            for client in list(self.session.hub.clients):
                client.socket.transport.abort()

        self._loop.call_soon_threadsafe(cut)

    def stop(self) -> None:
        """End the session and its loop."""
        if self._failure is not None:
            raise self._failure
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(20.0)
        assert not self._thread.is_alive()
