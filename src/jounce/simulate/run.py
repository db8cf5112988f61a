"""Run a system through time in compiled chunks, reporting progress between them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from jounce.errors import ModelError, SimulationError
from jounce.findings import Finding
from jounce.formulations import status
from jounce.formulations.cartesian.system import System
from jounce.integrators import dormand_prince, progress, rk4
from jounce.simulate.options import DormandPrince, Integrator, RungeKutta4
from jounce.simulate.trajectory import Counts, Trajectory

CHUNKS = 100
"""Calls into compiled code per run: often enough for a progress bar and Ctrl-C, rarely enough to cost nothing."""


def simulate(
    system: System,
    start: np.ndarray,
    *,
    end: float,
    begin: float = 0.0,
    integrator: Integrator | None = None,
    sample: float = 0.01,
    report: Callable[[float], None] | None = None,
) -> Trajectory:
    """Integrate from a consistent state (see `jounce.analysis.assemble`) and record it every `sample` seconds.

    A fixed step is shortened, if need be, so that samples fall on steps. `report` is called with the simulated time.
    Raises SimulationError with the time and the culprit, and with what was recorded until then as `.trajectory`.
    Ctrl-C returns what was recorded, marked `interrupted`.
    """
    integrator = integrator or RungeKutta4()
    _check(system, start, begin, end, sample)
    intervals = max(1, round((end - begin) / sample))
    times = np.linspace(begin, end, intervals + 1)
    samples = np.zeros((intervals + 1, 1 + system.size))
    y = np.array(start, dtype=float)
    samples[0] = [begin, *y]
    record = np.zeros(progress.LENGTH)
    record[progress.TIME] = begin
    clock = time.perf_counter()
    written, outcome, interrupted = 1, status.OK, False
    chunk = max(1, math.ceil(intervals / CHUNKS))
    advance = _fixed(system, integrator) if isinstance(integrator, RungeKutta4) else _adaptive(system, integrator)
    try:
        while written <= intervals and outcome == status.OK:
            last = min(written + chunk, intervals + 1)
            outcome, rows = advance(y, record, times[written - 1 : last], samples[written:last])
            written += rows
            if report is not None:
                report(float(record[progress.TIME]))
    except KeyboardInterrupt:
        interrupted = True
    counts = Counts(
        steps=int(record[progress.STEPS]),
        evaluations=int(record[progress.EVALUATIONS]),
        rejected=int(record[progress.REJECTED]),
        seconds=time.perf_counter() - clock,
    )
    trajectory = Trajectory(system, samples[:written].copy(), counts, interrupted)
    if outcome != status.OK:
        raise _failure(system, outcome, record, trajectory)
    return trajectory


Advance = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], tuple[int, int]]


def _fixed(system: System, integrator: RungeKutta4) -> Advance:
    """Steps that divide the sampling interval."""
    stages = np.zeros((rk4.STAGES, system.size))

    def advance(y: np.ndarray, record: np.ndarray, times: np.ndarray, samples: np.ndarray) -> tuple[int, int]:
        spacing = (times[-1] - times[0]) / (len(times) - 1)
        stride = max(1, math.ceil(spacing / integrator.step - 1e-9))
        n = stride * (len(times) - 1)
        return rk4.advance_rk4(
            system.model, system.work, y, stages, record, times[0], spacing / stride, n, stride, samples
        )

    return advance


def _adaptive(system: System, integrator: DormandPrince) -> Advance:
    """Steps chosen by the error; the first guess is a thousandth of the sampling interval."""
    stages = np.zeros((dormand_prince.STAGES, system.size))

    def advance(y: np.ndarray, record: np.ndarray, times: np.ndarray, samples: np.ndarray) -> tuple[int, int]:
        if record[progress.STEP] == 0.0:
            record[progress.STEP] = 1e-3 * (times[1] - times[0])
        return dormand_prince.advance_dormand_prince(
            system.model,
            system.work,
            y,
            stages,
            record,
            times[-1],
            integrator.relative,
            integrator.absolute,
            integrator.largest_step,
            float(integrator.most_steps),
            times[1:],
            samples,
        )

    return advance


def _check(system: System, start: np.ndarray, begin: float, end: float, sample: float) -> None:
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
    if findings:
        raise ModelError(findings)


def _failure(system: System, outcome: int, record: np.ndarray, trajectory: Trajectory) -> SimulationError:
    """The sentence for a failed run: when, what, where, and a way out."""
    t = float(record[progress.TIME])
    culprit = None
    where = ""
    if outcome in (status.LOOP_OPEN, status.INCONSISTENT):
        culprit = system.layout.joint_name(int(record[progress.CULPRIT]))
        where = f"; largest error {record[progress.SIZE]:.3g} at joint {culprit}"
    text = f"t = {t:.6g} s: {status.MEANING[outcome]}{where}. {status.WAY_OUT[outcome]}"
    error = SimulationError(text, time=t, step=int(record[progress.STEPS]), culprit=culprit)
    error.trajectory = trajectory
    return error
