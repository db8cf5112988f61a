"""Figures of a car: against closed forms, and against what the K&C analysis and the equilibrium say."""

import math

import numpy as np
import pytest

import jounce
from jounce.cli.check import check
from jounce.engine.formulations.world_frame.system import build
from jounce.lab.car_check.figures import compute_figures
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import to_mechanism
from jounce.model.vehicle.statics import wheel_loads


@pytest.fixture(scope="module")
def sedan():
    return check("sedan").figures


def test_loads_carry_the_weight_at_the_centre_of_mass(sedan):
    """Σ F = G and the lever of the front axle: l_rear / l; the settled car has moved by less than 0.1 mm."""
    front, rear = (axle.load for axle in sedan.axles)
    assert front + rear == pytest.approx(9.81 * sedan.mass, rel=1e-9)
    behind = sedan.first_axle - sedan.centre_of_mass[0]
    assert front / (front + rear) == pytest.approx(1.0 - behind / sedan.wheelbase, abs=1e-4)
    assert sedan.settled
    assert all(abs(axle.sag) < 1e-4 for axle in sedan.axles)


def test_loads_by_statics_alone_agree_with_the_equilibrium(sedan):
    car = load_vehicle("sedan")
    found = wheel_loads(to_mechanism(car), car)
    settled = [load for axle in sedan.axles for load in axle.wheel_load]
    assert list(found.values()) == pytest.approx(settled, rel=1e-3)  # contact points move with the sag


def test_an_arm_of_known_geometry_has_the_rates_of_its_lever():
    """rover6: strut at right angles to an arm of 0.4 m, 0.24 m from the hinge, arm 16.3 deg below the horizontal."""
    axle = check("rover6").figures.axles[0]
    ratio = 0.24 / 0.384  # per vertical travel of the wheel: the arm reaches 0.384 m back
    assert axle.spring_ratio[0] == pytest.approx(ratio, abs=2e-3)
    assert axle.sprung_mass[0] + 15.0 * (1.284 - 1.0056) / 0.384 + 20.0 == pytest.approx(250.0, rel=1e-6)
    series = 1.0 / (1.0 / axle.wheel_rate[0] + 1.0 / 98.1e3)
    assert axle.ride_frequency[0] == pytest.approx(math.sqrt(series / axle.sprung_mass[0]) / math.tau)
    hop = math.sqrt((axle.wheel_rate[0] + 98.1e3) / axle.unsprung_mass[0]) / math.tau
    assert axle.hop_frequency[0] == pytest.approx(hop)
    damping = ratio**2 * 5600.0
    critical = 2.0 * math.sqrt(axle.wheel_rate[0] * axle.sprung_mass[0])
    assert axle.damping_ratio[0] == pytest.approx(damping / critical, rel=1e-2)  # the ratio above is rounded


def test_alignment_and_rates_are_those_of_kc(sedan):
    sheet = jounce.kc("sedan", travel=0.01)
    for axle, other in zip(sedan.axles, sheet.axles, strict=True):
        wheel, i = other.parallel.left, other.parallel.design
        for key in ("toe", "camber", "wheel_rate", "spring_ratio"):
            assert getattr(axle, key)[0] == pytest.approx(float(getattr(wheel, key)[i]), rel=1e-9, abs=1e-12)


def test_a_car_that_finds_no_rest_has_loads_by_its_masses(monkeypatch):
    car = load_vehicle("dw18")
    system = build(to_mechanism(car))
    found = compute_figures(car, system, at_rest=False)
    assert not found.settled
    assert all(math.isnan(axle.sag) for axle in found.axles)
    assert sum(axle.load for axle in found.axles) == pytest.approx(9.81 * found.mass)


def test_sag_is_how_far_the_body_sinks():
    """100 kg more in the middle of dw18: its sag grows by the springs and tires in series that carry it."""
    car = load_vehicle("dw18")
    heavy = replace(car, chassis=replace(car.chassis, mass=1600.0))
    light, laden = (compute_figures(c, build(to_mechanism(c))) for c in (car, heavy))
    for before, after in zip(light.axles, laden.axles, strict=True):
        more = (after.load - before.load) / 2.0
        soft = 1.0 / before.wheel_rate[0] + 1.0 / 200e3
        # rates change with the travel: 10 mm of some 300 mm of arm
        assert after.sag - before.sag == pytest.approx(more * soft, rel=0.06)
    assert np.isfinite([axle.sag for axle in laden.axles]).all()
