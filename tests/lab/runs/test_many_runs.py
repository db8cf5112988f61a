"""Many runs at once: the numbers of single runs, in any company; kernels shared where that is allowed."""

import math
from dataclasses import replace

import numpy as np
import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis import system as synthesis_system
from jounce.engine.formulations.synthesis.arrays import same_geometry, same_masses, same_structure
from jounce.engine.formulations.synthesis.system import rebind_parameters
from jounce.engine.laws.ground import original
from jounce.engine.terrain import ferguson
from jounce.errors import InputError, JounceError
from jounce.lab.controllers.controller import controller
from jounce.lab.drivers import Path, PathDriver
from jounce.lab.maneuvers import Maneuver, maneuver
from jounce.lab.results import Result
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs import many, shared_grounds
from jounce.lab.runs.many import Run, run_many
from jounce.lab.runs.prepare import prepare
from jounce.lab.runs.run import RunError, run
from jounce.lab.runs.shared_grounds import SharedGrounds
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Table
from jounce.model.vehicle import rolling
from jounce.model.vehicle.parameters import with_parameters
from tests.engine.terrain.writers import asc, ascii_text

CAR = load_vehicle("dw18")
SPRING = "axles.front.suspension.spring.stiffness"
TURN = maneuver("j-turn", start=0.1, ramp_time=0.2, duration=0.6)
SWERVE = Maneuver(
    name="swerve",
    about="",
    speed=15.0,
    end=0.6,
    driver=PathDriver(Path.through([(0, 0), (6, 0), (12, 0.4)]), speed=15.0),
)
ROUGH = "iso8608, class=B, length=40, "
RUNS = [
    *(Run(TURN, with_parameters(CAR, {SPRING: stiffness})) for stiffness in (36e3, 40e3, 44e3)),
    Run(TURN, with_parameters(CAR, {"chassis.mass": 1550.0})),
    Run(TURN, CAR, {"ground": "flat, friction=0.6"}),
    Run(TURN, CAR, {"ground": ROUGH + "seed=2"}),
    Run(replace(TURN, end=0.45), CAR, {"ground": ROUGH + "seed=3, friction=0.7"}),
    Run(replace(TURN, stop=("t > 0.3 s",)), CAR),
    Run(SWERVE, CAR),
    Run(replace(SWERVE, end=0.4), CAR, {"ground": "flat, friction=0.6"}),
    Run(TURN, CAR, {"formulation": "cartesian", "integrator": "midpoint"}),
    Run(TURN, CAR, {"integrator": "chord"}),
    Run(replace(TURN, stop=("t > 0.3 s",)), CAR, {"integrator": "chord"}),
    Run(SWERVE, CAR, {"integrator": "auto"}),
    Run(TURN, CAR, {"integrator": "nonsense"}),
]


@pytest.fixture(scope="module")
def outcomes():
    return run_many(RUNS)


def test_the_numbers_are_those_of_single_runs(outcomes):
    """States to the bit (positions and velocities); what is derived, to rounding of two formulations."""
    for one, outcome in zip(RUNS[:-1], outcomes, strict=False):
        assert isinstance(outcome, Result)
        alone = run(one.maneuver, vehicle=one.vehicle, **one.settings)
        assert outcome.metadata.stopped == alone.metadata.stopped
        for channel in outcome.channels:
            expected = alone[channel.name].values
            if channel.name.startswith("chassis.position"):
                assert np.array_equal(channel.values, expected)
            else:
                scale = max(1e-3, float(np.abs(expected).max()))
                assert np.abs(channel.values - expected).max() < 1e-8 * scale, channel.name


def test_neither_threads_nor_company_matter(outcomes):
    for again in (run_many(RUNS[:10], threads=2), run_many(RUNS[9::-1])[::-1]):
        for a, b in zip(again, outcomes, strict=False):
            assert isinstance(a, Result)
            assert all(np.array_equal(x.values, y.values) for x, y in zip(a.channels, b.channels, strict=True))


