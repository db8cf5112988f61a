"""Signals as people write them: what they are between their points, and what compiled code makes of them."""

import numpy as np
import pytest
from pydantic import TypeAdapter

from jounce.engine.assembly.signals import SignalTable
from jounce.engine.laws.forces.signal import signal
from jounce.errors import ModelError
from jounce.model.mechanism import (
    Brake,
    Constant,
    Curve,
    Formula,
    Polynomial,
    Ramp,
    Sine,
    SmoothStep,
    SpringDamper,
    Table,
    scale_signal,
)
from jounce.model.mechanism.signals import Signal, least_value, sample_signal

EVERY: dict[str, Signal] = {
    "constant": Constant(value=0.3),
    "linear": Table(x=(0.0, 1.0, 3.0), y=(0.2, -0.4, 1.0), interpolation="linear"),
    "smooth": Table(x=(0.0, 0.7, 1.5, 3.0), y=(0.2, -0.4, 1.0, 0.5)),
    "monotone": Table(x=(0.0, 0.7, 1.5, 3.0), y=(0.2, -0.4, 1.0, 0.5), interpolation="monotone"),
    "sine": Sine(amplitude=2.0, frequency=0.7, start=0.5, cycles=1.0),
    "smooth step": SmoothStep(before=0.0, after=2.0, start=0.5, end=2.0),
    "ramp": Ramp(before=0.1, after=2.0, start=0.5, end=2.0),
    "polynomial": Polynomial(coefficients=(0.1, -0.3, 0.2, 0.05, -0.02), start=0.5, end=2.5),
    "formula": Formula(expression="0.3 * sin(2*pi*t) + t", until=2.0),
}


def compiled(given: Signal, t: float) -> tuple[float, float, float]:
    table = SignalTable({})
    row = table.add(given)
    rows, data = table.arrays()
    return signal(rows[row], data, t)


@pytest.mark.parametrize("name", EVERY)
def test_compiled_signals_are_the_sampled_ones_and_rates_their_derivatives(name):
    given, h = EVERY[name], 1e-5
    for t in (-0.3, 0.21, 0.6, 1.234, 1.9, 2.2, 3.7):
        value, rate, acceleration = compiled(given, t)
        below, at, above = sample_signal(given, np.array([t - h, t, t + h]))
        assert value == pytest.approx(at, abs=1e-12)
        assert rate == pytest.approx((above - below) / (2.0 * h), abs=1e-6)
        assert acceleration == pytest.approx((above - 2.0 * at + below) / h**2, abs=2e-4 * (1.0 + abs(acceleration)))


@pytest.mark.parametrize("interpolation", ["linear", "smooth", "monotone"])
@pytest.mark.parametrize("count", [2, 3, 4, 11])
def test_points_on_a_line_are_that_line(count, interpolation):
    times = np.linspace(0.0, 2.0, count)
    table = Table(x=tuple(times), y=tuple(1.0 + 5.0 * times), interpolation=interpolation)
    at = np.linspace(0.0, 2.0, 333)
    np.testing.assert_allclose(sample_signal(table, at), 1.0 + 5.0 * at, rtol=0.0, atol=2e-14 * 11.0)
    for t in (0.0, 0.37, 1.999):
        value, rate, acceleration = compiled(table, t)
        assert value == pytest.approx(1.0 + 5.0 * t, abs=1e-13)
        assert rate == pytest.approx(5.0, abs=1e-12)
        assert acceleration == pytest.approx(0.0, abs=1e-10)


def test_a_parabola_is_smooth_to_its_ends_and_a_level_start_stays_level():
    times = np.linspace(0.0, 2.0, 9)
    parabola = Table(x=tuple(times), y=tuple((times - 3.0) ** 2))
    at = np.linspace(0.0, 2.0, 101)
    np.testing.assert_allclose(sample_signal(parabola, at), (at - 3.0) ** 2, atol=1e-13)
    level = Table(x=(0.0, 1.0, 1.5, 4.0), y=(0.0, 0.0, 1.0, 1.0))
    assert compiled(level, 0.0)[1] == 0.0
    assert compiled(level, 4.0)[1] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("interpolation", ["linear", "smooth"])
