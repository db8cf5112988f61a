"""The worker process: builds the plant of a configuration, runs its loop, and answers its parent."""

from __future__ import annotations

import os
import signal
import traceback
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from jounce.errors import JounceError
from jounce.live.realtime.input_watchdog import Inputs, ScriptedInputs
from jounce.live.realtime.loop import Command, Loop, Outputs
from jounce.live.realtime.loop_config import LoopConfig, build_plant
from jounce.live.realtime.plant import Plant
from jounce.live.realtime.shared_memory import COMMANDS, SharedBlock
from jounce.live.realtime.udp import UdpPort

PARENT_CHECK_TICKS = 250
"""Ticks between two checks whether the parent still exists."""
REBUILD, QUIT = "rebuild", "quit"


def serve(connection: Connection, name: str, config: LoopConfig) -> None:
    """Run configurations until the parent sends QUIT or has ended. Ctrl-C is left to the parent, which sends QUIT."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    shared = SharedBlock(name)
    pipe = CommandPipe(connection, shared)
    following: LoopConfig | None = config
    try:
        while following is not None:
            following = _run(pipe, shared, following)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the parent ended while a message was sent
    finally:
        pipe.close()
        shared.close()


class CommandPipe:
    """Messages to the parent, commands from it. The pipe is polled only when the parent has counted up a command."""

    def __init__(self, connection: Connection, shared: SharedBlock) -> None:
        self.connection, self.head = connection, shared.head
        self.received, self.ticks = 0, 0
        self.following: LoopConfig | None = None
        self.over = False
        """Whether the parent has sent QUIT or has ended."""

    def send(self, *message: Any) -> None:
        """Send a message to the parent."""
        self.connection.send(message)

    def next_command(self) -> Command | None:
        """A command for the loop, None if there is none."""
        self.ticks += 1
        if self.over or (self.head[COMMANDS] == self.received and self.ticks < PARENT_CHECK_TICKS):
            return None  # a pipe whose parent has ended would return the end of file for ever
        self.ticks = 0
        return self._receive() if self.connection.poll() else None

    def wait(self) -> None:
        """Wait for another configuration or the end; commands are ignored."""
        while self.following is None and not self.over:
            self._receive()

    def _receive(self) -> Command | None:
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            message = (QUIT,)
        self.received += 1
        if message[0] == QUIT:
            self.over = True
            return ("stop",)
        if message[0] == REBUILD:
            self.following = message[1]
            return ("stop",)
        return tuple(message)

    def close(self) -> None:
        """Detach from the shared memory."""
        del self.head
        self.connection.close()


class SharedInputs:
    """Controls in shared memory; fresh when the parent has written since the last call."""

    def __init__(self, shared: SharedBlock) -> None:
        self.ring = shared.controls
        self.sequence = self.ring.written
        self._row = np.zeros(self.ring.slots.shape[1])

    def read(self, time: float, controls: list[float]) -> bool:
        """Write the newest controls; returns whether they are fresh."""
        if self.ring.head[0] == self.sequence or self.ring.newest(self._row) < 0:
            return False
        self.sequence = self.ring.written
        controls[:] = self._row.tolist()
        return True


class MergedInputs:
    """Two sources of inputs; the second one has priority when both are fresh."""

    def __init__(self, first: Inputs, second: Inputs) -> None:
        self.first, self.second = first, second

    @property
    def sequence(self) -> int:
        """Number of the last input of the second source, which its peer is sent back."""
        return self.second.sequence

    def read(self, time: float, controls: list[float]) -> bool:
        """Read both; returns whether one of them is fresh."""
        one = self.first.read(time, controls)
        return self.second.read(time, controls) or one


def _run(pipe: CommandPipe, shared: SharedBlock, config: LoopConfig) -> LoopConfig | None:
    """Build and run one configuration; returns the next, None at the end."""
    pipe.following = None
    try:
        if config.priority:
            pipe.send("log", raise_priority())
        plant = build_plant(config, lambda stage: pipe.send("stage", stage))
        port = _open_port(config, plant, shared)
    except JounceError as error:
        pipe.send("error", str(error))
    except Exception:  # a bug: report the traceback, and wait for another configuration
        pipe.send("error", traceback.format_exc())
    else:
        try:
            _run_loop(pipe, shared, config, plant, port)
        except OSError:
            raise  # the pipe is broken: nothing can be reported
        except Exception:
            pipe.send("ended", "failed", traceback.format_exc())
        finally:
            if port is not None:
                port.close()
    if pipe.following is None and not pipe.over:
        pipe.wait()
    return None if pipe.over else pipe.following


def _run_loop(pipe: CommandPipe, shared: SharedBlock, config: LoopConfig, plant: Plant, port: UdpPort | None) -> None:
    # inputs: script, shared memory, or the newer of shared memory and UDP
    inputs: Inputs = ScriptedInputs(config.drive) if config.drive is not None else SharedInputs(shared)
    if port is not None and config.drive is None:
        inputs = MergedInputs(inputs, port)
    # outputs: shared memory, and UDP
    outputs: list[Outputs] = [shared.create_samples(plant.layout.width)]
    if port is not None:
        outputs.append(port)
    shared.counters[:] = 0.0
    loop = Loop(
        plant,
        inputs=inputs,
        outputs=outputs,
        policy=config.policy,
        speed=config.speed,
        sample=config.sample,
        dead_man=config.dead_man,
        wait_after_failure=config.wait_after_failure,
        paused=config.paused,
        numbers=shared.counters,
        commands=pipe.next_command,
        report=pipe.send,
    )
    description = plant.describe() | {"udp": None if port is None else list(port.address)}
    ending = loop.run(config.seconds, lambda: pipe.send("ready", description, plant.layout))
    pipe.send("ended", ending.reason, ending.text)


def _open_port(config: LoopConfig, plant: Plant, shared: SharedBlock) -> UdpPort | None:
    if config.udp is None:
        return None
    shared.packets[:] = 0
    return UdpPort(plant.layout, config.udp, peer=config.udp_peer, counts=shared.packets)


def raise_priority() -> str:
    """Ask the operating system for a higher priority of this process; returns a sentence about the result."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
        return "priority: real time (SCHED_FIFO 10)"
    except (AttributeError, OSError):
        pass
    try:
        return f"priority: nice {os.nice(-10)}, because real time was not allowed"
    except (AttributeError, OSError):
        return "priority: as before, because this user may not raise it"
