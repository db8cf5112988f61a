"""Compile what simulations need before they need it, on a mechanism so small that only the compiler takes time.

Compiled code is kept on disk (see jounce.engine.compiler): the first call takes about a minute on two cores, every
later one, in any process, a second or two.

A second process that warms up beside this one: it runs tasks by name and says when each is done.

It has no other result than what it leaves on disk. If it fails, nothing is lost: whoever wants the rest compiles it.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from jounce.engine import compiler as kernel
from jounce.engine.analysis.equilibrium import settle
from jounce.engine.analysis.rest_search import BASE, FIELDS, search_rest
from jounce.engine.compiler.native import lanes
from jounce.engine.formulations.chassis_frame import residual as framed_pointers
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.null_space import entries as null_space_pointers
from jounce.engine.formulations.registry import find_formulation
from jounce.engine.formulations.synthesis.law_calls import law_names, law_table
from jounce.engine.formulations.synthesis.pivots import pick_columns, quality
from jounce.engine.formulations.synthesis.start import close_all, evaluate
from jounce.engine.formulations.world_frame import entries as pointers
from jounce.engine.formulations.world_frame.entries import signal_value
from jounce.engine.integrators.catalogue.adaptive import AdamsBashforthMoulton, DormandPrince
from jounce.engine.integrators.catalogue.explicit import Midpoint, RungeKutta4
from jounce.engine.integrators.catalogue.implicit import Chord
from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.integrators.fixed import relax
from jounce.engine.integrators.integrator import ON_MULTIPLIERS, Adaptive, FixedStep, Integrator
from jounce.engine.integrators.registry import INTEGRATORS
from jounce.engine.laws.forces.signal import ROW
from jounce.engine.laws.ground import Flat, Ground, place_ground
from jounce.engine.laws.tires.records import TIRE
from jounce.engine.laws.tires.tire import tire_address
from jounce.engine.simulate.light_observer import LightTrajectory
from jounce.engine.simulate.many import Many, simulate_many
from jounce.engine.simulate.observer import to_world_frame
from jounce.engine.simulate.run import simulate
from jounce.engine.simulate.step_kernel import call_with, keep_sample
from jounce.engine.simulate.stepper import LiveStepper
from jounce.engine.simulate.trajectory import Trajectory
from jounce.engine.single_body import Fleet
from jounce.engine.terrain import ferguson, plane
from jounce.model.mechanism import GROUND, Body, Mechanism, Prismatic, SpringDamper

COMMAND = "from jounce.cli.kernels import serve; serve()"


class SecondProcess:
    """The process, if there is one, and the names of its tasks."""

    def __init__(self, names: tuple[str, ...], process: subprocess.Popen | None) -> None:
        self.names = names if process is not None else ()
        self.process = process

    def wait(self) -> Iterator[tuple[str, float]]:
        """Names of tasks and how long they took [s], as they get done."""
        if self.process is not None and self.process.stdout is not None:
            for line in self.process.stdout:
                name, seconds = json.loads(line)
                yield name, seconds


@contextlib.contextmanager
def second_process(names: tuple[str, ...]) -> Iterator[SecondProcess]:
    """Start a process on tasks, unless there are none or it would have no core; it does not outlive the block."""
    process = _start(names) if names and not kernel.INTERPRETED and _cores() > 1 and sys.executable else None
    try:
        yield SecondProcess(names, process)
    finally:
        if process is not None:
            process.kill()
            process.communicate()


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _start(names: tuple[str, ...]) -> subprocess.Popen | None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", COMMAND, *names]
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8")
    except OSError:
        return None


def serve() -> None:
    """The other side of `second_process`: run the tasks named on the command line."""
    watch_asker()
    from jounce.cli.kernels import run_named

    for name in sys.argv[1:]:
        print(json.dumps((name, run_named(name))), flush=True)


def watch_asker() -> None:
    """End this process with the one that asked, whose end of the pipe then closes."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


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


def _built(formulation: str) -> System:
    return find_formulation(formulation).build(_weight())


def _bounce(formulation: str, integrator: Integrator) -> Trajectory:
    """Two steps."""
    system = _built(formulation)
    return simulate(system, system.start_state(), end=2e-3, integrator=integrator, sample=1e-3)


def _many(integrator: FixedStep) -> Many:
    """Run two steps of as many weights as there are SIMD lanes."""
    system = _built("synthesis")
    systems, starts = [system] * lanes(), [system.start_state()] * lanes()
    many = simulate_many(systems, starts, end=2e-3, sample=1e-3, integrator=integrator, threads=1)
    for count in (1, len(systems)):
        _ = LightTrajectory(systems[:count], many.samples[:count]).acceleration(system.layout.bodies[0])
    return many


def _laws() -> np.ndarray:
    """All laws that generated kernels call."""
    return np.zeros(0) if kernel.INTERPRETED else law_table(law_names())


def _grounds() -> tuple[Ground, ...]:
    """The commonest kinds."""
    grids = (ferguson(np.zeros((4, 4), kind), spacing=1.0) for kind in (np.float32, np.float64))
    return tuple(place_ground(ground) for ground in (Flat(), plane(), *grids))


def _tires() -> tuple[int, int]:
    """Tires of any law, and simple ones alone."""
    return tire_address(), tire_address(np.zeros(1, TIRE))


def _simplified() -> None:
    Fleet().advance(steps=2)


