"""What a formulation is: a way to write the equations of motion of any mechanism.

Each stands in a package of its own. `system.py` has its `System`, which satisfies the protocol below; `formulation.py`
describes it as `FORMULATION`, without importing numerics; one line in `jounce.engine.formulations.registry` makes it
known. Whatever simulates, drives, records or plots knows the protocol and never which formulation it has before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np

    from jounce.engine.assembly.bodies import Frame
    from jounce.engine.assembly.pack import Layout
    from jounce.engine.assembly.world_state_writer import WorldStateWriter
    from jounce.engine.assembly.world_states import BodyStates
    from jounce.model.mechanism import Mechanism, Signal


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """What can be done with a system, for those who must know before they try."""

    has_derivative: bool = True
    """Whether integrators of ẏ may step it; without, only `tangent` does."""
    has_independent_coordinates: bool = False
    """Whether `coordinates` and `independent` say which states those are, as implicit steps in y need."""
    step_frame: str | None = None
    """Axes (`world`, `chassis`) of the residual that `tangent` solves; None: there is none, and `tangent` cannot."""
    runs_batches: bool = False
    """Whether `simulate_many` takes systems that share their kernels."""
    runs_lanes: bool = False
    """Whether several of them can be evaluated at once, in SIMD lanes."""
    has_exact_derivatives: bool = False
    """Whether matrices of implicit steps come from exact derivatives; without, from differences."""
    observes_chassis_and_tires: bool = False
    """Whether one evaluation of ẏ tells the acceleration of the base and the forces of the tires."""


class Equations(Protocol):
    """What the integrators need of a system; see `jounce.engine.formulations.equations` and `coordinates`."""

    @property
    def capabilities(self) -> Capabilities: ...
    @property
    def derivative(self) -> Callable:
        """Pointer to ẏ: (model, work, t, y, dy) → status."""

    @property
    def project(self) -> Callable:
        """Pointer to the projection onto the constraints, in place: (model, work, t, y) → status."""

    def load_derivatives(self) -> None:
        """Make exact derivatives ready, where there are any: called before matrices are made."""

    @property
    def model(self) -> Any:
        """Constants, as compiled code takes them."""

    @property
    def work(self) -> Any:
        """Scratch of compiled code: a system serves one thread at a time."""

    @property
    def coordinates(self) -> np.ndarray:
        """COORDINATE records of the positions in y; empty without independent coordinates."""

    @property
    def independent(self) -> np.ndarray:
        """Indices of independent velocities in y."""

    @property
    def auxiliary(self) -> np.ndarray:
        """Indices of first-order states in y, for methods with independent velocities."""

    @property
    def size(self) -> int:
        """Length of the state vector y."""


class System(Equations, Protocol):
    """One mechanism in one formulation, ready to run. What y holds is the formulation's own business.

    World states, in which runs are recorded, are those of the world frame: poses of all bodies, twists of all bodies,
    auxiliary states.
    """

    @property
    def mechanism(self) -> Mechanism: ...
    @property
    def inputs(self) -> Mapping[str, Signal]:
        """What the run-time inputs are bound to."""

    @property
    def layout(self) -> Layout:
        """Names of bodies, joints and elements."""

    @property
    def frames(self) -> dict[str, Frame]:
        """Design frames of the bodies."""

    @property
    def world_frame(self) -> Any | None:
        """The same mechanism in the world frame where this one rests on it; None where one must be built."""

    @property
    def contact_order(self) -> Sequence[int]:
        """For every tire of the layout, its index in `work.contacts`."""

    def start_state(self, t: float = 0.0) -> np.ndarray:
        """The design position with the velocities given on the bodies, all joints closed; raises AssemblyError."""

    def to_world(self, states: np.ndarray) -> np.ndarray:
        """World states (n, world size) of states (n, size) or of one (size,)."""

    def from_world(self, world: np.ndarray, t: float = 0.0) -> np.ndarray:
        """One world state as a state y, its loops closed where the formulation has loops; raises AssemblyError."""

    def world_state_writer(self) -> WorldStateWriter | None:
        """The compiled way from single states to world states, of formulations on a tree; None of others."""

    def with_inputs(self, inputs: Mapping[str, Signal]) -> System:
        """The same mechanism on the same ground with its run-time inputs bound to other signals."""

    def with_mechanism(
        self, mechanism: Mechanism, *, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None
    ) -> System:
        """Another mechanism in the same formulation with the same options, faster where work can be shared."""

    def with_other_coordinates(self, y: np.ndarray) -> System | None:
        """How to go on from y, a toggle position of the chosen coordinates: with others, or None. The system itself
        means that the integrator chooses them."""

    def begin(self, t: float, y: np.ndarray) -> None:
        """Forget earlier runs: called before a run from y at time t [s]."""

    def rolling_states(self, y: np.ndarray, t: float) -> list[np.ndarray]:
        """States like y at rising speeds, rolling, for the matrices of implicit steps; y alone where nothing rolls."""

    def shares_kernels_with(self, other: System) -> bool:
        """Whether both can go through one call of compiled code."""

    def body_states(self, body: str) -> BodyStates | None:
        """Where pose and twist of a body stand in y; None if they do not."""

    def joint_coordinates(self, joint: str) -> dict[str, int]:
        """Coordinates of a joint that are states (`angle`, `travel` …) → index in y."""

    def auxiliary_index(self, number: int) -> int:
        """Index in y of an auxiliary state, given by its number in the packed mechanism."""


class SystemDefaults:
    """Answers of a system with nothing special to do; a formulation inherits it and replaces what it does itself.

    Where no coordinate is more independent than another, `coordinates`, `independent` and `auxiliary` are empty.
    """

    @property
    def coordinates(self) -> np.ndarray:
        """None."""
        import numpy as np

        from jounce.engine.formulations.coordinates import COORDINATE

        return np.zeros(0, COORDINATE)

    @property
    def independent(self) -> np.ndarray:
        """None."""
        import numpy as np

        return np.zeros(0, np.int64)

    @property
    def auxiliary(self) -> np.ndarray:
        """None: methods without independent velocities need not know them."""
        import numpy as np

        return np.zeros(0, np.int64)

    def load_derivatives(self) -> None:
        """There are none."""

    @property
    def world_frame(self) -> Any | None:
        """None: whoever wants the world frame builds it."""
        return None

    @property
    def contact_order(self) -> Sequence[int]:
        """The layout's own order."""
        return range(len(self.layout.tires))  # type: ignore[attr-defined]

    def world_state_writer(self) -> WorldStateWriter | None:
        """None: the coordinates are not those of a tree."""
        return None

    def with_other_coordinates(self, y: np.ndarray) -> Any | None:
        """No other way to write these equations."""
        return None

    def begin(self, t: float, y: np.ndarray) -> None:
        """Nothing is remembered from run to run."""

    def rolling_states(self, y: np.ndarray, t: float) -> list[np.ndarray]:
        """The state y alone."""
        return [y]

    def shares_kernels_with(self, other: System) -> bool:
        """No: systems run one by one."""
        return False


@dataclass(frozen=True, kw_only=True)
class Formulation:
    """A formulation by name: what people read about it, what it takes, and how it is built."""

    name: str
    about: str
    """One line about the formulation, for lists."""
    builder: Callable[..., System]
    """(mechanism, *, inputs, ground, **options) → System; imports numerics only when it is called."""
    default_integrator: str
    """Name of the integrator that runs take unless one is asked for."""
    capabilities: Capabilities
    """Capabilities of a system built with the default options."""
    aliases: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Option of the builder → its choices, the default first → one line each."""

    def build(
        self,
        mechanism: Mechanism,
        *,
        inputs: Mapping[str, Signal] | None = None,
        ground: tuple | None = None,
        **options: str,
    ) -> System:
        """The mechanism in this formulation; inputs: signals by name of the run-time input; ground: flat by default."""
        return self.builder(mechanism, inputs=inputs, ground=ground, **options)
