"""The Iltis of the library: masses and loads of the benchmark, its leaf springs, and a corner like another."""

import math

import numpy as np
import pytest

from jounce.engine.assembly.pack import pack
from jounce.model.library import load_vehicle
from jounce.model.vehicle import to_mechanism
from jounce.model.vehicle.statics import wheel_loads


def test_it_has_the_masses_and_nominal_loads_of_the_benchmark():
    car = load_vehicle("iltis")
    mechanism = to_mechanism(car)
    assert sum(body.mass for body in mechanism.bodies) == pytest.approx(1260.0 + 4.0 * (6.0 + 57.35), abs=0.02)
    loads = wheel_loads(mechanism, car)
    assert loads["tire_fl"] == pytest.approx(3829.6, abs=0.3)
    assert loads["tire_rr"] == pytest.approx(3593.6, abs=0.3)
    # the tires carry just that at the nominal position
    for tire in mechanism.tires:
        pressed = tire.law.vertical_stiffness * (tire.radius - tire.centre[2])
        assert pressed == pytest.approx(loads[tire.name], abs=0.5)


def test_leaf_springs_and_shock_absorbers_push_as_published_at_the_nominal_position():
    forces = {force.name: force for force in to_mechanism(load_vehicle("iltis")).forces}
    leaf = forces["leaf_fl"].curves.z
    assert leaf.value(0.0) == pytest.approx(2728.9, abs=0.05)
    assert (leaf.value(0.01) - leaf.value(0.0)) / 0.01 == pytest.approx(35906.0, rel=1e-6)
    assert (leaf.value(0.09) - leaf.value(0.08)) / 0.01 == pytest.approx(1e7, rel=1e-6)
    shock = forces["spring_rr"]
    k1, k2, k3 = shock.polynomial
    p = shock.free_length - shock.design_length
    assert k1 * p + k2 * p**2 + k3 * p**3 == pytest.approx(128.0, abs=0.05)


def test_the_damper_is_the_published_polynomial():
    """Pull over the speed of extension, between the points of the table."""
    curve = load_vehicle("iltis").axle("front").suspension.spring.damper_curve

    def pull(speed):
        if speed < -0.2:
            return -416.42 + 1844.3 * speed
        if speed > 0.21:
            return 1919.1638 + 1634.727 * speed
        return 9945.627 * speed + 33955.72 * speed**2 - 59832.25 * speed**3 - 395651.0 * speed**4

    for speed in np.linspace(-0.9, 0.9, 361):
        assert curve.value(-speed) == pytest.approx(-pull(speed), abs=4.0)


def test_both_sides_move_alike_and_the_rack_is_behind_the_axle():
    car = load_vehicle("iltis")
    front, rear = car.kc(travel=0.03).axles
    for axle in (front, rear):
        sweep = axle.parallel
        assert sweep.left.camber == pytest.approx(sweep.right.camber, abs=1e-9)
        # leaf spring and shock absorber at the wheel: 35.9 N/mm times the square of its ratio and more
        assert 40e3 < sweep.left.wheel_rate[sweep.design] < 70e3
    steer = front.steer
    assert steer.steering_wheel_angle[-1] > 0.0 > steer.rack_travel[-1]
    assert math.degrees(steer.left.steer[-1]) > 5.0


def test_the_law_of_its_tires_is_calspan_on_both_axles():
    rows = pack(to_mechanism(load_vehicle("iltis"))).arrays["tires"]
    assert len({int(row["law"]) for row in rows}) == 1
    assert sorted({float(row["radius"]) for row in rows}) == [0.363812, 0.364325]
