"""Yaw-moment diagram and envelope against closed forms: a single-track car, constant friction, load transfer."""

import math

import numpy as np
import pytest

from jounce.engine.laws.tires.magic_formula_87 import coefficients_87
from jounce.engine.laws.tires.records import MAGIC_FORMULA_87, SIMPLE, TIRE
from jounce.engine.laws.tires.steady import steady_forces
from jounce.errors import InputError
from jounce.lab.quasi_steady.balance import hold
from jounce.lab.quasi_steady.car import QuasiSteadyAxle, QuasiSteadyCar, QuasiSteadyWheel, read_car
from jounce.lab.quasi_steady.envelope import ggv, straight_limits
from jounce.lab.quasi_steady.handling import handling
from jounce.lab.quasi_steady.yaw_moment import wheel_ratio, yaw_moment_diagram
from jounce.model.library import load_vehicle

G = 9.81
MASS, HEIGHT, A, B, TRACK = 1400.0, 0.5, 1.2, 1.5, 1.5
RATIO = 16.0


def tire(law, coefficients):
    record = np.zeros(1, TIRE)
    record["law"] = law
    record["coefficients"][0, : len(coefficients)] = coefficients
    return record[0]


def simple(b, d):
    """A tire whose forces are b c d F_z per slip at first, and d F_z at most, both ways."""
    return tire(SIMPLE, [b, 1.5, d, 0.0, b, 1.5, d, 0.0])


def plain_car(tires, *, driven=(True, False), drag=0.0, force=math.inf, height=HEIGHT):
    """A car whose wheels only steer: neither toe nor roll moves them."""
    axles = []
    for i, (x, record) in enumerate(zip((A, -B), tires, strict=True)):

        def still(at):
            return np.zeros(np.shape(at))

        def steer(at, i=i):
            return np.asarray(at) / RATIO if i == 0 else np.zeros(np.shape(at))

        wheels = tuple(QuasiSteadyWheel(side * 0.5 * TRACK, record, steer, still, still, still) for side in (1.0, -1.0))
        axles.append(QuasiSteadyAxle(x, TRACK, 0.1, 40e3, 250e3, wheels, driven[i], True))
    return QuasiSteadyCar(
        "plain", MASS, height, G, tuple(axles), drag, 0.0, 1.2, (0.0, 0.5), lambda _: force, lock=RATIO * 0.6
    )  # fmt: skip


@pytest.mark.parametrize("speed", [15.0, 40.0])
def test_slopes_at_the_origin_are_those_of_the_single_track_model(speed):
    """m a_y = −C_f (β + a r/v − δ) − C_r (β − b r/v), N = a F_f − b F_r, with r = a_y / v."""
    front, rear = simple(8.0, 1.0), simple(10.0, 1.0)
    c_f, c_r = 8.0 * 1.5 * MASS * G * B / (A + B), 10.0 * 1.5 * MASS * G * A / (A + B)

    def single_track(beta, delta):
        by_rate = (-c_f * A + c_r * B) / speed  # side force per yaw rate
        force = -(c_f + c_r) * beta + c_f * delta
        a_y = force / (MASS - by_rate / speed)
        rate = a_y / speed
        f, r = -c_f * (beta + A * rate / speed - delta), -c_r * (beta - B * rate / speed)
        return a_y / G, (A * f - B * r) / (MASS * G * (A + B))

    found = yaw_moment_diagram(plain_car((front, rear)), speed)
    side, moment = single_track(1.0, 0.0)
    assert found.side_force_by_slip == pytest.approx(side, rel=1e-4)
    assert found.stability == pytest.approx(moment, rel=1e-4)
    side, moment = single_track(0.0, 1.0)
    assert found.side_force_by_steering == pytest.approx(side, rel=1e-4)
    assert found.control == pytest.approx(moment, rel=1e-4)
    assert found.stability > 0.0  # more stiffness in the rear: it turns back into its path


