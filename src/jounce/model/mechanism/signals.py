"""Functions of time that drive joints and forces.

The unit of a signal's values is that of the place where it is used: m, rad, N or N·m. Values are SI numbers or strings
with any known unit. Wherever a signal is wanted, a bare quantity means a constant.
"""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np
from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import shown
from jounce.schema.frozen import Frozen, Shorthands, chosen_by_kind, replace
from jounce.schema.quantities import Angle, AnyQuantity, Frequency, Items, Name, Number, Positive, Time
from jounce.schema.units import parse_quantity

MAX_COEFFICIENTS = 12
"""Most coefficients of a polynomial."""


class Constant(Frozen):
    """The same value at all times."""

    kind: Literal["constant"] = "constant"
    value: AnyQuantity


class Table(Frozen):
    """Values y at given times x [s], held constant outside; in Python also `times` and `values`.

    interpolation: `linear` straight lines; `smooth` a cubic spline (C²), a straight line through points on a line, with
    end slopes from the points next to them, which may overshoot between points; `monotone` cubics (C¹) that
    rise and fall only as the points do.
    """

    kind: Literal["table"] = "table"
    times: Annotated[tuple[Time, ...], Items]
    values: Annotated[tuple[AnyQuantity, ...], Items]
    interpolation: Literal["linear", "smooth", "monotone"] = "smooth"
    shorthands: ClassVar[Shorthands] = {"x": ("times",), "y": ("values",)}

    @model_validator(mode="after")
    def _two_matching_columns(self) -> Table:
        check_columns(("times", self.times), ("values", self.values))
        return self


class Ramp(Frozen):
    """`before` until `start` [s], `after` from `end` [s] on, between them a straight line."""

    kind: Literal["ramp"] = "ramp"
    before: AnyQuantity = 0.0
    after: AnyQuantity
    start: Time = 0.0
    end: Time

    @model_validator(mode="after")
    def _start_before_end(self) -> Ramp:
        if not self.start < self.end:
            raise InputError("no time to rise", f"start {self.start:g} s and end {self.end:g} s", "start before end")
        return self


class Polynomial(Frozen):
    """c₀ + c₁ s + c₂ s² + … of s = t − start [s], held before the start and after `end` [s]; coefficients in SI."""

    kind: Literal["polynomial"] = "polynomial"
    coefficients: Annotated[tuple[AnyQuantity, ...], Items]
    start: Time = 0.0
    end: Time | None = None

    @model_validator(mode="after")
    def _some_terms(self) -> Polynomial:
        if not 1 <= len(self.coefficients) <= MAX_COEFFICIENTS:
            expected = f"1 to {MAX_COEFFICIENTS}"
            raise InputError("wrong number of items", str(len(self.coefficients)), expected, where="coefficients")
        if self.end is not None and not self.start < self.end:
            raise InputError("no time between", f"start {self.start:g} s and end {self.end:g} s", "start before end")
        return self


class Formula(Frozen):
    """An expression of the time t [s], such as `30 deg * sin(pi*t)`, from 0 to `until` [s] and held after it.

    It is sampled once before the run: a smooth table with an error below 1e-5 of the largest value, or straight lines
    every millisecond where the expression bends or jumps.
    """

    kind: Literal["formula"] = "formula"
    expression: str
    until: Annotated[Time, Positive]

    @model_validator(mode="after")
    def _can_be_sampled(self) -> Formula:
        try:
            _sampled(self.expression, self.until)
        except InputError as refusal:
            raise ModelError([refusal.finding.inside("expression")]) from None
        return self

    @property
    def signal(self) -> Constant | Table:
        """What the expression is sampled as."""
        return _sampled(self.expression, self.until)


def _sampled(expression: str, until: float) -> Constant | Table:
    from jounce.model.mechanism.formula import expression_signal  # which makes tables, so it comes after this file

    return expression_signal(expression, until)


