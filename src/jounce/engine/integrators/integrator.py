"""What an integrator says of itself: the two kinds, their options, and how each becomes a compiled method.

A class of `jounce.engine.integrators.catalogue` is an integrator: its fields are the options (step, tolerance, …), its
class attributes describe it (name, order, kind, limit of stability, help), and its methods make the compiled code ready
for a system. The compiled steps stand beside, in a module of `jounce.engine.integrators` of their own: they need Numba,
which takes a second to import, and names and help texts are wanted without it. So the files of the catalogue import
NumPy and compiled code only inside their methods.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from jounce.errors import ModelError
from jounce.findings import Finding

if TYPE_CHECKING:
    import numpy as np

EXPLICIT = "explicit"
"""Kind: the next state from slopes at known states; a fixed step is stable up to `stability` / rate."""
IMPLICIT = "implicit"
"""Kind: stable with stiff forces, by the Jacobian of the independent motion; needs independent coordinates."""
ON_MULTIPLIERS = "implicit on multipliers"
"""Kind: solves for all bodies and constraint forces at once; for Cartesian coordinates only."""


@dataclass(frozen=True, kw_only=True)
class FixedStep:
    """An integrator with steps of one length."""

    name: ClassVar[str]
    """Name of the integrator as people write it: on the command line, in files, in error messages."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names that are understood."""
    order: ClassVar[int]
    """The global error falls like step ** order."""
    kind: ClassVar[str]
    """EXPLICIT, IMPLICIT or ON_MULTIPLIERS."""
    stability: ClassVar[float | None] = None
    """Rate × step up to which y' = −rate · y decays; None: at any step."""
    needs_coordinates: ClassVar[bool] = False
    """Whether it must know which velocities are independent, and how they move positions."""
    help: ClassVar[str]
    """One line for `jounce list`."""
    live_help: ClassVar[str] = ""
    """What it is good for when a car is driven live; empty: not offered there."""
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Second word of a name in benchmarks → options, for an integrator that stands for several methods."""
    compiled: ClassVar[str]
    """Module of the compiled step, with ROWS, the rows of scratch that it takes."""
    finds_events: ClassVar[bool] = False

    step: float = 1e-3
    """Fixed step [s]."""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_positive("step", self.step, "a step in seconds such as 0.001")

    def method(self, system: Any, step: float, t: float, states: Sequence[np.ndarray]) -> tuple:
        """The compiled method, a NamedTuple, for steps of `step` [s] of a system.

        states: closed states at time t [s] for the Jacobians of implicit methods, by rising speed of the base; one
        does, explicit methods need none.
        """
        raise NotImplementedError

    def scratch(self, size: int) -> np.ndarray:
        """Memory for states of a size: slopes, trial states, and the history of multi-step methods."""
        return zero_rows(import_module(self.compiled).ROWS, size)


@dataclass(frozen=True, kw_only=True)
class Adaptive:
    """An integrator that chooses its steps by the local error."""

    name: ClassVar[str]
    """Name of the integrator as people write it: on the command line, in files, in error messages."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names that are understood."""
    order: ClassVar[int]
    """Highest order of the global error."""
    kind: ClassVar[str] = EXPLICIT
    stability: ClassVar[float | None] = None
    """None: the local error keeps steps short enough."""
    needs_coordinates: ClassVar[bool] = False
    help: ClassVar[str]
    """One line for `jounce list`."""
    live_help: ClassVar[str] = ""
    """Always empty: steps of unknown cost are no good for real time."""
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    compiled: ClassVar[str]
    """Module of the compiled step."""
    finds_events: ClassVar[bool] = False
    """Whether it looks for events and logs its steps."""
    absolute_share: ClassVar[float | None] = None
    """The absolute tolerance that goes with a relative one, divided by it [SI]; None: it is given apart."""

    relative: float = 1e-8
    """Local error allowed, relative to each state."""
    absolute: float = 1e-10
    """Local error allowed near zero [SI]."""
    largest_step: float = math.inf
    """Largest step that may be taken [s]."""
    most_steps: int = 10_000_000

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_positive("relative", self.relative, "a tolerance such as 1e-8")
        check_positive("absolute", self.absolute, "a tolerance such as 1e-10")
        check_positive("largest_step", self.largest_step, "a step in seconds, or inf")
        check_positive("most_steps", self.most_steps, "a number of steps")

    @classmethod
    def with_tolerance(cls, relative: float | None, largest_step: float | None) -> Adaptive:
        """The integrator with a relative tolerance and a largest step [s]; None: its own."""
        options: dict[str, float] = {}
        if relative is not None:
            options["relative"] = relative
            options |= {"absolute": cls.absolute_share * relative} if cls.absolute_share is not None else {}
        return cls(**options | ({"largest_step": largest_step} if largest_step is not None else {}))  # type: ignore[arg-type]

    def advance_function(
        self,
        system: Any,
        y: np.ndarray,
        record: np.ndarray,
        times: np.ndarray,
        samples: np.ndarray,
        scratch: np.ndarray,
        notes: Any,
    ) -> Callable[[int], int]:
        """A function that goes on until so many samples are written and returns a status.

        It works on the state y, the record of `jounce.engine.integrators.progress`, the samples (time first) at `times`
        [s] and the scratch, which hold everything that it needs to go on; notes: what it logs
        (`jounce.engine.simulate.adams`).
        """
        raise NotImplementedError

    def scratch(self, size: int) -> np.ndarray:
        """Memory for states of a size: slopes, trial states, and the history of multi-step methods."""
        return zero_rows(import_module(self.compiled).ROWS, size)


Integrator = FixedStep | Adaptive


def zero_rows(rows: int, size: int) -> np.ndarray:
    """Scratch of so many rows."""
    import numpy as np

    return np.zeros((rows, size))


def check_positive(name: str, value: float, expected: str) -> None:
    """Raise ModelError unless an option is above zero."""
    if not value > 0.0:
        raise ModelError([Finding(where=name, what="must be positive", got=repr(value), expected=expected)])


def check_one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    """Raise ModelError unless an option is one of the known words."""
    if value not in known:
        raise ModelError([Finding(where=name, what="unknown", got=repr(value), expected=f"one of {', '.join(known)}")])
