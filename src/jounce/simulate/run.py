"""Run a system through time in compiled chunks, reporting progress between them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from jounce import synthesis
from jounce.errors import ModelError, SimulationError
from jounce.findings import Finding
from jounce.formulations import status
from jounce.formulations.cartesian import system as cartesian_system
from jounce.formulations.cartesian.entries import accelerations
from jounce.formulations.null_space import system as null_space_system
from jounce.formulations.null_space.entries import choose_basis
from jounce.integrators import progress
from jounce.simulate.adams import Notes
from jounce.simulate.advance import advance_of, scratch
from jounce.simulate.controller import Controller
from jounce.simulate.edge import Edge, left_the_ground
from jounce.simulate.events import Event, EventHit
from jounce.simulate.observer import System, observer_of, world_samples
from jounce.simulate.options import (
    AdamsBashforthMoulton,
    FixedStep,
    Implicit,
    Integrator,
    NeedsCoordinates,
    RungeKutta4,
)
from jounce.simulate.speeds import bank_states
from jounce.simulate.stand_in import stand_in
from jounce.simulate.trajectory import Counts, Trajectory
from jounce.synthesis.system import repartition, to_the_end

PAUSE = 0.1
"""Wall-clock time [s] between returns from compiled code: often enough for progress and Ctrl-C, rarely enough to cost
nothing. Results do not depend on it."""
BELIEVABLE = 0.1
"""Errors of joints up to this size [m, rad] tell which joint tore."""
LOOK = 50
"""Samples between two looks at whether a run shall end: what comes after would be for nothing, and may take long."""
MOST_STEPS = 1e9
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
    stop: Callable[[np.ndarray, int], int | None] | None = None,
    report: Callable[[float], None] | None = None,
) -> Trajectory:
    """Integrate from a consistent state and record it every `sample` seconds.

    system and start: of `jounce.formulations.cartesian.system.build` and `jounce.analysis.assemble`, or of
    `jounce.synthesis.build` and `start_state`. A synthesised mechanism that comes to a toggle position of its
    independent coordinates goes on with others.

    A fixed step is shortened, if need be, so that samples fall on steps. `events` are looked for by
    `AdamsBashforthMoulton` (see `jounce.simulate.events`); one that stops ends the run with a sample of it. `control`
    acts at every sample. `stop` is asked now and then, with all samples so far (time first, then the state of the
    system) and the number of those that it has seen before, for the number of the sample at which the run shall end; it
    must not depend on when it is asked. `report` is called with the simulated time.
    Raises SimulationError with the time and the culprit, and with what was recorded until then as `.trajectory`.
    Ctrl-C returns what was recorded, marked `interrupted`.
    """
    integrator = integrator or RungeKutta4()
    _check(system, start, begin, end, sample, integrator, events)
    times = np.linspace(begin, end, max(1, round((end - begin) / sample)) + 1)
    samples = np.zeros((len(times), 1 + system.size))
    y = np.array(start, dtype=float)
    samples[0] = [begin, *y]
    record = np.zeros(progress.LENGTH)
    record[progress.TIME], record[progress.WRITTEN] = begin, 1.0
    stages = scratch(integrator, system.size)
    states = bank_states(system, y, begin) if isinstance(integrator, Implicit) else [y]
    if isinstance(system, synthesis.System) and system.compiling:
        still = stand_in(system), integrator, y.copy(), record.copy(), times, samples, scratch(integrator, system.size)
        advance_of(*still, [y])(1)  # compiles the integrator; the only sample asked for is there already
    if isinstance(system, null_space_system.System):
        choose_basis(system.model, system.work, begin, y)  # runs do not depend on those before
    notes = Notes(tuple(events))
    advance = advance_of(system, integrator, y, record, times, samples, stages, states, notes)
    clock = time.perf_counter()
    outcome, interrupted = status.OK, False
    edge, off = Edge(system), None
    ended: int | None = None
    if control is not None:
        control.take(system, system.model.tables, y)
    try:
        for pause in _pauses(record, len(times)) if stop is None else _looks(record, len(times)):
            before = int(record[progress.WRITTEN])
            for sample_number in range(before + 1, pause + 1) if control is not None else (pause,):
                if control is not None:
                    control.act(float(times[sample_number - 2]), float(times[sample_number - 1]))
                outcome = advance(sample_number)
                while outcome == status.SINGULAR and (other := _with_other_coordinates(system, y, record)) is not None:
                    system = other
                    advance = advance_of(system, integrator, y, record, times, samples, stages, [y], notes)
                    outcome = advance(sample_number)
                if outcome != status.OK or notes.stopped:
                    break
            if report is not None:
                report(float(record[progress.TIME]))
            written = int(record[progress.WRITTEN])
            off = edge.crossed(system, samples[:written], before)
            ended = stop(samples[: written if off is None else off[0] + 1], before) if stop is not None else None
            if outcome != status.OK or off is not None or ended is not None or notes.stopped:
                break
    except KeyboardInterrupt:
        interrupted = True
    counts = Counts(
        steps=int(record[progress.STEPS]),
        evaluations=int(record[progress.EVALUATIONS]),
        rejected=int(record[progress.REJECTED]),
        seconds=time.perf_counter() - clock,
        iterations=int(record[progress.ITERATIONS]),
        refreshes=int(record[progress.REFRESHES]),
    )
    written = ended + 1 if ended is not None else int(record[progress.WRITTEN]) if off is None else off[0] + 1
    recorded = world_samples(system, samples[:written].copy())
    trajectory = Trajectory(system, recorded, counts, interrupted, notes.step_log(), _hits(system, notes))
    if ended is not None:  # what happened after the end that was asked for does not count
        return trajectory
    if off is not None:
        raise left_the_ground(off[1], trajectory)
    if outcome != status.OK:
        raise failure(system, outcome, record, trajectory)
    return trajectory


def _with_other_coordinates(system: System, y: np.ndarray, record: np.ndarray) -> System | None:
    """A synthesised system with independent coordinates that fit the position y; if there are no better ones, the same
    system as far as it goes; None when it has gone that far. The method `tangent` chooses its own, once at a place."""
    if isinstance(system, cartesian_system.System):
        again = record[progress.STEPS] != record[progress.CHOSEN]
        record[progress.CHOSEN] = record[progress.STEPS]
        return system if again else None
    if isinstance(system, null_space_system.System):
        return None
    return repartition(system, y) or to_the_end(system)


def _hits(system: System, notes: Notes) -> tuple[EventHit, ...]:
    """What happened, in world states."""
    if not notes.hits:
        return ()
    rows = np.concatenate(notes.hits)
    world = world_samples(system, rows[:, 1:])
    return tuple(
        EventHit(notes.events[int(e)].name, float(row[0]), row[1:]) for e, row in zip(rows[:, 0], world, strict=True)
    )


def _looks(record: np.ndarray, last: int) -> Iterator[int]:
    """Numbers of samples after which to look whether the run shall end."""
    while record[progress.WRITTEN] < last:
        yield min(int(record[progress.WRITTEN]) + LOOK, last)


def _pauses(record: np.ndarray, last: int) -> Iterator[int]:
    """Numbers of samples after which to come back: about PAUSE seconds apart, as far as can be told from the last."""
    ahead, clock = 1, time.perf_counter()
    while record[progress.WRITTEN] < last:
        yield min(int(record[progress.WRITTEN]) + ahead, last)
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
    integrator: Integrator,
    events: Sequence[Event],
) -> None:
    """Refuse what cannot be run, all at once."""
    findings = []
    if np.shape(start) != (system.size,):
        got, expected = str(np.shape(start)), f"({system.size},)"
        findings.append(Finding("start", "wrong size", got, expected, "use assemble(system)"))
    elif not np.all(np.isfinite(start)):
        bad = int(np.flatnonzero(~np.isfinite(start))[0])
        findings.append(Finding("start", "not finite", f"state {bad} is {start[bad]}", "finite numbers"))
    if not (math.isfinite(end) and end > begin):
        findings.append(Finding("end", "no time to cover", f"{begin} s to {end} s", "an end after the beginning"))
    if not (math.isfinite(sample) and sample > 0.0):
        findings.append(Finding("sample", "must be positive", repr(sample), "seconds between samples, such as 0.01"))
    if isinstance(integrator, FixedStep) and (end - begin) / integrator.step > MOST_STEPS:
        got = f"{integrator.step:g} s for {end - begin:g} s of time"
        findings.append(Finding("step", "too small", got, "a step such as 0.001 s"))
    if isinstance(integrator, NeedsCoordinates) and system.coordinates.size == 0:
        got, expected = type(integrator).__name__, "midpoint, ab2, rk4, dormand-prince or abm"
        what = "needs independent coordinates, which this formulation does not have"
        findings.append(Finding("integrator", what, got, expected))
    if events and not isinstance(integrator, AdamsBashforthMoulton):
        got = type(integrator).__name__
        findings.append(Finding("events", "are not looked for by this integrator", got, "AdamsBashforthMoulton"))
    if findings:
        raise ModelError(findings, "the run")


def failure(system: System, outcome: int, record: np.ndarray, trajectory: Trajectory) -> SimulationError:
    """The sentence for a failed run: when, what, where, and a way out."""
    t = float(record[progress.TIME])
    culprit, where = _culprit(system, outcome, record, trajectory.samples[-1])
    text = f"t = {t:.6g} s: {status.MEANING[outcome]}{where}. {status.WAY_OUT[outcome]}"
    error = SimulationError(text, time=t, step=int(record[progress.STEPS]), culprit=culprit)
    error.trajectory = trajectory
    return error


def _culprit(system: System, outcome: int, record: np.ndarray, last: np.ndarray) -> tuple[str, str]:
    """The part to look at: an open joint, the fastest body, or the joint that carries most at the last sample.

    An error larger than any joint belongs to a step that had blown up before; it says nothing about the joint.
    """
    layout, nb = system.layout, len(system.layout.bodies)
    if outcome == status.SINGULAR:
        joint = layout.joint_name(int(record[progress.CULPRIT]))
        return joint, f"; the loop of joint {joint}"
    if outcome in (status.LOOP_OPEN, status.INCONSISTENT) and abs(record[progress.SIZE]) < BELIEVABLE:
        joint = layout.joint_name(int(record[progress.CULPRIT]))
        return joint, f"; largest error {record[progress.SIZE]:.3g} at joint {joint}"
    if outcome == status.NOT_FINITE or not layout.joints:
        speeds = np.abs(last[1 + 7 * nb : 1 + 13 * nb]).reshape(nb, 6).max(axis=1)
        body = layout.bodies[int(np.argmax(speeds))]
        return body, f"; fastest body {body}"
    observer = observer_of(system)
    accelerations(observer.model, observer.work, last[0], last[1:])
    loads = np.abs(observer.work.x[nb:]).max(axis=1)
    joint = layout.joint_name(int(np.argmax(loads)))
    return joint, f"; largest load {loads.max():.3g} N or N·m at joint {joint}"
