"""Doubles made and taken apart by their bits, in plain Python and compiled."""

import math

import numpy as np
import pytest

from jounce.engine.compiler import entry, split, two_to


@entry
def take_apart(x, out):
    for i in range(len(x)):
        out[0, i], out[1, i] = split(x[i])
        out[2, i] = two_to(x[i])


EXPONENTS = [float(n) for n in range(-1022, 1024)]


def compiled(values):
    out = np.empty((3, len(values)))
    take_apart(np.array(values), out)
    return out


def test_powers_of_two_are_exact():
    assert [two_to(n) for n in EXPONENTS] == [math.ldexp(1.0, int(n)) for n in EXPONENTS]
    assert compiled(EXPONENTS)[2].tolist() == [two_to(n) for n in EXPONENTS]


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_mantissa_and_exponent_make_the_number_and_the_exponent_tells_its_sign(sign):
    values = sign * 10.0 ** np.random.default_rng(1).uniform(-307.0, 308.0, 300)
    offset = 2048.0 if sign < 0.0 else 0.0
    for value in (*values.tolist(), sign * math.sqrt(0.5), sign * math.sqrt(2.0), sign):
        mantissa, exponent = split(value)
        assert math.sqrt(0.5) <= mantissa < math.sqrt(2.0)
        assert sign * math.ldexp(mantissa, int(exponent - offset)) == value
        assert (exponent > 1024.0) == (sign < 0.0)


def test_compiled_and_plain_agree_for_every_kind_of_number():
    special = [s * x for x in (0.0, 5e-324, 1e-310, 1.0, 1.7e308, math.inf, math.nan) for s in (1.0, -1.0)]
    mantissas, exponents, _ = compiled(special)
    assert np.array_equal(np.transpose([split(x) for x in special]), [mantissas, exponents])
    assert all(math.sqrt(0.5) <= m < math.sqrt(2.0) for m in mantissas)
    signs = [math.copysign(1.0, x) < 0.0 for x in special if not math.isnan(x)]
    assert [e > 1024.0 for e, x in zip(exponents, special, strict=True) if not math.isnan(x)] == signs
