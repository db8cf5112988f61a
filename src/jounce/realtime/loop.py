"""The real-time loop: a plant, a metronome, inputs once a tick, samples out, commands between ticks.

A tick reads like this: commands, wait, input, steps, sample, count. Nothing in it waits for anyone: inputs and outputs
are memory or sockets that do not block.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from jounce.errors import JounceError, Refusal
from jounce.findings import suggestion
from jounce.realtime import rows, timing
from jounce.realtime.pacing import STOP, Clock, Pace, quiet, ticks_of
from jounce.realtime.plant import Plant, Snapshot
from jounce.realtime.seat import PATIENCE, Inputs, Seat
from jounce.realtime.timing import Timing

IDLE = 5e-3
"""Wall time between looks for commands while paused [s]."""
MOST_SNAPSHOTS = 100

Command = tuple[Any, ...]
COMMANDS = ("pause", "resume", "step", "reset", "speed", "snapshot", "restore", "forget", "clear", "stop")
"""pause · resume · step n · reset · speed x · snapshot name · restore name · forget name · clear (counters) · stop"""


class Outputs(Protocol):
    """Where samples go."""

    def write(self, row: np.ndarray) -> None:
        """Take a row; it changes after the call."""


@dataclass(frozen=True)
class Ending:
    """Why a loop has ended: `finished`, `stopped`, `late` or `failed`, and a sentence."""

    reason: str
    text: str = ""


class Loop:
    """Drives a plant in step with a clock, in the thread that calls `run`; other threads may call `send`."""

    def __init__(
        self,
        plant: Plant,
        *,
        inputs: Inputs | None = None,
        outputs: Sequence[Outputs] = (),
        policy: str = "slow",
        speed: float = 1.0,
        sample: float = 0.01,
        dead_man: float = PATIENCE,
        waits: bool = False,
        paused: bool = False,
        clock: Clock | None = None,
        numbers: np.ndarray | None = None,
        commands: Callable[[], Command | None] | None = None,
        report: Callable[[str, str], None] | None = None,
    ) -> None:
        """sample: simulated time between rows [s]. waits: whether a plant that fails waits, paused, for a reset, or
        ends the loop. numbers: memory for the counters. report hears of (`failed` or `refused`, a sentence)."""
        self.plant, self.outputs = plant, tuple(outputs)
        self.seat = Seat(inputs, dead_man)
        self.clock, self.timing = clock or Clock(), Timing(numbers)
        self.pace = Pace(self.clock, policy, self.timing)
        self.speed, (self.steps, self.period) = speed, ticks_of(plant.step, speed)
        self.every = max(1, round(sample / plant.step))
        self.waits, self.paused = waits, paused
        self.flags, self.since = 0, 0
        self.ending: Ending | None = None
        self.snapshots: dict[str, Snapshot] = {}
        self.queue: deque[Command] = deque()
        self.next_command = commands or self._queued
        self.report = report or (lambda what, text: None)

    def send(self, *command: Any) -> None:
        """Give a command, obeyed before the next tick; see COMMANDS."""
        self.queue.append(command)

    def run(self, seconds: float | None = None, begins: Callable[[], None] | None = None) -> Ending:
        """Run until told to stop, for ever or for so many seconds of wall time; another call goes on.

        begins: called when the first row is out, before the clock starts.
        """
        self.ending = None
        with quiet():
            self._put()
            if begins is not None:
                begins()
            begun = self.clock.now()
            self.seat.begin(begun)
            self.pace.rebase(begun, self.period)
            while self.ending is None:
                self._obey()
                if self.ending is not None:
                    break
                if self.paused:
                    now = self.clock.wait(self.clock.now() + IDLE)
                    self.pace.rebase(now, self.period)
                else:
                    ticks = self.pace.wait()
                    now = self.pace.started
                    if seconds is None or now - begun < seconds:
                        self._tick(ticks)
                if seconds is not None and now - begun >= seconds:
                    self.ending = Ending("finished")
            self._put()
        return self.ending

    def _tick(self, ticks: int) -> None:
        """The work of a wake-up."""
        numbers, steps = self.timing.numbers, ticks * self.steps
        self.plant.apply(self.seat.drive(self.pace.started, self.plant.time, self.period))
        numbers[timing.DEAD] = self.seat.left
        outcome = self.plant.advance(steps)
        numbers[timing.STEPS] += steps
        numbers[timing.SIMULATED] = numbers[timing.STEPS] * self.plant.step
        self.since += steps
        if self.since >= self.every or outcome:
            self.since = self.since - self.every if self.since < 2 * self.every else 0
            outcome = self._put() or outcome
        in_time = self.pace.done(ticks)
        self.flags = self.flags & ~rows.BEHIND if in_time else self.flags | rows.BEHIND
        if outcome:
            self._fail(outcome)
        elif not in_time and self.pace.policy == STOP:
            text = (
                f"t = {self.plant.time:.6g} s: a tick was {1e3 * self.pace.behind:.3g} ms late, with a period of "
                f"{1e3 * self.period:.3g} ms. Use the policy slow or drop, a longer step, or a faster machine."
            )
            self.ending = Ending("late", text)

    def _put(self) -> int:
        """Sample the plant and hand the row out; returns a status."""
        outcome = self.plant.sample()
        row, numbers = self.plant.row, self.timing.numbers
        row[rows.PLACE["flags"]] = self._all_flags()
        row[rows.PLACE["late_ticks"]] = numbers[timing.LATE]
        row[rows.PLACE["ticks"]] = numbers[timing.TICKS]
        row[rows.PLACE["input_sequence"]] = self.seat.sequence
        for output in self.outputs:
            output.write(row)
        return outcome

    def _all_flags(self) -> int:
        nobody = rows.DEAD_MAN if self.seat.empty else 0
        return self.flags | nobody | (rows.PAUSED if self.paused else 0)

    def _fail(self, outcome: int) -> None:
        text = self.plant.explain(outcome)
        self.report("failed", text)
        if not self.waits:
            self.ending = Ending("failed", text)
            return
        self.flags |= rows.FAILED
        self.paused = True
        self._put()

    # ------------------------------------------------------------------------------------------------- commands

    def _queued(self) -> Command | None:
        return self.queue.popleft() if self.queue else None

    def _obey(self) -> None:
        """All commands that have come; one that cannot be obeyed is reported and changes nothing."""
        while (command := self.next_command()) is not None:
            try:
                self._carry_out(*command)
            except JounceError as error:
                self.report("refused", str(error))
            now = self.clock.now()  # commands cost time that no tick is to blame for
            self.pace.rebase(max(now, self.pace.due(self.pace.tick)), self.period)

    def _carry_out(self, what: str, value: Any = None) -> None:
        if what == "pause":
            self.paused = True
        elif what == "resume":
            self._refuse_if_failed()
            self.paused = False
            self.seat.begin(self.clock.now())
        elif what == "step":
            self._single_steps(1 if value is None else value)
        elif what == "reset":
            self.plant.reset()
            self._revived()
        elif what == "speed":
            self.steps, self.period = ticks_of(self.plant.step, float(value))
            self.speed = float(value)
        elif what == "snapshot":
            self._keep(str(value))
        elif what == "restore":
            self.plant.restore(self._kept(str(value)))
            self._revived()
        elif what == "forget":
            self.snapshots.pop(str(value), None)
        elif what == "clear":
            self.timing.clear()
            self.seat.left = 0
        elif what == "stop":
            self.ending = Ending("stopped")
        else:
            raise Refusal(
                "unknown command", repr(what), f"one of {', '.join(COMMANDS)}", suggestion(str(what), COMMANDS)
            )
        if self.paused:
            self._put()

    def _single_steps(self, count: Any) -> None:
        """Some steps with the input of now, not counted as ticks; the loop is paused afterwards."""
        if not isinstance(count, int) or not 1 <= count <= 100_000:
            raise Refusal("not a number of steps", repr(count), "1 to 100000", where="step")
        self._refuse_if_failed()
        self.paused = True
        self.plant.apply(self.seat.at_once(self.plant.time))
        outcome = self.plant.advance(count)
        if outcome:
            self._fail(outcome)

    def _keep(self, name: str) -> None:
        if len(self.snapshots) >= MOST_SNAPSHOTS and name not in self.snapshots:
            raise Refusal("too many snapshots", str(len(self.snapshots)), hint="forget one first", where="snapshot")
        self.snapshots[name] = self.plant.snapshot()

    def _kept(self, name: str) -> Snapshot:
        if name not in self.snapshots:
            known = ", ".join(self.snapshots) or "none yet"
            hint = suggestion(name, self.snapshots)
            raise Refusal("no such snapshot", repr(name), f"one of: {known}", hint, where="restore")
        return self.snapshots[name]

    def _revived(self) -> None:
        """The plant is where it can be driven again."""
        self.flags &= ~(rows.FAILED | rows.BEHIND)
        self.since = 0
        if not self.paused:
            self._put()

    def _refuse_if_failed(self) -> None:
        if self.flags & rows.FAILED:
            raise Refusal("the plant cannot go on", "a failed plant", hint="reset it, or restore a snapshot first")
