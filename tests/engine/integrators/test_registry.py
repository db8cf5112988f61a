"""What integrators say of themselves is true, and lists come from the registry: a new one is known everywhere."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from jounce.engine.formulations import status, synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.integrators import explicit, progress
from jounce.engine.integrators.fixed import member, step
from jounce.engine.integrators.integrator import EXPLICIT, IMPLICIT, ON_MULTIPLIERS, Adaptive, FixedStep
from jounce.engine.integrators.registry import (
    INTEGRATORS,
    bears_stiffness,
    can_batch,
    can_pace,
    full_name,
    is_adaptive,
    is_fixed,
    join_words,
    live_help,
    make_integrator,
    names,
    runs_without_coordinates,
)
from jounce.engine.simulate import BatchStepper, LiveStepper, Stepper, simulate
from jounce.engine.simulate.time_grid import round_to_grid
from jounce.errors import InputError, ModelError
from tests.engine.integrators.systems import decay, lagging
from tests.engine.mechanisms import double_pendulum

LIMITED = [name for name, integrator in INTEGRATORS.items() if integrator.stability is not None]
PACED = names(can_pace)


@pytest.mark.parametrize("name", INTEGRATORS)
def test_every_integrator_describes_itself(name):
    integrator = INTEGRATORS[name]
    assert integrator.name == name
    assert integrator.order >= 1
    assert integrator.kind in (EXPLICIT, IMPLICIT, ON_MULTIPLIERS)
    assert integrator.help
    assert "\n" not in integrator.help
    assert is_fixed(integrator) != is_adaptive(integrator)
    assert (integrator.kind == EXPLICIT and is_fixed(integrator)) == (integrator.stability is not None)
    for options in integrator.variants.values():
        make_integrator(name, **options)
    assert all(full_name(alias) == name for alias in integrator.aliases)


@pytest.mark.parametrize("name", INTEGRATORS)
def test_scratch_has_the_rows_of_the_compiled_step(name):
    integrator = make_integrator(name)
    rows = import_module(integrator.compiled).ROWS
    scratch = integrator.scratch(7)
    assert not scratch.any()
    if scratch.ndim == 2:
        assert scratch.shape == (rows, 7)
    else:
        assert scratch.size > 7 * rows


@pytest.mark.parametrize("name", LIMITED)
@pytest.mark.parametrize(("part", "stable"), [(0.99, True), (1.01, False)])
def test_the_limit_of_stability_is_where_the_integrator_says(name, part, stable):
    """Two runs of ẏ = −(y − cos t) − sin t differ by the homogeneous equation: 2000 steps 1 % off the limit decide."""
    integrator = make_integrator(name, step=part * INTEGRATORS[name].stability)
    times = np.array([0.0, 2000 * integrator.step])
    ends = []
    for start in (1.0, 2.0):
        stepper = Stepper(decay(1.0), integrator, np.array([start]), times)
        assert stepper.advance(2) == status.OK
        ends.append(stepper.y[0])
    assert abs(ends[1] - ends[0]) < 1e-3 if stable else abs(ends[1] - ends[0]) > 1e3


@pytest.mark.parametrize("name", [name for name in PACED if name not in LIMITED])
def test_others_bear_any_stiffness(name):
    stepper = Stepper(decay(1e6), make_integrator(name, step=1e-2), np.array([2.0]), np.linspace(0.0, 1.0, 3))
    assert stepper.advance(3) == status.OK
    assert abs(stepper.y[0] - np.cos(1.0)) <= 1.0


def test_predicates_sort_the_integrators():
    assert names(is_adaptive) == ("dormand-prince", "abm", "auto")
    assert PACED == ("euler", "midpoint", "ab2", "rk4", "chord", "rosenbrock")
    assert names(can_batch) == ("euler", "midpoint", "ab2", "rk4", "auto", "chord", "rosenbrock")
    assert names(runs_without_coordinates) == ("midpoint", "ab2", "rk4", "dormand-prince", "abm")
    assert names(bears_stiffness) == ("dormand-prince", "abm", "auto", "chord", "rosenbrock")
    assert tuple(live_help()) == ("chord", "rosenbrock", "midpoint")
    assert join_words("abc") == "a, b or c"
    assert join_words(["one"]) == "one"


def test_an_unknown_name_is_refused_with_all_names():
    with pytest.raises(InputError) as caught:
        make_integrator("rk5")
    assert all(name in str(caught.value) for name in INTEGRATORS)


def test_options_are_checked():
    for name, integrator in INTEGRATORS.items():
        wrong = {"step": 0.0} if is_fixed(integrator) else {"relative": -1.0}
        with pytest.raises(ModelError, match="must be positive"):
            make_integrator(name, **wrong)


def test_listing_needs_no_numerics():
    code = (
        "import sys; from jounce.engine.integrators.registry import INTEGRATORS; "
        "print(*[m for m in ('numpy', 'numba') if m in sys.modules], len(INTEGRATORS))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(len(INTEGRATORS))


class HeunStep(NamedTuple):
    """A compiled method without constants would be an empty tuple, so it has one."""

    weight: float


@member.of(HeunStep)
def heun_member(stack, i):
    return stack


@step.of(HeunStep)
def heun_step(method, derivative, project, model, work, t, h, y, k, progress):
    outcome = derivative(model, work, t, y, k[0])
    if outcome != status.OK:
        return outcome
    for i in range(y.size):
        k[2, i] = y[i] + h * k[0, i]
    outcome = derivative(model, work, t + h, k[2], k[1])
    if outcome != status.OK:
        return outcome
    for i in range(y.size):
        y[i] += h * (method.weight * k[0, i] + (1.0 - method.weight) * k[1, i])
    return project(model, work, t + h, y)


ROWS = 3


@dataclass(frozen=True, kw_only=True)
class Heun(FixedStep):
    """Heun's method, which jounce does not have."""

    name: ClassVar[str] = "heun"
    order: ClassVar[int] = 2
    kind: ClassVar[str] = EXPLICIT
    stability: ClassVar[float | None] = 2.0
    help: ClassVar[str] = "Heun's method of order 2, fixed step"
    live_help: ClassVar[str] = "for this test"
    compiled: ClassVar[str] = __name__

    def method(self, system: Any, step: float, t: float, states: Sequence[np.ndarray]) -> tuple:
        return HeunStep(0.5)