def test_a_symmetric_car_has_a_symmetric_diagram():
    found = yaw_moment_diagram(read_car(load_vehicle("sedan")), 25.0)
    for table in (found.side_force, found.yaw_moment):
        assert np.isfinite(table).all()
        np.testing.assert_allclose(table, -table[::-1, ::-1], atol=1e-6)


def test_wheel_loads_are_those_of_levers():
    car = plain_car((simple(8.0, 1.0), simple(10.0, 1.0)))
    held = hold(car, 30.0, np.array([0.0, -0.03]), np.array([0.0, 0.4]), (-0.02, -0.02))
    a_x, a_y = held.longitudinal_acceleration, held.lateral_acceleration
    assert a_x[0] < -2.0
    assert a_y[1] > 2.0
    np.testing.assert_allclose(held.loads.sum(axis=0), MASS * G, rtol=1e-12)
    front = held.loads[:2].sum(axis=0)
    np.testing.assert_allclose(front, MASS * (G * B - a_x * HEIGHT) / (A + B), rtol=1e-6)
    # moments about the middle of the track: side force at its height, and the weight that roll has moved aside
    moved = 0.5 * TRACK * (held.loads[1] + held.loads[3] - held.loads[0] - held.loads[2])
    arm = HEIGHT - 0.1
    np.testing.assert_allclose(moved, MASS * (a_y * HEIGHT + G * arm * held.roll_angle), rtol=1e-5, atol=1e-6)


def test_forces_and_moment_are_those_of_vectors_in_the_plane():
    """The same car by complex numbers: velocity v e^{iβ} + i r a at the arm a, force F e^{iδ}, moment Im(a* F)."""
    car = plain_car((simple(8.0, 1.0), simple(10.0, 1.0)))
    speed, beta, angle, kappa = 30.0, -0.02, 0.5, (-0.02, -0.03)
    held = hold(car, speed, np.array(beta), np.array(angle), kappa)
    normal = held.lateral_acceleration * math.cos(beta) - held.longitudinal_acceleration * math.sin(beta)
    force, moment = 0j, 0.0
    for i, (axle, load) in enumerate(zip(car.axles, held.loads.reshape(2, 2), strict=True)):
        turn = np.exp(1j * angle / RATIO) if i == 0 else 1.0
        for wheel, fz in zip(axle.wheels, load, strict=True):
            arm = axle.x + 1j * wheel.y
            velocity = (speed * np.exp(1j * beta) + 1j * normal / speed * arm) / turn
            slip = velocity.imag / velocity.real
            fx, fy, _ = steady_forces(wheel.tire, fz, kappa[i], slip, 0.0, velocity.real, 1.0)
            pushed = (fx + 1j * fy) * turn
            force, moment = force + pushed, moment + (np.conj(arm) * pushed).imag
    assert force.real == pytest.approx(MASS * float(held.longitudinal_acceleration), rel=1e-6)
    assert force.imag == pytest.approx(MASS * float(held.lateral_acceleration), rel=1e-6)
    assert moment == pytest.approx(float(held.yaw_moment), rel=1e-6)


MU = 0.9


@pytest.fixture(scope="module")
def constant_friction():
    return plain_car((simple(12.0, MU), simple(12.0, MU)), height=HEIGHT)


def test_braking_and_cornering_end_at_the_friction(constant_friction):
    """With F ≤ μ F_z at every wheel, whatever the loads: μ g; to the side less by the cosine of the steered wheels."""
    (found,) = ggv(constant_friction, [30.0])
    assert found.braking == pytest.approx(MU, rel=1e-3)
    assert MU * math.cos(math.radians(20.0)) < found.cornering < MU
    assert found.cornering == pytest.approx(MU, rel=0.03)
    radii = np.hypot(found.lateral, found.longitudinal)
    assert np.all(radii < 1.001 * MU)
    mirror = (36 - np.arange(72)) % 72  # the same a_x to the other side
    np.testing.assert_allclose(found.lateral[:72], -found.lateral[mirror], atol=1e-6)
    np.testing.assert_allclose(found.longitudinal[:72], found.longitudinal[mirror], atol=1e-6)


