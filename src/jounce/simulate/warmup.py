"""Compile what simulations need before they need it, on a mechanism so small that only the compiler takes time.

Compiled code is kept on disk (see jounce.kernel): the first call takes about a minute, every later one, in any process,
a second or two.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from jounce import kernel
from jounce.analysis.assembly import assemble
from jounce.analysis.equilibrium import settle
from jounce.formulations.cartesian import pointers
from jounce.formulations.cartesian.system import System, build
from jounce.mechanism import GROUND, Body, Mechanism, Prismatic, SpringDamper
from jounce.simulate.options import DormandPrince, Integrator, RungeKutta4
from jounce.simulate.run import simulate
from jounce.simulate.trajectory import Trajectory


@dataclass(frozen=True)
class Task:
    """One part of the work, by name."""

    name: str
    run: Callable[[], object]


@dataclass(frozen=True)
class Timing:
    """How long a task took."""

    name: str
    seconds: float


def _weight() -> System:
    """A weight on a guide, carried by a spring."""
    up, above = (0.0, 0.0, 1.0), (0.0, 0.0, 1.0)
    weight = Body(name="weight", mass=1.0, inertia=(0.1, 0.1, 0.1))
    guide = Prismatic(name="guide", body_a=GROUND, body_b="weight", point=(0.0, 0.0, 0.0), axis=up)
    spring = SpringDamper(
        name="spring",
        body_a=GROUND,
        body_b="weight",
        point_a=above,
        point_b=(0.0, 0.0, 0.0),
        stiffness=1e3,
        preload=0.0,
    )
    return build(Mechanism(name="warm-up weight", bodies=[weight], joints=[guide], forces=[spring]))


def _bounce(integrator: Integrator) -> Trajectory:
    system = _weight()
    return simulate(system, assemble(system), end=2e-3, integrator=integrator, sample=1e-3)


TASKS = (
    Task("forces and constraints", _weight),
    Task("assembly", lambda: assemble(_weight())),
    Task("Runge–Kutta 4", lambda: _bounce(RungeKutta4())),
    Task("observation", lambda: _bounce(RungeKutta4()).observation),
    Task("Dormand–Prince 5(4)", lambda: _bounce(DormandPrince(relative=1e-3, absolute=1e-3))),
    Task("static equilibrium", lambda: settle(_weight())),
)
"""Together they call every compiled entry; each builds on those before it, so that times add up."""


def warmup(*, tasks: tuple[Task, ...] = TASKS) -> tuple[Timing, ...]:
    """Run tasks, by default all, and say how long each took."""
    timings = []
    for task in tasks:
        clock = time.perf_counter()
        task.run()
        timings.append(Timing(task.name, time.perf_counter() - clock))
    return tuple(timings)


def is_warm() -> bool:
    """Whether every compiled entry has been kept on disk before, for this version of the sources."""
    if kernel.INTERPRETED:
        return True
    kept = {path.name.split("-")[0] for path in kernel.cache_folder().glob("*/*.nbi")}
    needed: list[Callable] = [*entries(), *pointers.FUNCTIONS]
    return all(_file_name(function) in kept for function in needed)


LATER = ("jounce.integrators.bank", "jounce.integrators.many")
"""Rooms whose entries only serve formulations with independent coordinates."""


def entries() -> list[Callable]:
    """Compiled entries that the tasks call."""
    of_jounce = [entry for entry in kernel.ENTRIES if entry.__module__.startswith("jounce.")]
    return [entry for entry in of_jounce if entry.__module__ not in LATER]


def _file_name(entry: Callable) -> str:
    """`fixed.advance`, as Numba begins the names of the files of an entry or pointer."""
    return f"{entry.__module__.rpartition('.')[2]}.{entry.__qualname__}"
