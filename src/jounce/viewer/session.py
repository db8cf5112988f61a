"""A live session: a real-time loop in its own process, and the pages that look at it and drive it.

The loop never waits for anything here. The session reads its newest row, at most sixty times a second, makes a frame of
it, and leaves the rest to the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import JounceError, Refusal
from jounce.library import load_vehicle
from jounce.realtime.controls import AUTO, REVERSE, Controls
from jounce.realtime.process import RealtimeProcess
from jounce.realtime.recipe import Recipe
from jounce.realtime.rows import DEAD_MAN, FAILED, PAUSED, PLACE
from jounce.realtime.tuning import tuned
from jounce.results import Result
from jounce.scene import FRAME
from jounce.scene.terrain import Window, terrain_container
from jounce.terrain import ground_of
from jounce.version import __version__
from jounce.viewer.choices import Choice, Choices
from jounce.viewer.picture import Painter, Picture
from jounce.viewer.pictures import picture_of
from jounce.viewer.recording import Driven, Recording
from jounce.viewer.replay import motion_of
from jounce.viewer.server import Hub, Message

FRAMES = 60.0
"""A second."""
TOLD = 0.5
"""Between two messages about the state of the loop [s]."""
NEAR = 40.0
"""Distance [m] of the car to the edge of the window of a large field at which another one is sent."""
NOBODY = "no input: coasting and braking"
COMMANDS = ("pause", "resume", "step", "reset", "speed", "record", "stop-recording", "snapshot", "restore")
SPEEDS = 0.1, 10.0


class Session:
    """Answers the pages (`jounce.viewer.server.Listener`)."""

    def __init__(
        self,
        choices: Choices,
        choice: Choice,
        *,
        recipe: Recipe,
        folder: Path,
        ghosts: Sequence[Result] = (),
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        """recipe: step, policy, place and port of the loop; the choice says the rest. folder: for recordings."""
        self.choices = choices
        self.choice = choices.completed(choice)
        self.hub = Hub(self)
        self._recipe, self._folder, self._tell = recipe, folder, tell
        self._ghosts = [motion_of(ghost).container("ghost") for ghost in ghosts]
        self._process = RealtimeProcess(self._recipe_of(self.choice))
        self._painter: Painter | None = None
        self._number = 0
        self._ground: tuple = ()
        self._terrain: tuple[bytes, Window] = (b"", (0.0, 0.0, 0.0, 0.0))
        self._recording: Recording | None = None
        self._state, self._message, self._failure = "building", "", ""
        self._speed, self._saved_place = 1.0, False
        self._wanted: Choice | None = None
        self._wake = asyncio.Event()

    # what pages hear

    def greeting(self) -> Iterable[Message]:
        """Everything for a new page."""
        yield self._hello()
        yield self._status()
        if self._painter is not None:
            yield from self._scenery()

    def _hello(self) -> str:
        return json.dumps({"kind": "hello", "version": __version__, **self.choices.words(self.choice)})

    def _status(self) -> str:
        words = self._process.status() if self._painter is not None else {}
        dead = self._message == NOBODY
        return json.dumps(
            {
                "kind": "status",
                "state": self._state,
                "message": self._message,
                "speed": self._speed,
                "recording": self._recording is not None,
                "late_ticks": words.get("late_ticks", 0),
                "ticks": words.get("ticks", 0),
                "deadman": dead,
                "snapshot": self._saved_place,
            }
        )

    def _scenery(self) -> Iterable[Message]:
        assert self._painter is not None
        yield json.dumps(self._painter.scene.to_dict(self._number), ensure_ascii=False)
        yield self._terrain[0]
        yield from self._ghosts

    # what pages say

    def heard(self, message: dict[str, Any]) -> None:
        """Controls, commands and choices; raises ValueError with a sentence."""
        kind = message.get("kind")
        try:
            if kind == "controls":
                self._process.controls(_controls(message))
            elif kind == "command":
                self._command(message)
            elif kind == "choose":
                self._wanted = self.choices.changed(self._wanted or self.choice, message)
                self._wake.set()
            else:
                raise ValueError(f"unknown kind of message {str(kind)[:40]!r}; known: controls, command, choose")
        except (JounceError, TypeError) as error:
            raise ValueError(str(error)) from None

    def _command(self, message: dict[str, Any]) -> None:
        name, value = message.get("name"), message.get("value")
        if name not in COMMANDS:
            raise ValueError(f"unknown command {str(name)[:40]!r}; known: {', '.join(COMMANDS)}")
        if self._painter is None:
            raise ValueError("still building; try again in a moment")
        if name == "record":
            self._record()
        elif name == "stop-recording":
            self._stop_recording()
        elif name == "speed":
            self._speed = min(max(_number(value, "speed"), SPEEDS[0]), SPEEDS[1])
            self._process.send("speed", self._speed)
        elif name == "step":
            self._process.send("step", 1)
        elif name in ("snapshot", "restore"):
            self._process.send(name, "page")
            self._saved_place |= name == "snapshot"
        else:
            self._process.send(name)
        if name in ("reset", "restore") and self._state == "stopped":
            self._process.send("resume")
        self.hub.tell(self._status())

    def _record(self) -> None:
        assert self._painter is not None
        self._process.drain()
        words = Driven(
            vehicle=Path(self.choice.vehicle).stem,
            ground=self.choice.ground,
            formulation="simplified" if self.choice.simple else "synthesis",
            integrator=self.choice.engine,
            step=self._recipe.step,
        )
        self._recording = Recording(self._painter.another(), self._ground, words)

    def _stop_recording(self) -> None:
        recording, self._recording = self._recording, None
        if recording is None:
            return
        recording.add(self._process.drain())
        path = recording.save(self._folder)
        if path is None:
            words = {"kind": "error", "message": "nothing was recorded: nothing moved"}
        else:
            text = f"recorded {recording.seconds:.1f} s: {path}"
            self._tell(f"{text}   (replay: jounce view {path})")
            words = {"kind": "saved", "message": text, "file": str(path)}
        self.hub.tell(json.dumps(words))

    # what goes on

    async def run(self) -> None:
        """Build, then show frames, until cancelled; changes of choice build anew."""
        try:
            await self._build()
            while True:
                await self._show()
                wanted, self._wanted = self._wanted, None
                self._wake.clear()
                if wanted is not None:
                    await self._change(wanted)
        finally:
            with contextlib.suppress(JounceError):
                self._stop_recording()
            await asyncio.to_thread(self._process.stop)

    async def _change(self, wanted: Choice) -> None:
        """Drive something else; what cannot be built leaves things as they are."""
        before, self.choice = self.choice, wanted
        try:
            await self._build()
        except JounceError as error:
            self.hub.tell(json.dumps({"kind": "error", "message": str(error)}))
            self.choice = before
            await self._build()

    async def _build(self) -> None:
        self._stop_recording()
        self._painter, self._failure = None, ""
        self._say("building", f"building {self.choice.vehicle} on {self.choice.ground} …")
        self.hub.tell(self._hello())
        recipe = self._recipe_of(self.choice)
        ground = asyncio.create_task(asyncio.to_thread(ground_of, self.choice.ground_text))
        if self._process.alive:
            self._process.rebuild(recipe)
        else:
            self._process.stop()
            self._process = RealtimeProcess(recipe).start()
        building = asyncio.create_task(asyncio.to_thread(self._process.wait_ready))
        while not building.done():
            await asyncio.wait([building], timeout=0.1)
            self._say("building", f"{self._process.stage} {self.choice.vehicle} …")
        await building
        self._ground = await ground
        row = await self._first_row()
        layout = self._process.layout
        assert layout is not None
        picture: Picture = await asyncio.to_thread(picture_of, self.choice, layout, row)
        self._number += 1
        self._painter = Painter(picture, layout)
        self._send_terrain(row)
        self._speed, self._saved_place = 1.0, False
        for message in self._scenery():
            self.hub.tell(message)
        self._say("running", "")

    async def _first_row(self) -> np.ndarray:
        """The loop gives one when it begins."""
        for _ in range(200):
            row = self._process.newest()
            if row is not None:
                return row
            await asyncio.sleep(0.01)
        raise Refusal("the loop gives no samples", "nothing", hint="reset it, or start again", where="realtime")

    async def _show(self) -> None:
        """Frames, until something else is wanted."""
        assert self._painter is not None
        told, last = 0.0, -1.0
        while not self._wake.is_set():
            row = self._process.newest()
            if row is not None:
                last = self._frame(row, last)
            if self._recording is not None:
                self._recording.add(self._process.drain())
                if self._recording.full:
                    self._stop_recording()
            now = time.monotonic()
            if now - told > TOLD:
                told = now
                self._look(row)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), 1.0 / FRAMES)

    def _frame(self, row: np.ndarray, last: float) -> float:
        """Send a frame of a row that is new; returns its time."""
        assert self._painter is not None
        t = float(row[PLACE["time"]])
        if self.hub.clients and (t != last or self._state == "paused"):
            block = self._painter.block(row, self._process.last_tick())
            head = np.array([FRAME, self._number], np.float32)
            self.hub.show(np.concatenate([head, block]).tobytes())
        x0, x1, y0, y1 = self._terrain[1]
        x, y = float(row[PLACE["x"]]), float(row[PLACE["y"]])
        if not (x0 + NEAR < x < x1 - NEAR and y0 + NEAR < y < y1 - NEAR) and np.isfinite(x) and np.isfinite(y):
            before = self._terrain[1]
            self._send_terrain(row)
            if self._terrain[1] != before:
                self.hub.tell(self._terrain[0])
        return t

    def _send_terrain(self, row: np.ndarray) -> None:
        around = float(row[PLACE["x"]]), float(row[PLACE["y"]])
        self._terrain = terrain_container(self._ground, around)

    def _look(self, row: np.ndarray | None) -> None:
        """Tell how the loop fares."""
        for kind, text in self._process.messages():
            if kind == "failed":
                self._failure = text
            elif kind in ("refused", "ended"):
                self.hub.tell(json.dumps({"kind": "error", "message": text}))
        flags = int(row[PLACE["flags"]]) if row is not None else 0
        if not self._process.alive:
            self._say("stopped", "the process of the loop has ended; choose a vehicle to start it again")
        elif flags & FAILED or self._process.ending is not None:
            ended = "" if self._process.ending is None else self._process.ending[1]
            self._say("stopped", self._failure or ended or "the loop has stopped")
        else:
            nobody = flags & DEAD_MAN and self.hub.clients and not flags & PAUSED
            self._say("paused" if flags & PAUSED else "running", NOBODY if nobody else "")

    def _say(self, state: str, message: str) -> None:
        self._state, self._message = state, message
        self.hub.tell(self._status())

    def _recipe_of(self, choice: Choice) -> Recipe:
        """What the loop is to build."""
        recipe = replace(self._recipe, ground=choice.ground_text, integrator=choice.engine)
        if choice.simple:
            return replace(recipe, kind="simple", vehicle=choice.vehicle, parameters=choice.parameters)
        return replace(recipe, kind="multibody", vehicle=tuned(load_vehicle(choice.vehicle), choice.parameters))


def _controls(message: dict[str, Any]) -> Controls:
    gear = message.get("gear", "auto")
    words = {"auto": AUTO, "reverse": REVERSE}
    return Controls(
        steer=_number(message.get("steer", 0.0), "steer"),
        throttle=_number(message.get("throttle", 0.0), "throttle"),
        brake=_number(message.get("brake", 0.0), "brake"),
        handbrake=_number(message.get("handbrake", 0.0), "handbrake"),
        gear=words[gear] if isinstance(gear, str) and gear in words else int(_number(gear, "gear")),
    )


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{what} is {str(value)[:40]!r}; expected a number")
    return float(value)