@pytest.fixture
def heun(monkeypatch):
    monkeypatch.setitem(INTEGRATORS, "heun", Heun)


def test_a_new_integrator_is_one_class_and_one_line(heun):
    """By name through `simulate`, with its declared order, without another line anywhere."""
    system = synthesis.build(double_pendulum())
    start = start_state(system)
    reference = simulate(system, start, end=0.5, sample=0.1, integrator=make_integrator("rk4", step=1e-3)).samples
    errors = [
        np.abs(
            simulate(system, start, end=0.5, sample=0.1, integrator=make_integrator("heun", step=h)).samples - reference
        ).max()
        for h in (4e-3, 2e-3)
    ]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(Heun.order, abs=0.15)


def test_a_new_integrator_is_in_all_lists(heun):
    import jounce
    from jounce.lab.runs.prepare import integrator_of

    assert jounce.catalog().integrators["heun"].about == Heun.help
    assert integrator_of("heun", 1.0, 1e-3, 0.01)[0] == Heun(step=round_to_grid(1e-3))
    assert "heun" in live_help()
    with pytest.raises(InputError, match="heun"):
        full_name("huen")
    with pytest.raises(ModelError, match="heun"):
        jounce.run("j-turn", vehicle="dw18", integrator="huen")


@pytest.mark.parametrize("name", PACED)
def test_steppers_give_the_same_bits(name):
    """One system along times, step by step, and as one of a batch; steps are powers of two, so that times are exact."""
    integrator, n, h = make_integrator(name, step=2.0**-8), 20, 2.0**-8
    times = h * np.arange(n + 1)
    along = Stepper(lagging(), integrator, lagging().start, times)
    assert along.advance(n + 1) == status.OK
    assert along.written == n + 1

    live = LiveStepper(lagging(), integrator, lagging().start)
    assert live.advance(n) == status.OK
    assert live.time == times[-1]
    assert live.y.tobytes() == along.y.tobytes()

    systems = [lagging() for _ in range(3)]
    batch = BatchStepper(systems, integrator, [s.start for s in systems], times)
    assert batch.advance(range(2), n + 1) == 0
    assert batch.advance(range(2, 3), n + 1) == 0
    for i in range(3):
        assert batch.samples[i].tobytes() == along.samples.tobytes()
        assert batch.records[i].tobytes() == along.record.tobytes()


@pytest.mark.parametrize("name", ["ab2", "chord"])
def test_a_live_stepper_goes_on_from_a_copy_and_begins_anew(name):
    live = LiveStepper(lagging(), make_integrator(name, step=0.01), lagging().start)
    live.advance(5)
    kept, count = [array.copy() for array in live.arrays()], live.count
    live.advance(5)
    there = live.y.copy()
    for array, copy in zip(live.arrays(), kept, strict=True):
        array[...] = copy
    live.count = count
    live.advance(5)
    assert live.y.tobytes() == there.tobytes()

    live.begin(lagging().start)
    assert (live.count, live.time, live.record[progress.STEPS]) == (0, 0.0, 0.0)
    live.advance(10)
    assert live.y.tobytes() == there.tobytes()


def test_explicit_integrators_share_a_compiled_step():
    kinds = [INTEGRATORS[name] for name in ("euler", "midpoint", "ab2", "rk4")]
    assert {kind.compiled for kind in kinds} == {explicit.__name__}
    assert not any(issubclass(kind, Adaptive) for kind in kinds)
