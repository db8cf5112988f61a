"""Every registered formulation keeps what the protocol promises."""

import numpy as np
import pytest

from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.registry import load_formulations
from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.integrators.registry import INTEGRATORS
from jounce.engine.simulate import RungeKutta4, simulate, simulate_many
from jounce.engine.simulate.light_observer import LightTrajectory
from jounce.errors import InputError, ModelError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import GROUND, Body, Constant, Mechanism, Revolute
from jounce.model.vehicle import RACK_TRAVEL, rolling
from jounce.model.vehicle.corners import CHASSIS

ROUNDING = 1e-12
"""Of angles taken from rotations and turned back: a few hundred roundings of numbers up to 15 (wheel speeds)."""
MEMBERS = [name for name in dir(System) if not name.startswith("_")]
ALL = pytest.mark.parametrize("formulation", load_formulations().values(), ids=lambda formulation: formulation.name)


@pytest.fixture(scope="module")
def car() -> Mechanism:
    return rolling(load_vehicle("dw18"), 10.0)


def double_pendulum() -> Mechanism:
    """Two rods that fall from level."""
    inertia = (0.001, 0.08, 0.08)
    rods = [Body(name=f"rod{i}", mass=1.0, inertia=inertia, position=(0.5 + i, 0.0, 0.0)) for i in range(2)]
    pins = [
        Revolute(name=f"pin{i}", body_a=above, body_b=f"rod{i}", point=(float(i), 0.0, 0.0), axis=(0.0, 1.0, 0.0))
        for i, above in enumerate((GROUND, "rod0"))
    ]
    return Mechanism(bodies=rods, joints=pins)


@ALL
def test_states_go_to_the_world_and_back(formulation, car):
    system = formulation.build(car)
    y = system.start_state()
    assert y.shape == (system.size,)
    world = system.to_world(np.array([y, y]))
    assert world.shape == (2, 13 * len(system.layout.bodies) + system.layout.auxiliary)
    assert np.abs(system.from_world(world[0]) - y).max() < ROUNDING
    assert np.array_equal(system.to_world(y), world[:1])
    forward = world[0, 7 * len(system.layout.bodies) + 6 * system.layout.body(CHASSIS)]
    assert forward == pytest.approx(10.0, abs=1e-9)


@ALL
def test_every_member_is_there(formulation, car):
    system = formulation.build(car)
    assert [name for name in MEMBERS if not hasattr(system, name)] == []
    assert system.capabilities == formulation.capabilities
    assert formulation.default_integrator in INTEGRATORS
    assert sorted(system.contact_order) == list(range(4))


@ALL
def test_the_chassis_is_where_the_system_says(formulation, car):
    system = formulation.build(car)
    y = system.start_state()
    places = system.body_states(CHASSIS)
    centre = system.to_world(y)[0, 7 * system.layout.body(CHASSIS) :][:7]
    assert y[places.pose : places.pose + 7] == pytest.approx(centre, abs=ROUNDING)
    assert y[places.twist] == pytest.approx(10.0, abs=1e-9)  # it points along x, so both axes agree


@ALL
def test_inputs_are_bound_anew(formulation, car):
    system = formulation.build(car, inputs={RACK_TRAVEL: Constant(value=0.0)})
    other = system.with_inputs({RACK_TRAVEL: Constant(value=0.004)})
    assert other.inputs == {RACK_TRAVEL: Constant(value=0.004)}
    assert (0.004 in other.model.signals) > (0.004 in system.model.signals)
    assert type(other) is type(system)
    assert other.size == system.size
    assert other.layout.bodies == system.layout.bodies


@ALL
def test_another_mechanism_keeps_the_formulation(formulation, car):
    other = formulation.build(car).with_mechanism(double_pendulum())
    assert other.layout.bodies == ("rod0", "rod1")
    assert other.capabilities == formulation.capabilities


@ALL
def test_all_fall_alike(formulation):
    """A tenth of a second from level, against steps of order four in the world frame, exact beside the rest."""
    exact = load_formulations()["world-frame"].build(double_pendulum())
    truth = simulate(exact, exact.start_state(), end=0.1, integrator=RungeKutta4(step=2e-3), sample=0.02)
    system = formulation.build(double_pendulum())
    method = INTEGRATORS[formulation.default_integrator]()
    found = simulate(system, system.start_state(), end=0.1, integrator=method, sample=0.02)
    # steps h of 1 ms and order two over 0.1 s, accelerations a of 15 m/s² that change within τ = 0.1 s: a h² (0.1 / τ)²
    assert np.abs(found.position("rod1") - truth.position("rod1")).max() < 15e-6
    assert np.ptp(truth.position("rod1")[:, 2]) > 0.05
    assert found.system.layout.bodies == ("rod0", "rod1")


@ALL
def test_capabilities_are_true(formulation):
    system, able = formulation.build(double_pendulum()), formulation.capabilities
    start = system.start_state()
    assert able.has_independent_coordinates == (system.coordinates.size > 0) == (system.independent.size > 0)
    assert able.runs_batches == system.shares_kernels_with(system)
    short = {"end": 2e-3, "sample": 1e-3}
    expect(able.has_derivative, lambda: simulate(system, start, integrator=RungeKutta4(), **short))
    expect(able.step_frame is not None, lambda: simulate(system, start, integrator=TangentSpace(), **short))
    expect(able.runs_batches, lambda: simulate_many([system], [start], integrator=RungeKutta4(), **short))


def expect(able: bool, run) -> None:
    """It runs, or refuses with a sentence."""
    if able:
        run()
        return
    with pytest.raises((ModelError, InputError)):
        run()


@ALL
def test_the_quick_look_sees_what_the_observer_sees(formulation, car):
    if not formulation.capabilities.observes_chassis_and_tires:
        pytest.skip("has none")
    system = formulation.build(car)
    start = system.start_state()
    run = simulate(system, start, end=1e-3, sample=1e-3, integrator=RungeKutta4())
    slow = run.acceleration(CHASSIS)[0], run.observation.tire["penetration"][0]
    samples = np.array([[0.0, *start]])
    quick = LightTrajectory([system], [samples])
    assert quick.acceleration(CHASSIS)[0] == pytest.approx(slow[0], abs=1e-8)
    assert quick.tire(system.layout.tires[0])["penetration"][0] == pytest.approx(slow[1], abs=1e-12)
