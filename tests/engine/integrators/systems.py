"""Small systems with equations of motion written by hand, as pointers.

Their models and scratch are those of generated kernels, mostly empty, so that they share compiled integrators with
cars: constants are `model.parameters`, and `work.numbers` counts evaluations and projections since it was cleared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jounce.engine.compiler import pointer
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import BALL, BASE, COORDINATE, SCALAR
from jounce.engine.formulations.elements import take_elements
from jounce.engine.formulations.formulation import Capabilities
from jounce.engine.formulations.synthesis import state_derivatives  # noqa: F401  as cars have it: else compiled without
from jounce.engine.formulations.synthesis.arrays import Model, Work
from jounce.engine.integrators import adams, chord, dormand_prince, explicit, progress, rosenbrock
from jounce.engine.integrators.adams_control import SPANS
from jounce.engine.integrators.batch import advance_many
from jounce.engine.integrators.jacobian_schedule import allocate, invert_all, measure_all
from jounce.engine.integrators.linearise import ROWS as LINEARISE_ROWS
from jounce.engine.laws.forces.body_forces import DRAG, LOAD
from jounce.engine.laws.forces.bushing import BUSHING
from jounce.engine.laws.forces.laws import SCALAR_FORCE, SCALAR_FORCE_TERM
from jounce.engine.laws.forces.signal import ROW
from jounce.engine.laws.ground import Flat, place_ground
from jounce.engine.laws.tires.records import TIRE, contact_rows
from jounce.engine.linalg.mat3 import mv, tmv
from jounce.engine.linalg.quaternion import load4, normalize, rate_body, rate_world, rotate, store4, to_matrix
from jounce.engine.linalg.vec3 import add, cross, load, scale, store, sub
from jounce.engine.simulate import AdamsBashforthMoulton
from jounce.engine.simulate.adams import Notes
from jounce.engine.simulate.batch import one_method, one_model, one_work

RECORDS = {
    "scalar_forces": SCALAR_FORCE,
    "scalar_force_terms": SCALAR_FORCE_TERM,
    "bushings": BUSHING,
    "loads": LOAD,
    "drags": DRAG,
    "tires": TIRE,
}
NO_ELEMENTS = take_elements({name: np.zeros(0, kind) for name, kind in RECORDS.items()}, tire=0)


@dataclass(frozen=True)
class Small:
    """A system as the integrators see it."""

    functions: tuple[Callable, Callable]
    p: tuple[float, ...]
    start: np.ndarray
    kinds: tuple[tuple[int, int, int], ...]
    independent: np.ndarray
    auxiliary: np.ndarray
    capabilities = Capabilities(has_independent_coordinates=True, runs_batches=True)

    def load_derivatives(self):
        """There are none: matrices are made by differences."""

    def rolling_states(self, y, t):
        return [y]

    @cached_property
    def model(self):
        numbers = np.array(self.p, dtype=float)
        return Model(numbers, NO_ELEMENTS, np.zeros((0, ROW)), np.zeros(0), place_ground(Flat()), np.zeros(3, np.int64))

    @cached_property
    def work(self):
        return Work(np.zeros(2), contact_rows(0), np.zeros(3))

    @cached_property
    def derivative(self):
        return pointer(self.functions[0], self.model, self.work, 0.0, np.zeros(1), np.zeros(1))

    @cached_property
    def project(self):
        return pointer(self.functions[1], self.model, self.work, 0.0, np.zeros(1))

    @cached_property
    def coordinates(self):
        return np.array(list(self.kinds), COORDINATE)

    @property
    def size(self):
        return self.start.size

    @property
    def unknowns(self):
        return len(self.independent) + len(self.auxiliary)

    @property
    def equations(self):
        return self.derivative, self.project, self.model, self.work

    @property
    def chart(self):
        return self.coordinates, self.independent, self.auxiliary


def small(functions, p, start, kinds, independent, auxiliary=()):
    def indices(x):
        return np.array(x, np.int64)

    return Small(functions, p, np.array(start, dtype=float), kinds, indices(independent), indices(auxiliary))


def nothing_to_close(model, work, t, y):
    work.numbers[1] += 1.0
    return status.OK


# --- a pendulum with an angle: φ̈ = −a sin φ − c φ̇ + b cos Ωt


def pendulum_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    p = model.parameters
    dy[0] = y[1]
    dy[1] = -p[0] * np.sin(y[0]) - p[1] * y[1] + p[2] * np.cos(p[3] * t)
    return status.OK


def pendulum(a=9.0, c=0.3, b=0.0, omega=0.0, start=(1.0, 0.5)):
    return small((pendulum_derivative, nothing_to_close), (a, c, b, omega), start, ((SCALAR, 0, 1),), [1])


# --- a bead on a circle of radius L, below its centre: x is independent, z follows; gravity and drag


def bead_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    g, c = model.parameters[0], model.parameters[1]
    x, z, vx, vz = y[0], y[1], y[2], y[3]
    # x ax + z az = −v², with the force along (x, z)
    fx, fz = -c * vx, -g - c * vz
    s = (-(vx * vx + vz * vz) - x * fx - z * fz) / (x * x + z * z)
    dy[0], dy[1], dy[2], dy[3] = vx, vz, fx + s * x, fz + s * z
    return status.OK


def bead_project(model, work, t, y):
    work.numbers[1] += 1.0
    L = model.parameters[2]
    if abs(y[0]) > model.parameters[3]:
        work.culprit[0], work.culprit[1] = 3.0, 0.25
        return status.LOOP_OPEN
    work.culprit[2] = abs(y[0] * y[0] + y[1] * y[1] - L * L)
    for _ in range(20):
        error = y[0] * y[0] + y[1] * y[1] - L * L
        y[1] -= error / (2.0 * y[1])
        if abs(error) < 1e-13:
            break
    y[3] = -y[0] * y[2] / y[1]
    return status.OK


def bead(reach=0.95, start_x=0.4, start_v=0.5):
    z = -np.sqrt(1.0 - start_x**2)
    start = [start_x, z, start_v, -start_x * start_v / z]
    kinds = ((SCALAR, 0, 2), (SCALAR, 1, 3))
    return small((bead_derivative, bead_project), (9.81, 0.2, 1.0, reach), start, kinds, [2])


# --- a free body on a spring from the origin to a point of it: BASE


def top_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    p = model.parameters
    q = normalize(load4(y, 3))
    R = to_matrix(q)
    v, w, arm = load(y, 7), load(y, 10), load(p, 4)
    pull = tmv(R, scale(-p[0], add(load(y, 0), rotate(q, arm))))
    J = load(p, 1)
    spin = (J[0] * w[0], J[1] * w[1], J[2] * w[2])
    torque = sub(cross(arm, pull), cross(w, spin))
    store(dy, 0, mv(R, v))
    store4(dy, 3, rate_body(load4(y, 3), w))
    store(dy, 7, sub(pull, cross(w, v)))
    store(dy, 10, (torque[0] / J[0], torque[1] / J[1], torque[2] / J[2]))
    return status.OK


def top_project(model, work, t, y):
    work.numbers[1] += 1.0
    store4(y, 3, normalize(load4(y, 3)))
    return status.OK


def top(stiffness=20.0, inertia=(0.4, 0.5, 0.25), arm=(0.3, 0.1, -0.2)):
    start = [0.5, 0.0, 0.2, 0.5, -0.5, 0.5, 0.5, 0.3, -0.2, 0.4, 1.0, -1.5, 4.0]
    functions = (top_derivative, top_project)
    return small(functions, (stiffness, *inertia, *arm), start, ((BASE, 0, 7),), range(7, 13))


# --- a ball with unit inertia in a field that pulls its axis: BALL, ω in base axes


def ball_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    q = load4(y, 0)
    axis = rotate(normalize(q), (0.0, 0.6, 0.8))
    w = load(y, 4)
    store4(dy, 0, rate_world(q, w))
    store(dy, 4, add(cross(axis, (0.0, 0.0, model.parameters[0])), scale(-model.parameters[1], w)))
    return status.OK


def ball_project(model, work, t, y):
    work.numbers[1] += 1.0
    store4(y, 0, normalize(load4(y, 0)))
    return status.OK


def ball():
    start = [0.5, 0.5, -0.5, 0.5, 2.0, -1.0, 3.0]
    return small((ball_derivative, ball_project), (6.0, 0.1), start, ((BALL, 0, 4),), [4, 5, 6])


# --- a mass on a spring and damper whose foot follows A sin Ωt: coordinate 0 is prescribed


def shaken_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    k, c, A, W = model.parameters[0], model.parameters[1], model.parameters[2], model.parameters[3]
    dy[0], dy[1] = y[2], y[3]
    dy[2] = -A * W * W * np.sin(W * t)
    dy[3] = -k * (y[1] - y[0]) - c * (y[3] - y[2])
    return status.OK


def shaken_project(model, work, t, y):
    work.numbers[1] += 1.0
    A, W = model.parameters[2], model.parameters[3]
    y[0], y[2] = A * np.sin(W * t), A * W * np.cos(W * t)
    return status.OK


def shaken(k=30.0, c=0.5):
    start = [0.0, 0.1, 0.2 * 5.0, 0.0]
    kinds = ((SCALAR, 0, 2), (SCALAR, 1, 3))
    return small((shaken_derivative, shaken_project), (k, c, 0.2, 5.0), start, kinds, [3])


# --- a mass on a spring whose foot lags behind it: ẍ = −k (x + x³ − a) − c ẋ, ȧ = (½x − a) / T + ¼ẋ


def lagging_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    k, c, T = model.parameters[0], model.parameters[1], model.parameters[2]
    dy[0] = y[1]
    dy[1] = -k * (y[0] + y[0] ** 3 - y[2]) - c * y[1]
    dy[2] = (0.5 * y[0] - y[2]) / T + 0.25 * y[1]
    return status.OK


def lagging(k=20.0, c=0.4, T=0.3):
    return small((lagging_derivative, nothing_to_close), (k, c, T), [0.5, 1.0, 0.2], ((SCALAR, 0, 1),), [1], [2])


def lagging_matrices(model, y):
    """C and K by hand."""
    k, c, T = model.parameters
    return np.array([[-c, k], [0.25, -1.0 / T]]), np.array([[-k * (1.0 + 3.0 * y[0] ** 2), 0.0], [0.5 / T, 0.0]])


# --- stiff decay towards cos t: ȧ = −λ (a − cos t) − sin t


def decay_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    rate = model.parameters[0] if t < model.parameters[1] else model.parameters[2]
    dy[0] = -rate * (y[0] - np.cos(t)) - np.sin(t)
    return status.OK


def decay(rate, start=2.0, change=np.inf, later=0.0):
    return small((decay_derivative, nothing_to_close), (rate, change, later), [start], (), [], [0])


# --- a velocity pushed back by a force that jumps: nothing to converge to


def jumping_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    dy[0] = y[1]
    if t < model.parameters[1]:
        dy[1] = -1.0
    else:
        dy[1] = -model.parameters[0] if y[1] > 0.2 else model.parameters[0]
    return status.OK


def jumping(size=1e6, begin=0.5):
    return small((jumping_derivative, nothing_to_close), (size, begin), [0.0, 1.0], ((SCALAR, 0, 1),), [1])


SMOOTH = {
    "pendulum": lambda: pendulum(b=2.0, omega=3.0),
    "bead": bead,
    "top": top,
    "ball": ball,
    "shaken": shaken,
    "lagging": lagging,
}


# --- running them


def filled(system, beta_h, *, t=0.0, state=None):
    """A schedule of one Jacobian, at a state."""
    schedule = allocate([0.0], system.unknowns)
    y = system.start.copy() if state is None else state
    scratch = np.zeros((LINEARISE_ROWS, system.size))
    assert measure_all(*system.equations, *system.chart, schedule, t, y[None], scratch) == status.OK
    assert invert_all(schedule, beta_h) == status.OK
    return schedule


EXPLICIT = {
    "euler": explicit.EULER,
    "midpoint": explicit.MIDPOINT,
    "ab2": explicit.ADAMS_BASHFORTH,
    "rk4": explicit.RUNGE_KUTTA,
}
IMPLICIT = ("trapezoid", "bdf2", "sharp", "forgiving")
METHODS = (*EXPLICIT, *IMPLICIT)


def method_of(name, system, h, schedule=None, *, tolerance=1e-12, iterations=8):
    """A method by name, with its matrix at the start unless given, and its rows of scratch."""
    if name in EXPLICIT:
        return explicit.Explicit(EXPLICIT[name], system.coordinates), explicit.ROWS
    if name in ("sharp", "forgiving"):
        gamma = rosenbrock.SHARP if name == "sharp" else rosenbrock.FORGIVING
        schedule = schedule if schedule is not None else filled(system, gamma * h)
        return rosenbrock.RosenbrockMethod(*system.chart, schedule), rosenbrock.ROWS
    rule = chord.TRAPEZOID if name == "trapezoid" else chord.BDF2
    schedule = schedule if schedule is not None else filled(system, chord.BETA[rule] * h)
    return chord.ChordMethod(rule, *system.chart, schedule, tolerance, iterations), chord.ROWS


@dataclass
class Run:
    samples: np.ndarray
    record: np.ndarray
    outcome: int
    y: np.ndarray


def run(name, system, h, times, *, schedule=None, pauses=None, **options):
    """All samples of a method with steps of h; `pauses` cuts the run into calls."""
    times = np.asarray(times, dtype=float)
    stride = round((times[1] - times[0]) / h)
    method, rows = method_of(name, system, h, schedule, **options)
    y, k, record = system.start.copy(), np.zeros((rows, system.size)), np.zeros(progress.LENGTH)
    samples = np.zeros((len(times), 1 + system.size))
    samples[0] = [times[0], *y]
    record[progress.WRITTEN] = 1.0
    outcome = status.OK
    for pause in pauses or [len(times)]:
        outcome = advance(system, method, y, k, record, times, stride, pause, samples)
    return Run(samples, record, outcome, y)


def advance(system, method, y, k, record, times, stride, pause, samples):
    """One system as `simulate` advances it: many of which there is one. Returns its status."""
    stack = one_model(system.model), one_work(system.work), one_method(method), 0, 1
    outcomes = np.full(1, -1)
    arrays = y[None], k[None], record[None], times, stride, pause, samples[None], outcomes
    failed = advance_many(system.derivative, system.project, *stack, *arrays)
    assert failed == (outcomes[0] != status.OK)
    return int(outcomes[0])


def exact(system, times):
    """Samples by Dormand–Prince, good to about 1e-12."""
    times = np.asarray(times, dtype=float)
    record, samples = np.zeros(progress.LENGTH), np.zeros((len(times), 1 + system.size))
    record[progress.STEP], record[progress.WRITTEN] = 1e-4, 1.0
    samples[0] = [times[0], *system.start]
    stages = np.zeros((dormand_prince.ROWS, system.size))
    control = 1e-13, 1e-13, 2e-3, 1e7
    outcome = dormand_prince.advance_dormand_prince(
        *system.equations, system.start.copy(), stages, record, *control, times, len(times), samples
    )
    assert outcome == status.OK
    return samples


def orders(steps, errors):
    """Observed orders between neighbours."""
    errors, steps = np.asarray(errors), np.asarray(steps)
    return np.log(errors[:-1] / errors[1:]) / np.log(steps[:-1] / steps[1:])


@dataclass
class AdamsRun(Run):
    notes: Notes
    scratch: np.ndarray


def run_adams(system, times, tolerance=1e-8, *, pauses=None, events=(), history=None, **options):
    """All samples of Adams–Bashforth–Moulton, and what it noted; `pauses` cuts the run into calls.

    history: slopes of the past, `largest_step` apart, the last one at the start, so that the run begins at full order.
    """
    times = np.asarray(times, dtype=float)
    method = AdamsBashforthMoulton(**{"relative": tolerance, "absolute": tolerance} | options)
    y, record, scratch = system.start.copy(), np.zeros(progress.LENGTH), method.scratch(system.size)
    samples = np.zeros((len(times), 1 + system.size))
    samples[0] = [times[0], *y]
    record[progress.TIME], record[progress.WRITTEN] = times[0], 1.0
    if history is not None:
        record[progress.STEP] = method.largest_step
        remember(scratch, system.size, history, method)
    notes, outcome = Notes(tuple(events)), status.OK
    for pause in pauses or [len(times)]:  # every call is prepared anew
        advance = method.advance_function(system, y, record, times, samples, scratch, notes)
        outcome = advance(pause)
    return AdamsRun(samples, record, int(outcome), y, notes, scratch)


def remember(scratch, size, history, method):
    """Write the past into the scratch: backward differences are the φ of equal steps."""
    rows = scratch[: adams.ROWS * size].reshape(adams.ROWS, size)
    memory = scratch[adams.ROWS * size :].reshape(adams.MEMORY)
    for i in range(adams.MAX_ORDER + 2):
        rows[i] = np.diff(history, n=i, axis=0)[-1]
    memory[SPANS] = method.largest_step * np.arange(1, memory.shape[1] + 1)
    memory[adams.FLAGS, [adams.ORDER, adams.MADE]] = method.most_order
    memory[adams.FLAGS, adams.EQUAL] = method.most_order + 1