class Sine(Frozen):
    """offset + amplitude sin(2π frequency (t − start) + phase) from `start` on, for `cycles` periods or for ever.

    Before the start and after the last period the value is held. frequency [Hz], phase [rad], start [s].
    """

    kind: Literal["sine"] = "sine"
    amplitude: AnyQuantity
    frequency: Annotated[Frequency, Positive]
    phase: Angle = 0.0
    offset: AnyQuantity = 0.0
    start: Time = 0.0
    cycles: Annotated[Number, Positive] | None = None


class SmoothStep(Frozen):
    """`before` until `start` [s], `after` from `end` [s] on, between them a quintic blend (C² in time)."""

    kind: Literal["smooth_step"] = "smooth_step"
    before: AnyQuantity
    after: AnyQuantity
    start: Time
    end: Time

    @model_validator(mode="after")
    def _start_before_end(self) -> SmoothStep:
        if not self.start < self.end:
            raise InputError("no time to step", f"start {self.start:g} s and end {self.end:g} s", "start before end")
        return self


class Input(Frozen):
    """A value set by name while the simulation runs; `default` until then."""

    kind: Literal["input"] = "input"
    name: Name
    default: AnyQuantity = 0.0


def check_columns(first: tuple[str, tuple[float, ...]], second: tuple[str, tuple[float, ...]]) -> None:
    """Refuse two columns unless both have the same length of two or more and the first strictly increases."""
    (name, xs), (other, ys) = first, second
    if len(xs) != len(ys):
        raise InputError("lengths differ", f"{len(xs)} {name} and {len(ys)} {other}", "one of each per point")
    if len(xs) < 2:
        raise InputError("too few points", str(len(xs)), "2 or more", where=name)
    for i in range(1, len(xs)):
        if not xs[i - 1] < xs[i]:
            raise InputError(f"{name} do not increase", f"{xs[i]:g} after {xs[i - 1]:g}", where=f"{name}.{i}")


_from_mapping = chosen_by_kind("signal", Constant, Table, Sine, SmoothStep, Ramp, Polynomial, Formula, Input)


def _read_signal(value: object) -> object:
    if isinstance(value, Frozen | Mapping):
        return _from_mapping(value)
    if isinstance(value, bool) or not isinstance(value, Real | str):
        raise InputError("not a signal", shown(value), "a quantity, or a mapping with a kind")
    return Constant(value=parse_quantity(value))


Signal: TypeAlias = Annotated[
    Constant | Table | Sine | SmoothStep | Ramp | Polynomial | Formula | Input, BeforeValidator(_read_signal)
]


def cubic_pieces(table: Table) -> np.ndarray:
    """Coefficients (pieces, 4) of a smooth or monotone table, highest power first, of the time since each point."""
    from scipy.interpolate import CubicSpline, PchipInterpolator  # a quarter of a second to import, and few need it

    x, y = np.array(table.times), np.array(table.values)
    if table.interpolation == "monotone":
        return np.asarray(PchipInterpolator(x, y).c.T)
    slopes = np.diff(y) / np.diff(x)
    if np.ptp(slopes) <= 1e-13 * np.max(np.abs(slopes)):  # points on a line: exactly that line
        flat = np.zeros(len(slopes))
        return np.column_stack([flat, flat, slopes, y[:-1]])
    free = CubicSpline(x, y)  # not-a-knot: third derivatives go on across the second and the last but one point
    first = limit_slope(float(free(x[0], 1)), slopes[:2])
    last = limit_slope(float(free(x[-1], 1)), slopes[:-3:-1])
    return np.asarray(CubicSpline(x, y, bc_type=((1, first), (1, last))).c.T)


def limit_slope(slope: float, rises: np.ndarray) -> float:
    """An end slope that does not go against the first of two lines: 0 if it would, so that a level end stays level.

    Where the two lines turn round it is at most three times the first one. (Fritsch, Carlson 1980)
    """
    if slope * rises[0] <= 0.0:
        return 0.0
    if rises[0] * rises[-1] < 0.0 and abs(slope) > 3.0 * abs(rises[0]):
        return float(3.0 * rises[0])
    return slope