def test_the_next_call_writes_no_kernels_again_and_the_last_one_changes_no_bit(monkeypatch):
    """Chunks of a study are calls; between them may be other cars."""
    written = []
    write = synthesis_system.write_module
    monkeypatch.setattr(synthesis_system, "write_module", lambda *given: written.append(given) or write(*given))
    (first,) = run_many([RUNS[1]])
    written.clear()
    (again,) = run_many([RUNS[1]])
    assert not written
    run_many([Run(TURN, with_parameters(CAR, {"axles.front.suspension.lower_arm.ball_joint.2": 0.205}))])
    assert not written  # another hardpoint is other numbers
    run_many([Run(replace(TURN, end=0.02), load_vehicle("sedan"))])
    assert written
    (later,) = run_many([RUNS[1]])
    for a, b, c in zip(first.channels, again.channels, later.channels, strict=True):
        assert np.array_equal(a.values, b.values, equal_nan=True)
        assert np.array_equal(a.values, c.values, equal_nan=True)


def test_runs_of_one_car_go_together_whatever_ground_they_are_on_and_wherever_they_end(monkeypatch):
    """They alternate with runs of another integrator, which go together as well."""
    called = []
    simulate = many.simulate_cars
    monkeypatch.setattr(
        many, "simulate_cars", lambda systems, *a, **b: called.append(systems) or simulate(systems, *a, **b)
    )
    settings = [{"ground": g} for g in ("flat", "flat, friction=0.6", ROUGH + "seed=2", ROUGH + "seed=3")]
    ends = (0.2, 0.3, 0.2, 0.25)
    runs = [
        Run(replace(TURN, end=end), CAR, {**given, "integrator": integrator})
        for given, end in zip(settings, ends, strict=True)
        for integrator in ("chord", "auto")
    ]
    found = run_many(runs)
    assert [len(systems) for systems in called] == [4, 4]
    for one, outcome in zip(runs, found, strict=True):
        assert isinstance(outcome, Result)
        assert outcome.time[-1] == pytest.approx(one.maneuver.end)


def test_runs_share_the_heights_of_a_map_and_have_a_friction_of_their_own(monkeypatch, tmp_path):
    heights = np.random.default_rng(1).uniform(0.0, 0.02, (30, 20))
    corner = ["xllcorner -10", "yllcorner -10", "cellsize 1", "NODATA_value -9999"]
    asc(tmp_path, ascii_text(heights, corner), "map.asc")
    seen = []
    simulate = many.simulate_cars
    monkeypatch.setattr(
        many, "simulate_cars", lambda systems, *a, **b: seen.extend(systems) or simulate(systems, *a, **b)
    )
    specs = [f"{tmp_path / 'map.asc'}, friction={mu}" for mu in (0.5, 0.7, 0.9, 0.7)]
    found = run_many([Run(replace(TURN, end=0.05), CAR, {"ground": spec}) for spec in specs])
    assert all(isinstance(outcome, Result) for outcome in found)
    grounds = [original(system.model.ground) for system in seen]
    assert [ground.friction for ground in grounds] == [0.5, 0.7, 0.9, 0.7]
    assert all(ground.heights is grounds[0].heights for ground in grounds)
    assert grounds[0].heights.max() > 0.0


def test_heights_are_shared_if_they_are_the_same_bits(monkeypatch):
    made = {
        name: ferguson(sign * np.zeros((4, 4)), spacing=1.0) for name, sign in (("a", 1.0), ("b", 1.0), ("c", -1.0))
    }
    monkeypatch.setattr(shared_grounds, "ground_of", made.get)
    grounds = SharedGrounds()
    assert grounds.ground_of("b") is grounds.ground_of("b")
    assert grounds.ground_of("a").heights is grounds.ground_of("b").heights
    assert np.signbit(grounds.ground_of("c").heights).all()


def test_what_cannot_be_run_is_an_error_in_its_place(outcomes):
    assert isinstance(outcomes[-1], JounceError)
    assert "nonsense" in str(outcomes[-1])


