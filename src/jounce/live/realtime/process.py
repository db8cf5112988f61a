"""A real-time loop in a process of its own, which other threads cannot delay, and a handle to it.

with RealtimeProcess(LoopConfig(vehicle="dw18")) as car:
    car.wait_ready()
    car.controls(throttle=0.3)
    print(car.values()["chassis.yaw_rate"])
"""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from multiprocessing.connection import Connection
from typing import Any, Self

import numpy as np

from jounce.errors import InputError, JounceError
from jounce.lab.cockpit.controls import Controls
from jounce.live.realtime.loop import COMMANDS
from jounce.live.realtime.loop_config import LoopConfig
from jounce.live.realtime.sample_layout import SampleLayout
from jounce.live.realtime.shared_memory import COMMANDS as SENT
from jounce.live.realtime.shared_memory import RingReader, SharedBlock
from jounce.live.realtime.timing import LAST, LoopTiming
from jounce.live.realtime.udp import COUNTER_NAMES
from jounce.live.realtime.worker import QUIT, REBUILD, serve

END_TIMEOUT, BUILD_END_TIMEOUT = 3.0, 0.5
"""Time in which the process may end by itself before it is killed [s]: with a loop, and while it builds or compiles and
does not read commands."""


class ProcessError(JounceError):
    """The loop could not be built, or its process has ended; the text says why."""


