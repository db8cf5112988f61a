"""A mechanism ready to run in the frame of its chassis (Kang 2014).

States are world states, and so are names, arrays and scratch: a system in the world frame stands behind this one. What
differs is the residual that the integrator `tangent` solves at every step: its velocities, accelerations and equations
are resolved in the axes of the chassis (`residual.py`), in which the matrix of a turning car stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from jounce.engine.assembly.bodies import Frame
from jounce.engine.assembly.pack import Layout
from jounce.engine.assembly.world_states import BodyStates
from jounce.engine.formulations.cartesian.model import Model, Work
from jounce.engine.formulations.chassis_frame.formulation import CAPABILITIES
from jounce.engine.formulations.formulation import Capabilities, SystemDefaults
from jounce.engine.formulations.registry import find_formulation
from jounce.model.mechanism import Mechanism, Signal

if TYPE_CHECKING:
    from jounce.engine.formulations.world_frame.system import System as WorldFrame


@dataclass(frozen=True)
class System(SystemDefaults):
    """One mechanism in this formulation. It shares scratch with its world frame: both serve one thread at a time."""

    world: WorldFrame

    @property
    def world_frame(self) -> WorldFrame:
        """The system that stands behind this one."""
        return self.world

    @property
    def capabilities(self) -> Capabilities:
        """Steps by `tangent` alone, in the axes of the chassis."""
        return CAPABILITIES

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that was described."""
        return self.world.mechanism

    @property
    def inputs(self) -> Mapping[str, Signal]:
        """What the run-time inputs are bound to."""
        return self.world.inputs

    @property
    def layout(self) -> Layout:
        """Names of bodies, joints and elements."""
        return self.world.layout

    @property
    def frames(self) -> dict[str, Frame]:
        """Design frames of the bodies."""
        return self.world.frames

    @property
    def model(self) -> Model:
        """Constants, as compiled code takes them."""
        return self.world.model

    @property
    def work(self) -> Work:
        """Scratch of compiled code."""
        return self.world.work

    @property
    def size(self) -> int:
        """Length of the state vector, which is a world state."""
        return self.world.size

    @property
    def derivative(self) -> Callable:
        """ẏ in the world frame: where `tangent` begins, not what it integrates."""
        return self.world.derivative

    @property
    def project(self) -> Callable:
        """The projection of world states onto the constraints."""
        return self.world.project

    def start_state(self, t: float = 0.0) -> np.ndarray:
        """The design position with the velocities given on the bodies, all joints closed; raises AssemblyError."""
        return self.world.start_state(t)

    def to_world(self, states: np.ndarray) -> np.ndarray:
        """The states themselves, (n, size)."""
        return self.world.to_world(states)

    def from_world(self, world: np.ndarray, t: float = 0.0) -> np.ndarray:
        """A copy of the world state, as it is."""
        return self.world.from_world(world, t)

    def with_inputs(self, inputs: Mapping[str, Signal]) -> System:
        """The same system with its run-time inputs bound to other signals."""
        return System(self.world.with_inputs(inputs))

    def with_mechanism(
        self, mechanism: Mechanism, *, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None
    ) -> System:
        """Another mechanism in the frame of its chassis."""
        return build(mechanism, inputs=inputs, ground=ground)

    def with_other_coordinates(self, y: np.ndarray) -> System:
        """This system itself: `tangent` chooses its independent coordinates itself, when it is made anew."""
        return self

    def body_states(self, body: str) -> BodyStates:
        """Where pose and twist of a body stand in y."""
        return self.world.body_states(body)

    def joint_coordinates(self, joint: str) -> dict[str, int]:
        """Angles of a joint whose turns are counted → index in y."""
        return self.world.joint_coordinates(joint)

    def auxiliary_index(self, number: int) -> int:
        """Index in y of an auxiliary state, given by its number in the packed mechanism."""
        return self.world.auxiliary_index(number)


def build(mechanism: Mechanism, *, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None) -> System:
    """Number, pack and order a mechanism. `inputs` binds run-time inputs to signals."""
    world = find_formulation("world-frame").build(mechanism, inputs=inputs, ground=ground)
    return in_chassis_frame(cast("WorldFrame", world))


def in_chassis_frame(world: WorldFrame) -> System:
    """A system in the world frame seen from its chassis; both share names, arrays and scratch."""
    return System(world)