def test_a_car_that_fails_does_not_stop_the_others():
    stiff = with_parameters(CAR, {"axles.rear.suspension.spring.stiffness": 4e9})  # settled, it would not move
    wild = Run(replace(TURN, speed=16.0), stiff, {"initial": "design"})
    found = run_many([RUNS[0], wild, RUNS[1]])
    assert isinstance(found[1], RunError)
    assert len(found[1].result.time) >= 1
    assert isinstance(found[0], Result)
    assert isinstance(found[2], Result)


BRAKES = ("brake_torque_fl", "brake_torque_fr")


def refusing(at):
    """A controller that pumps the front brakes, and raises an error at a time [s]."""

    @controller(inputs=BRAKES, rate=200.0, name="pump")
    def pump(t, channels, inputs):
        if t >= at:
            raise InputError("does not go on", f"t = {t:.4g} s")
        return dict.fromkeys(BRAKES, 300.0 if int(t / 0.02) % 2 else 0.0)

    return pump


def controlled(integrator, *, refuse=math.inf):
    """Cars that follow a path, with controllers of the catalogue and of one's own; ends and speeds of their own."""
    chosen = [
        "abs",
        refusing(math.inf),
        "esc(rate=200)",
        ["esc", "abs"],
        refusing(refuse),
        "abs(target_slip=0.1)",
        "esc(rate=200)",
        "abs",
    ]
    full = {"brake": Table(times=(0.05, 0.1), values=(0.0, 1.0), interpolation="linear")}
    return [
        Run(
            replace(SWERVE, speed=15.0 + i, end=0.25 if i % 3 else 0.3, inputs={} if i % 4 == 1 else full),
            CAR,
            {"integrator": integrator, "controllers": one if isinstance(one, list) else [one]},
        )
        for i, one in enumerate(chosen)
    ]


@pytest.mark.parametrize("integrator", ["chord", "midpoint", "auto"])
def test_controlled_runs_have_the_numbers_of_single_runs(integrator):
    runs = controlled(integrator)
    for threads in (1, 2):
        for one, outcome in zip(runs, run_many(runs, threads=threads), strict=True):
            assert isinstance(outcome, Result)
            alone = run(one.maneuver, vehicle=one.vehicle, **one.settings)
            names = [
                c.name for c in outcome.channels if c.name.startswith(("chassis.position", "input.", "controller."))
            ]
            assert len(names) >= 8
            for name in names:
                assert np.array_equal(outcome[name].values, alone[name].values), name


@pytest.mark.parametrize("integrator", ["chord", "auto"])
def test_an_error_of_a_controller_is_the_outcome_of_its_run_alone(integrator, monkeypatch):
    again = []
    alone = many._alone
    monkeypatch.setattr(many, "_alone", lambda one: again.append(one) or alone(one))
    calm, runs = run_many(controlled(integrator)), controlled(integrator, refuse=0.13)
    assert not again
    found = run_many(runs)
    assert again == [runs[4]]
    assert isinstance(found[4], InputError)
    assert str(found[4]) == "does not go on; got t = 0.13 s"
    for i, (outcome, other) in enumerate(zip(found, calm, strict=True)):
        if i != 4:
            assert isinstance(outcome, Result)
            assert all(
                np.array_equal(a.values, b.values) for a, b in zip(outcome.channels, other.channels, strict=True)
            )


