"""Configuration of a loop in another process: plain values that can be sent there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jounce.errors import InputError
from jounce.live.realtime.pacing import check_policy, ticks_of
from jounce.live.realtime.plant import Plant
from jounce.live.realtime.sent_controllers import check_sendable

if TYPE_CHECKING:
    from jounce.model.vehicle import (
        Vehicle,  # it takes a second to import, which senders of a configuration do not need
    )

StageCallback = Callable[[str], None]
SIMPLE_CARS = ("simple", "tall")
"""Names of simplified cars (`jounce.engine.single_body.EXAMPLES`), repeated here to avoid importing compiled code."""


@dataclass(frozen=True, kw_only=True)
class LoopConfig:
    """A plant, and how to run it in a loop."""

    kind: str = "multibody"
    """Kind of plant: see PLANTS."""
    vehicle: str | Vehicle = "dw18"
    """Name in the library, path of a YAML file, YAML string (of more than one line), or a Vehicle."""
    ground: str | None = None
    """Ground as on the command line, such as `plane, grade=0.1`; flat by default."""
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """x, y [m] and heading [rad] of the start."""
    integrator: str = "chord"
    step: float = 1e-3
    """Simulated time of a step [s]."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Dotted path in the vehicle → value, see `with_parameters`."""
    controllers: str | Sequence[Any] = ""
    """Controllers of a multibody car, such as `abs, esc`, or a list of names, mappings and objects that pickle; see
    docs/controllers.md."""
    policy: str = "slow"
    """Policy for late ticks: slow, drop or stop."""
    speed: float = 1.0
    """Simulated time per wall time, 0.1 … 10 [-]."""
    sample: float = 0.01
    """Simulated time between rows [s]."""
    dead_man: float = 0.5
    """Wall time without input after which it counts as lost [s]."""
    paused: bool = False
    wait_after_failure: bool = True
    """Whether a plant that fails waits for a reset; else the loop ends."""
    drive: str | None = None
    """Name of a script (see `jounce.live.realtime.input_watchdog`) that replaces all other inputs."""
    seconds: float | None = None
    """Wall time after which the loop ends [s]."""
    udp: tuple[str, int] | None = None
    """Host and port to listen at."""
    udp_peer: tuple[str, int] | None = None
    """Receiver of the samples; by default the sender of the last valid packet."""
    priority: bool = False
    """Whether to ask the operating system for a real-time priority."""

    def __post_init__(self) -> None:
        if self.kind not in PLANTS:
            raise InputError("unknown kind of plant", repr(self.kind), f"one of {', '.join(PLANTS)}", where="kind")
        check_policy(self.policy)
        check_sendable(self.controllers)
        ticks_of(self.step if self.step > 0.0 else 1e-3, self.speed)

    def car(self) -> Vehicle:
        """The vehicle, with its parameters."""
        from jounce.model.library import load_vehicle
        from jounce.model.vehicle import parse_vehicle
        from jounce.model.vehicle.parameters import with_parameters

        if not isinstance(self.vehicle, str):
            found = self.vehicle
        elif "\n" in self.vehicle:
            found = parse_vehicle(self.vehicle)
        else:
            found = load_vehicle(self.vehicle)
        return with_parameters(found, self.parameters)


def _multibody(config: LoopConfig, progress: StageCallback) -> Plant:
    from jounce.live.realtime.multibody import MultibodyPlant

    return MultibodyPlant(
        config.car(),
        ground=config.ground,
        at=config.at,
        integrator=config.integrator,
        step=config.step,
        controllers=config.controllers,
        progress=progress,
    )


def _simple(config: LoopConfig, progress: StageCallback) -> Plant:
    from jounce.live.realtime.simple import SimplePlant

    if not isinstance(config.vehicle, str):
        raise InputError(
            "not a simplified car", type(config.vehicle).__name__, "a name such as simple", where="vehicle"
        )
    return SimplePlant(
        config.vehicle,
        ground=config.ground,
        at=config.at,
        law=config.integrator,
        step=config.step,
        parameters=config.parameters,
        progress=progress,
    )


PLANTS: dict[str, Callable[[LoopConfig, StageCallback], Plant]] = {"multibody": _multibody, "simple": _simple}
"""Name of a kind of plant → function that builds it."""


def build_plant(config: LoopConfig, progress: StageCallback | None = None) -> Plant:
    """Build the plant of a configuration; raises JounceError for a plant that cannot be built."""
    return PLANTS[config.kind](config, progress or (lambda stage: None))
