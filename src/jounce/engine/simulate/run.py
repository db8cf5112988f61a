"""Run a system through time in compiled chunks, reporting progress between them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import System
from jounce.engine.integrators.catalogue.explicit import RungeKutta4
from jounce.engine.integrators.integrator import ON_MULTIPLIERS, FixedStep, Integrator
from jounce.engine.integrators.progress import (
    CHOSEN,
    EVALUATIONS,
    ITERATIONS,
    REFRESHES,
    REJECTED,
    STEPS,
    TIME,
)
from jounce.engine.integrators.registry import INTEGRATORS, join_words, names, runs_without_coordinates
from jounce.engine.simulate.adams import Notes
from jounce.engine.simulate.controller import Controller
from jounce.engine.simulate.events import Event, EventHit
from jounce.engine.simulate.failure import TerrainBoundary, boundary_error, simulation_error
from jounce.engine.simulate.observer import to_world_samples
from jounce.engine.simulate.stepper import Stepper, jacobian_states
from jounce.engine.simulate.trajectory import Counts, Trajectory
from jounce.errors import ModelError
from jounce.findings import Finding

PAUSE = 0.1
"""Wall-clock time [s] between returns from compiled code: often enough for progress and Ctrl-C, rarely enough to cost
nothing. Results do not depend on it."""
SAMPLES_PER_LOOK = 50
"""Samples between two looks at whether a run shall end: what comes after would be for nothing, and may take long."""
MAX_NEW_EQUATIONS = 1
"""Times that a run may have equations written and compiled for other coordinates: it takes 10 s to a minute."""
MAX_STEPS = 1e9
"""Fixed steps of one run, above which the step must be a mistake."""


def simulate(
    system: System,
    start: np.ndarray,
    *,
    end: float,
    begin: float = 0.0,
    integrator: Integrator | None = None,
    sample: float = 0.01,
    events: Sequence[Event] = (),
    control: Controller | None = None,
    ticks: int = 1,
    stop: Callable[[np.ndarray, int], int | None] | None = None,
    progress: Callable[[float], None] | None = None,
    rewrite_equations: bool = True,
) -> Trajectory:
    """Integrate from a consistent state and record it every `sample` seconds.

    system: a mechanism in any formulation (`jounce.engine.formulations.registry`), such as
    `jounce.engine.formulations.synthesis.build` gives; start: its `start_state()`, or another state of it with all
    joints closed. A mechanism that comes to a toggle position of its independent coordinates goes on with others, for
    which equations may have to be written and compiled in the middle of the run, at most once;
    rewrite_equations=False ends the run there instead, with the name of the joint.

    A fixed step is shortened, if need be, so that samples fall on steps. `events` are looked for by
    `AdamsBashforthMoulton` (see `jounce.engine.simulate.events`); one that stops ends the run with a sample of it.
    `control` acts at every sample, or `ticks` times from sample to sample, evenly. `stop` is asked now and then, with
    all samples so far (time first, then the state of the system) and the number of those that it has seen before, for
    the number of the sample at which the run shall end; it must not depend on when it is asked. `progress` is called
    with the simulated time. Raises SimulationError with the time and the culprit, and with what was recorded until then
    as `.trajectory`. Ctrl-C returns what was recorded, marked `interrupted`.
    """
    integrator = integrator or RungeKutta4()
    _check(system, start, begin, end, sample, ticks, integrator, events)
    times = tick_times(begin, end, sample, ticks)
    notes = Notes(tuple(events), inputs_change=control is not None)
    run = _Run(system, integrator, np.array(start, dtype=float), times, ticks, notes, rewrite_equations)
    clock = time.perf_counter()
    if control is not None:
        control.attach(system, system.model.tables, run.y)
    ending = _advance_to_the_end(run, control, stop, progress)
    return _recorded(run, ending, time.perf_counter() - clock)


def tick_times(begin: float, end: float, sample: float, ticks: int) -> np.ndarray:
    """Times of all ticks [s], `ticks` of them from sample to sample; every so many is the time of a sample."""
    return np.linspace(begin, end, max(1, round((end - begin) / sample)) * ticks + 1)


class _Run:
    """One run: the system that is running, and the stepper that advances it from tick to tick.

    A sample is every `per_sample`-th tick, the first included.
    """

    def __init__(
        self,
        system: System,
        integrator: Integrator,
        y: np.ndarray,
        times: np.ndarray,
        per_sample: int,
        notes: Notes,
        rewrite_equations: bool = True,
    ) -> None:
        self.rewrite_equations = rewrite_equations
        self.known = [system]
        self.system, self.notes = system, notes
        self.times, self.per_sample = times, per_sample
        begin = float(times[0])
        states = jacobian_states(system, integrator, y, begin)
        system.begin(begin, y)
        self.stepper = Stepper(system, integrator, y, times, states=states, notes=self.notes)
        self.y, self.record = self.stepper.y, self.stepper.record
        self.samples = self.stepper.samples[::per_sample]

    @property
    def count(self) -> int:
        """Number of samples of the whole run."""
        return len(self.samples)

    @property
    def written(self) -> int:
        """Number of samples that are recorded."""
        return (self.stepper.written - 1) // self.per_sample + 1

    def ticks_until(self, samples: int) -> range:
        """Numbers of the ticks that lead from here to so many samples."""
        return range(self.stepper.written, (samples - 1) * self.per_sample + 1)

    def advance(self, count: int) -> int:
        """Go on until `count` ticks are written, past toggle positions with other coordinates; returns a status."""
        outcome = self.stepper.advance(count)
        while outcome == status.SINGULAR and (other := self._with_other_coordinates()) is not None:
            self.system = other
            self.stepper.change_system(other)
            outcome = self.stepper.advance(count)
        return outcome

    def _with_other_coordinates(self) -> System | None:
        """The system with which to go on; where the integrator chooses the coordinates, once at a place."""
        other = self.system.with_other_coordinates(self.y)
        if other is None or other is not self.system:
            return other if other is None or self._has_equations(other) else None
        again = self.record[STEPS] != self.record[CHOSEN]
        self.record[CHOSEN] = self.record[STEPS]
        return other if again else None

    def _has_equations(self, other: System) -> bool:
        """Whether equations for other coordinates are there, or may be written: then they are known from now on."""
        if any(other.shares_kernels_with(system) for system in self.known):
            return True
        if not self.rewrite_equations or len(self.known) > MAX_NEW_EQUATIONS:
            return False
        self.known.append(other)
        return True


@dataclass
class _Ending:
    """Why a run is over; until then nothing is set."""

    outcome: int = status.OK
    """Status of the last steps."""
    crossing: tuple[int, str] | None = None
    """Sample with a wheel beyond the edge of the ground, and what to tell a person."""
    stopped_at: int | None = None
    """Sample at which a stop condition was met."""
    interrupted: bool = False

    @property
    def is_reached(self) -> bool:
        """Whether the run shall not go on."""
        return self.outcome != status.OK or self.crossing is not None or self.stopped_at is not None

    def count(self, written: int) -> int:
        """Samples that belong to the run, of those that are written."""
        last = self.stopped_at if self.stopped_at is not None else self.crossing[0] if self.crossing else written - 1
        return last + 1


def _advance_to_the_end(
    run: _Run,
    control: Controller | None,
    stop: Callable[[np.ndarray, int], int | None] | None,
    progress: Callable[[float], None] | None,
) -> _Ending:
    """Advance chunk by chunk until the last sample, a failure, the edge of the ground, a stop or Ctrl-C."""
    ending, boundary = _Ending(), TerrainBoundary(run.system)
    try:
        for pause in _pauses(run) if stop is None else _looks(run):
            before = run.written
            ending.outcome = _advance_chunk(run, control, pause)
            if progress is not None:
                progress(float(run.record[TIME]))
            ending.crossing = boundary.find_crossing(run.system, run.samples[: run.written], before)
            if stop is not None:  # it sees nothing beyond the edge
                ending.stopped_at = stop(run.samples[: ending.count(run.written)], before)
            if ending.is_reached or run.notes.stopped:
                break
    except KeyboardInterrupt:
        ending.interrupted = True
    return ending


def _advance_chunk(run: _Run, control: Controller | None, pause: int) -> int:
    """Advance to `pause` samples: at once, or tick by tick with a controller; returns a status."""
    ahead = run.ticks_until(pause)
    if control is None:
        return run.advance(ahead.stop)
    outcome = status.OK
    for n in ahead:
        control.update(float(run.times[n - 1]), float(run.times[n]))
        outcome = run.advance(n + 1)
        if outcome != status.OK or run.notes.stopped:
            break
    return outcome


def _recorded(run: _Run, ending: _Ending, seconds: float) -> Trajectory:
    """The trajectory, or the error with the trajectory so far; seconds: wall-clock time of the run."""
    counts = Counts(
        steps=int(run.record[STEPS]),
        evaluations=int(run.record[EVALUATIONS]),
        rejected=int(run.record[REJECTED]),
        seconds=seconds,
        iterations=int(run.record[ITERATIONS]),
        refreshes=int(run.record[REFRESHES]),
    )
    samples = to_world_samples(run.system, run.samples[: ending.count(run.written)])
    hits, log = _hits(run.system, run.notes), run.notes.step_log()
    trajectory = Trajectory(run.system, samples, counts, ending.interrupted, log, hits)
    if ending.stopped_at is not None:  # what happened after the end that was asked for does not count
        return trajectory
    if ending.crossing is not None:
        raise boundary_error(ending.crossing[1], trajectory)
    if ending.outcome != status.OK:
        raise simulation_error(run.system, ending.outcome, run.record, trajectory)
    return trajectory


def _hits(system: System, notes: Notes) -> tuple[EventHit, ...]:
    """What happened, in world states."""
    if not notes.hits:
        return ()
    rows = np.concatenate(notes.hits)
    world = to_world_samples(system, rows[:, 1:])
    return tuple(
        EventHit(notes.events[int(e)].name, float(row[0]), row[1:]) for e, row in zip(rows[:, 0], world, strict=True)
    )


def _looks(run: _Run) -> Iterator[int]:
    """Numbers of samples after which to look whether the run shall end."""
    while run.written < run.count:
        yield min(run.written + SAMPLES_PER_LOOK, run.count)


def _pauses(run: _Run) -> Iterator[int]:
    """Numbers of samples after which to come back: about PAUSE seconds apart, as far as can be told from the last."""
    ahead, clock = 1, time.perf_counter()
    while run.written < run.count:
        yield min(run.written + ahead, run.count)
        now = time.perf_counter()
        if now - clock < 0.5 * PAUSE:
            ahead *= 2
        elif now - clock > 2.0 * PAUSE:
            ahead = max(1, ahead // 2)
        clock = now


def _check(
    system: System,
    start: np.ndarray,
    begin: float,
    end: float,
    sample: float,
    ticks: int,
    integrator: Integrator,
    events: Sequence[Event],
) -> None:
    """Refuse what cannot be run, all at once."""
    findings = []
    if np.shape(start) != (system.size,):
        got, expected = str(np.shape(start)), f"({system.size},)"
        findings.append(Finding("start", "wrong size", got, expected, "use system.start_state()"))
    elif not np.all(np.isfinite(start)):
        bad = int(np.flatnonzero(~np.isfinite(start))[0])
        findings.append(Finding("start", "not finite", f"state {bad} is {start[bad]}", "finite numbers"))
    if not (math.isfinite(end) and end > begin):
        findings.append(Finding("end", "no time to cover", f"{begin} s to {end} s", "an end after the beginning"))
    if not (math.isfinite(sample) and sample > 0.0):
        findings.append(Finding("sample", "must be positive", repr(sample), "seconds between samples, such as 0.01"))
    if isinstance(integrator, FixedStep) and (end - begin) / integrator.step > MAX_STEPS:
        got = f"{integrator.step:g} s for {end - begin:g} s of time"
        findings.append(Finding("step", "too small", got, "a step such as 0.001 s"))
    if not system.capabilities.has_derivative and integrator.kind != ON_MULTIPLIERS:
        what, got = "cannot step this formulation", type(integrator).__name__
        findings.append(Finding("integrator", what, got, "tangent, or another formulation"))
    elif integrator.needs_coordinates and not system.capabilities.has_independent_coordinates:
        got, expected = type(integrator).__name__, join_words(names(runs_without_coordinates))
        what = "needs independent coordinates, which this formulation does not have"
        findings.append(Finding("integrator", what, got, expected))
    if ticks < 1 or (ticks > 1 and events):
        got = f"{ticks} from sample to sample" + (" with events" if events else "")
        findings.append(Finding("ticks", "out of range", got, "1 or more; with events 1"))
    if events and not integrator.finds_events:
        got, expected = (
            type(integrator).__name__,
            join_words(i.__name__ for i in INTEGRATORS.values() if i.finds_events),
        )
        findings.append(Finding("events", "are not looked for by this integrator", got, expected))
    if findings:
        raise ModelError(findings, "the run")