def least_value(signal: Signal) -> float | None:
    """The lowest value a signal takes; None when only the run will tell."""
    match signal:
        case Constant():
            return signal.value
        case Table(interpolation="smooth"):
            return float(sample_signal(signal, _dense(signal.times)).min())
        case Table():
            return min(signal.values)
        case Sine():
            return signal.offset - abs(signal.amplitude)
        case SmoothStep() | Ramp():
            return min(signal.before, signal.after)
        case Polynomial():
            if signal.end is None and any(signal.coefficients[1:]):
                return -np.inf if _falls(signal.coefficients) else float(_extremes(signal).min())
            return float(_extremes(signal).min())
        case Formula():
            return least_value(signal.signal)
        case Input():
            return None


def scale_signal(signal: Signal, factor: float) -> Signal:
    """The signal with its values multiplied; an Input keeps its name, so that whoever sets it sets the new unit."""
    match signal:
        case Constant():
            return replace(signal, value=factor * signal.value)
        case Table():
            return replace(signal, values=tuple(factor * value for value in signal.values))
        case Sine():
            return replace(signal, amplitude=factor * signal.amplitude, offset=factor * signal.offset)
        case SmoothStep() | Ramp():
            return replace(signal, before=factor * signal.before, after=factor * signal.after)
        case Polynomial():
            return replace(signal, coefficients=tuple(factor * c for c in signal.coefficients))
        case Formula():
            return scale_signal(signal.signal, factor)
        case Input():
            return replace(signal, default=factor * signal.default)


def sample_signal(signal: Signal, t: np.ndarray) -> np.ndarray:
    """Values of a signal at times t [s], outside compiled code; an Input has its default."""
    match signal:
        case Constant():
            return np.full_like(t, signal.value)
        case Table(interpolation="linear"):
            return np.interp(t, signal.times, signal.values)
        case Table():
            held, times = np.clip(t, signal.times[0], signal.times[-1]), np.array(signal.times)
            piece = np.clip(np.searchsorted(times, held, side="right") - 1, 0, len(times) - 2)
            c, x = cubic_pieces(signal)[piece].T, held - times[piece]
            return ((c[0] * x + c[1]) * x + c[2]) * x + c[3]
        case Ramp():
            return np.interp(t, (signal.start, signal.end), (signal.before, signal.after))
        case Polynomial():
            held = np.clip(t, signal.start, np.inf if signal.end is None else signal.end)
            return np.polynomial.polynomial.polyval(held - signal.start, signal.coefficients)
        case Formula():
            return sample_signal(signal.signal, t)
        case SmoothStep():
            s = np.clip((t - signal.start) / (signal.end - signal.start), 0.0, 1.0)
            return signal.before + (signal.after - signal.before) * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
        case Sine():
            last = np.inf if signal.cycles is None else signal.start + signal.cycles / signal.frequency
            held = np.clip(t, signal.start, last)
            angle = 2.0 * np.pi * signal.frequency * (held - signal.start) + signal.phase
            return signal.offset + signal.amplitude * np.sin(angle)
        case Input():
            return np.full_like(t, signal.default)


def _dense(times: tuple[float, ...]) -> np.ndarray:
    """Times of a table and eight between any two of them [s]."""
    at = np.array(times)
    return np.concatenate([at, *(at[:-1] + part * np.diff(at) for part in np.arange(1, 9) / 9.0)])


def _falls(coefficients: tuple[float, ...]) -> bool:
    """Whether a polynomial without end falls for ever."""
    return next((c < 0.0 for c in reversed(coefficients) if c != 0.0), False)


def _extremes(signal: Polynomial) -> np.ndarray:
    """Values of a polynomial at its start, its end and wherever it is level."""
    roots = np.polynomial.polynomial.polyroots(np.polynomial.polynomial.polyder(signal.coefficients))
    level = signal.start + roots.real[np.abs(roots.imag) < 1e-9]
    end = np.inf if signal.end is None else signal.end
    at = [signal.start, *([] if signal.end is None else [signal.end]), *level[(level > signal.start) & (level < end)]]
    return sample_signal(signal, np.array(at))
