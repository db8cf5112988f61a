"""Steady tire forces are those of the laws: simple tires against their formula, others against their own functions."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Plane
from jounce.engine.laws.tires.pacejka_coefficients import NAMES
from jounce.engine.laws.tires.records import PACEJKA, SIMPLE, TIRE
from jounce.engine.laws.tires.steady import steady_forces
from tests.engine.laws.tires.rig import ROLLING, State, evaluate, tire_row


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


@pytest.mark.parametrize("kind", ROLLING)
def test_every_law_is_that_of_a_rolling_wheel(kind):
    """At slips that a wheel has got, and no turning, the forces are those of its contact in a simulation."""
    row, speed = tire_row(kind), 20.0
    from_file = row["law"] == PACEJKA
    R = float(row["coefficients"][NAMES.index("UNLOADED_RADIUS")] if from_file else row["radius"])
    kappa, tan_alpha, left = 0.02, 0.03, np.array([0.0, 1.0, 0.0])
    hub, v = np.array([0.0, 0.0, R - 0.02]), np.array([speed, 0.0, 0.0])
    found = evaluate(row, Plane(friction=0.9), State(hub, v, 60.0 * left, left, np.array([kappa, tan_alpha])))
    slips = float(found["kappa"]), math.tan(float(found["alpha"]))
    assert slips == pytest.approx((kappa, tan_alpha), abs=2e-5)
    fx, fy, mz = steady_forces(row, float(found["fz"]), *slips, float(found["camber"]), speed, 0.9)
    # a wheel from a file is softened by the forces, and corrects them by the change of its load, not by the law
    near = 0.02 if from_file else 1e-12
    assert [fx, fy, mz] == pytest.approx([float(found[name]) for name in ("fx", "fy", "mz")], rel=near)
    assert steady_forces(row, -1.0, kappa, 0.1, 0.0, speed, 1.0).tolist() == [0.0, 0.0, 0.0]
