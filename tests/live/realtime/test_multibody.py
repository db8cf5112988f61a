"""A whole car in the loop: the bits of `simulate`, and a cockpit that does what a driver expects."""

import numpy as np
import pytest

from jounce.engine.integrators import progress
from jounce.engine.laws.ground import Flat
from jounce.engine.simulate import simulate
from jounce.engine.simulate.observer import to_world_samples
from jounce.engine.simulate.time_grid import round_to_grid
from jounce.errors import InputError, ModelError
from jounce.lab.cockpit.controls import Controls
from jounce.lab.results.instant_channels import InstantChannels
from jounce.lab.results.vehicle_channels import vehicle_channels
from jounce.live.realtime.loop import Loop
from jounce.live.realtime.multibody import OFF_GROUND, MultibodyPlant
from jounce.model.library import vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle.parameters import with_parameters
from tests.live.realtime.fakes import FakeTime, Kept


def drive(plant, seconds: float, **given) -> None:
    """Hold some controls for a time."""
    plant.apply(Controls(**given).numbers)
    assert plant.advance(round(seconds / plant.step)) == 0
    plant.sample()


def channel(plant, name: str) -> float:
    return float(plant.row[plant.layout.columns[name]])


def speed(plant) -> float:
    """Along the heading, negative backwards."""
    return channel(plant, "chassis.speed") * np.cos(channel(plant, "chassis.side_slip_angle"))


def yaw_rate(plant) -> float:
    return channel(plant, "chassis.yaw_rate")


def wheel_angle(plant) -> float:
    """Mean angle of the steered wheels at the rack's place [deg]."""
    return float(np.degrees(plant.actuators.steering.angle(channel(plant, "rack.travel"))))


@pytest.fixture(scope="module")
def rover6() -> MultibodyPlant:
    return MultibodyPlant("rover6")


def test_it_starts_at_rest_on_its_springs(dw18):
    loads = dw18.layout.each_wheel(dw18.row, "tire", "vertical_force")
    weight = 9.81 * sum(body.mass for body in dw18.system.mechanism.bodies)
    assert loads.sum() == pytest.approx(weight, rel=1e-3)
    assert abs(speed(dw18)) < 1e-3
    assert dw18.time == 0.0
    drive(dw18, 1.0)
    assert np.linalg.norm(dw18.y[:3] - dw18._start.arrays[0][:3]) < 1e-3  # and stays


def test_the_loop_makes_the_bits_of_simulate(dw18):
    """From the same start with the same inputs, whatever was sampled on the way."""
    drive(dw18, 1.0, throttle=0.3, steer=0.2)  # now pedal, rack and force no longer change
    before = dw18.system.model.signals.copy()
    y = dw18.y.copy()
    start = dw18._start
    dw18.begin(y)
    try:
        time, kept = FakeTime(), Kept()
        loop = Loop(dw18, outputs=[kept], clock=time.clock, sample=dw18.step)
        loop.watchdog.wanted[:] = Controls(throttle=0.3, steer=0.2).numbers
        loop.run(199.5 * dw18.step)
        assert np.array_equal(dw18.system.model.signals, before)
        mine = np.array([[row[0], *row[dw18.layout.y]] for row in kept.rows[:-1]])  # the last is written twice
        run = simulate(dw18.system, y, end=200 * dw18.step, integrator=dw18.integrator, sample=dw18.step)
        assert np.array_equal(run.samples, to_world_samples(dw18.system, mine))
    finally:
        dw18._start = start


def test_steps_can_be_counted_without_rounding(dw18):
    h = dw18.step
    assert h == round_to_grid(1e-3)
    assert h == pytest.approx(1e-3, rel=1e-8)
    assert all((n + 1) * h - n * h == h for n in (1, 10**4, 10**6, 3 * 10**7))


