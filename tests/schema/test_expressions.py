"""Expressions: precedence as in Python, units as in quantities, and every mistake with its place."""

import contextlib
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jounce.errors import InputError
from jounce.schema.expressions import FUNCTIONS, Expression, condition

T = np.array([0.0, 0.5, 1.0, 2.0])


def value(text, **names):
    return Expression.parse(text).evaluate({"t": T, **names})


@pytest.mark.parametrize(
    "text",
    [
        *[
            "2 + 3 * 4",
            "(2 + 3) * 4",
            "-2**2",
            "2**-1",
            "2**3**2",
            "9 / 3 / 3",
            "8 - 3 - 2",
            "2 * -3",
            "- - 3",
            "+4 - +1",
        ],
        *[
            "1 < 2 and not 3 < 2",
            "not 1 < 2 or 2 >= 2",
            "1 < 2 or 1 < 2 and 2 < 1",
            "1 + 1 == 2",
            "3 != 3",
            "2 * 3 <= 5",
        ],
    ],
)
def test_precedence_is_that_of_python(text):
    """Without names and units the language is a part of Python's, which may judge here because the texts are ours."""
    assert value(text) == eval(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10 mm", 0.01),
        ("10mm", 0.01),
        ("60 km/h", 60 / 3.6),
        ("90 deg", math.pi / 2),
        ("2 deg/s * 3 s", math.radians(6)),
        ("3 m/s**2", 3.0),
        ("3 m/s² + 1 m/s^2", 4.0),
        ("(2 mm)**2", 4e-6),
        ("2 mm**2", 2e-6),
        ("5 kN*m", 5000.0),
        ("20 %", 0.2),
        ("5 min", 300.0),
        ("2 * min(4, 3)", 6.0),
        ("−3 + 2^3", 5.0),
        ("1e3 mm", 1.0),
        ("pi", math.pi),
    ],
)
def test_quantities_become_si(text, expected):
    assert value(text) == pytest.approx(expected, rel=1e-14)


def test_t_is_the_time_and_never_the_tonne():
    assert value("3 m/s*t") == pytest.approx(3.0 * T)
    assert value("2*t**2 - t") == pytest.approx(2.0 * T**2 - T)


def test_names_are_channels_with_dots():
    expression = Expression.parse("chassis.speed * 2 + tire.fl.slip_ratio - chassis.speed")
    assert expression.names == ("chassis.speed", "tire.fl.slip_ratio")
    channels = {"chassis.speed": T, "tire.fl.slip_ratio": T**2}
    assert expression.evaluate(channels) == pytest.approx(T + T**2)


def test_functions_of_time():
    assert list(value("step(t, 1)")) == [0, 0, 1, 1]
    assert list(value("ramp(t, 0.5, 1.5 s)")) == [0, 0, 0.5, 1]
    assert list(value("pulse(t, 500 ms, 2)")) == [0, 1, 1, 0]
    assert list(value("smoothstep(t, 0, 1)")) == [0, 0.5, 1, 1]
    assert list(value("where(t > 0.7, 1, -t)")) == [0, -0.5, 1, 1]
    assert list(value("max(t, 0.5, sign(t) * 0.6)")) == pytest.approx([0.5, 0.6, 1, 2])
    assert Expression.parse("step(t, 2) + ramp(t, 0.5 s, 1) * step(x, 7)").edges == (0.5, 1.0, 2.0)


def test_reductions_make_one_number():
    assert value("max(abs(t - 1.5))") == 1.5
    assert value("rms(t)") == pytest.approx(math.sqrt(np.mean(T**2)))
    assert value("last(t) - first(t) + min(t) + mean(t)") == pytest.approx(2.0 + T.mean())
    assert Expression.parse("max(t) * 2").is_number
    assert not Expression.parse("max(t, 1)").is_number
    assert Expression.parse("max(t) + mean(t)").reductions == ("max", "mean")


