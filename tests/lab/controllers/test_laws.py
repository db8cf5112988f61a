"""The laws of the built-in controllers against their closed forms."""

import math

import pytest

from jounce.lab.controllers.catalogue.anti_lock import AntiLock, AxlePair, BrakeValve
from jounce.lab.controllers.catalogue.rear_steering import RearSteering
from jounce.lab.controllers.catalogue.skyhook import Skyhook
from jounce.lab.controllers.catalogue.stability import StabilityControl
from jounce.lab.controllers.catalogue.torque_vectoring import TorqueVectoring
from jounce.lab.controllers.catalogue.traction import TractionControl
from jounce.lab.controllers.lag import lag
from jounce.lab.controllers.single_track import SingleTrack
from jounce.model.library import load_vehicle
from tests.model.vehicle.steered_cars import cars


def test_a_lag_is_exact_whatever_its_steps():
    """One step of 40 ms and forty of 1 ms end at 1 − exp(−t/τ): the law is the solution, so only rounding differs."""
    fine = 0.0
    for _ in range(40):
        fine = lag(fine, 1.0, 0.025, 1e-3)
    assert fine == pytest.approx(1.0 - math.exp(-0.04 / 0.025), rel=1e-13)
    assert lag(0.0, 1.0, 0.025, 0.04) == pytest.approx(fine, rel=1e-13)
    assert lag(0.0, 1.0, 0.0, 0.001) == 1.0


def test_the_reference_yaw_rate_is_that_of_the_single_track_model():
    model = SingleTrack(wheelbase=2.7, lever=0.15, understeer=0.003)
    assert model.yaw_rate(20.0, 0.05) == pytest.approx(20.0 * 0.05 / (2.7 + 0.003 * 400.0))
    characteristic = math.sqrt(2.7 / 0.003)
    gains = [model.yaw_rate(v, 1.0) for v in (0.99 * characteristic, characteristic, 1.01 * characteristic)]
    assert max(gains) == gains[1] == pytest.approx(0.5 * characteristic / 2.7)
    assert model.yaw_rate(20.0, 0.5, limit=8.0) == pytest.approx(8.0 / 20.0)
    assert model.yaw_rate(20.0, -0.5, limit=8.0) == pytest.approx(-8.0 / 20.0)
    assert model.steering_angle(0.15 * math.tan(0.1)) == pytest.approx(0.1)


def test_a_rack_that_steers_left_asks_for_a_yaw_rate_to_the_left():
    car = load_vehicle("sedan")
    model = SingleTrack.of(car, 0.003)
    assert model.wheelbase == pytest.approx(2.75)
    assert car.steering is not None
    assert model.yaw_rate(20.0, model.steering_angle(car.steering.ratio * math.radians(30.0))) > 0.0


def test_valves_build_hold_and_release_within_their_rates():
    options, valve = AntiLock(lag=0.0), BrakeValve(full=1000.0, let_through=500.0, is_active=True)
    valve.open(options, 0.5, 1000.0, 0.01)  # far below the slip
    assert valve.let_through == pytest.approx(500.0 + options.build_rate * 10.0)
    valve.open(options, -1.0, 1000.0, 0.01)  # locked
    assert valve.let_through == pytest.approx(540.0 - options.release_rate * 10.0)
    valve.open(options, 0.5 * options.dead_band, 1000.0, 0.01)
    assert valve.let_through == pytest.approx(420.0)
    valve.open(options, 0.5, 400.0, 0.01)  # never more than the pedal asks for
    assert valve.let_through == 400.0


def test_select_low_and_the_limit_of_the_difference():
    options = AntiLock(side_difference=0.1, side_rate=0.2)
    for shares, is_turning, expected in ((True, False, 300.0), (False, False, 400.0), (False, True, 900.0)):
        low, high = BrakeValve(1000.0, let_through=300.0, is_active=True), BrakeValve(1000.0, let_through=900.0)
        pair = AxlePair([low, high], shares)
        pair.balance(options, 5.0, is_turning)
        assert (low.let_through, high.let_through) == pytest.approx((300.0, expected))
    high.let_through = 900.0
    pair.balance(options, 6.0, False)  # a second later
    assert high.let_through == pytest.approx(300.0 + 1000.0 * (0.1 + 0.2))


