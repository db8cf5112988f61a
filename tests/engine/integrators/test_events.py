"""Events: when, in which direction, in which order, and runs that end with one."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations import status, synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators import progress
from jounce.engine.simulate import (
    AdamsBashforthMoulton,
    DormandPrince,
    Event,
    RungeKutta4,
    coordinate_event,
    position_event,
    simulate,
)
from jounce.engine.simulate.events import event_rows
from jounce.errors import InputError, ModelError
from jounce.model.mechanism import GROUND, Body, Mechanism, Revolute
from tests.engine.integrators.systems import bead, run_adams
from tests.engine.integrators.test_adams import spring

TIMES = np.linspace(0.0, 3.0, 7)
OMEGA = 3.0
TIGHT = AdamsBashforthMoulton(relative=1e-12, absolute=1e-12)


def displacement(t, y, numbers):
    return y[0]


def velocity(t, y, numbers):
    return y[1]


def clock(t, y, numbers):
    return (t - numbers[0]) * numbers[1]


def found(run):
    return [(run.notes.events[int(row[0])].name, row[1]) for hits in run.notes.hits for row in hits]


def times_of(events, tolerance=1e-12, **options):
    """Names and times on the spring x = cos 3t."""
    run = run_adams(spring(), TIMES, tolerance, events=events, **options)
    assert run.outcome == status.OK
    return found(run)


def test_zero_crossings_of_a_spring():
    expected = (np.arange(3) + 0.5) * np.pi / OMEGA
    hits = times_of([Event("x", displacement)])
    assert [t for _, t in hits] == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(
    ("direction", "expected"),
    [("falling", [np.pi / 2, 5 * np.pi / 2]), ("rising", [3 * np.pi / 2]), ("both", np.pi * np.array([0.5, 1.5, 2.5]))],
)
def test_directions(direction, expected):
    hits = times_of([Event("x", displacement, direction=direction)])
    assert [t for _, t in hits] == pytest.approx(np.array(expected) / OMEGA, abs=1e-10)


def test_a_level():
    hits = times_of([Event("half", displacement, level=0.5, direction="falling")])
    assert [t for _, t in hits] == pytest.approx((np.pi / 3 + 2 * np.pi * np.arange(2)) / OMEGA, abs=1e-10)


def test_what_starts_at_its_level_does_not_happen_at_once():
    """The velocity is zero at the start and every half period later; the displacement starts at its level 1."""
    hits = times_of([Event("v", velocity), Event("top", displacement, level=1.0)], largest_step=0.1)
    assert {name for name, _ in hits} == {"v"}
    assert [t for _, t in hits] == pytest.approx(np.array([1.0, 2.0]) * np.pi / OMEGA, abs=1e-10)


def test_several_in_one_step_come_in_order():
    """Clocks are located to the resolution of the step; listed in another order than they happen."""
    at = [0.4003, 0.4001, 0.4002, 0.4001]
    events = [Event(str(i), clock, numbers=(t, 1.0)) for i, t in enumerate(at)]
    hits = times_of(events, 1e-4)
    assert [name for name, _ in hits] == ["1", "3", "2", "0"]
    assert [t for _, t in hits] == pytest.approx(sorted(at), abs=1e-12)


def test_steep_and_flat_quantities():
    def step_like(t, y, numbers):
        return np.tanh(1e6 * (t - 0.7))

    def flat(t, y, numbers):
        return (t - 0.7) ** 7

    def jump(t, y, numbers):
        return 1.0 if t >= 0.7 else -1.0

    hits = times_of([Event("steep", step_like), Event("jump", jump), Event("flat", flat)], 1e-6)
    assert [t for name, t in hits if name != "flat"] == pytest.approx([0.7, 0.7], abs=1e-12)
    assert [t for name, t in hits if name == "flat"] == pytest.approx([0.7], abs=1e-12)


def test_the_run_ends_where_an_event_says_so():
    stop = Event("x", displacement, direction="rising", stop=True)
    others = (
        Event("v", velocity),
        Event("late", clock, numbers=(1.6, 1.0)),
        Event("just before", clock, numbers=(1.57, 1.0)),
    )
    run = run_adams(spring(), TIMES, 1e-12, events=[stop, *others])
    end = 1.5 * np.pi / OMEGA
    written = int(run.record[progress.WRITTEN])
    assert run.notes.stopped
    assert run.samples[: written - 1, 0] == pytest.approx([0.0, 0.5, 1.0, 1.5])
    assert run.samples[written - 1] == pytest.approx([end, 0.0, OMEGA], abs=1e-10)
    assert run.samples[written - 1, 1] >= 0.0  # it has passed
    assert run.y.tobytes() == run.samples[written - 1, 1:].tobytes()
    assert run.record[progress.TIME] == run.samples[written - 1, 0]
    assert [name for name, _ in found(run)] == ["v", "just before", "x"]
    assert not run.samples[written:].any()


def test_an_event_at_the_time_of_a_sample_is_not_sampled_twice():
    run = run_adams(spring(), TIMES, 1e-6, events=[Event("now", clock, numbers=(1.0, 1.0), stop=True)])
    written = int(run.record[progress.WRITTEN])
    assert np.all(np.diff(run.samples[:written, 0]) > 0.0)
    assert run.samples[written - 1, 0] == pytest.approx(1.0, abs=1e-12)


def test_pauses_change_no_event():
    events = [Event("x", displacement), Event("v", velocity), Event("end", clock, numbers=(2.6, -1.0), stop=True)]
    whole, cut = (run_adams(spring(), TIMES, 1e-8, events=events, pauses=p) for p in (None, [2, 3, 4, 5, 6, 7]))
    assert np.concatenate(whole.notes.hits).tobytes() == np.concatenate(cut.notes.hits).tobytes()
    assert whole.samples.tobytes() == cut.samples.tobytes()
    assert whole.record.tobytes() == cut.record.tobytes()


def test_states_of_events_are_on_the_constraints():
    """The bead passes the lowest point of its circle."""
    run = run_adams(bead(), TIMES, 1e-6, events=[Event("lowest", displacement)])
    states = np.concatenate(run.notes.hits)[:, 2:]
    assert len(states) >= 2
    assert np.max(np.abs(states[:, 0])) < 1e-11
    assert np.max(np.abs(states[:, 0] ** 2 + states[:, 1] ** 2 - 1.0)) < 1e-13


def test_what_cannot_be_compiled_is_said():
    def text(t, y, numbers):
        return "high" + y

    with pytest.raises(ModelError, match="cannot be compiled"):
        event_rows([Event("odd", text)])
    with pytest.raises(ModelError, match="rising, falling"):
        Event("odd", displacement, direction="up")
    with pytest.raises(ModelError, match="not finite"):
        Event("odd", displacement, level=np.nan)


# --- mechanisms


def stone(**fields):
    """A body that falls from 5 m and turns at 2 rad/s."""
    centre, spin = (0.0, 0.0, 5.0), (0.0, 2.0, 0.0)
    body = Body(name="stone", mass=2.0, inertia=(0.1,) * 3, centre_of_mass=centre, angular_velocity=spin, free=True)
    return Mechanism(name="fall", bodies=[body], **fields)


def swing(start=1.0):
    """A rod on a hinge; its angle counts from the design position, `start` rad from hanging down."""
    down = (np.sin(start), 0.0, -np.cos(start))
    rod = Body(name="rod", mass=1.0, inertia=(0.1, 0.1, 0.1), centre_of_mass=down)
    hinge = Revolute(name="hinge", body_a=GROUND, body_b="rod", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    return Mechanism(name="swing", bodies=[rod], joints=[hinge])


def quarter_period(amplitude):
    """Of a pendulum of length 1 with inertia 0.1 about its centre: K(sin² ½φ) / ω, by the arithmetic-geometric mean."""
    a, b = 1.0, np.cos(0.5 * amplitude)
    while abs(a - b) > 1e-15:
        a, b = 0.5 * (a + b), np.sqrt(a * b)
    return 0.5 * np.pi / a / np.sqrt(9.81 / 1.1)


@pytest.mark.parametrize(
    "make", [lambda m: (s := build(m), assemble(s)), lambda m: (s := synthesis.build(m), start_state(s))]
)
def test_a_stone_falls_to_the_ground(make):
    system, start = make(stone())
    g = np.linalg.norm(system.mechanism.gravity)
    events = [
        position_event(system, "stone", level=2.0, name="halfway"),
        position_event(system, "stone", at=(0.0, 0.0, 5.0), stop=True, direction="falling", name="ground"),
    ]
    run = simulate(system, start, end=5.0, sample=0.1, integrator=TIGHT, events=events)
    assert [hit.name for hit in run.events] == ["halfway", "ground"]
    assert [hit.time for hit in run.events] == pytest.approx(np.sqrt(2.0 * np.array([3.0, 5.0]) / g), abs=1e-10)
    assert not run.interrupted
    assert run.time[-1] == run.events[-1].time
    assert run.samples[-1, 1:].tobytes() == run.events[-1].state.tobytes()
    assert len(run.time) == 2 + int(run.events[-1].time / 0.1)


def test_both_formulations_see_the_same_point():
    """Of a body that starts turned."""
    turned = (0.5, -0.5, 0.5, 0.5)
    body = Body(
        name="stone", mass=2.0, inertia=(0.1, 0.2, 0.3), centre_of_mass=(1.0, 2.0, 5.0), orientation=turned, free=True
    )
    mechanism, at = Mechanism(name="turned", bodies=[body]), (0.3, -0.4, 5.5)
    world, tree = build(mechanism), synthesis.build(mechanism)
    for system, y in ((world, assemble(world)), (tree, start_state(tree))):
        for axis, expected in zip("xyz", at, strict=True):
            event = position_event(system, "stone", axis, at=at)
            assert event.quantity(0.0, y, np.array(event.numbers)) == pytest.approx(expected, abs=1e-14)


def test_a_point_of_a_turning_body():
    """A point 1 m beside the centre of a body that only turns, at 2 rad/s about y."""
    system = build(stone(gravity=(0.0, 0.0, 0.0)))
    events = [
        position_event(system, "stone", axis, at=(1.0, 0.0, 5.0), level=level)
        for axis, level in (("x", 0.0), ("z", 4.5))
    ]
    run = simulate(system, assemble(system), end=1.0, integrator=TIGHT, events=events)
    assert [(hit.name, hit.time) for hit in run.events] == [
        ("stone z", pytest.approx(np.pi / 12, abs=1e-10)),
        ("stone x", pytest.approx(np.pi / 4, abs=1e-10)),
    ]


def test_a_pendulum_passes_its_lowest_point():
    system = synthesis.build(swing())
    event = coordinate_event(system, "hinge", level=1.0)
    assert coordinate_event(system, "hinge", "angle").numbers == event.numbers
    run = simulate(system, start_state(system), end=3.0, integrator=TIGHT, events=[event])
    quarter = quarter_period(1.0)
    assert len(run.events) >= 2
    assert [hit.time for hit in run.events] == pytest.approx(quarter * (1 + 2 * np.arange(len(run.events))), abs=1e-9)


def test_names_that_are_not_there():
    world, tree = build(swing()), synthesis.build(swing())
    with pytest.raises(InputError, match="unknown joint"):
        coordinate_event(tree, "hing")
    with pytest.raises(InputError, match="no such coordinate"):
        coordinate_event(tree, "hinge", "travel")
    with pytest.raises(InputError, match="unknown body"):
        position_event(world, "rods")
    with pytest.raises(InputError, match="unknown axis"):
        position_event(world, "rod", "up")
    with pytest.raises(InputError, match="no world position"):
        position_event(tree, "rod")


@pytest.mark.parametrize("method", [RungeKutta4(), DormandPrince()])
def test_other_integrators_refuse(method):
    system = build(stone())
    with pytest.raises(ModelError, match="events: are not looked for by this integrator"):
        simulate(system, assemble(system), end=0.1, integrator=method, events=[Event("x", displacement)])