@pytest.mark.parametrize(("driven", "share", "sign"), [((True, False), B, 1.0), ((False, True), A, -1.0)])
def test_driving_ends_at_the_load_of_the_driven_axle(driven, share, sign):
    """μ g x / (l ± μ h): the load of a driven front axle falls as the car accelerates, that of a rear axle rises."""
    _, driving = straight_limits(plain_car((simple(12.0, MU), simple(12.0, MU)), driven=driven), 10.0)
    assert driving == pytest.approx(MU * share / (A + B + sign * MU * HEIGHT), rel=1e-3)


def test_driving_ends_at_the_powertrain_and_the_air():
    car = plain_car((simple(12.0, MU), simple(12.0, MU)), drag=0.7, force=2000.0)
    braking, driving = straight_limits(car, 40.0)
    drag = 0.5 * 1.2 * 0.7 * 40.0**2
    assert driving == pytest.approx((2000.0 - drag) / (MASS * G), rel=1e-4)
    assert braking == pytest.approx(MU + drag / (MASS * G), rel=1e-3)


def test_load_transfer_costs_grip_as_the_law_says():
    """D = a₁ F_z² + a₂ F_z: an axle at its peak gives Σ D = a₂ F + ½ a₁ (F² + ΔF²), with the loads of the balance."""
    a1, a2 = -30.0, 1100.0
    row = [1.5, a1, a2, 1100.0, 2.0, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    record = tire(MAGIC_FORMULA_87, coefficients_87(row, row, [1.0], load_limit=2e4, relaxation=(0.3, 0.5)))
    car = plain_car((record, record))
    slips, angles = np.radians(np.linspace(-14.0, 0.0, 29))[:, None], np.linspace(0.0, 0.06, 13)[None, :] * RATIO
    held = hold(car, 60.0, slips, angles)
    for axle in (0, 1):
        left, right = 1e-3 * held.loads[2 * axle], 1e-3 * held.loads[2 * axle + 1]
        limit = a2 * (left + right) + 0.5 * a1 * ((left + right) ** 2 + (right - left) ** 2)
        other = A if axle == 1 else B
        sign = 1.0 if axle == 0 else -1.0
        force = (held.lateral_acceleration * MASS * other + sign * held.yaw_moment) / (A + B)
        share = force / limit
        assert 0.97 < np.nanmax(share) < 1.004  # some state is at the peak, none beyond
    straight = a2 * 1e-3 * MASS * G + 0.5 * a1 * (
        (1e-3 * MASS * G * B / (A + B)) ** 2 + (1e-3 * MASS * G * A / (A + B)) ** 2
    )
    assert np.nanmax(held.lateral_acceleration) * MASS < 0.99 * straight  # which load transfer takes


@pytest.mark.parametrize(
    ("options", "words"),
    [({"speed": 0.0}, "not a speed"), ({"speeds": []}, "not speeds"), ({"friction": 0.0}, "not a friction")],
)
def test_wrong_options_are_refused(options, words):
    with pytest.raises(InputError, match=words):
        handling("sedan", **options)


def test_a_car_with_three_axles_is_refused():
    with pytest.raises(InputError, match="two axles and a rack"):
        handling("rover6")


@pytest.mark.slow
def test_the_steady_gain_is_that_of_the_multibody_car():
    """Side force per steering angle where C_N = 0, against the multibody car linearised at 80 km/h, rack prescribed.

    What is left out (compliance of tires in yaw, pitch, ride height) is worth about a percent.
    """
    import jounce

    model = jounce.linearise("sedan", speed="80 km/h", rack="prescribed")
    wanted = model.reduce([], order=0).D[model.outputs.index("chassis.lateral_acceleration"), 0]
    car = read_car(load_vehicle("sedan"))
    found = yaw_moment_diagram(car, 80.0 / 3.6)
    side_slip = -found.control / found.stability  # per angle of the wheels, where the yaw moment vanishes
    gain = (found.side_force_by_steering + found.side_force_by_slip * side_slip) * G / wheel_ratio(car)
    assert gain == pytest.approx(wanted, rel=0.015)
