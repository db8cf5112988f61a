"""The other process: builds what a recipe says, runs it, and listens to its parent."""

from __future__ import annotations

import os
import signal
import traceback
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from jounce.errors import JounceError
from jounce.realtime.loop import Command, Loop, Outputs
from jounce.realtime.plant import Plant
from jounce.realtime.recipe import Recipe, build_plant
from jounce.realtime.script import Scripted
from jounce.realtime.seat import Inputs
from jounce.realtime.shared import COMMANDS, Shared
from jounce.realtime.udp import UdpPort

LOOK = 250
"""Ticks between looks whether the parent still lives."""
REBUILD, QUIT = "rebuild", "quit"


def serve(pipe: Connection, name: str, recipe: Recipe) -> None:
    """Run recipes until the parent says quit, or has gone. Ctrl-C is for the parent, who tells us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    shared = Shared(name)
    line = Line(pipe, shared)
    following: Recipe | None = recipe
    try:
        while following is not None:
            following = _run(line, shared, following)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the parent has gone while we told it something
    finally:
        line.close()
        shared.close()


class Line:
    """Messages to the parent, commands from it. The pipe is looked at only when the parent says there is something."""

    def __init__(self, pipe: Connection, shared: Shared) -> None:
        self.pipe, self.head = pipe, shared.head
        self.taken, self.looks = 0, 0
        self.following: Recipe | None = None
        self.over = False
        """Whether the parent has said quit, or has gone."""

    def tell(self, *message: Any) -> None:
        """Send something to the parent."""
        self.pipe.send(message)

    def next_command(self) -> Command | None:
        """A command for the loop, None if there is none."""
        self.looks += 1
        if self.over or (self.head[COMMANDS] == self.taken and self.looks < LOOK):
            return None  # from a parent that has gone there would be the same end for ever
        self.looks = 0
        return self._receive() if self.pipe.poll() else None

    def wait(self) -> None:
        """Wait for another recipe, or the end; commands have nobody to obey them."""
        while self.following is None and not self.over:
            self._receive()

    def _receive(self) -> Command | None:
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            message = (QUIT,)
        self.taken += 1
        if message[0] == QUIT:
            self.over = True
            return ("stop",)
        if message[0] == REBUILD:
            self.following = message[1]
            return ("stop",)
        return tuple(message)

    def close(self) -> None:
        """Let go of the shared memory."""
        del self.head
        self.pipe.close()


class SharedInputs:
    """Controls that the parent has left in memory; fresh when there are newer ones than at the last look."""

    def __init__(self, shared: Shared) -> None:
        self.ring = shared.controls
        self.sequence = self.ring.written
        self._row = np.zeros(self.ring.slots.shape[1])

    def read(self, time: float, controls: np.ndarray) -> bool:
        """Take the newest."""
        if self.ring.head[0] == self.sequence or self.ring.newest(self._row) < 0:
            return False
        self.sequence = self.ring.written
        steer, throttle, brake, handbrake, gear = self._row.tolist()
        controls["steer"], controls["throttle"], controls["brake"] = steer, throttle, brake
        controls["handbrake"], controls["gear"] = handbrake, gear
        return True


class Either:
    """Two inputs; the second one counts when both are fresh."""

    def __init__(self, first: Inputs, second: Inputs) -> None:
        self.first, self.second = first, second

    @property
    def sequence(self) -> int:
        """Of the second one, which has a peer who wants to know."""
        return self.second.sequence

    def read(self, time: float, controls: np.ndarray) -> bool:
        """Look at both."""
        one = self.first.read(time, controls)
        return self.second.read(time, controls) or one


def _run(line: Line, shared: Shared, recipe: Recipe) -> Recipe | None:
    """Build and run one recipe; returns the next, None at the end."""
    line.following = None
    try:
        if recipe.priority:
            line.tell("log", ask_for_priority())
        plant = build_plant(recipe, lambda stage: line.tell("stage", stage))
        port = _port(recipe, plant, shared)
    except JounceError as error:
        line.tell("error", str(error))
    except Exception:  # a bug: say all there is to say, and stay for another try
        line.tell("error", traceback.format_exc())
    else:
        try:
            _drive(line, shared, recipe, plant, port)
        except OSError:
            raise  # the pipe: there is nobody to tell
        except Exception:
            line.tell("ended", "failed", traceback.format_exc())
        finally:
            if port is not None:
                port.close()
    if line.following is None and not line.over:
        line.wait()
    return None if line.over else line.following


def _drive(line: Line, shared: Shared, recipe: Recipe, plant: Plant, port: UdpPort | None) -> None:
    inputs: Inputs = Scripted(recipe.drive) if recipe.drive is not None else SharedInputs(shared)
    if port is not None and recipe.drive is None:
        inputs = Either(inputs, port)
    outputs: list[Outputs] = [shared.lay_out(plant.layout.width)]
    if port is not None:
        outputs.append(port)
    shared.board[:] = 0.0
    loop = Loop(
        plant,
        inputs=inputs,
        outputs=outputs,
        policy=recipe.policy,
        speed=recipe.speed,
        sample=recipe.sample,
        dead_man=recipe.dead_man,
        waits=recipe.waits,
        paused=recipe.paused,
        numbers=shared.board,
        commands=line.next_command,
        report=line.tell,
    )
    described = plant.describe() | {"udp": None if port is None else list(port.address)}
    ending = loop.run(recipe.seconds, lambda: line.tell("ready", described, plant.layout))
    line.tell("ended", ending.reason, ending.text)


def _port(recipe: Recipe, plant: Plant, shared: Shared) -> UdpPort | None:
    if recipe.udp is None:
        return None
    shared.packets[:] = 0
    return UdpPort(plant.layout, recipe.udp, peer=recipe.udp_peer, counts=shared.packets)


def ask_for_priority() -> str:
    """Ask the operating system to run this process before others; says what came of it."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
        return "priority: real time (SCHED_FIFO 10)"
    except (AttributeError, OSError):
        pass
    try:
        return f"priority: nice {os.nice(-10)}, because real time was not allowed"
    except (AttributeError, OSError):
        return "priority: as before, because this user may not raise it"
