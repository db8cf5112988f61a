"""Orders of convergence: four with RK4 for every method but the printed one, which is of order one with anything."""

from functools import cache

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.null_space.system import build, with_closed_loops
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.simulate import AdamsBashforthMoulton, DormandPrince, RungeKutta4, simulate
from jounce.model.mechanism import GROUND, Distance, Mechanism, Prismatic, Revolute, Spherical
from tests.engine.formulations.null_space.methods import METHODS
from tests.engine.mechanisms import rod

END = 0.32
STEPS = (0.004, 0.002, 0.001)


@cache
def linkage() -> Mechanism:
    """A ball that slides on a turning arm and is tied to a post: a loop whose null space turns by radians."""
    arm = rod("arm", (0.0, 0.0, 0.0), (0.8, 0.0, 0.0), angular_velocity=(0.0, 3.0, 0.0))
    bead = rod("bead", (0.4, 0.0, 0.0), (0.5, 0.0, 0.0), mass=0.7)
    link = rod("link", (0.5, 0.0, 0.0), (0.5, 0.6, -0.5), mass=0.5)
    joints = [
        Revolute(name="pivot", body_a=GROUND, body_b="arm", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
        Prismatic(name="slide", body_a="arm", body_b="bead", point=(0.45, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Spherical(name="ball", body_a="bead", body_b="link", point=(0.5, 0.0, 0.0)),
        Distance(name="tie", body_a=GROUND, body_b="link", point_a=(0.2, 0.9, -0.2), point_b=(0.5, 0.6, -0.5)),
    ]
    return Mechanism(name="bead", bodies=[arm, bead, link], joints=joints)


@cache
def reference() -> tuple[np.ndarray, np.ndarray]:
    """Start and end in the world frame."""
    system = cartesian_system.build(linkage())
    exact = DormandPrince(relative=1e-12, absolute=1e-13)
    samples = simulate(system, assemble(system), end=END, integrator=exact, sample=END).samples
    return samples[0, 1:], samples[-1, 1:]


def errors(method: str, integrators) -> np.ndarray:
    basis, velocities = METHODS[method]
    system = build(linkage(), basis=basis, velocities=velocities)
    start, end = reference()
    y = system.from_world(start)
    found = []
    for integrator in integrators:
        with_closed_loops(system, y)  # the basis of the start again
        last = simulate(system, y, end=END, integrator=integrator, sample=END).samples[-1, 1:]
        found.append(np.abs(last - end)[: 7 * 3].max())
    return np.array(found)


def orders(method: str) -> np.ndarray:
    e = errors(method, [RungeKutta4(step=h) for h in STEPS])
    return np.log2(e[:-1] / e[1:])


@pytest.mark.parametrize("method", [m for m in METHODS if m != "printed"])
def test_fourth_order(method):
    found = orders(method)
    assert np.all((found > 3.6) & (found < 4.6)), found


def test_the_printed_method_is_of_first_order():
    """d/dt P = −I Φ̇_q P holds only at the start of a step: the error of a step is of second order, whatever is done."""
    found = orders("printed")
    assert np.all((found > 0.8) & (found < 1.25)), found


@pytest.mark.parametrize("method", [m for m in METHODS if m != "printed"])
def test_error_control_holds_for_adams(method):
    """A motion of a third of a second in which nothing grows: the error at its end is of the size of the tolerance."""
    tolerances = np.array([1e-8, 1e-6, 1e-4])
    found = errors(method, [AdamsBashforthMoulton(relative=r, absolute=r) for r in tolerances])
    assert np.all(found < 10.0 * tolerances), found


def test_error_control_cannot_see_the_printed_error():
    """Its local error is not that of the formula, so a tighter tolerance helps only by shorter steps."""
    printed, ours = (errors(m, [AdamsBashforthMoulton(relative=1e-9, absolute=1e-9)])[0] for m in ("printed", "held"))
    assert printed > 100.0 * ours