def test_a_snapshot_goes_on_to_the_bit(dw18):
    """Also over renewed matrices, which belong to the state of the integrator."""

    def ride() -> np.ndarray:
        rows = []
        for throttle, brake, steer in ((0.9, 0.0, 0.5), (0.0, 1.0, -0.5), (0.5, 0.0, 0.9), (0.0, 0.7, 0.0)):
            drive(dw18, 0.5, throttle=throttle, brake=brake, steer=steer)
            rows.append(dw18.row.copy())
        return np.array(rows)

    drive(dw18, 1.0, throttle=0.8, steer=0.3)
    snapshot = dw18.snapshot()
    refreshes = dw18.record[progress.REFRESHES]
    first = ride()
    assert dw18.record[progress.REFRESHES] > refreshes
    drive(dw18, 0.3, handbrake=1.0)
    dw18.restore(snapshot)
    assert dw18.time == pytest.approx(1.0)
    assert np.array_equal(ride(), first)


def test_reset_goes_back_to_the_start_to_the_bit(dw18):
    def ride() -> np.ndarray:
        drive(dw18, 0.5, throttle=0.7, steer=0.1)
        return dw18.row.copy()

    first = ride()
    dw18.reset()
    assert np.array_equal(ride(), first)


def test_a_snapshot_of_another_car_is_refused(dw18, rover6):
    with pytest.raises(InputError, match="another plant"):
        dw18.restore(rover6.snapshot())


@pytest.mark.parametrize("name", ["dw18", "rover6"])
def test_throttle_brake_and_reverse(name, request):
    car = request.getfixturevalue(name)
    car.reset()
    drive(car, 1.0, throttle=0.5)
    assert speed(car) > 0.8
    drive(car, 2.0, brake=1.0)
    assert abs(speed(car)) < 0.05
    place = car.y[:2].copy()
    drive(car, 1.0)
    assert np.linalg.norm(car.y[:2] - place) < 0.02  # held without any pedal
    drive(car, 1.0, throttle=0.5, gear=-1)
    assert speed(car) < -0.8
    drive(car, 2.0, brake=0.8, gear=-1)
    assert abs(speed(car)) < 0.05


@pytest.mark.parametrize("name", ["dw18", "rover6"])
def test_left_is_left_and_right_its_mirror_image(name, request):
    car = request.getfixturevalue(name)
    found = []
    for sense in (1.0, -1.0):
        car.reset()
        drive(car, 1.0, throttle=0.5)
        drive(car, 0.6, throttle=0.3, steer=0.4 * sense)
        found.append((yaw_rate(car), channel(car, "chassis.position_y"), speed(car)))
    (left, y_left, v_left), (right, y_right, v_right) = found
    assert left > 0.1
    assert y_left > 0.0
    assert left == pytest.approx(-right, rel=1e-3)
    assert y_left == pytest.approx(-y_right, rel=1e-2, abs=1e-4)
    assert v_left == pytest.approx(v_right, rel=1e-3)


def test_a_rover_turns_on_the_spot(rover6):
    rover6.reset()
    drive(rover6, 2.0, steer=1.0)
    assert yaw_rate(rover6) > 0.3
    assert np.linalg.norm(rover6.y[:2] - rover6._start.arrays[0][:2]) < 0.3


def test_the_rack_reaches_the_lock_no_faster_than_a_driver_can(dw18):
    drive(dw18, 0.1, steer=1.0)
    assert 0.0 < wheel_angle(dw18) < 20.0
    assert channel(dw18, "steering_wheel.angle") > 0.0
    drive(dw18, 0.3, steer=1.0)
    assert wheel_angle(dw18) == pytest.approx(32.0, abs=1.0)
    drive(dw18, 0.8, steer=-1.0)
    assert wheel_angle(dw18) == pytest.approx(-32.0, abs=1.0)
    assert channel(dw18, "steering_wheel.angle") < 0.0


def test_the_brake_wins_over_the_throttle(dw18):
    drive(dw18, 1.0, throttle=0.5)
    drive(dw18, 2.0, throttle=1.0, brake=1.0)
    assert abs(speed(dw18)) < 0.05