def test_one_wheel_converges_to_the_slip_that_is_asked_for():
    """J ω̇ = r F(λ) − p at constant speed, with the curve of a Magic Formula whose peak lies near the target.

    The dead band is all that the controller leaves: the slip ends within it.
    """
    options, speed, radius, inertia, load = AntiLock(), 20.0, 0.3, 1.0, 4000.0
    spin, dt = speed / radius, 1e-4
    valve, asked, slips = BrakeValve(full=2000.0), 2000.0, []
    for n in range(30_000):
        slip = (speed - spin * radius) / speed
        if n % 50 == 0:  # 200 Hz
            error = valve.foresee(options, slip, 0.005)
            valve.open(options, error, asked, 0.005)
            valve.fill(options, asked, 0.005)
        force = load * math.sin(1.6 * math.atan(12.0 * slip))
        spin = max(0.0, spin + dt * (radius * force - (valve.torque if valve.is_active else asked)) / inertia)
        slips.append(slip)
    settled = slips[20_000:]
    assert min(settled) > options.target_slip - 2.0 * options.dead_band
    assert max(settled) < options.target_slip + 2.0 * options.dead_band
    assert max(slips) < 0.5


def test_the_yaw_moment_of_the_stability_control():
    esc = StabilityControl(dead_band=0.1, gain=1e4, max_side_slip=0.1, side_slip_gain=2e4)
    assert esc.yaw_moment(0.3, 0.25, 0.0, 0.0) == 0.0
    assert esc.yaw_moment(0.3, 0.6, 0.0, 0.0) == pytest.approx(-1e4 * 0.2)
    assert esc.yaw_moment(0.3, 0.3, 0.15, 0.2) == pytest.approx(2e4 * 0.05)  # turns the nose to where the car goes
    assert esc.yaw_moment(0.3, 0.3, -0.15, -0.2) == pytest.approx(-2e4 * 0.05)
    assert esc.yaw_moment(0.3, 0.3, 0.15, -0.2) == 0.0  # comes back by itself


def test_the_brake_that_makes_a_moment_is_outside_in_front_or_inside_behind():
    """dw18 in a left turn: against oversteer the right front wheel, against understeer the left rear wheel."""
    car = load_vehicle("dw18")
    channels = {"chassis.speed": 20.0, "chassis.side_slip_angle": 0.0}
    channels |= {f"tire.{wheel}.slip_ratio": 0.0 for wheel in ("fl", "fr", "rl", "rr")}
    for yaw_rate, wheel, radius in ((0.5, "fr", 0.29), (0.02, "rl", 0.29)):
        session = StabilityControl(response=0.0, dead_band=0.0, gain=1e4).start(car, 20.0)
        lever = session.model.lever
        inputs = dict.fromkeys(session.inputs, 0.0) | {"rack_travel": lever * math.tan(0.05)}
        found = session.update(0.01, channels | {"chassis.yaw_rate": yaw_rate}, inputs)
        torques = {name: value for name, value in found.items() if name.startswith("brake")}
        error = abs(session.model.yaw_rate(20.0, 0.05, 8.0) - yaw_rate)
        assert torques == pytest.approx({f"brake_torque_{wheel}": 1e4 * error * 2.0 * radius / 1.55})


def test_the_share_of_the_drive_falls_and_comes_back_within_its_rates():
    control = TractionControl(lead=0.0)
    assert control.next_share(1.0, 5.0, 0.0, 0.01) == pytest.approx(1.0 - control.cut_rate * 0.01)
    assert control.next_share(0.5, 0.0, 0.0, 0.01) == pytest.approx(0.5 + control.return_rate * 0.01)
    assert control.next_share(0.5, control.target_slip, 0.0, 0.01) == 0.5
    assert control.next_share(0.5, 0.12, 0.0, 0.01) == pytest.approx(0.5 - control.gain * 0.02 * 0.01)


