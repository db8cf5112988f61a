"""What a loop in another process is made of: everything it takes, as plain values that can be sent there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jounce.errors import Refusal
from jounce.realtime.pacing import check_policy, ticks_of
from jounce.realtime.plant import Plant

if TYPE_CHECKING:
    from jounce.vehicle import Vehicle  # with its checks it takes a second to import; who sends recipes need not wait

Report = Callable[[str], None]
SIMPLE_CARS = ("simple", "tall")
"""Names of simplified cars (`jounce.simple_car.EXAMPLES`), here so that nothing compiled need be imported to know."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """A plant and how to run it."""

    kind: str = "multibody"
    """Which plant: see PLANTS."""
    vehicle: str | Vehicle = "dw18"
    """Name in the library, path of a YAML file, YAML text (it has more than one line), or a Vehicle."""
    ground: str | None = None
    """As on the command line, such as `plane, grade=0.1`; flat by default."""
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """x, y [m] and heading [rad] of the start."""
    integrator: str = "chord"
    step: float = 1e-3
    """[s]"""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Dotted path in the vehicle → value, see `with_parameters`."""
    policy: str = "slow"
    """What to do about late ticks: slow, drop or stop."""
    speed: float = 1.0
    """Simulated by wall time, 0.1 … 10."""
    sample: float = 0.01
    """Simulated time between rows [s]."""
    dead_man: float = 0.5
    """Wall time without input after which nobody drives [s]."""
    paused: bool = False
    waits: bool = True
    """Whether a plant that fails waits for a reset; else the loop ends."""
    drive: str | None = None
    """Name of a script (see `jounce.realtime.script`) that drives instead of anyone else."""
    seconds: float | None = None
    """Wall time after which the loop ends [s]."""
    udp: tuple[str, int] | None = None
    """Host and port to listen at."""
    udp_peer: tuple[str, int] | None = None
    """Who gets the samples; by default who sent the last valid packet."""
    priority: bool = False
    """Whether to ask the operating system for a real-time priority."""

    def __post_init__(self) -> None:
        if self.kind not in PLANTS:
            raise Refusal("unknown kind of plant", repr(self.kind), f"one of {', '.join(PLANTS)}", where="kind")
        check_policy(self.policy)
        ticks_of(self.step if self.step > 0.0 else 1e-3, self.speed)

    def car(self) -> Vehicle:
        """The vehicle, with its parameters."""
        from jounce.library import load_vehicle
        from jounce.vehicle import parse_vehicle
        from jounce.vehicle.parameters import with_parameters

        if not isinstance(self.vehicle, str):
            found = self.vehicle
        elif "\n" in self.vehicle:
            found = parse_vehicle(self.vehicle)
        else:
            found = load_vehicle(self.vehicle)
        return with_parameters(found, self.parameters)


def _multibody(recipe: Recipe, report: Report) -> Plant:
    from jounce.realtime.multibody import MultibodyPlant

    return MultibodyPlant(
        recipe.car(),
        ground=recipe.ground,
        at=recipe.at,
        integrator=recipe.integrator,
        step=recipe.step,
        report=report,
    )


def _simple(recipe: Recipe, report: Report) -> Plant:
    from jounce.realtime.simple import SimplePlant

    if not isinstance(recipe.vehicle, str):
        raise Refusal("not a simplified car", type(recipe.vehicle).__name__, "a name such as simple", where="vehicle")
    return SimplePlant(
        recipe.vehicle,
        ground=recipe.ground,
        at=recipe.at,
        law=recipe.integrator,
        step=recipe.step,
        parameters=recipe.parameters,
        report=report,
    )


PLANTS: dict[str, Callable[[Recipe, Report], Plant]] = {"multibody": _multibody, "simple": _simple}
"""Name of a kind of plant → what makes it."""


def build_plant(recipe: Recipe, report: Report | None = None) -> Plant:
    """The plant of a recipe; raises what it refuses."""
    return PLANTS[recipe.kind](recipe, report or (lambda stage: None))
