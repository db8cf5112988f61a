"""Compile what simulations need before they need it, on a mechanism so small that only the compiler takes time.

Compiled code is kept on disk (see jounce.kernel): the first call takes about a minute on two cores, every later one, in
any process, a second or two.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jounce import kernel, synthesis
from jounce.analysis.assembly import assemble
from jounce.analysis.equilibrium import settle
from jounce.elements.signal import ROW
from jounce.formulations.cartesian import pointers
from jounce.formulations.cartesian import system as cartesian_system
from jounce.formulations.cartesian.entries import signal_value
from jounce.formulations.framed import pointers as framed_pointers
from jounce.formulations.null_space import pointers as null_space_pointers
from jounce.formulations.null_space import start as null_space_start
from jounce.formulations.null_space import system as null_space_system
from jounce.ground import Flat, Ground, placed
from jounce.mechanism import GROUND, Body, Mechanism, Prismatic, SpringDamper
from jounce.simple_car import Fleet
from jounce.simulate.helper import helper
from jounce.simulate.many import Many, simulate_many
from jounce.simulate.options import (
    AdamsBashforthMoulton,
    Chord,
    DormandPrince,
    Integrator,
    Midpoint,
    Rosenbrock,
    RungeKutta4,
    TangentSpace,
)
from jounce.simulate.run import simulate
from jounce.simulate.trajectory import Trajectory
from jounce.simulate.watch import watched
from jounce.synthesis.start import start_state
from jounce.terrain import ferguson, plane
from jounce.tires.tire import tire_address

_LOOSE = DormandPrince(relative=1e-3, absolute=1e-3)
_ADAMS = AdamsBashforthMoulton(relative=1e-3, absolute=1e-3)


@dataclass(frozen=True)
class Task:
    """One part of the work, by name."""

    name: str
    run: Callable[[], object]
    beside: bool = False
    """Whether a second process does it meanwhile, if there is much to do and a core to do it."""


@dataclass(frozen=True)
class Timing:
    """How long a task took."""

    name: str
    seconds: float


def _weight() -> Mechanism:
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
    return Mechanism(name="warm-up weight", bodies=[weight], joints=[guide], forces=[spring])


def _world() -> cartesian_system.System:
    return cartesian_system.build(_weight())


def _bounce(integrator: Integrator) -> Trajectory:
    """Two steps in the world frame."""
    system = _world()
    return simulate(system, assemble(system), end=2e-3, integrator=integrator, sample=1e-3)


def _hop(integrator: Integrator) -> Trajectory:
    """Two steps on generated kernels."""
    system = synthesis.build(_weight())
    return simulate(system, start_state(system), end=2e-3, integrator=integrator, sample=1e-3)


def _slide(integrator: Integrator) -> Trajectory:
    """Two steps on a null space."""
    system = null_space_system.build(_weight())
    start = null_space_start.start_state(system)
    return simulate(system, start, end=2e-3, integrator=integrator, sample=1e-3)


def _many() -> Many:
    system = synthesis.build(_weight())
    many = simulate_many([system], [start_state(system)], end=2e-3, sample=1e-3, integrator=Midpoint(), threads=1)
    watched(many.trajectories[0], many.samples[0])
    return many


def _grounds() -> tuple[Ground, ...]:
    """The commonest kinds."""
    grids = (ferguson(np.zeros((4, 4), kind), spacing=1.0) for kind in (np.float32, np.float64))
    return tuple(placed(ground) for ground in (Flat(), plane(), *grids))


def _simplified() -> None:
    Fleet().advance(steps=2)


def _signal() -> float:
    return signal_value(np.zeros(ROW), np.zeros(1), 0.0)


TASKS = (
    Task("grounds", _grounds, beside=True),
    Task("tires", tire_address, beside=True),
    Task("generated kernels", lambda: _hop(Midpoint()), beside=True),
    Task("Rosenbrock", lambda: _hop(Rosenbrock()), beside=True),
    Task("chord", lambda: _hop(Chord()), beside=True),
    Task("many cars", _many, beside=True),
    Task("Dormand–Prince 5(4)", lambda: _hop(_LOOSE), beside=True),
    Task("Adams–Bashforth–Moulton", lambda: _hop(_ADAMS), beside=True),
    Task("null space", lambda: (_slide(RungeKutta4()), _slide(_ADAMS)), beside=True),
    Task("world frame: forces", _world),
    Task("world frame: assembly", lambda: assemble(_world())),
    Task("world frame: fixed steps", lambda: _bounce(RungeKutta4())),
    Task("world frame: observation", lambda: _bounce(RungeKutta4()).observation),
    Task("world frame: adaptive", lambda: _bounce(_LOOSE)),
    Task("chassis frame", lambda: _bounce(TangentSpace())),
    Task("static equilibrium", lambda: (_signal(), settle(_world()))),
    Task("world frame: Adams", lambda: _bounce(_ADAMS)),
    Task("simplified car", _simplified),
)
"""Together they call every compiled entry. Each builds on those before it, so that times add up; those of one process
build on none of the other, so that nothing is compiled twice. The kernels of a car are its own: its first run writes
and compiles them."""


def warmup(*, tasks: tuple[Task, ...] = TASKS, report: Callable[[Timing], None] | None = None) -> tuple[Timing, ...]:
    """Run tasks, by default all, and say how long each took; `report` hears of each when it is done.

    A second process does its share if all are asked for and anything is missing on the disk. This one then finds that
    there, and does what the other one could not.
    """
    timings: dict[str, Timing] = {}

    def done(timing: Timing) -> None:
        timings[timing.name] = timing
        if report is not None:
            report(timing)

    with helper(() if tasks != TASKS or is_warm() else tuple(task.name for task in tasks if task.beside)) as helped:
        for task in tasks:
            if task.name not in helped.names:
                done(_timed(task))
        for name, seconds in helped.wait():
            done(Timing(name, seconds))
        for task in tasks:
            if task.name in helped.names:
                here = _timed(task)
                if task.name not in timings:
                    done(here)
    return tuple(timings[task.name] for task in tasks)


def _timed(task: Task) -> Timing:
    clock = time.perf_counter()
    task.run()
    return Timing(task.name, time.perf_counter() - clock)


def run_named(name: str) -> float:
    """Run the task of that name; returns how long it took [s]."""
    return next(_timed(task).seconds for task in TASKS if task.name == name)


def is_warm() -> bool:
    """Whether every compiled entry has been kept on disk before, for this version of the sources."""
    if kernel.INTERPRETED:
        return True
    kept = {path.name.split("-")[0] for path in kernel.cache_folder().glob("*/*.nbi")}
    pointed = *pointers.FUNCTIONS, *framed_pointers.FUNCTIONS, *null_space_pointers.FUNCTIONS
    needed: list[Callable] = [*entries(), *pointed]
    return all(_file_name(function) in kept for function in needed)


def entries() -> list[Callable]:
    """Compiled entries that the tasks call."""
    rooms = ("jounce.analysis", "jounce.formulations", "jounce.integrators", "jounce.simulate")
    return [entry for entry in kernel.ENTRIES if entry.__module__.startswith(rooms)]


def _file_name(entry: Callable) -> str:
    """`fixed.advance`, as Numba begins the names of the files of an entry or pointer."""
    return f"{entry.__module__.rpartition('.')[2]}.{entry.__qualname__}"