class RealtimeProcess:
    """Handle of a loop in another process, for one thread at a time. Only `wait_ready` blocks.

    description: what the plant says of itself, layout: of its rows, both after `wait_ready`. ending: why the loop has
    ended (`finished`, `stopped`, `late`, `failed`) and a sentence; None while it runs.
    """

    def __init__(self, config: LoopConfig) -> None:
        self.config = config
        self.description: dict[str, Any] = {}
        self.layout: SampleLayout | None = None
        self.ending: tuple[str, str] | None = None
        self.stage = "not started"
        self._messages: deque[tuple[str, str]] = deque(maxlen=1000)
        self._error: str | None = None
        self._shared: SharedBlock | None = None
        self._pipe: Connection | None = None
        self._process: Any = None
        self._reader: RingReader | None = None
        self._pending = 0

    def start(self) -> Self:
        """Start the process; it builds and compiles meanwhile."""
        if self._process is not None:
            raise InputError("already started", "a running process", "start once; rebuild changes the configuration")
        context = multiprocessing.get_context("spawn")
        self._shared = SharedBlock()
        self._pipe, theirs = context.Pipe()
        arguments = theirs, self._shared.name, self.config
        self._process = context.Process(target=serve, args=arguments, name="jounce realtime", daemon=True)
        self.stage, self._pending = "starting", 1
        try:
            self._process.start()
        except BaseException:
            self._process = None
            self.stop()
            raise
        theirs.close()
        return self

    @property
    def pid(self) -> int | None:
        """Id of the process; None before it is started."""
        return None if self._process is None else self._process.pid

    @property
    def ready(self) -> bool:
        """Whether the plant of the last configuration has been built."""
        self._listen()
        return self._pending == 0 and self._reader is not None

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.is_alive()

    def wait_ready(self, timeout: float = 600.0) -> dict[str, Any]:
        """Wait until the plant is there; returns its description. Raises ProcessError with what went wrong."""
        end = time.monotonic() + timeout
        while not self.ready:
            if self._error is not None:
                text, self._error = self._error, None
                raise ProcessError(text)
            if not self.alive:
                raise ProcessError(self._exit_message())
            if time.monotonic() > end:
                raise ProcessError(f"not ready after {timeout:g} s; the process is {self.stage}. Wait longer.")
            self._listen(0.05)
        return self.description

    def send(self, *command: Any) -> None:
        """A command of `jounce.live.realtime.loop.COMMANDS` with its value: send("speed", 2)."""
        if not command or command[0] not in COMMANDS:
            raise InputError("unknown command", repr(command[:1]), f"one of {', '.join(COMMANDS)}")
        self._send(command)

    def rebuild(self, config: LoopConfig) -> None:
        """Run another configuration in the same process, where everything is imported already; `wait_ready` waits for
        it."""
        self.config, self.ending, self._error = config, None, None
        self._pending += 1
        self._reader = self.layout = None
        self._send((REBUILD, config))

    def controls(self, controls: Controls | None = None, **values: Any) -> None:
        """Set the controls: Controls, or steer=, throttle=, brake=, handbrake=, gear=. Repeat it twice a second or more
        often: after 0.5 s without input the car is brought to rest."""
        shared = self._shared  # another thread may stop the process meanwhile
        if shared is not None:
            shared.controls.write((controls or Controls(**values)).numbers)

    def newest(self) -> np.ndarray | None:
        """The newest row (see `jounce.live.realtime.sample_layout`); None before the first."""
        if not self.ready or self._reader is None:
            return None
        row = np.empty(self._reader.ring.slots.shape[1])
        return row if self._reader.ring.newest(row) >= 0 else None

    def values(self) -> dict[str, float]:
        """Name → value of all channels, controls and counters of the newest row; empty before the first."""
        row = self.newest()
        return {} if row is None or self.layout is None else self.layout.to_dict(row)

    def drain(self) -> np.ndarray:
        """All rows since the last call, (n, width); what was overwritten meanwhile is counted by status()."""
        if not self.ready or self._reader is None:
            return np.empty((0, 0))
        return self._reader.drain()

    def status(self) -> dict[str, Any]:
        """Counters of the loop so far, see `LoopTiming.summary`, those of the UDP port, and the state of the
        process."""
        ready = self.ready
        numbers = None if self._shared is None else self._shared.counters.copy()
        packets = [0] * len(COUNTER_NAMES) if self._shared is None else self._shared.packets.tolist()
        return {
            **LoopTiming(numbers).summary(),
            "udp": dict(zip(COUNTER_NAMES, packets, strict=True)),
            "missed_rows": 0 if self._reader is None else self._reader.missed,
            "ready": ready,
            "alive": self.alive,
            "stage": self.stage,
            "ending": None if self.ending is None else self.ending[0],
        }

    def last_tick(self) -> float:
        """Compute time of the last wake-up [s]."""
        return 0.0 if self._shared is None else float(self._shared.counters[LAST])

    def messages(self) -> list[tuple[str, str]]:
        """Messages of the process since the last call: (kind, text), kinds `stage`, `log`, `error`, `failed`,
        `refused`, `ended`."""
        self._listen()
        found = list(self._messages)
        self._messages.clear()
        return found

    def stop(self) -> None:
        """End the process and remove the shared memory; does nothing the second time."""
        process, self._process = self._process, None
        if process is not None:
            try:
                if self._pipe is not None:
                    self._pipe.send((QUIT,))
                if self._shared is not None:
                    self._shared.head[SENT] += 1
                process.join(END_TIMEOUT if self._reader is not None else BUILD_END_TIMEOUT)
            except OSError:
                pass
            for end in (process.terminate, process.kill):
                if process.is_alive():
                    end()
                    process.join(END_TIMEOUT)
            process.close()
        self._listen()
        if self._pipe is not None:
            self._pipe.close()
        self._pipe = self._reader = None
        shared, self._shared = self._shared, None  # first, because pages send controls until the last moment
        if shared is not None:
            shared.close()
        self.stage = "stopped"

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _send(self, message: tuple[Any, ...]) -> None:
        if self._pipe is None or self._shared is None:
            raise ProcessError("the process does not run; start it first")
        try:
            self._pipe.send(message)
        except OSError:
            raise ProcessError(self._exit_message()) from None
        self._shared.head[SENT] += 1

    def _listen(self, timeout: float = 0.0) -> None:
        """Receive all messages that have arrived."""
        try:
            while self._pipe is not None and self._pipe.poll(timeout):
                self._receive(*self._pipe.recv())
                timeout = 0.0
        except (EOFError, OSError):
            self.stage = "ended"

    def _receive(self, kind: str, *content: Any) -> None:
        if kind == "ready":
            self._pending -= 1
            if self._pending == 0 and self._shared is not None:
                self.description, self.layout = content
                self._reader = RingReader(self._shared.attach_samples())
                self._reader.next = 0
                self.stage = "running"
            return
        text = str(content[-1])
        self._messages.append((kind, text))
        if kind == "stage":
            self.stage = text
        elif kind == "error":
            self._pending -= 1
            self.stage = "waiting for another configuration"
            if self._pending == 0:
                self._error = text
        elif kind == "ended" and self._pending == 0:
            self.ending = (content[0], text)
            self.stage = "ended"

    def _exit_message(self) -> str:
        code = None if self._process is None else self._process.exitcode
        return f"the process of the loop has ended (exit code {code}) while it was {self.stage}. Start another one."
