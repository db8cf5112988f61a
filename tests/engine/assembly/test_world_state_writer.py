"""World states from joint coordinates: the compiled walk along the tree equals the classical one in numpy."""

import numpy as np
import pytest

from jounce.engine.assembly.pack import pack
from jounce.engine.assembly.poses import design_state
from jounce.engine.assembly.spanning_tree import choose_base, span
from jounce.engine.assembly.state_layout import angle_states, lay_out
from jounce.engine.assembly.world_state_writer import WorldStateWriter
from jounce.engine.assembly.world_states import to_world
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.model.library import load_vehicle
from jounce.model.mechanism import GROUND, Body, Mechanism, Revolute
from jounce.model.vehicle import to_mechanism


class OnTree:
    """What `to_world` asks of a system, without its kernels."""

    def __init__(self, mechanism):
        self.mechanism, self.packed = mechanism, pack(mechanism)
        tree = span(mechanism, self.packed.frames, choose_base(mechanism))
        self.state = lay_out(mechanism, tree, self.packed.layout, angle_states(self.packed))


@pytest.mark.parametrize("car", ["dw18", "sedan", "rover6"])
def test_the_walk_equals_the_classical_kinematics_at_random_states(car):
    system = OnTree(to_mechanism(load_vehicle(car)))
    states = WorldStateWriter.of(system.mechanism)
    rng = np.random.default_rng(7)
    nb = len(system.packed.layout.bodies)
    for _ in range(5):
        y = design_state(system.state) + 0.3 * rng.standard_normal(system.state.size)
        world, expected = states.write(y), to_world(system, y)[0]
        poses, wanted = (w[: 7 * nb].reshape(nb, 7) for w in (world, expected))
        np.testing.assert_allclose(poses[:, :3], wanted[:, :3], atol=1e-13)
        # a quaternion and its negative are one rotation
        np.testing.assert_allclose(rotation_matrices(poses[:, 3:]), rotation_matrices(wanted[:, 3:]), atol=1e-13)
        np.testing.assert_allclose(world[7 * nb :], expected[7 * nb :], atol=2e-12)


def test_a_base_that_does_not_move_is_no_body():
    arm = Body(name="arm", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0.5, 0.0, 0.0))
    hinge = Revolute(name="hinge", body_a=GROUND, body_b="arm", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    states = WorldStateWriter.of(Mechanism(bodies=[arm], joints=[hinge]))
    states.write(np.array([np.pi / 2, 3.0]))
    np.testing.assert_allclose(states.poses[0, :3], [0.0, 0.0, -0.5], atol=1e-15)
    np.testing.assert_allclose(states.world[7:13], [-1.5, 0.0, 0.0, 0.0, 3.0, 0.0], atol=1e-15)