def test_torque_vectoring_keeps_the_sum_and_makes_the_moment():
    """(T_right − T_left)/R × w/2 = M on the one driven axle of dw18."""
    car, control = load_vehicle("dw18"), TorqueVectoring(response=0.0, understeer=0.0, gain=1e3)
    session = control.start(car, 20.0)
    inputs = {"rack_travel": session.model.lever * math.tan(0.01), "drive_torque_rl": 100.0, "drive_torque_rr": 100.0}
    found = session.update(0.01, {"chassis.speed": 20.0, "chassis.yaw_rate": 0.0}, inputs)
    left, right = found["drive_torque_rl"], found["drive_torque_rr"]
    assert left + right == pytest.approx(200.0)
    moment = 1e3 * 20.0 * 0.01 / session.model.wheelbase
    assert (right - left) / 0.29 * 1.55 / 2.0 == pytest.approx(moment)


@pytest.mark.parametrize(
    ("body", "suspension", "force"),
    [
        (0.2, -0.5, -600.0),  # the body rises and leaves the wheel: as if hung from the sky, c = 1200
        (0.2, 0.5, 0.0),  # it rises on a wheel that comes up faster: a damper could only push, so it is soft
        (-0.2, 0.5, 600.0),
        (-0.2, -0.5, 0.0),
        (0.2, -0.01, -50.0),  # would need 60 000 N s/m, the damper has 5000
        (0.2, 0.0, 0.0),
    ],
)
def test_the_clipped_law_of_a_semi_active_damper(body, suspension, force):
    assert Skyhook().force(body, suspension) == pytest.approx(force)
    assert Skyhook(mode="active").force(body, suspension) == pytest.approx(-3000.0 * body)


def test_skyhook_takes_the_velocity_of_the_body_above_each_wheel(monkeypatch):
    """dw18 with actuators; it rises at 0.1 m/s, pitches and rolls: v = ż + y φ̇ − x θ̇."""
    car = load_vehicle("dw18")
    known = {corner.name("spring_force"): 0.0 for corner in car.corners}
    monkeypatch.setattr("jounce.lab.controllers.catalogue.skyhook.input_defaults", lambda mechanism: known)
    session = Skyhook(mode="active", damping=1000.0, motion_ratio=0.5).start(car, 0.0)
    channels = {"chassis.vertical_velocity": 0.1, "chassis.roll_rate": 0.2, "chassis.pitch_rate": 0.3}
    channels |= {f"suspension.{corner.suffix}.velocity": 0.0 for corner in car.corners}
    found = session.update(0.0, channels, known)
    places = {"fl": (1.25, 0.775), "fr": (1.25, -0.775), "rl": (-1.45, 0.775), "rr": (-1.45, -0.775)}
    rising = {wheel: 0.1 + 0.2 * y - 0.3 * x for wheel, (x, y) in places.items()}
    assert found == pytest.approx({f"spring_force_{wheel}": -2000.0 * v for wheel, v in rising.items()})


def test_forces_of_a_semi_active_damper_never_drive_the_suspension():
    """F u ≥ 0: F pushes the body off the wheel, and u is the velocity at which the wheel comes towards it."""
    rates = [0.1 * n for n in range(-10, 11)]
    soft = Skyhook(min_damping=300.0)
    assert all(soft.force(v, u) * u >= 0.0 for v in rates for u in rates)
    assert all(300.0 <= soft.force(v, u) / u <= 5000.0 + 1e-9 for v in rates for u in rates if abs(u) > 0.05)


def test_rear_wheels_turn_by_a_ratio_over_the_speed_up_to_their_limit():
    law = RearSteering(low_ratio=-0.3, high_ratio=0.1, low_speed=10.0, high_speed=30.0, max_angle=0.05)
    assert law.angle(0.1, 5.0) == pytest.approx(-0.03)
    assert law.angle(0.1, 20.0) == pytest.approx(-0.01)
    assert law.angle(-0.1, 60.0) == pytest.approx(-0.01)
    assert law.angle(0.4, 0.0) == -0.05
    car = cars()["rear servo"]
    session = law.start(car, 5.0)
    found = session.update(0.0, {"chassis.speed": 5.0}, {"rack_travel": car.steering_lever * math.tan(0.1)})
    lever = car.axle("rear").suspension.steering_lever
    assert found == {"second_rack_travel": pytest.approx(lever * math.tan(-0.03))}
