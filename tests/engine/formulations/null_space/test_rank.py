"""More equations than needed, positions where some stop counting, and equations that contradict."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.null_space.reactions import instant
from jounce.engine.formulations.null_space.system import build, start_state
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.simulate import RungeKutta4, simulate
from jounce.errors import AssemblyError, InputError, SimulationError
from jounce.model.mechanism import PrescribedMotion, Sine, replace
from tests.engine.formulations.null_space.methods import METHODS
from tests.engine.formulations.synthesis.linkages import four_bar as planar_four_bar
from tests.engine.formulations.synthesis.test_toggle import engine, parallelogram
from tests.engine.mechanisms import bricard, four_bar, height_energy, kinetic_energy

REDUNDANT = {"four-bar": (four_bar, 3), "bricard": (bricard, 1)}
ALL = [method for method, (_, velocities) in METHODS.items() if velocities == "all"]


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("name", REDUNDANT)
def test_redundant_loops_run_and_keep_their_energy(name, method):
    """RK4 at 1 ms, as in tests/engine/formulations/world_frame/test_redundancy.py."""
    make, surplus = REDUNDANT[name]
    mechanism = make()
    world = cartesian_system.build(mechanism)
    system = build(mechanism, basis=METHODS[method][0])
    assert set(system.redundant.values()) == {surplus}
    trajectory = simulate(system, system.from_world(assemble(world)), end=1.0, integrator=RungeKutta4(step=1e-3))
    states = trajectory.samples[:, 1:]
    kinetic = kinetic_energy(world, states)
    assert kinetic.max() > 10.0
    assert np.ptp(kinetic + height_energy(world, states)) < 1e-7 * kinetic.max()
    assert trajectory.observation.violation[:, 0].max() < 1e-10


def test_rank_is_reported():
    system = build(four_bar())
    found = instant(system, 0.0, start_state(system))
    assert found.rank == (2,)
    assert system.model.rows.size == 5


def test_contradicting_drivers_are_named():
    """Two drivers of one coordinate: the second is redundant as long as it agrees, and an error when it does not."""
    motors = [
        PrescribedMotion(name=f"motor {i}", joint="A", motion=Sine(amplitude=0.1, frequency=1.0 + i)) for i in range(2)
    ]
    linkage = planar_four_bar()
    system = build(replace(linkage, joints=(*linkage.joints, *motors)))
    with pytest.raises((AssemblyError, SimulationError), match=r"contradict|closed"):
        simulate(system, start_state(system), end=0.1, integrator=RungeKutta4(step=1e-3))


def test_a_crank_passes_its_dead_centres():
    """The piston cannot lead all the way round; a null space does not care, and partitioning chooses the crank."""
    world = cartesian_system.build(engine())
    start = assemble(world)
    truth = simulate(world, start, end=1.0, integrator=RungeKutta4(step=5e-4))
    for method in ALL:
        system = build(engine(), basis=METHODS[method][0])
        run = simulate(system, system.from_world(start), end=1.0, integrator=RungeKutta4(step=5e-4))
        assert np.abs(run.position("piston") - truth.position("piston")).max() < 1e-5, method


@pytest.mark.parametrize("method", ["projection", "svd"])
def test_a_parallelogram_stays_one_through_its_flat_position(method):
    """Φ_q loses a rank there, and the loop could go on crossed; what was the null space before shows the way."""
    linkage = parallelogram()
    system = build(linkage, basis=METHODS[method][0])
    start = system.from_world(assemble(cartesian_system.build(linkage)))
    run = simulate(system, start, end=0.4, integrator=RungeKutta4(step=1e-3))
    left, right = (run.angular_velocity(body)[:, 1] for body in ("left", "right"))
    turned = np.trapezoid(left, run.time)
    assert turned > np.pi  # it has been flat
    assert np.abs(left - right).max() < 1e-6 * np.abs(left).max()


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"basis": "lu"}, "unknown basis"),
        ({"velocities": "some"}, "unknown velocities"),
        ({"basis": "svd", "velocities": "independent"}, "no independent velocities"),
        ({"base": "wheel"}, "unknown base body"),
    ],
)
def test_what_cannot_be_built_is_refused(choice, said):
    with pytest.raises(InputError, match=said):
        build(engine(), **choice)