def test_what_bends_is_known():
    assert Expression.parse("sin(t) + exp(-t) * smoothstep(t, 0, 1)").is_smooth
    for text in ("abs(t)", "where(t > 1, 1, 2)", "ramp(t, 0, 1)", "min(t, 2)"):
        assert not Expression.parse(text).is_smooth


def test_what_is_not_finite_is_left_to_whoever_asks():
    assert not np.isfinite(value("1 / t")[0])
    assert np.isnan(value("sqrt(t - 1)")[0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty expression"),
        ("1 +", "the expression ends at character 4"),
        ("2 * (1 + t", r"a parenthesis that is not closed at character 5"),
        ("1 + t)", "a parenthesis that was never opened at character 6"),
        ("3 + sinn(t)", "unknown function 'sinn' at character 5.*did you mean 'sin'"),
        ("sin(t, 2)", "sin with 2 arguments at character 1; .*expected 1"),
        ("sin()", "no arguments at character 5"),
        ("10 mmm", "unknown unit 'mmm' at character 1.*did you mean 'mm'"),
        ("2 x", "unknown unit 'x' at character 1.*put \\* between a number and a name"),
        ("2 t", "unexpected 't' at character 3"),
        ("5 N m", "unexpected 'm' at character 5.*write 'N\\*m'"),
        ("a b", "unexpected 'b' at character 3"),
        ("1 < t < 2", "two comparisons in a row at character 7.*write a < b and b < c"),
        ("t and 1 < 2", "and of a number at character 3.*compare it"),
        ("1 + (t < 2)", r"\+ of a condition at character 3.*write where\(condition, 1, 0\)"),
        ("where(t, 1, 2)", "where of a number at character 1"),
        ("t = 3", "unexpected '=' at character 3.*write == to compare"),
        ("t > 1 & t < 2", "unexpected '&' at character 7.*write 'and'"),
        ("__import__('os')", 'unexpected "\'" at character 12'),
        ("(" * 100, "nested too deeply at character 61"),
        ("1" + "+1" * 500, "too long"),
        ("1e999", "not a finite number at character 1"),
    ],
)
def test_mistakes_are_told_with_their_place(text, message):
    with pytest.raises(InputError, match=message):
        Expression.parse(text)


def test_a_name_without_a_value_is_refused_when_it_is_wanted():
    with pytest.raises(InputError, match=r"unknown name 'chassis.sped' at character 5.*did you mean 'chassis.speed'"):
        Expression.parse("2 * chassis.sped").evaluate({"chassis.speed": T})
    with pytest.raises(InputError, match="cannot take these values"):
        Expression.parse("a + t").evaluate({"a": T[:2], "t": T})
    with pytest.raises(InputError, match="cannot take these values"):
        Expression.parse("max(t)").evaluate({"t": T[:0]})


def test_conditions_hold_at_every_instant():
    assert list(condition("t >= 0.5 and not t > 1 s").evaluate({"t": T})) == [False, True, True, False]
    with pytest.raises(InputError, match="not a condition"):
        condition("t + 1")
    with pytest.raises(InputError, match="needs the whole run"):
        condition("max(t) > 1")


PARTS = st.sampled_from(
    [
        *["t", "chassis.speed", "1", "2.5", "10 mm", "3 m/s", "(", ")", ",", "+", "-", "*", "/", "**", "<", ">=", "=="],
        *["and", "or", "not", "°", "%", "'", "_", ".", "…", "µm", "0x", "e", "1e", *FUNCTIONS],
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PARTS, max_size=14), st.sampled_from(["", " "]))
def test_whatever_is_written_gives_values_or_a_refusal(parts, between):
    with contextlib.suppress(InputError):
        values = Expression.parse(between.join(parts)).evaluate({"t": T, "chassis.speed": T})
        assert np.broadcast_shapes(np.shape(values), T.shape) == T.shape
