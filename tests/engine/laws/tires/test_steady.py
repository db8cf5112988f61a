"""Steady tire forces are those of the laws: simple tires against their formula, others against their own functions."""

import math

import numpy as np
import pytest

from jounce.engine.laws.tires.records import SIMPLE, TIRE
from jounce.engine.laws.tires.steady import steady_forces


def test_a_simple_tire_follows_its_formula():
    b, c, d, e = 9.0, 1.4, 0.95, 0.3
    record = np.zeros(1, TIRE)
    record["law"] = SIMPLE
    record["coefficients"][0, :8] = b, c, d, e, 1.2 * b, c, 0.9 * d, e
    fz, kappa, alpha, friction = 4000.0, 0.04, math.radians(3.0), 0.8

    def share(x, b):
        return math.sin(c * math.atan(b * x - e * (b * x - math.atan(b * x))))

    along, across = share(kappa, 1.2 * b), share(-alpha, b)
    size = max(1.0, math.hypot(along, across))
    fx, fy, mz = steady_forces(record[0], fz, kappa, math.tan(alpha), 0.1, 20.0, friction)
    assert fx == pytest.approx(0.9 * d * fz * friction * along / size, rel=1e-9)
    assert fy == pytest.approx(d * fz * friction * across / size, rel=1e-9)
    assert (mz, fy < 0.0) == (0.0, True)
    assert steady_forces(record[0], -1.0, kappa, 0.1, 0.0, 20.0, 1.0).tolist() == [0.0, 0.0, 0.0]