def test_ten_seconds_of_madness_stay_finite(dw18):
    dice = np.random.default_rng(7)
    for _ in range(40):
        drive(
            dw18,
            0.25,
            steer=dice.uniform(-1, 1),
            throttle=dice.uniform(0, 1),
            brake=dice.uniform(0, 1) * (dice.uniform() < 0.3),
            handbrake=float(dice.uniform() < 0.1),
            gear=int(dice.choice([-1, 0, 127, 127])),
        )
        assert np.all(np.isfinite(dw18.row))
    assert abs(channel(dw18, "chassis.position_z") - 0.55) < 0.1  # on its wheels


def test_a_row_says_where_the_car_is(dw18):
    drive(dw18, 1.0, throttle=0.5, steer=0.2)
    row, layout = dw18.row, dw18.layout
    world = to_world_samples(dw18.system, np.array([[dw18.time, *dw18.y]]))[0, 1:]
    assert row[layout.position] == pytest.approx(world[:3], abs=1e-12)
    assert row[layout.quaternion] == pytest.approx(world[3:7], abs=1e-12)
    vx, vy, vz = world[7 * len(dw18.system.layout.bodies) :][:3]
    assert channel(dw18, "chassis.speed") == pytest.approx(np.hypot(vx, vy), abs=1e-12)
    assert channel(dw18, "chassis.vertical_velocity") == pytest.approx(vz, abs=1e-12)
    assert np.array_equal(row[layout.y], dw18.y)
    assert layout.each_wheel(row, "wheel", "spin") == pytest.approx(speed(dw18) / 0.29, rel=0.15)  # forward
    assert layout.each_wheel(row, "suspension", "travel") == pytest.approx(0.0, abs=0.05)
    assert channel(dw18, "controls.throttle") == 0.5
    assert layout.to_dict(row)["chassis.yaw_rate"] == yaw_rate(dw18)


def test_a_row_has_the_channels_of_a_result_at_that_instant(dw18):
    """The loop and results share one table and one set of formulas; a row is what a Simulation reads."""
    drive(dw18, 1.0, throttle=0.5, steer=0.2)
    seen = InstantChannels(dw18.vehicle, dw18.system, dw18.y)
    expected = seen.observe(dw18.time)
    assert dw18.layout.channels == tuple(seen)
    assert np.array_equal(dw18.row[: len(expected)], expected)
    assert all(dw18.layout.columns[name] == place for name, place in seen.index.items())


def test_rows_are_the_channels_of_a_result_of_the_same_drive(dw18):
    """Results make theirs from a recorded trajectory in world coordinates, rows from the state of the loop; and
    accelerations are the slopes of velocities."""
    drive(dw18, 1.0, throttle=0.3, steer=0.2)  # now pedal, rack and force no longer change
    start, y = dw18._start, dw18.y.copy()
    dw18.begin(y)
    try:
        rows = [dw18.row.copy()]
        for _ in range(20):
            drive(dw18, dw18.step, throttle=0.3, steer=0.2)
            rows.append(dw18.row.copy())
    finally:
        dw18._start = start
    found = {name: np.array(rows)[:, column] for name, column in dw18.layout.columns.items()}
    run = simulate(dw18.system, y, end=20 * dw18.step, integrator=dw18.integrator, sample=dw18.step)
    for expected in vehicle_channels(dw18.vehicle, run):
        if expected.name.startswith("joints."):
            continue
        if not expected.name.endswith(("_acceleration", "wheel.torque")):  # it does not know what moves inputs
            scale = 1.0 + np.abs(expected.values).max()  # rounding of two ways to one number
            assert np.abs(found[expected.name] - expected.values).max() < 1e-9 * scale, expected.name
    yaw = found["chassis.yaw_angle"]
    course = yaw + found["chassis.side_slip_angle"]
    vx, vy = found["chassis.speed"] * (np.cos(course), np.sin(course))
    ax, ay, az = (np.gradient(v, dw18.step)[1:-1] for v in (vx, vy, found["chassis.vertical_velocity"]))
    forward, left = np.array([np.cos(yaw), np.sin(yaw)])[:, 1:-1], np.array([-np.sin(yaw), np.cos(yaw)])[:, 1:-1]
    # central differences over 2 ms of a motion of some hertz: h² (2π · 10 Hz)² / 6 = 7e-4 of an acceleration
    for name, a in (("longitudinal", [ax, ay] * forward), ("lateral", [ax, ay] * left), ("vertical", az[None])):
        seen = found[f"chassis.{name}_acceleration"][1:-1]
        assert a.sum(axis=0) == pytest.approx(seen, abs=1e-3)


