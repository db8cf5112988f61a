"""A car about its present state as a linear model.

A, B, C and D are exact derivatives: of the equations of motion by states and inputs
(`jounce.engine.formulations.synthesis.parameter_derivatives`), and of channels by what these change
(`jounce.lab.results.channel_slopes`). Columns of joint velocities near the kink of a damper are central differences
over both of its sides (`jounce.engine.analysis.joint_chart`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from jounce.engine.analysis.joint_chart import JointChart
from jounce.engine.formulations.synthesis.parameter_derivatives import CENTRAL, Numbers
from jounce.engine.formulations.synthesis.system import System
from jounce.engine.formulations.world_frame.entries import value_at
from jounce.engine.laws.forces.signal import CONSTANT, VALUE
from jounce.errors import InputError, ModelError
from jounce.findings import Finding, suggestion
from jounce.lab.results.channel_slopes import ChannelSlopes
from jounce.lab.results.instant_channels import InstantChannels, no_such_channel
from jounce.lab.results.vehicle_channels import input_unit
from jounce.lab.simulation.linear_model import LinearModel
from jounce.lab.simulation.linear_states import state_labels
from jounce.model.vehicle import GEAR, RACK_TRAVEL, STEERING_WHEEL_ANGLE, Vehicle

INPUT_STEP = 1e-4
"""Step of an input, relative to its size or to 1: for laws that are called and differenced at the state of the car."""
KINK = 1e-3
"""Difference between derivatives along a joint velocity and over both sides of it, by the largest of the column, that
says that there is a kink."""

Pair = tuple[np.ndarray, np.ndarray]
"""Derivatives of ẋ and of the outputs, as columns."""


def linearise_car(
    car: Vehicle, system: object, channels: InstantChannels, t: float, inputs: Sequence[str], outputs: Sequence[str]
) -> LinearModel:
    """Matrices of the small motions about the state that `channels` look at, at time t [s].

    The state, the inputs and the scratch of the system change on the way: whoever calls puts them back. Raises
    InputError for formulations without independent coordinates, ModelError for names of no input or channel.
    """
    ours = _check_formulation(system)
    inputs, outputs = _names(inputs), _names(outputs)
    known = continuous_inputs(car, ours)
    _check_names(ours, known, channels, inputs, outputs)
    chart = JointChart(ours, channels.y, t)
    look = Look(chart, channels, [channels.index[name] for name in outputs])
    drift, values = look.at(chart.y)
    drift[: chart.dof] = 0.0  # positions count against the reference
    by_states, by_inputs = exact_matrices(look, outputs, [known[name] for name in inputs])
    A, C = _over_kinks(look, *by_states)
    B, D = by_inputs
    names, units = zip(*state_labels(chart), strict=True)
    return LinearModel(
        *(A, B, C, D),
        *(names, inputs, outputs),
        state_units=units,
        input_units=tuple(input_unit(name) for name in inputs),
        output_units=tuple(channels.about[name].unit for name in outputs),
        drift=drift,
        input_values=np.array([look.input_value(*known[name]) for name in inputs]),
        output_values=values,
    )


def _check_formulation(system: Any) -> System:
    """The system itself; raises InputError if it has no independent coordinates."""
    if system.capabilities.has_independent_coordinates:
        return system
    got, expected = type(system).__module__.split(".")[-2], "synthesis, with joint coordinates"
    hint = "make the Simulation with formulation='synthesis'"
    raise InputError("no independent coordinates to linearise in", got, expected, hint, where="formulation")


def continuous_inputs(car: Vehicle, system: System) -> dict[str, tuple[tuple[int, ...], float]]:
    """Name → rows of the signal table, and what their values are per unit of the input, without the gear, which jumps,
    and without `jumping_inputs`."""
    given, jumping = system.layout.inputs, jumping_inputs(system)
    found = {name: (rows, 1.0) for name, rows in given.items() if name != GEAR and name not in jumping}
    if car.steering is not None and RACK_TRAVEL in found:
        found[STEERING_WHEEL_ANGLE] = found[RACK_TRAVEL][0], car.steering.ratio
    return found


def jumping_inputs(system: System) -> set[str]:
    """Inputs that a motion is prescribed to follow without a lag: the car feels their rates, too, which B u has not."""
    rows = system.packed.arrays["rows"]
    direct = set(rows["signal"][(rows["signal"] >= 0) & (rows["filter"] < 0)].tolist())
    found = {name for name, places in system.layout.inputs.items() if direct & set(places)}
    return found | {STEERING_WHEEL_ANGLE} if RACK_TRAVEL in found else found


class Look:
    """ẋ and outputs near the reference."""

    def __init__(self, chart: JointChart, channels: InstantChannels, places: list[int]) -> None:
        self.chart, self.channels, self.places = chart, channels, places

    def at(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """At a closed state y."""
        self.channels.y[:] = y
        return self.chart.rates_at(y), self.channels.observe(self.chart.t)[self.places]

    def along(self, i: int, step: float) -> tuple[np.ndarray, np.ndarray]:
        """At a step along one coordinate of the chart."""
        x = np.zeros(self.chart.size)
        x[i] = step
        return self.at(self.chart.state_at(x))

    def neighbours(self, rows: tuple[int, ...], factor: float) -> tuple[dict[int, Numbers], float]:
        """The numbers of the car with multiples of a step more of an input, and that step."""
        own, found = Numbers.of(self.chart.system), {}
        values = np.array([self._value(row) for row in rows])
        step = INPUT_STEP * max(1.0, float(np.abs(values).max()) / abs(factor))
        for multiple in CENTRAL:
            signals = own.laws[0].copy()
            signals[list(rows), 0] = CONSTANT
            signals[list(rows), VALUE] = values + multiple * step * factor
            found[multiple] = own.with_signals(signals)
        return found, step

    def input_value(self, rows: tuple[int, ...], factor: float) -> float:
        """An input at the reference."""
        return self._value(rows[0]) / factor

    def _value(self, row: int) -> float:
        return value_at(self.chart.system, row, self.chart.t)  # type: ignore[arg-type]


def exact_matrices(
    look: Look, outputs: Sequence[str], inputs: Sequence[tuple[tuple[int, ...], float]]
) -> tuple[Pair, Pair]:
    """A and C, B and D by exact derivatives, at kinks those of the side on which the state is.

    The channels must look at the reference.
    """
    chart, channels, n = look.chart, look.channels, look.chart.size
    beside = [look.neighbours(*one) for one in inputs]
    steps = np.array([1.0] * n + [step for _, step in beside])
    neighbours = [numbers for numbers, _ in beside]
    around = chart.neighbourhood(neighbours)
    around = around._replace(contacts=around.contacts[:, chart.system.contact_order])
    rates = chart.exact_rates(around) / steps
    seen = ChannelSlopes.of(channels, outputs).along(chart.t, chart.slope(), around, neighbours) / steps
    return (rates[:, :n], seen[:, :n]), (rates[:, n:], seen[:, n:])


def _over_kinks(look: Look, A: np.ndarray, C: np.ndarray) -> Pair:
    """A and C with differences in columns of joint velocities along which a law has a kink: a damper between bump and
    rebound."""
    chart = look.chart
    steps = chart.steps()
    for i in chart.damped_columns:
        (rates, seen), own = _central(partial(look.along, i), steps[i]), A[:, i]
        if np.abs(rates - own).max() > KINK * np.abs(own).max():
            A[:, i], C[:, i] = rates, seen
    return A, C


def _central(f: Callable[[float], Pair], step: float) -> Pair:
    """Central difference of a pair of vectors."""
    ahead, behind = f(step), f(-step)
    return (ahead[0] - behind[0]) / (2.0 * step), (ahead[1] - behind[1]) / (2.0 * step)


def _names(given: str | Sequence[str]) -> tuple[str, ...]:
    """Names as a tuple; a string is one name."""
    return (given,) if isinstance(given, str) else tuple(given)


def _check_names(
    system: System,
    known: Mapping[str, object],
    channels: InstantChannels,
    inputs: Sequence[str],
    outputs: Sequence[str],
) -> None:
    """Raise ModelError with every name of no continuous input or of no channel."""
    jumping = jumping_inputs(system)
    findings = [_finding(name, known, jumping) for name in inputs if name not in known]
    for name in outputs:
        if name not in channels.index:
            findings.append(Finding(name, no_such_channel(name, channels.index)))
    if findings:
        raise ModelError(findings, "the linear model")


def _finding(name: str, known: Mapping[str, object], jumping: set[str]) -> Finding:
    """What is wrong with an input."""
    if name in jumping:
        hint = "give the rack a lag, or a servo: rack='servo'"
        return Finding(name, "prescribes a motion without a lag, so that its rates act, too", hint=hint)
    hint = suggestion(name, known)
    return Finding(name, "no continuous input of the equations", expected=f"one of {', '.join(known)}", hint=hint)
