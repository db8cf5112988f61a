"""The real-time loop: advances a plant in step with a clock, with inputs once a tick and commands between ticks.

The order of a tick: commands, wait, input, steps, sample, count. Inputs and outputs are memory or sockets that do not
block.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from jounce.errors import InputError, JounceError
from jounce.findings import suggestion
from jounce.live.realtime import sample_layout, timing
from jounce.live.realtime.input_watchdog import INPUT_TIMEOUT, Inputs, InputWatchdog
from jounce.live.realtime.pacing import STOP, Clock, Pacer, ticks_of, without_garbage_collection
from jounce.live.realtime.plant import Plant, Snapshot
from jounce.live.realtime.timing import LoopTiming

COMMAND_POLL_TIME = 5e-3
"""Wall time between two polls for commands while paused [s]."""
MAX_SNAPSHOTS = 100
"""Snapshots that a loop holds at most."""

Command = tuple[Any, ...]
COMMANDS = ("pause", "resume", "step", "reset", "speed", "snapshot", "restore", "forget", "clear", "stop")
"""pause · resume · step n · reset · speed x · snapshot name · restore name · forget name · clear (counters) · stop"""


class Outputs(Protocol):
    """A receiver of samples."""

    def write(self, row: np.ndarray) -> None:
        """Copy or send a sample row; the loop overwrites it after the call."""


@dataclass(frozen=True)
class LoopEnd:
    """Why a loop has ended: `finished`, `stopped`, `late` or `failed`, and a sentence."""

    reason: str
    text: str = ""


class Loop:
    """Advances a plant in step with a clock, in the thread that calls `run`; other threads may call `send`."""

    def __init__(
        self,
        plant: Plant,
        *,
        inputs: Inputs | None = None,
        outputs: Sequence[Outputs] = (),
        policy: str = "slow",
        speed: float = 1.0,
        sample: float = 0.01,
        dead_man: float = INPUT_TIMEOUT,
        wait_after_failure: bool = False,
        paused: bool = False,
        clock: Clock | None = None,
        numbers: np.ndarray | None = None,
        commands: Callable[[], Command | None] | None = None,
        report: Callable[[str, str], None] | None = None,
    ) -> None:
        """sample: simulated time between rows [s]. dead_man: wall time without input after which it counts as lost [s].
        wait_after_failure: whether a plant that fails waits, paused, for a reset; else the loop ends. numbers: memory
        for the counters. report: called with (`failed` or `refused`, a sentence)."""
        self.plant, self.outputs = plant, tuple(outputs)
        self._own, self._step = plant.layout.loop, plant.step
        self.watchdog = InputWatchdog(inputs, dead_man)
        self.clock, self.timing = clock or Clock(), LoopTiming(numbers)
        self.pacer = Pacer(self.clock, policy, self.timing)
        self.speed, (self.steps, self.period) = speed, ticks_of(plant.step, speed)
        self.every = max(1, round(sample / plant.step))
        self.wait_after_failure, self.paused = wait_after_failure, paused
        self.flags, self.since = 0, 0
        self.ending: LoopEnd | None = None
        self.snapshots: dict[str, Snapshot] = {}
        self.queue: deque[Command] = deque()
        self.next_command = commands or self._next_queued
        self.report = report or (lambda what, text: None)

    def send(self, *command: Any) -> None:
        """Queue a command, executed before the next tick; see COMMANDS."""
        self.queue.append(command)

    def run(self, seconds: float | None = None, begins: Callable[[], None] | None = None) -> LoopEnd:
        """Run until stopped, without limit or for so many seconds of wall time; another call continues.

        begins: called after the first sample, before the clock starts.
        """
        self.ending = None
        with without_garbage_collection():
            self._write_sample()
            if begins is not None:
                begins()
            begun = self.clock.now()
            self.watchdog.restart(begun)
            self.pacer.rebase(begun, self.period)
            while self.ending is None:
                self._run_commands()
                if self.ending is not None:
                    break
                if self.paused:
                    now = self.clock.wait(self.clock.now() + COMMAND_POLL_TIME)
                    self.pacer.rebase(now, self.period)
                else:
                    ticks = self.pacer.wait()
                    now = self.pacer.started
                    if seconds is None or now - begun < seconds:
                        self._tick(ticks)
                if seconds is not None and now - begun >= seconds:
                    self.ending = LoopEnd("finished")
            self._write_sample()
        return self.ending

    def _tick(self, ticks: int) -> None:
        """Do the work of one wake-up: input, steps, sample, count."""
        # input and steps
        counters, steps = self.timing.counters, ticks * self.steps
        self.plant.apply(self.watchdog.update(self.pacer.started, self.plant.time, self.period))
        outcome = self.plant.advance(steps)
        counters[timing.DEAD] = self.watchdog.losses
        counters[timing.STEPS] = done = counters[timing.STEPS] + steps
        counters[timing.SIMULATED] = done * self._step
        # sample
        self.since += steps
        if self.since >= self.every or outcome:
            self.since = self.since - self.every if self.since < 2 * self.every else 0
            outcome = self._write_sample() or outcome
        # count, and act on failure or lateness
        in_time = self.pacer.finish(ticks)
        self.flags = self.flags & ~sample_layout.BEHIND if in_time else self.flags | sample_layout.BEHIND
        if outcome:
            self._fail(outcome)
        elif not in_time and self.pacer.policy == STOP:
            text = (
                f"t = {self.plant.time:.6g} s: a tick was {1e3 * self.pacer.behind:.3g} ms late, with a period of "
                f"{1e3 * self.period:.3g} ms. Use the policy slow or drop, a longer step, or a faster machine."
            )
            self.ending = LoopEnd("late", text)

    def _write_sample(self) -> int:
        """Sample the plant and write the row to all outputs; returns a status."""
        outcome = self.plant.sample()
        row, counters = self.plant.row, self.timing.counters
        row[self._own] = self._all_flags(), counters[timing.LATE], counters[timing.TICKS], self.watchdog.sequence
        for output in self.outputs:
            output.write(row)
        return outcome

    def _all_flags(self) -> int:
        lost = sample_layout.DEAD_MAN if self.watchdog.input_lost else 0
        return self.flags | lost | (sample_layout.PAUSED if self.paused else 0)

    def _fail(self, outcome: int) -> None:
        text = self.plant.explain(outcome)
        self.report("failed", text)
        if not self.wait_after_failure:
            self.ending = LoopEnd("failed", text)
            return
        self.flags |= sample_layout.FAILED
        self.paused = True
        self._write_sample()

    # ------------------------------------------------------------------------------------------------- commands

    def _next_queued(self) -> Command | None:
        return self.queue.popleft() if self.queue else None

    def _run_commands(self) -> None:
        """Run all commands that have arrived; one that is refused is reported and changes nothing."""
        while (command := self.next_command()) is not None:
            try:
                self._run_command(*command)
            except JounceError as error:
                self.report("refused", str(error))
            now = self.clock.now()  # time spent on commands is not counted against any tick
            self.pacer.rebase(max(now, self.pacer.due(self.pacer.tick)), self.period)

    def _run_command(self, what: str, value: Any = None) -> None:
        if what == "pause":
            self.paused = True
        elif what == "resume":
            self._refuse_if_failed()
            self.paused = False
            self.watchdog.restart(self.clock.now())
        elif what == "step":
            self._single_steps(1 if value is None else value)
        elif what == "reset":
            self.plant.reset()
            self._clear_failure()
        elif what == "speed":
            self.steps, self.period = ticks_of(self.plant.step, float(value))
            self.speed = float(value)
        elif what == "snapshot":
            self._store_snapshot(str(value))
        elif what == "restore":
            self.plant.restore(self._find_snapshot(str(value)))
            self._clear_failure()
        elif what == "forget":
            self.snapshots.pop(str(value), None)
        elif what == "clear":
            self.timing.clear()
            self.watchdog.losses = 0
        elif what == "stop":
            self.ending = LoopEnd("stopped")
        else:
            raise InputError(
                "unknown command", repr(what), f"one of {', '.join(COMMANDS)}", suggestion(str(what), COMMANDS)
            )
        if self.paused:
            self._write_sample()

    def _single_steps(self, count: Any) -> None:
        """Advance by single steps with the current input, not counted as ticks; the loop is paused afterwards."""
        if not isinstance(count, int) or not 1 <= count <= 100_000:
            raise InputError("not a number of steps", repr(count), "1 to 100000", where="step")
        self._refuse_if_failed()
        self.paused = True
        self.plant.apply(self.watchdog.read_without_timeout(self.plant.time))
        outcome = self.plant.advance(count)
        if outcome:
            self._fail(outcome)

    def _store_snapshot(self, name: str) -> None:
        if len(self.snapshots) >= MAX_SNAPSHOTS and name not in self.snapshots:
            raise InputError("too many snapshots", str(len(self.snapshots)), hint="forget one first", where="snapshot")
        self.snapshots[name] = self.plant.snapshot()

    def _find_snapshot(self, name: str) -> Snapshot:
        if name not in self.snapshots:
            known = ", ".join(self.snapshots) or "none yet"
            hint = suggestion(name, self.snapshots)
            raise InputError("no such snapshot", repr(name), f"one of: {known}", hint, where="restore")
        return self.snapshots[name]

    def _clear_failure(self) -> None:
        """Clear the flags of failure and delay: the plant can be driven again."""
        self.flags &= ~(sample_layout.FAILED | sample_layout.BEHIND)
        self.since = 0
        if not self.paused:
            self._write_sample()

    def _refuse_if_failed(self) -> None:
        if self.flags & sample_layout.FAILED:
            raise InputError("the plant cannot go on", "a failed plant", hint="reset it, or restore a snapshot first")
