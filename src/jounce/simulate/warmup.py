"""Compile what simulations need before they need it, on a mechanism so small that only the compiler takes time.

Compiled code is kept on disk (see jounce.kernel): the first call takes about a minute, every later one, in any process,
a second or two.
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
from jounce.ground import Flat, Ground, placed
from jounce.mechanism import GROUND, Body, Mechanism, Prismatic, SpringDamper
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


def _many() -> Many:
    system = synthesis.build(_weight())
    return simulate_many([system], [start_state(system)], end=2e-3, sample=1e-3, integrator=Midpoint(), threads=1)


def _grounds() -> tuple[Ground, ...]:
    """The commonest kinds."""
    grids = (ferguson(np.zeros((4, 4), kind), spacing=1.0) for kind in (np.float32, np.float64))
    return tuple(placed(ground) for ground in (Flat(), plane(), *grids))


def _signal() -> float:
    return signal_value(np.zeros(ROW), np.zeros(1), 0.0)


TASKS = (
    Task("grounds", _grounds),
    Task("tires", tire_address),
    Task("generated kernels", lambda: _hop(Midpoint())),
    Task("Rosenbrock", lambda: _hop(Rosenbrock())),
    Task("chord", lambda: _hop(Chord())),
    Task("many cars", _many),
    Task("world frame: forces", _world),
    Task("world frame: assembly", lambda: assemble(_world())),
    Task("world frame: fixed steps", lambda: _bounce(RungeKutta4())),
    Task("world frame: observation", lambda: _bounce(RungeKutta4()).observation),
    Task("chassis frame", lambda: _bounce(TangentSpace())),
    Task("Dormand–Prince 5(4)", lambda: (_hop(_LOOSE), _bounce(_LOOSE))),
    Task("Adams–Bashforth–Moulton", lambda: (_hop(_ADAMS), _bounce(_ADAMS))),
    Task("static equilibrium", lambda: (_signal(), settle(_world()))),
)
"""Together they call every compiled entry; each builds on those before it, so that times add up. The kernels of a car
are its own: its first run writes and compiles them."""


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
    needed: list[Callable] = [*entries(), *pointers.FUNCTIONS, *framed_pointers.FUNCTIONS]
    return all(_file_name(function) in kept for function in needed)


def entries() -> list[Callable]:
    """Compiled entries that the tasks call."""
    rooms = ("jounce.analysis", "jounce.formulations", "jounce.integrators", "jounce.simulate")
    return [entry for entry in kernel.ENTRIES if entry.__module__.startswith(rooms)]


def _file_name(entry: Callable) -> str:
    """`fixed.advance`, as Numba begins the names of the files of an entry or pointer."""
    return f"{entry.__module__.rpartition('.')[2]}.{entry.__qualname__}"