@pytest.mark.parametrize("integrator", ["chord", "auto"])
def test_controlled_runs_that_are_over_go_no_further_than_alone(integrator, monkeypatch):
    """Alone and in company conditions are looked at after the same samples; neighbours go on, and none runs again."""
    again = []
    alone = many._alone
    monkeypatch.setattr(many, "_alone", lambda one: again.append(one) or alone(one))
    stops = ["t > 0.3 s", "t > 0.62 s", "chassis.speed < 12 m/s", "input.brake_torque_fl > 1e9 N*m"]
    full = {"brake": Table(times=(0.05, 0.1), values=(0.0, 0.6), interpolation="linear")}
    settings = {"integrator": integrator, "controllers": [refusing(math.inf)]}
    slower = replace(SWERVE, end=1.3, inputs=full)
    runs = [Run(replace(slower, stop=(stop,), speed=15.0 + i), CAR, settings) for i, stop in enumerate(stops * 2)]
    found = run_many(runs)
    assert not again
    for one, outcome in zip(runs, found, strict=True):
        assert isinstance(outcome, Result)
        alone = run(one.maneuver, vehicle=one.vehicle, **one.settings)
        assert outcome.metadata.stopped == alone.metadata.stopped
        assert outcome.metadata.steps == alone.metadata.steps
        assert outcome.metadata.evaluations == alone.metadata.evaluations
        for name in ("time", "chassis.position_x", "chassis.position_y", "input.brake_torque_fl"):
            assert np.array_equal(outcome[name].values, alone[name].values), name
    assert found[0].metadata.steps < 0.5 * found[3].metadata.steps


def test_a_condition_that_cannot_be_evaluated_is_an_error_of_its_run_alone(monkeypatch):
    again = []
    alone = many._alone
    monkeypatch.setattr(many, "_alone", lambda one: again.append(one) or alone(one))
    settings = {"integrator": "chord", "controllers": [refusing(math.inf)]}
    plans = [replace(SWERVE, stop=("chassis.nonsense > 1",)), SWERVE, SWERVE]
    runs = [Run(plan, CAR, settings) for plan in plans]
    found = run_many(runs)
    assert again == runs[:1]
    assert isinstance(found[0], InputError)
    assert "chassis.nonsense" in str(found[0])
    assert all(isinstance(outcome, Result) for outcome in found[1:])


def test_progress_is_told():
    heard = []
    run_many(RUNS[:2], progress=heard.append)
    assert heard[-1] == 2


@pytest.mark.parametrize(
    ("parameters", "shared"),
    [
        ({SPRING: 44e3, "axles.rear.suspension.spring.damping": 3000.0}, True),
        ({"axles.front.tire.vertical_stiffness": 210e3}, True),
        ({"chassis.mass": 1600.0}, False),
        ({"chassis.mass": 1600.0, "chassis.inertia": (600.0, 2300.0, 2500.0), "gravity": 1.62}, False),
        ({"chassis.inertia": (600.0, 2300.0, 2500.0, 10.0, 50.0, 20.0)}, False),
        ({"axles.front.wheel.mass": 22.0, "axles.rear.suspension.knuckle.mass": 30.0}, False),
        ({"axles.front.suspension.lower_arm.ball_joint.2": 0.205}, False),
        ({"gravity": 1.62}, False),
    ],
)
def test_kernels_are_shared_when_only_laws_differ(parameters, shared):
    """And what is shared is what would have been written."""
    car = with_parameters(CAR, parameters)
    base, other = (rolling(c, 15.0) for c in (CAR, car))
    system = synthesis.build(base)
    quick, full = rebind_parameters(system, other), synthesis.build(other)
    alike = [check(system.packed, full.packed) for check in (same_structure, same_masses, same_geometry)]
    assert all(alike) is shared
    assert (quick.generated is system.generated) is shared
    assert quick.generated.source == full.generated.source
    for name in quick.model._fields:
        a, b = getattr(quick.model, name), getattr(full.model, name)
        if isinstance(a, np.ndarray):
            assert np.array_equal(a, b), name
    assert quick.mechanism == full.mechanism


def test_inputs_of_a_varied_system_are_its_own():
    """Tables live in arrays of the model, whose places may differ."""
    ready = prepare(TURN, CAR, RunSettings())
    assert isinstance(ready.system, synthesis.System)
    quick = rebind_parameters(ready.system, ready.system.mechanism, maneuver("j-turn", rack_travel=0.004).inputs)
    full = synthesis.build(ready.system.mechanism, inputs=maneuver("j-turn", rack_travel=0.004).inputs)
    assert np.array_equal(quick.model.tables, full.model.tables)
    assert np.array_equal(quick.model.signals, full.model.signals)
