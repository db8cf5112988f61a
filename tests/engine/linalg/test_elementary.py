"""Elementary functions against mpmath, against C in special cases, and against identities."""

import math

import mpmath
import numpy as np
import pytest

from jounce.engine.linalg.elementary import coefficients
from tests.engine.linalg.elementary_points import COUNT, MAX, SMALLEST, SPECIAL, all_at, bits, values_at
from tools.elementary_accuracy import NAMES, error, ranges

EPS = 2.0**-52
MAX_ERROR = dict.fromkeys(NAMES, 1.0) | {"tanh": 1.5, "atan2": 1.5}
"""Units of the last place, with some room over what `python -m tools.elementary_accuracy` finds on more points."""


@pytest.mark.parametrize("name", NAMES)
def test_errors_are_near_one_unit_of_the_last_place(name):
    for range_, points in ranges(name, np.random.default_rng(3), COUNT):
        errors = [error(name, p, found) for p, found in zip(points, values_at(name, points), strict=True)]
        assert max(errors) < MAX_ERROR[name], range_


def test_parts_of_constants_add_up_and_their_products_with_integers_are_exact():
    with mpmath.mp.workprec(300):
        for parts, whole, missing in (
            (coefficients.HALF_PI, mpmath.pi / 2, 2.0**-122),
            (coefficients.QUARTER_PI, mpmath.pi / 4, 2.0**-102),
            (coefficients.LN2, mpmath.log(2), 2.0**-95),
            (coefficients.TWO_THIRDS, mpmath.mpf(2) / 3, 2.0**-106),
        ):
            assert abs(sum(map(mpmath.mpf, parts)) - whole) < missing
    factors = {coefficients.HALF_PI[0]: 2**18, coefficients.HALF_PI[1]: 2**18, coefficients.LN2[0]: 2**11 - 1}
    for part, factor in (factors | {coefficients.QUARTER_PI[0]: 3}).items():
        numerator, _ = part.as_integer_ratio()
        assert (numerator * (factor - 1)).bit_length() <= 53
        assert (numerator * factor).bit_length() <= 53


def test_angles_beyond_full_accuracy_are_those_of_an_angle_with_an_uncertain_last_bit():
    points = [(x,) for x in 10.0 ** np.random.default_rng(5).uniform(5.0, 15.0, 200)]
    for name in ("sin", "cos"):
        found = np.array(values_at(name, points))
        exact = [float(getattr(mpmath, name)(x)) for (x,) in points]
        uncertain = np.array([x for (x,) in points]) * EPS  # two roundings of n times a part of π/2, and of the sum
        assert np.all(np.abs(found) <= 1.0)
        assert np.all(np.abs(found - exact) <= uncertain + EPS)
        assert np.all(np.isnan(values_at(name, [(2.0**51,), (MAX,), (math.inf,)])))


@pytest.mark.parametrize("name", ["sin", "atan", "tanh", "cos"])
def test_odd_and_even_functions_are_so_to_the_bit(name):
    points = [p for _, some in ranges(name, np.random.default_rng(9), COUNT) for p in some] + [(0.0,), (SMALLEST,)]
    here, mirrored = (np.array(values_at(name, [(s * x,) for (x,) in points])) for s in (1.0, -1.0))
    assert np.array_equal(bits(mirrored), bits(here if name == "cos" else -here))


@pytest.mark.parametrize("name", ["atan", "exp", "log", "tanh"])
def test_functions_that_rise_never_fall_by_more_than_rounding(name):
    seams = [0.3465735902799726, 0.5, 0.55, 0.7071067811865476, 1.0, 1.4142135623730951, 2.0, 19.0]
    for seam in seams:
        points = [(seam + k * math.ulp(seam),) for k in range(-40, 40)]
        found = np.array(values_at(name, points))
        assert np.all(np.diff(found) >= -np.spacing(np.abs(found[1:])))
    coarse = np.array(values_at(name, [(x,) for x in np.linspace(0.01, 15.0, 999)]))
    assert np.all(np.diff(coarse) > 0.0)


def test_sine_and_cosine_lie_on_the_circle_and_arc_tangents_bring_back_the_angle():
    x = np.linspace(-3.14, 3.14, 315)
    s, c = all_at([(v,) for v in x])[:2]
    assert np.allclose(s * s + c * c, 1.0, rtol=0, atol=4 * EPS)
    assert np.allclose(values_at("atan2", list(zip(s, c, strict=True))), x, rtol=0, atol=4 * EPS)


def test_logarithm_and_powers_undo_the_exponential_function():
    x = np.linspace(-700.0, 700.0, 301)
    y = values_at("exp", [(v,) for v in x])
    assert np.allclose(values_at("log", [(v,) for v in y]), x, rtol=2 * EPS, atol=2 * EPS)
    bases = np.geomspace(1e-300, 1e300, 301)
    assert np.array_equal(values_at("pow", [(v, 1.0) for v in bases]), bases)
    assert values_at("pow", [(v, 0.0) for v in bases]) == [1.0] * len(bases)


def test_zeros_infinities_and_signs_of_arc_tangents_are_those_of_c():
    pairs = [(y, x) for y in SPECIAL for x in SPECIAL]
    for (y, x), found in zip(pairs, values_at("atan2", pairs), strict=True):
        expected = math.atan2(y, x)
        assert math.copysign(1.0, found) == math.copysign(1.0, expected) or math.isnan(expected)
        assert found == pytest.approx(expected, rel=2 * EPS, abs=SMALLEST, nan_ok=True), (y, x)


def test_powers_of_special_numbers_are_those_of_c_but_for_nan():
    pairs = [(x, y) for x in SPECIAL for y in SPECIAL]
    for (x, y), found in zip(pairs, values_at("pow", pairs), strict=True):
        if math.isnan(x) or math.isnan(y) or x < 0.0:
            assert math.isnan(found)
        else:
            with np.errstate(all="ignore"):
                assert found == pytest.approx(float(np.power(abs(x), y)), rel=2 * EPS, abs=SMALLEST), (x, y)


def test_what_overflows_is_infinite_and_what_underflows_gradually_zero():
    below, above = 709.782712893384, 709.782712893385  # the logarithm of the largest double is between them
    assert error("exp", (below,), *values_at("exp", [(below,)])) < 1.0
    limits = values_at("exp", [(above,), (-745.13,), (-745.14,), (math.inf,), (-math.inf,)])
    assert limits == [math.inf, SMALLEST, 0.0, math.inf, 0.0]
    assert values_at("log", [(0.0,), (-0.0,), (math.inf,)]) == [-math.inf, -math.inf, math.inf]
    assert np.all(np.isnan(values_at("log", [(-1.0,), (-SMALLEST,), (-math.inf,)])))
    assert values_at("tanh", [(math.inf,), (-math.inf,), (20.0,)]) == [1.0, -1.0, 1.0]
    assert np.all(bits(all_at([(math.nan,)])) == bits(math.nan))