def test_a_table_that_starts_at_zero_starts_with_its_slope(interpolation):
    """Otherwise a driven joint would start at rest and be torn away by its first step."""
    table = Table(x=(0.0, 1.0, 2.0), y=(0.0, 3.0, 6.0), interpolation=interpolation)
    assert compiled(table, 0.0)[:2] == (0.0, 3.0)
    assert compiled(table, -1e-9)[:2] == (0.0, 0.0)


def test_monotone_tables_do_not_overshoot_and_smooth_ones_are_known_to():
    points = {"x": (0.0, 1.0, 1.2, 3.0), "y": (0.0, 0.0, 1.0, 1.0)}
    monotone, smooth = Table(**points, interpolation="monotone"), Table(**points)
    at = np.linspace(0.0, 3.0, 3001)
    assert sample_signal(monotone, at).min() == least_value(monotone) == 0.0
    assert least_value(smooth) == pytest.approx(sample_signal(smooth, at).min(), rel=0.02)
    assert least_value(smooth) < -0.05
    with pytest.raises(ModelError, match="torque"):
        Brake(name="brake", joint="hub", torque=smooth)
    assert Brake(name="brake", joint="hub", torque=monotone).torque == monotone


def test_one_pair_of_keys_for_all_tables():
    assert Table(x=(0.0, 1.0), y=(2.0, 3.0)) == Table(times=(0.0, 1.0), values=(2.0, 3.0))
    assert Curve(x=(0.0, 1.0), y=(2.0, 3.0)).y == (2.0, 3.0)
    read = TypeAdapter(Signal).validate_python({"kind": "table", "x": ["0 s", "1 s"], "y": ["0 deg", "90 deg"]})
    assert read.values[1] == pytest.approx(np.pi / 2.0)
    with pytest.raises(ModelError, match=r"x.1: x do not increase|times do not increase"):
        Table(x=(0.0, 0.0), y=(1.0, 2.0))


@pytest.mark.parametrize("name", EVERY)
def test_scaled_signals_and_least_values(name):
    given, at = EVERY[name], np.linspace(-1.0, 4.0, 2001)
    np.testing.assert_allclose(
        sample_signal(scale_signal(given, -2.0), at), -2.0 * sample_signal(given, at), atol=1e-12
    )
    assert least_value(given) == pytest.approx(sample_signal(given, at).min(), abs=2e-3)


def test_a_polynomial_without_end_falls_for_ever_or_has_a_least_value():
    assert least_value(Polynomial(coefficients=(1.0, 0.0, -0.1))) == -np.inf
    assert least_value(Polynomial(coefficients=(1.0, -2.0, 1.0))) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Formula(expression="sin(q)", until=1.0), "expression: unknown name 'q'"),
        (lambda: Formula(expression="t >", until=1.0), "expression"),
        (lambda: Ramp(after=1.0, start=2.0, end=1.0), "no time to rise"),
        (lambda: Polynomial(coefficients=()), "wrong number of items"),
        (lambda: Polynomial(coefficients=(1.0,), start=1.0, end=0.5), "no time between"),
    ],
)
def test_what_is_wrong_is_said(wrong, message):
    with pytest.raises(ModelError, match=message):
        wrong()


def spring(**keys):
    return SpringDamper(name="spring", body_b="b", point_a=(0.0, 0.0, 0.0), point_b=(0.0, 0.0, 0.5), **keys)


def test_polynomial_springs_find_their_free_length_from_the_preload():
    k = (2e4, 1e5, 3e6)
    there = spring(spring_polynomial=k, preload=900.0)
    p = there.free_length_m - 0.5
    assert k[0] * p + k[1] * p**2 + k[2] * p**3 == pytest.approx(900.0, rel=1e-9)
    assert p > 0.0
    assert spring(spring_polynomial=k[:1]).polynomial == spring(stiffness=k[0]).polynomial


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"spring_polynomial": (1.0, 2.0, 3.0, 4.0)}, "wrong number of items"),
        ({"spring_polynomial": (1.0,), "stiffness": 2.0}, "two characteristics"),
        ({"spring_polynomial": (0.0, -1e3), "preload": 10.0}, "never reaches it"),
    ],
)
def test_polynomials_that_are_no_spring_are_refused(keys, message):
    with pytest.raises(ModelError, match=message):
        spring(**keys)
