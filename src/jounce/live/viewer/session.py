"""A live session: a real-time loop in its own process, and the pages that show and control it.

The loop never waits for the session. The session reads the newest row at most sixty times a second, encodes it as a
frame, and passes it to the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from jounce.engine.terrain import ground_of
from jounce.errors import InputError, JounceError
from jounce.lab.cockpit.controls import AUTO, REVERSE, Controls
from jounce.lab.results import Result
from jounce.lab.scene import FRAME, motion_container
from jounce.lab.scene.terrain import Window, terrain_container
from jounce.live.realtime.loop_config import LoopConfig
from jounce.live.realtime.process import RealtimeProcess
from jounce.live.realtime.sample_layout import DEAD_MAN, FAILED, PAUSED
from jounce.live.realtime.tuning import apply_tuning
from jounce.live.viewer.choices import Choice, Choices
from jounce.live.viewer.frame_encoder import FrameEncoder, PoseSource, pose_source_of
from jounce.live.viewer.recording import DriveInfo, Recording
from jounce.live.viewer.server import Hub, Message
from jounce.model.library import load_vehicle
from jounce.output.replay.replay import motion_of
from jounce.version import __version__

FRAME_RATE = 60.0
"""Most frames per second [1/s]."""
STATUS_INTERVAL = 0.5
"""Time between two status messages [s]."""
TERRAIN_MARGIN = 40.0
"""Distance of the car to the edge of the terrain window at which another window is sent [m]."""
INPUT_LOST = "no input: coasting and braking"
COMMANDS = ("pause", "resume", "step", "reset", "speed", "record", "stop-recording", "snapshot", "restore")
SPEED_RANGE = 0.1, 10.0
"""Lowest and highest speed of the loop [-]."""


class Session:
    """A loop, its recording and its pages (a `jounce.live.viewer.server.Listener`)."""

    def __init__(
        self,
        choices: Choices,
        choice: Choice,
        *,
        config: LoopConfig,
        folder: Path,
        ghosts: Sequence[Result] = (),
        progress: Callable[[str], None] = lambda text: None,
    ) -> None:
        """config: step, policy, place and port of the loop; the choice determines the rest. folder: for recordings."""
        self.choices = choices
        self.choice = choices.complete(choice)
        self.hub = Hub(self)
        self._config, self._folder, self._progress = config, folder, progress
        self._ghosts = [motion_container(motion_of(ghost), "ghost") for ghost in ghosts]
        self._process = RealtimeProcess(self._config_of(self.choice))
        self._encoder: FrameEncoder | None = None
        self._number = 0
        self._ground: tuple = ()
        self._terrain: tuple[bytes, Window] = (b"", (0.0, 0.0, 0.0, 0.0))
        self._recording: Recording | None = None
        self._state, self._message, self._failure = "building", "", ""
        self._speed, self._saved_place = 1.0, False
        self._wanted: Choice | None = None
        self._wake = asyncio.Event()

    # messages to pages

    def initial_messages(self) -> Iterable[Message]:
        """Greeting, status, scene, terrain and ghosts for a new page."""
        yield self._hello()
        yield self._status()
        if self._encoder is not None:
            yield from self._scenery()

    def _hello(self) -> str:
        return json.dumps({"kind": "hello", "version": __version__, **self.choices.to_message(self.choice)})

    def _status(self) -> str:
        counters = self._process.status() if self._encoder is not None else {}
        dead = self._message == INPUT_LOST
        return json.dumps(
            {
                "kind": "status",
                "state": self._state,
                "message": self._message,
                "speed": self._speed,
                "recording": self._recording is not None,
                "late_ticks": counters.get("late_ticks", 0),
                "ticks": counters.get("ticks", 0),
                "deadman": dead,
                "snapshot": self._saved_place,
            }
        )

    def _scenery(self) -> Iterable[Message]:
        assert self._encoder is not None
        yield json.dumps(self._encoder.scene.to_dict(self._number), ensure_ascii=False)
        yield self._terrain[0]
        yield from self._ghosts

    # messages from pages

    def receive(self, message: dict[str, Any]) -> None:
        """Controls, commands and choices; raises ValueError with a sentence."""
        kind = message.get("kind")
        try:
            if kind == "controls":
                self._process.controls(_controls(message))
            elif kind == "command":
                self._command(message)
            elif kind == "choose":
                self._wanted = self.choices.apply_message(self._wanted or self.choice, message)
                self._wake.set()
            else:
                raise ValueError(f"unknown kind of message {str(kind)[:40]!r}; known: controls, command, choose")
        except (JounceError, TypeError) as error:
            raise ValueError(str(error)) from None

    def _command(self, message: dict[str, Any]) -> None:
        name, value = message.get("name"), message.get("value")
        if name not in COMMANDS:
            raise ValueError(f"unknown command {str(name)[:40]!r}; known: {', '.join(COMMANDS)}")
        if self._encoder is None:
            raise ValueError("still building; try again in a moment")
        if name == "record":
            self._record()
        elif name == "stop-recording":
            self._stop_recording()
        elif name == "speed":
            self._speed = min(max(_number(value, "speed"), SPEED_RANGE[0]), SPEED_RANGE[1])
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
        self.hub.broadcast(self._status())

    def _record(self) -> None:
        assert self._encoder is not None
        self._process.drain()
        info = DriveInfo(
            vehicle=Path(self.choice.vehicle).stem,
            ground=self.choice.ground,
            formulation="simplified" if self.choice.simple else "synthesis",
            integrator=self.choice.engine,
            step=self._config.step,
        )
        self._recording = Recording(self._encoder, self._ground, info)

    def _stop_recording(self) -> None:
        recording, self._recording = self._recording, None
        if recording is None:
            return
        recording.add(self._process.drain())
        path = recording.save(self._folder)
        if path is None:
            message = {"kind": "error", "message": "nothing was recorded: nothing moved"}
        else:
            text = f"recorded {recording.seconds:.1f} s: {path}"
            self._progress(f"{text}   (replay: jounce view {path})")
            message = {"kind": "saved", "message": text, "file": str(path)}
        self.hub.broadcast(json.dumps(message))

    # building and running

    async def run(self) -> None:
        """Build, then send frames until cancelled; a change of choice builds again."""
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
        """Build another choice; if that fails, build the one before again."""
        before, self.choice = self.choice, wanted
        try:
            await self._build()
        except JounceError as error:
            self.hub.broadcast(json.dumps({"kind": "error", "message": str(error)}))
            self.choice = before
            await self._build()

    async def _build(self) -> None:
        self._stop_recording()
        self._encoder, self._failure = None, ""
        self._set_state("building", f"building {self.choice.vehicle} on {self.choice.ground} …")
        self.hub.broadcast(self._hello())
        config = self._config_of(self.choice)
        ground = asyncio.create_task(asyncio.to_thread(ground_of, self.choice.ground_spec))
        if self._process.alive:
            self._process.rebuild(config)
        else:
            self._process.stop()
            self._process = RealtimeProcess(config).start()
        building = asyncio.create_task(asyncio.to_thread(self._process.wait_ready))
        building.add_done_callback(_take_outcome)
        while not building.done():
            await asyncio.wait([building], timeout=0.1)
            self._set_state("building", f"{self._process.stage} {self.choice.vehicle} …")
        await building
        self._ground = await ground
        row = await self._first_row()
        layout = self._process.layout
        assert layout is not None
        source: PoseSource = await asyncio.to_thread(pose_source_of, self.choice, layout, row, self._config.controllers)
        self._number += 1
        self._encoder = FrameEncoder(source, layout)
        self._send_terrain(row)
        self._speed, self._saved_place = 1.0, False
        for message in self._scenery():
            self.hub.broadcast(message)
        self._set_state("running", "")

    async def _first_row(self) -> np.ndarray:
        """The first sample, which the loop writes when it starts."""
        for _ in range(200):
            row = self._process.newest()
            if row is not None:
                return row
            await asyncio.sleep(0.01)
        raise InputError("the loop gives no samples", "nothing", hint="reset it, or start again", where="realtime")

    async def _show(self) -> None:
        """Send frames until another choice is requested."""
        assert self._encoder is not None
        sent, last = 0.0, -1.0
        while not self._wake.is_set():
            row = self._process.newest()
            if row is not None:
                last = self._frame(row, last)
            if self._recording is not None:
                self._recording.add(self._process.drain())
                if self._recording.is_full:
                    self._stop_recording()
            now = time.monotonic()
            if now - sent > STATUS_INTERVAL:
                sent = now
                self._update_status(row)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), 1.0 / FRAME_RATE)

    def _frame(self, row: np.ndarray, last: float) -> float:
        """Send a frame of a row that is new; returns its time."""
        assert self._encoder is not None
        t = float(row[0])
        if self.hub.clients and (t != last or self._state == "paused"):
            block = self._encoder.encode(row, self._process.last_tick())
            head = np.array([FRAME, self._number], np.float32)
            self.hub.show(np.concatenate([head, block]).tobytes())
        x0, x1, y0, y1 = self._terrain[1]
        x, y, _ = row[self._encoder.layout.position].tolist()
        if (
            not (x0 + TERRAIN_MARGIN < x < x1 - TERRAIN_MARGIN and y0 + TERRAIN_MARGIN < y < y1 - TERRAIN_MARGIN)
            and np.isfinite(x)
            and np.isfinite(y)
        ):
            before = self._terrain[1]
            self._send_terrain(row)
            if self._terrain[1] != before:
                self.hub.broadcast(self._terrain[0])
        return t

    def _send_terrain(self, row: np.ndarray) -> None:
        assert self._encoder is not None
        x, y, _ = row[self._encoder.layout.position].tolist()
        self._terrain = terrain_container(self._ground, (x, y))

    def _update_status(self, row: np.ndarray | None) -> None:
        """Send the state of the loop to the pages."""
        for kind, text in self._process.messages():
            if kind == "failed":
                self._failure = text
            elif kind in ("refused", "ended"):
                self.hub.broadcast(json.dumps({"kind": "error", "message": text}))
        layout = self._process.layout
        flags = int(row[layout.columns["loop.flags"]]) if row is not None and layout is not None else 0
        if not self._process.alive:
            self._set_state("stopped", "the process of the loop has ended; choose a vehicle to start it again")
        elif flags & FAILED or self._process.ending is not None:
            ended = "" if self._process.ending is None else self._process.ending[1]
            self._set_state("stopped", self._failure or ended or "the loop has stopped")
        else:
            lost = flags & DEAD_MAN and self.hub.clients and not flags & PAUSED
            self._set_state("paused" if flags & PAUSED else "running", INPUT_LOST if lost else "")

    def _set_state(self, state: str, message: str) -> None:
        self._state, self._message = state, message
        self.hub.broadcast(self._status())

    def _config_of(self, choice: Choice) -> LoopConfig:
        """Configuration of the loop for a choice."""
        config = replace(self._config, ground=choice.ground_spec, integrator=choice.engine)
        if choice.simple:
            return replace(config, kind="simple", vehicle=choice.vehicle, parameters=choice.parameters)
        return replace(config, kind="multibody", vehicle=apply_tuning(load_vehicle(choice.vehicle), choice.parameters))


def _take_outcome(task: asyncio.Task) -> None:
    """Ask for the outcome of a build, so that one that fails after the session has ended prints no traceback."""
    if not task.cancelled():
        task.exception()


def _controls(message: dict[str, Any]) -> Controls:
    gear = message.get("gear", "auto")
    gears = {"auto": AUTO, "reverse": REVERSE}
    return Controls(
        steer=_number(message.get("steer", 0.0), "steer"),
        throttle=_number(message.get("throttle", 0.0), "throttle"),
        brake=_number(message.get("brake", 0.0), "brake"),
        handbrake=_number(message.get("handbrake", 0.0), "handbrake"),
        gear=gears[gear] if isinstance(gear, str) and gear in gears else int(_number(gear, "gear")),
    )


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
        raise ValueError(f"{what} is {str(value)[:40]!r}; expected a finite number")
    return float(value)
