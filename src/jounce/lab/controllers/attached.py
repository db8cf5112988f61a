"""One controller in one run: what it is called, what it moves, how often, and what it asks for now."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.lab.controllers.controller import DEFAULT_RATE
from jounce.model.mechanism import Mechanism
from jounce.model.vehicle import Vehicle, with_loads
from jounce.model.vehicle.corners import CHASSIS, HULL_LOADS, wheel_loads


class AttachedController:
    """A controller with its session; `held` is what it asks for until its next update [SI]."""

    def __init__(self, controller: Any, car: Vehicle, speed: float) -> None:
        """Start a run at a speed [m/s]; raises InputError for an object that is no controller."""
        self.name = str(getattr(controller, "name", "") or type(controller).__name__.lower())
        self.session = self._start(controller, car, speed)
        find = _Finder(self.session, controller)
        self.inputs = tuple(find("inputs", ()))
        self._names = frozenset(self.inputs)
        self.period = self._period(find)
        self.records: dict[str, str] = dict(find("records", {}))
        self.held: dict[str, float] = {}

    @property
    def recorded(self) -> list[float]:
        """Values of the recorded quantities now, in the order of `records` [SI]; not a number without one."""
        found = getattr(self.session, "recorded", {}) if self.records else {}
        return [float(found.get(name, math.nan)) for name in self.records]

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> None:
        """Ask the controller; raises InputError for an answer that is no mapping of its inputs to finite numbers."""
        answer = self.session.update(t, channels, inputs)
        try:
            held = {} if answer is None else {str(name): float(value) for name, value in answer.items()}
        except (AttributeError, TypeError, ValueError):
            what = "did not return values of inputs"
            raise InputError(what, shown(answer), "a mapping such as {'throttle': 0.5}", where=self.where(t)) from None
        for name, value in held.items():
            if name not in self._names:
                hint = suggestion(name, self.inputs) or "name it in its inputs"
                raise InputError("moves an input that is not its own", name, self._own(), hint, where=self.where(t))
            if not math.isfinite(value):
                raise InputError("does not give a finite number", f"{name} = {value}", where=self.where(t))
        self.held = held

    def attach(self, system: Any, y: np.ndarray) -> None:
        """Let a session look at the system of its run and its state, if it wants to."""
        if callable(getattr(self.session, "attach", None)):
            self.session.attach(system, y)

    def memory(self) -> tuple[Any, dict[str, float]]:
        """What the future of the controller depends on: its session copied, or what its session gives as a memory."""
        kept = self.session.memory() if self._keeps_itself else copy.deepcopy(self.session)
        return kept, dict(self.held)

    def remember(self, memory: tuple[Any, dict[str, float]]) -> None:
        """Go back to a memory."""
        kept, held = memory
        if self._keeps_itself:
            self.session.remember(kept)
        else:
            self.session = copy.deepcopy(kept)
        self.held = dict(held)

    @property
    def _keeps_itself(self) -> bool:
        return all(callable(getattr(self.session, name, None)) for name in ("memory", "remember"))

    def check_inputs(self, known: Iterable[str]) -> None:
        """Refuse inputs that the car does not have."""
        listed = sorted(known)
        for name in self.inputs:
            if name not in listed:
                hint = suggestion(name, listed)
                raise InputError("no such input of this car", name, f"one of {', '.join(listed)}", hint, self.where())

    def where(self, t: float | None = None) -> str:
        """The place of an error."""
        return f"controller {self.name}" + ("" if t is None else f" at t = {t:.4g} s")

    def _own(self) -> str:
        return f"one of {', '.join(self.inputs)}" if self.inputs else "none: it names no inputs"

    def _start(self, controller: Any, car: Vehicle, speed: float) -> Any:
        if hasattr(controller, "start"):
            return controller.start(car, speed)
        if hasattr(controller, "update"):
            return copy.deepcopy(controller)
        expected = "an object with start(car, speed) or update(t, channels, inputs)"
        raise InputError("not a controller", shown(controller), expected, where="controllers")

    def _period(self, find: _Finder) -> float:
        """Time between two updates [s]."""
        rate = find("rate", None)
        period = find("period", 1.0 / DEFAULT_RATE) if rate is None else 1.0 / rate if rate > 0.0 else -1.0
        if not (math.isfinite(period) and period > 0.0):
            got = f"period {period}" if rate is None else f"rate {rate}"
            raise InputError("out of range", got, "a rate in Hz or a period in s, greater than 0", where=self.where())
        return float(period)


def moves_hull(controllers: Iterable[AttachedController]) -> bool:
    """Whether a controller moves the loads on the body of a car."""
    return any(HULL_LOADS[0] in one.inputs for one in controllers)


def with_loads_of(controllers: Iterable[AttachedController], mechanism: Mechanism) -> Mechanism:
    """The mechanism with loads on its chassis and on its wheels, where a controller moves them."""
    moved = {name for one in controllers for name in one.inputs}
    wheels = dict.fromkeys(tire.body for tire in mechanism.tires)
    known = {CHASSIS: HULL_LOADS, **{body: wheel_loads(body) for body in wheels}}
    loads = {body: names for body, names in known.items() if names[0] in moved}
    return with_loads(mechanism, loads) if loads else mechanism


class _Finder:
    """Looks for an attribute on the session first, then on the controller."""

    def __init__(self, *objects: Any) -> None:
        self.objects = objects

    def __call__(self, name: str, default: Any) -> Any:
        return next((getattr(one, name) for one in self.objects if getattr(one, name, None) is not None), default)
