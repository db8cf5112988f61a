"""Derivatives of channels at one instant by exact changes of the state, of ẏ, of contacts and of inputs.

The record of the walk from a state to channels (`jounce.lab.results.channel_walk`) is differentiated and evaluated in
NumPy, all directions at once. Force laws that are called by address give their slopes; what such a law changes by with
an input, at the same state, is a difference of order four of that law.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.engine.formulations.synthesis.law_calls import law_address
from jounce.engine.formulations.synthesis.parameter_derivatives import CENTRAL, Neighbourhood, Numbers
from jounce.engine.formulations.world_frame.entries import signal_value
from jounce.engine.tracing.chain_rule import NOTES
from jounce.engine.tracing.differentiate import Differentiated, differentiate
from jounce.engine.tracing.evaluate import Evaluation
from jounce.engine.tracing.record import Place
from jounce.lab.results.channel_walk import WALK, trace_walk
from jounce.lab.results.instant_channels import InstantChannels

OWN = "own_forces"
"""The array of what results of force laws change by at the same state."""
_LAW = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 4)


@dataclass(frozen=True, eq=False)
class ChannelSlopes:
    """The walk to some channels of a car, differentiated."""

    channels: InstantChannels
    count: int
    both: Differentiated

    @classmethod
    def of(cls, channels: InstantChannels, names: Sequence[str]) -> ChannelSlopes:
        """The walk to these channels of a system on a tree."""
        program = trace_walk(channels, [channels.index[name] for name in names])
        both = differentiate(program, ("scalar_forces",), passes=1, own=_own_change, tables={OWN: 2})
        return cls(channels, len(names), both)

    def along(
        self, t: float, dy: np.ndarray, around: Neighbourhood, inputs: Sequence[Mapping[int, Numbers]]
    ) -> np.ndarray:
        """Derivatives of the channels, (channels, directions), at the state that they look at.

        dy: ẏ there. around: changes along directions, those of inputs last, contacts in the order of the car's tires.
        inputs: for each the numbers of its neighbours.
        """
        seen, law = self.channels.seen, _Laws(self.channels)
        here = {
            "y": self.channels.y,
            "dy": dy,
            "signals": _values(seen.signals, seen.tables, t),
            "scalar_forces": _numbers(seen.elements.scalar_forces),
            "contacts": _numbers(seen.contacts),
            "out": np.zeros(self.count),
            NOTES: np.zeros(max(1, self.both.size)),
        }
        columns = {name: numbers[:, None].copy() for name, numbers in here.items()}
        Evaluation(self.both.values, columns, law, _solve_nothing).run(WALK, np.array([t]))
        # changes of what the walk reads, by themselves
        count, forces = len(around.state), len(seen.elements.scalar_forces)
        signals, own = np.zeros((len(seen.signals), count)), np.zeros((2 * forces, count))
        for j, neighbours in enumerate(inputs, start=count - len(inputs)):
            for multiple, weight in CENTRAL.items():
                beside = neighbours[multiple].laws[0]
                signals[:, j] += weight * _values(beside, seen.tables, t)
                theirs = _Laws(self.channels, beside)
                for call in self.both.law_calls[WALK]:
                    found = theirs(call.name, call.place, columns[NOTES][list(call.inputs), 0], 0)
                    own[2 * call.place : 2 * call.place + 2, j] += weight * np.array(found)
        contacts = np.ascontiguousarray(around.contacts.reshape(count, -1).T)
        changes = {"y": around.state.T.copy(), "dy": around.slope.T.copy(), "signals": signals, OWN: own}
        changes |= {"contacts": contacts, "out": np.zeros((self.count, count)), NOTES: columns[NOTES]}
        Evaluation(self.both.directions, changes, law, _solve_nothing).run(WALK, np.full(count, t))
        return changes["out"]


def _own_change(law: str, place: Place, result: int) -> tuple[str, Place, int]:
    """Where it stands what a result of a force law changes by at the same state."""
    return OWN, place, result


def _values(signals: np.ndarray, tables: np.ndarray, t: float) -> np.ndarray:
    """Values of all signals at time t."""
    return np.array([signal_value(row, tables, t) for row in signals])


def _numbers(records: np.ndarray) -> np.ndarray:
    """All numbers of records, whole ones as their bits."""
    return np.frombuffer(records.tobytes(), dtype=float)


class _Laws:
    """Force laws by name, as evaluation in NumPy asks for them: of the elements that channels see."""

    def __init__(self, channels: InstantChannels, signals: np.ndarray | None = None) -> None:
        seen = channels.seen
        self._signals = np.ascontiguousarray(seen.signals if signals is None else signals)
        forces, tables = seen.elements.scalar_forces, seen.tables
        words = forces.ctypes.data, 0, 0, self._signals.ctypes.data, tables.ctypes.data, tables.size
        self._context = np.array(words, np.int64)  # in the order of `law_calls.context_of`
        self._kept = forces, tables

    def __call__(self, name: str, place: int, numbers: np.ndarray, car: int) -> list[float]:
        inputs, outputs = np.ascontiguousarray(numbers), np.zeros(2 * (1 + len(numbers)))
        given = self._context.ctypes.data, place, inputs.ctypes.data, outputs.ctypes.data
        _LAW(law_address(name))(*given)
        return list(outputs if name.endswith("_slopes") else outputs[:2])


def _solve_nothing(rows: np.ndarray, n: int, m: int) -> float:
    """A walk solves no equations."""
    raise AssertionError("equations in a walk to channels")
