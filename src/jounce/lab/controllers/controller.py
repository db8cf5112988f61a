"""The protocol of controllers: objects that read channels while a run goes on and move inputs of the car.

An anti-lock system, a stability program, an active damper, or your own:

    class SpeedLimiter:
        name, rate, inputs = "limiter", 100.0, ("throttle",)

        def update(self, t, channels, inputs):
            return {"throttle": 0.0} if channels["chassis.speed"] > 30.0 else {}

    jounce.run("step-steer", vehicle="sedan", controllers=[SpeedLimiter()])

A controller without `start` is copied for every run, so that what it keeps in itself belongs to one run alone. One with
`start` returns an object with `update` there, its session, and may look at the car first.

A controller is called at t = 0 and then at its rate. It sees what is asked of every input by maneuver, driver and the
controllers before it; what it returns is held until it is called again. An input that it does not return goes on as it
was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from jounce.model.vehicle import Vehicle

DEFAULT_RATE = 100.0
"""Rate of a controller that names none [Hz]."""


class ControllerSession(Protocol):
    """A controller in one run, with its memory of the run so far.

    It may have the attributes `inputs`, `rate` and `records`, as a Controller has, where they depend on the car, and
    `recorded`: name of every quantity in `records` → its value now [SI]. A session that holds more than Python can copy
    has `memory()`, which returns something that pickles, and `remember(memory)`, which goes back to it. One that needs
    more than channels has `attach(system, y)`: it gets the system of the run and its state, an array that changes.
    """

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> Mapping[str, float]:
        """New values for some of the controller's inputs [SI], held until the next update.

        t: time [s]. channels: every channel of a result by its name [SI], as it is now; nothing is evaluated before it
        is read. inputs: what is asked of every input now [SI].
        """


class Controller(Protocol):
    """A controller, before it is attached to a car.

    It may also have a `name`, by default that of its class, `rate` [Hz] or `period` [s], `inputs`: names of the
    run-time inputs that it moves, and `records`: name of a quantity → unit, recorded as `controller.NAME.QUANTITY`.
    """

    def start(self, car: Vehicle, speed: float) -> ControllerSession:
        """Start a run at a speed [m/s]; raises InputError for a car that it cannot act on."""


@dataclass(frozen=True)
class FunctionController:
    """A function of time, channels and inputs as a controller without memory."""

    function: Callable[[float, Mapping[str, float], Mapping[str, float]], Mapping[str, float]]
    name: str
    rate: float
    """Calls per second [Hz]."""
    inputs: tuple[str, ...]
    records: Mapping[str, str] = field(default_factory=dict)

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> Mapping[str, float]:
        """What the function returns."""
        return self.function(t, channels, inputs)


def controller(
    *, inputs: Sequence[str], rate: float = DEFAULT_RATE, name: str | None = None
) -> Callable[[Callable[..., Mapping[str, float]]], FunctionController]:
    """Make a controller of a function f(t, channels, inputs) that returns new values of inputs.

    inputs: names of the inputs that it moves; rate: calls per second [Hz]; name: by default the function's.
    """

    def decorate(function: Callable[..., Mapping[str, float]]) -> FunctionController:
        return FunctionController(function, name or str(getattr(function, "__name__", "function")), rate, tuple(inputs))

    return decorate
