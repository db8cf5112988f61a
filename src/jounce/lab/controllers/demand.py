"""What is asked of the inputs of a car at an instant, by its maneuver and its driver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from jounce.findings import suggestion
from jounce.lab.drivers.driver import Control
from jounce.model.mechanism import Constant, Formula, Signal, Table
from jounce.model.mechanism.signals import cubic_pieces, sample_signal


class Demand:
    """Inputs as maneuver and driver ask for them; what neither names has its default."""

    def __init__(self, signals: Mapping[str, Signal], driver: Control | None, defaults: Mapping[str, float]) -> None:
        """signals: those of the maneuver; defaults: every input of the car → its value until somebody sets it [SI]."""
        self.driver = driver
        driven = driver.names if driver is not None else ()
        self.samplers = {name: sampler(signal) for name, signal in signals.items() if name not in driven}
        self.defaults = defaults
        self.names = tuple(dict.fromkeys((*defaults, *signals, *driven)))

    def at(self, name: str, t: float) -> float:
        """The value of an input at t [s]; raises KeyError for an unknown name."""
        if self.driver is not None and name in self.driver.names:
            return self.driver.demand(name, t)
        if name in self.samplers:
            return self.samplers[name](t)
        return self.defaults[name]


class DemandNow(Mapping[str, float]):
    """What is asked of every input at one instant; `changed`: what controllers have made of some."""

    def __init__(self, demand: Demand, t: float) -> None:
        self.demand, self.t = demand, t
        self.changed: dict[str, float] = {}

    def __getitem__(self, name: str) -> float:
        if name in self.changed:
            return self.changed[name]
        if name not in self.demand.names:
            names = self.demand.names
            raise KeyError(f"no input {name!r}; {suggestion(name, names) or 'one of ' + ', '.join(names)}")
        return self.demand.at(name, self.t)

    def __iter__(self) -> Iterator[str]:
        return iter(self.demand.names)

    def __len__(self) -> int:
        return len(self.demand.names)


def sampler(signal: Signal) -> Callable[[float], float]:
    """A signal as a function of time, made once: the splines of smooth tables are not found again at every call."""
    match signal:
        case Constant():
            return lambda t: signal.value
        case Formula():
            return sampler(signal.signal)
        case Table(interpolation="smooth" | "monotone"):
            from scipy.interpolate import PPoly  # takes a quarter of a second to import, and few need it

            spline: Any = PPoly(cubic_pieces(signal).T, signal.times)
            first, last = signal.times[0], signal.times[-1]
            return lambda t: float(spline(min(max(t, first), last)))
        case Table():
            times, values = np.array(signal.times), np.array(signal.values)
            return lambda t: float(np.interp(t, times, values))
    return lambda t: float(sample_signal(signal, np.array([t]))[0])