def _stepping() -> int:
    """A loop of single steps in compiled code, samples of it, and a look at the end; states that are closed at once."""
    system = _built("synthesis")
    y, dy = system.start_state(), np.zeros(system.size)
    close_all(system.project, system.model, system.work, 0.0, y[None].copy())
    stepper = LiveStepper(system, Midpoint(), y)
    given = system.derivative, system.model, system.work, 0.0, y, dy
    evaluate(*given)
    call_with(*kernel.bind(evaluate, *given, time=3), 0.0)
    counts, rows = np.zeros(1, np.int64), np.zeros((1, 1 + system.size))
    kept = 0.0, y, system.model.signals.reshape(-1), counts[:0], rows, rows[:0], counts
    keep_sample(*kept)
    call_with(*kernel.bind(keep_sample, *kept, time=0), 0.0)
    return stepper.advance(2)


def _rest() -> int:
    """The search for the position in which a car rolls, with the weight in its place: it finds nothing."""
    system = _built("synthesis")
    y = np.zeros(13)
    y[3] = 1.0  # as if a base came first
    equations = system.derivative, system.project, system.model, system.work
    chart = system.coordinates, system.independent, system.auxiliary
    n = system.independent.size + system.auxiliary.size
    scratch = np.zeros((FIELDS + BASE, y.size)), np.zeros((BASE, BASE)), np.zeros(BASE, np.int64), np.zeros((2, n, n))
    return search_rest(*equations, chart, 7, np.zeros(0, np.int64), y, *scratch)


def _pivots() -> float:
    """What chooses coordinates, on a matrix of two rows."""
    pick_columns(np.eye(2), np.ones(2), 2, 1e-9)
    return quality(np.eye(2))


def _signal() -> float:
    return signal_value(np.zeros(ROW), np.zeros(1), 0.0)


def _integrators() -> list[Integrator]:
    """One integrator for every compiled step that runs generated kernels, but the explicit one, which comes first."""
    kinds = {kind.compiled: kind for kind in INTEGRATORS.values() if kind.kind != ON_MULTIPLIERS}
    del kinds[Midpoint.compiled]
    return [kind(relative=1e-3, absolute=1e-3) if issubclass(kind, Adaptive) else kind() for kind in kinds.values()]


TASKS = (
    Task("grounds", _grounds, beside=True),
    Task("tires", _tires, beside=True),
    Task("laws", _laws, beside=True),
    Task("choice of coordinates", _pivots, beside=True),
    Task("generated kernels", lambda: _bounce("synthesis", Midpoint()), beside=True),
    Task("many cars", lambda: _many(Midpoint()), beside=True),
    Task("single steps", _stepping, beside=True),
    Task("rolling equilibrium", _rest, beside=True),
    *(Task(i.name, partial(_bounce, "synthesis", i), beside=True) for i in _integrators()),
    Task("many cars, implicit steps", lambda: _many(Chord()), beside=True),
    Task("null space", lambda: (_bounce("null-space", RungeKutta4()), _bounce("null-space", _ADAMS)), beside=True),
    Task("world frame: forces", lambda: _built("world-frame")),
    Task("world frame: assembly", lambda: _built("world-frame").start_state()),
    Task("world frame: fixed steps", lambda: _bounce("world-frame", RungeKutta4())),
    Task("world frame: observation", lambda: _bounce("world-frame", RungeKutta4()).observation),
    Task("world frame: adaptive", lambda: _bounce("world-frame", _LOOSE)),
    Task("chassis frame", lambda: _bounce("chassis-frame", TangentSpace())),
    Task("static equilibrium", lambda: (_signal(), settle(to_world_frame(_built("world-frame"))))),
    Task("world frame: Adams", lambda: _bounce("world-frame", _ADAMS)),
    Task("simplified car", _simplified),
)
"""Together they call every compiled entry. Each builds on those before it, so that times add up; those of one process
build on none of the other, so that nothing is compiled twice. The equations of a car are its own: its first run writes
and compiles them, in a second or two."""


def warmup(*, progress: Callable[[Timing], None] | None = None) -> tuple[Timing, ...]:
    """Compile what simulations need, keep it on disk, and say how long each task took.

    progress: called with the Timing of each task when it is done. A second process does its share if anything is
    missing on the disk. This one then finds that there, and does what the other one could not.
    """
    timings: dict[str, Timing] = {}

    def done(timing: Timing) -> None:
        timings[timing.name] = timing
        if progress is not None:
            progress(timing)

    with second_process(() if is_warm() else tuple(task.name for task in TASKS if task.beside)) as helped:
        for task in TASKS:
            if task.name not in helped.names:
                done(_timed(task))
        for name, seconds in helped.wait():
            done(Timing(name, seconds))
        for task in TASKS:
            if task.name in helped.names:
                here = _timed(task)
                if task.name not in timings:
                    done(here)
    return tuple(timings[task.name] for task in TASKS)


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
    pointed = *pointers.FUNCTIONS, *framed_pointers.FUNCTIONS, *null_space_pointers.FUNCTIONS
    needed: list[Callable] = [*entries(), *pointed]
    return all(map(kernel.is_kept, needed))


def entries() -> list[Callable]:
    """Compiled entries that the tasks call; `relax` is what few mechanisms need to settle, and derivatives of runs are
    compiled when they are first asked for."""
    packages = (
        "jounce.engine.analysis",
        "jounce.engine.formulations",
        "jounce.engine.integrators",
        "jounce.engine.simulate",
    )
    found = [entry for entry in kernel.ENTRIES if entry.__module__.startswith(packages)]
    return [entry for entry in found if entry is not relax and not entry.__module__.endswith(".simulate.variation")]
