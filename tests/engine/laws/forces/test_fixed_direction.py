"""A force whose direction is fixed in a body: the curve of a bushing along one axis of it, as a leaf spring has it."""

import numpy as np
import pytest

from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import DormandPrince, simulate
from jounce.model.mechanism import Body, Bushing, BushingCurves, Curve, Mechanism
from tests.engine.mechanisms import momenta, rotation

CURVE = Curve(x=(-0.05, 0.02, 0.03), y=(-1000.0, 400.0, 3400.0))
"""20 N/mm, and a stop of 300 N/mm from 20 mm on."""
END = (0.3, 0.4, 0.2)


@pytest.fixture(scope="module")
def motion():
    """A heavy body that turns, and a small one beside it that flies past, held along z of the heavy one alone."""
    mechanism = Mechanism(
        bodies=(
            Body(name="carrier", mass=40.0, inertia=(3.0, 4.0, 5.0), angular_velocity=(1.5, -2.0, 1.0), free=True),
            Body(name="end", mass=5.0, inertia=(0.1, 0.1, 0.1), position=END, velocity=(0.6, 0.4, -0.6), free=True),
        ),
        forces=(
            Bushing(
                name="leaf",
                body_a="carrier",
                body_b="end",
                point=END,
                stiffness=(0.0, 0.0, 0.0),
                curves=BushingCurves(z=CURVE),
            ),
        ),
        gravity=(0.0, 0.0, 0.0),
    )
    system = build(mechanism)
    tight = DormandPrince(relative=1e-10, absolute=1e-10)
    return system, simulate(system, system.start_state(), end=0.4, integrator=tight, sample=0.01)


def test_the_force_follows_the_curve_along_the_axis_of_the_first_body(motion):
    system, trajectory = motion
    states, found = trajectory.samples[:, 1:], trajectory.acceleration("end")
    travels, sideways = [], []
    for y, acceleration in zip(states, found, strict=True):
        turned, origin = rotation(system, y, "carrier"), y[system.pose("carrier")][:3]
        gap = y[system.pose("end")][:3] - origin - turned @ END
        up = turned[:, 2]
        travels.append(float(gap @ up))
        sideways.append(float(np.linalg.norm(gap - travels[-1] * up)))
        assert 5.0 * acceleration == pytest.approx(-CURVE.value(travels[-1]) * up, abs=1e-6)
    # it swings through the stop and back, and is carried far to the side, which costs no force
    assert min(travels) < -0.01
    assert max(travels) > 0.021
    assert max(sideways) > 0.2


def test_the_reaction_acts_on_the_same_line(motion):
    """Angular momentum is kept: the push on the first body passes through the point of the second."""
    system, trajectory = motion
    linear, angular = momenta(system, trajectory.samples[:, 1:])
    assert np.abs(linear - linear[0]).max() < 1e-10 * np.abs(linear).max()
    assert np.abs(angular - angular[0]).max() < 1e-7 * np.abs(angular).max()