def test_contacts_are_the_forces_of_the_tire_channels(dw18):
    """On level ground the tire's vertical force is the contact's z, and the contact is on the ground."""
    drive(dw18, 1.0, throttle=0.5, steer=0.2)
    contacts = dw18.layout.contacts(dw18.row)
    assert contacts[:, 5] == pytest.approx(dw18.layout.each_wheel(dw18.row, "tire", "vertical_force"), rel=1e-12)
    assert contacts[:, 2] == pytest.approx(0.0, abs=1e-9)


def test_who_leaves_the_map_is_told():
    car = MultibodyPlant("dw18", ground="generated, seed=1, size=20, spacing=1.0", at=(0.0, 0.0, 0.0))
    drive(car, 1.0, throttle=0.2)
    car.apply(Controls(throttle=1.0).numbers)
    status = 0
    for _ in range(100):
        status = car.advance(100) or car.sample()
        if status:
            break
    assert status == OFF_GROUND
    assert "beyond the edge" in car.explain(status)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"integrator": "abm"}, "one of"),
        ({"integrator": "midpoint"}, "chatter"),
        ({"step": 0.0}, "step"),
        ({"step": float("nan")}, "step"),
        ({"vehicle": "dw19"}, "dw18"),
        ({"ground": "moon"}, "unknown ground"),
    ],
)
def test_what_cannot_be_driven_is_refused(given, says):
    with pytest.raises(InputError, match=says):
        MultibodyPlant(**given)


def test_a_car_that_nothing_drives_is_refused_kindly():
    car = vehicle("dw18")
    towed = replace(car, axles=tuple(replace(axle, drive=None) for axle in car.axles))
    with pytest.raises(InputError, match=r"nothing drives it.*drive: inboard"):
        MultibodyPlant(towed)


def test_parameters_change_a_vehicle():
    car = vehicle("dw18")
    path = "axles.front.suspension.spring.stiffness"
    changed = with_parameters(car, {path: "40 N/mm", "chassis.mass": 1600.0})
    assert changed.axle("front").suspension.spring.stiffness == 40e3
    assert changed.chassis.mass == 1600.0
    assert changed.axle("rear") == car.axle("rear")
    with pytest.raises(ModelError) as refused:
        with_parameters(car, {"chassis.mas": 1.0, "axles.middle.drive": None, "chassis.mass": -1.0})
    assert len(refused.value.findings) == 3
    assert "did you mean 'mass'" in str(refused.value)


def test_controllers_act_in_a_live_drive_and_are_part_of_snapshots():
    """Full brakes on a slippery road: anti-lock brakes keep the wheels turning where they would lock."""
    slips, kept = {}, None
    for controllers in ("", "abs"):
        plant = MultibodyPlant("dw18", ground=Flat(friction=0.4), controllers=controllers)
        plant.apply(Controls(throttle=1.0).numbers)
        assert plant.advance(6000) == 0
        plant.apply(Controls(brake=1.0).numbers)
        assert plant.advance(1000) == 0
        plant.sample()
        slips[controllers] = plant.row[plant.layout.columns["tire.fl.slip_ratio"]]
        kept = plant.snapshot()
    plant.advance(100)
    ahead = plant.y.copy()
    plant.restore(kept)
    plant.advance(100)
    assert np.array_equal(plant.y, ahead)
    assert slips[""] < -0.9
    assert slips["abs"] > -0.5
    assert len(plant.control.times) <= 2
