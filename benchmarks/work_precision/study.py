"""Work and precision: what every integrator costs for what it gets right, on the synthesis formulation.

The error of a run is the largest difference from a reference over all compared times and signals (`watched`), each
relative to the range that the signal has in the reference. The reference is Dormand–Prince at 1e-11, and is itself
compared with Runge–Kutta 4 at a tiny step. The cost is the smallest time of several runs, without compilation and
without what happens once before a run, such as the matrices of implicit methods.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import numpy as np

from benchmarks.work_precision.cases import CASES, Case
from jounce.engine.formulations import synthesis
from jounce.engine.integrators.registry import INTEGRATORS, can_pace, is_adaptive, make_integrator, names
from jounce.engine.simulate import Adaptive, DormandPrince, Integrator, RungeKutta4, Trajectory, simulate
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.errors import InputError, SimulationError
from jounce.findings import suggestion
from jounce.model.vehicle.corners import CHASSIS
from jounce.version import __version__

STEPS = (2.5e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2)
"""Of fixed-step methods [s]."""
TOLERANCES = (1e-2, 1e-3, 1e-4, 3e-5, 1e-5, 1e-6, 1e-8)
"""Relative, of adaptive methods; absolute ones are the share of it that the method says, or a hundredth."""
REFERENCE, CHECK = DormandPrince(relative=1e-11, absolute=1e-13), RungeKutta4(step=2.5e-5)
WRONG = 1.0
"""Error from which on a run that came to its end is called wrong: it differs by more than the signal moves."""


def _with_step(name: str, options: Mapping[str, Any], step: float) -> Integrator:
    return make_integrator(name, step=step, **options)


def _with_tolerance(name: str, tolerance: float) -> Integrator:
    kind = INTEGRATORS[name]
    share = kind.absolute_share if issubclass(kind, Adaptive) else None
    return make_integrator(name, relative=tolerance, absolute=(share or 1e-2) * tolerance)


FIXED: Mapping[str, Callable[[float], Integrator]] = {
    f"{name} {variant}".rstrip(): partial(_with_step, name, options)
    for name, kind in INTEGRATORS.items()
    if can_pace(kind)
    for variant, options in (kind.variants or {"": {}}).items()
}
"""Name, or name and variant → the integrator, as a function of its step [s]."""
ADAPTIVE: Mapping[str, Callable[[float], Integrator]] = {
    name: partial(_with_tolerance, name) for name in names(is_adaptive)
}
"""Name → the integrator, as a function of its relative tolerance."""
METHODS = (*FIXED, *ADAPTIVE)


def check_method(name: str) -> str:
    """The name, if it is that of a method; raises InputError."""
    if name not in METHODS:
        raise InputError("unknown method", repr(name), f"one of {', '.join(METHODS)}", suggestion(name, METHODS))
    return name


@dataclass
class Point:
    """One method with one step or tolerance in one case."""

    method: str
    step: float | None
    """[s]; None for an adaptive method"""
    tolerance: float | None
    outcome: str
    """`ok`, `wrong` (came to the end, off by more than the signals move) or `failed`"""
    error: float | None
    """largest, relative; None when it failed"""
    worst: str
    """the signal that is off most"""
    note: str
    """why it failed"""
    steps: int
    evaluations: int
    rejected: int
    iterations: int
    refreshes: int
    times: list[float] = field(default_factory=list)
    """seconds, one per repeat"""
    us_per_second: float | None = None
    """smallest, microseconds per simulated second; None when it failed"""

    @property
    def size(self) -> float:
        """Step or tolerance."""
        return self.step if self.step is not None else self.tolerance or 0.0


@dataclass
class CaseStudy:
    """All methods in one case."""

    name: str
    about: str
    end: float
    """[s]"""
    freedom: int
    """degrees of freedom"""
    reference: dict[str, Any]
    """how it was made, `check` (its difference from the second reference) and `end_speed` [m/s]"""
    points: list[Point] = field(default_factory=list)


@dataclass
class Study:
    """What `work_precision` found; `interrupted`: by Ctrl-C, so that some of it is missing."""

    repeats: int
    cases: list[CaseStudy] = field(default_factory=list)
    interrupted: bool = False
    created: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    jounce_version: str = __version__
    cores: int | None = field(default_factory=os.cpu_count)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return dataclasses.asdict(self)


@dataclass(frozen=True)
class Progress:
    """Where a study is."""

    case: str
    what: str
    done: int
    total: int


def work_precision(
    cases: Iterable[Case] = tuple(CASES.values()),
    *,
    repeats: int = 3,
    methods: Iterable[str] = METHODS,
    steps: Iterable[float] = STEPS,
    tolerances: Iterable[float] = TOLERANCES,
    progress: Callable[[Progress], None] | None = None,
) -> Study:
    """Run every method at every step or tolerance in every case. Ctrl-C gives what was done, marked `interrupted`."""
    study, wanted = Study(repeats), tuple(cases)
    plan = list(_plan(tuple(methods), tuple(steps), tuple(tolerances)))
    total, done = len(wanted) * (2 + repeats * len(plan)), 0

    def tell(case: Case, what: str) -> None:
        nonlocal done
        if progress is not None:
            progress(Progress(case.name, what, done, total))
        done += 1

    try:
        for case in wanted:
            _study_case(case, study, plan, repeats, tell)
    except KeyboardInterrupt:
        study.interrupted = True
    return study


def _plan(
    methods: tuple[str, ...], steps: tuple[float, ...], tolerances: tuple[float, ...]
) -> Iterator[tuple[str, float]]:
    for method in methods:
        yield from ((method, size) for size in (steps if method in FIXED else tolerances))


def _study_case(
    case: Case, study: Study, plan: list[tuple[str, float]], repeats: int, tell: Callable[[Case, str], None]
) -> None:
    """The references, then every point once a round, so that a busy moment of the machine does not meet one alone."""
    tell(case, "reference")
    system = case.make()
    start = rolling_start(system, "design")
    best = _run(system, start, case, REFERENCE)
    expected = watched(best)
    tell(case, "check of the reference")
    check, signal = difference(watched(_run(system, start, case, CHECK)), expected)
    found = CaseStudy(
        name=case.name,
        about=case.about,
        end=case.end,
        freedom=len(system.independent),
        reference={
            "method": "dormand-prince",
            "tolerance": REFERENCE.relative,
            "steps": best.counts.steps,
            "check": check,
            "check_worst": signal,
            "end_speed": float(np.linalg.norm(best.velocity(CHASSIS)[-1])),
        },
    )
    study.cases.append(found)
    for round_ in range(repeats):
        for i, (method, size) in enumerate(plan):
            tell(case, f"{method} {shown(method, size)}")
            integrator = (FIXED[method] if method in FIXED else ADAPTIVE[method])(size)
            if round_ == 0:
                _compile(system, start, case, integrator)
                found.points.append(_point(system, start, case, method, size, integrator, expected))
            elif found.points[i].outcome != "failed":
                seconds = _run(system, start, case, integrator).counts.seconds
                found.points[i].times.append(seconds)
                found.points[i].us_per_second = 1e6 * min(found.points[i].times) / case.end


def shown(method: str, size: float) -> str:
    """A step or tolerance as people write it."""
    return f"{1e3 * size:g} ms" if method in FIXED else f"{size:.0e}".replace("e-0", "e-")


def _compile(system: synthesis.System, start: np.ndarray, case: Case, integrator: Integrator) -> None:
    """One sample, so that the run itself compiles nothing; if it fails so early, the run will say so."""
    with contextlib.suppress(SimulationError):
        _run(system, start, dataclasses.replace(case, end=case.sample), integrator)


def _run(system: synthesis.System, start: np.ndarray, case: Case, integrator: Integrator) -> Trajectory:
    run = simulate(system, start, end=case.end, sample=case.sample, integrator=integrator)
    if run.interrupted:
        raise KeyboardInterrupt
    return run


def _point(
    system: synthesis.System,
    start: np.ndarray,
    case: Case,
    method: str,
    size: float,
    integrator: Integrator,
    expected: Mapping[str, np.ndarray],
) -> Point:
    note, error, worst = "", None, ""
    try:
        run = _run(system, start, case, integrator)
        error, worst = difference(watched(run), expected)
    except SimulationError as stopped:
        run, note = stopped.trajectory, str(stopped)
    counts, failed = run.counts, error is None
    return Point(
        method=method,
        step=size if method in FIXED else None,
        tolerance=None if method in FIXED else size,
        outcome="failed" if error is None else "wrong" if error >= WRONG else "ok",
        error=error,
        worst=worst,
        note=note,
        steps=counts.steps,
        evaluations=counts.evaluations,
        rejected=counts.rejected,
        iterations=counts.iterations,
        refreshes=counts.refreshes,
        times=[] if failed else [counts.seconds],
        us_per_second=None if failed else 1e6 * counts.seconds / case.end,
    )


SMALLEST = {"m": 0.01, "m/s": 0.01, "rad/s": 0.01, "spin": 0.1}
"""Ranges below these [SI] count as these: a signal that should rest is not compared with its own rounding."""


def watched(run: Trajectory) -> dict[str, np.ndarray]:
    """Position, velocity and angular velocity of the chassis and the spins of the wheels; unit after the name."""
    signals: dict[str, np.ndarray] = {}
    for unit, values in (
        ("m", run.position(CHASSIS)),
        ("m/s", run.velocity(CHASSIS)),
        ("rad/s", run.angular_velocity(CHASSIS)),
    ):
        kind = {"m": "position", "m/s": "velocity", "rad/s": "angular velocity"}[unit]
        signals |= {f"{kind} {axis} [{unit}]": values[:, i] for i, axis in enumerate("xyz")}
    for tire in run.mechanism.tires:
        axis = run.rotation(tire.body) @ run.frames[tire.body].direction(tire.spin_axis)
        signals[f"{tire.body} [spin]"] = np.einsum("ni,ni->n", run.angular_velocity(tire.body), axis)
    return signals


def difference(signals: Mapping[str, np.ndarray], expected: Mapping[str, np.ndarray]) -> tuple[float, str]:
    """The largest difference relative to the range of what is expected, and the signal that has it."""
    largest, worst = 0.0, ""
    for name, values in expected.items():
        floor = SMALLEST[name.rpartition("[")[2].rstrip("]")]
        off = float(np.max(np.abs(signals[name] - values)) / max(float(np.ptp(values)), floor))
        if off > largest or not worst:
            largest, worst = off, name.rpartition(" [")[0]
    return largest, worst
