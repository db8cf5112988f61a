"""A car that is stepped: the bits of a run, the channels of a result, snapshots that go on as if nothing had been."""

import math
import pickle

import numpy as np
import pytest

import jounce
from jounce.engine.simulate import simulate
from jounce.errors import InputError, ModelError, SimulationError
from jounce.lab.controllers import controller
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.prepare import prepare
from jounce.lab.simulation import Simulation

CARS = ("dw18", "sedan")


@pytest.fixture(scope="module", params=CARS)
def rolling(request):
    """A car at 80 km/h, and its state then."""
    sim = Simulation(request.param, speed="80 km/h")
    return sim, sim.snapshot()


@pytest.fixture
def sim(rolling):
    car, start = rolling
    car.restore(start)
    return car


def test_a_maneuver_that_is_stepped_through_gives_the_bits_of_its_run():
    plan = jounce.maneuver("step-steer", speed="80 km/h", start=0.1, after=0.4)
    ready = prepare(plan, "dw18", RunSettings())
    whole = simulate(ready.system, ready.start, end=ready.end, integrator=ready.method, sample=ready.sample)
    stepped = Simulation("dw18", maneuver=plan)
    parts = (0.01, 0.003, 0.007, 0.1, 0.001, 0.009)
    count = round(ready.end / ready.sample) * 10
    done = 0
    while done < count:
        part = min(round(parts[done % len(parts)] / 1e-3), count - done)
        stepped.step(part * stepped.step_size)
        done += part
    recorded = stepped.result()
    alone = jounce.run(plan, vehicle="dw18")
    np.testing.assert_allclose(recorded.time, whole.time, rtol=1e-9)  # times as people write them, and on the grid
    assert np.array_equal(recorded.time, alone.time)
    for name in alone:
        assert np.array_equal(recorded[name].values, alone[name].values, equal_nan=True), name


def test_channels_at_an_instant_are_those_of_the_result(sim):
    sim.step(0.3, steer=0.1, throttle=0.2)
    result = sim.result()
    for name in sim:
        scale = np.abs(result[name].values).max()
        # two evaluations of the same state round differently
        rounding = 1e-9 * (1.0 + scale)
        assert sim[name] == pytest.approx(result[name].values[-1], abs=rounding), name
    assert {name.partition(".")[0] for name in set(result) - set(sim)} <= {"energy", "joints"}


def test_one_long_step_records_what_many_short_ones_do(sim):
    sim.step(0.35, steer=0.1, throttle=0.2)
    whole, seen = sim.result(), sim.observe()
    sim.reset()
    for _ in range(50):
        sim.step(0.007, steer=0.1, throttle=0.2)
    parts = sim.result()
    assert len(whole.time) == 36
    for name in whole:
        assert np.array_equal(whole[name].values, parts[name].values, equal_nan=True), name
    assert np.array_equal(sim.observe(), seen)


def test_a_record_grows_as_long_as_it_must():
    car = Simulation("dw18", speed="10 m/s", sample=1e-3)
    car.step(1.5)
    car.step(0.7)
    assert np.array_equal(car._recorder._samples[: car._recorder.count, 0], np.arange(2201) * car._stepper.step)
    assert np.all(car._recorder._samples[2200, 1:] == car._y)


def test_turns_are_counted_also_in_long_steps():
    """Two turns of the car in one call, which a look at the end alone could not tell from none."""
    car = Simulation("dw18", speed="10 m/s", record=False)
    car.step(30.0, steer=0.5, throttle=0.05)
    turned = car["chassis.yaw_angle"]
    car.reset()
    for _ in range(300):
        car.step(0.1, steer=0.5, throttle=0.05)
    assert turned == car["chassis.yaw_angle"]
    assert turned > 2.0 * math.tau


def test_a_car_stops_at_the_edge_of_a_ground_that_ends(tmp_path):
    np.save(tmp_path / "small.npy", np.zeros((21, 21)))
    car = Simulation("dw18", ground=f"{tmp_path / 'small.npy'}, spacing=1", at=(5.0, 10.0), speed="10 m/s")
    with pytest.raises(SimulationError, match=r"tire_f[lr] is at \(.*beyond the edge of the ground") as caught:
        car.step(5.0)
    front = car["chassis.position_x"] + 1.6
    assert 20.0 < front < 20.0 + 1.5  # at 10 m/s, and looked at every 0.1 s
    assert caught.value.time == car.time


def test_every_formulation_has_the_same_channels():
    plan = jounce.maneuver("step-steer", speed="80 km/h", start=0.01, after=0.04)
    seen = {}
    for formulation in ("synthesis", "world-frame"):
        car = Simulation("dw18", maneuver=plan, formulation=formulation, integrator="rk4", step=1e-3)
        car.step(0.05)
        seen[formulation] = car
    assert list(seen["synthesis"]) == list(seen["world-frame"])
    for name in seen["synthesis"]:
        # rk4 at 1 ms: the two agree to the error of the steps
        assert seen["synthesis"][name] == pytest.approx(seen["world-frame"][name], rel=1e-5, abs=1e-5), name


def test_a_snapshot_goes_on_to_the_same_bits_also_in_another_simulation(sim):
    sim.step(0.05, steer=0.2, throttle=0.3)
    kept = pickle.loads(pickle.dumps(sim.snapshot()))
    sim.step(0.2, brake=0.4)
    first = sim.observe()
    sim.restore(kept)
    assert sim.time == pytest.approx(0.05)
    for _ in range(20):
        sim.step(0.01, brake=0.4)
    assert np.array_equal(sim.observe(), first)
    other = Simulation(sim.vehicle, speed="80 km/h")
    other.restore(kept)
    other.step(0.2, brake=0.4)
    assert np.array_equal(other.observe(), first)


def test_a_snapshot_of_another_model_is_refused_and_nothing_changes(sim):
    other = Simulation("rover6") if sim.vehicle.name == "dw18" else Simulation("dw18")
    before = sim.observe()
    with pytest.raises(InputError, match="another model"):
        sim.restore(other.snapshot())
    assert np.array_equal(sim.observe(), before)


def test_steering_left_turns_left_and_braking_slows(sim):
    sim.step(0.5, steer=0.1)
    assert sim["chassis.yaw_rate"] > 0.01
    speed = sim["chassis.speed"]
    sim.step(0.5, steer=0.0, brake=0.5)
    assert sim["chassis.longitudinal_acceleration"] < -2.0
    assert sim["chassis.speed"] < speed - 1.0


def test_direct_inputs_override_the_cockpit_until_they_are_released(sim):
    sim.step(0.2, brake=0.0, brake_torque_fl=300.0)
    assert sim["input.brake_torque_fl"] == 300.0
    sim.step(0.1, brake=1.0)
    assert sim["input.brake_torque_fl"] == 300.0
    assert sim["input.brake_torque_fr"] > 300.0
    sim.release("brake_torque_fl")
    sim.step(0.01)
    assert sim["input.brake_torque_fl"] == sim["input.brake_torque_fr"]


def test_the_steering_wheel_moves_the_rack_by_its_ratio(sim):
    sim.step(0.01, steering_wheel_angle=0.3)
    assert sim["input.rack_travel"] == pytest.approx(0.3 * sim.vehicle.steering.ratio, rel=1e-15)


BAD = (
    ({"ster": 0.1}, "did you mean 'steer'"),
    ({"steer": math.nan}, "not a number"),
    ({"throttle": "half"}, "not a number"),
    ({"brake": 1.5}, "out of range; got 1.5; expected a number from 0 to 1"),
    ({"gear": 1.5}, "not a gear"),
    ({"brake_torque_fl": -3.0}, "out of range"),
    ({"steering_wheel_angle": 1e5}, "out of range"),
)


@pytest.mark.parametrize(("inputs", "said"), BAD, ids=lambda value: str(value)[:24])
def test_what_cannot_be_leaves_the_simulation_unharmed(sim, inputs, said):
    before, t = sim.observe(), sim.time
    with pytest.raises(ModelError, match=said):
        sim.step(0.01, **inputs)
    assert sim.time == t
    assert np.array_equal(sim.observe(), before)


@pytest.mark.parametrize("duration", [0.0, -0.01, 0.0105, math.inf, math.nan, "1 s", True])
def test_durations_are_whole_numbers_of_steps(sim, duration):
    with pytest.raises(InputError, match="duration"):
        sim.step(duration)
    assert sim.time == 0.0


def test_unknown_channels_are_asked_back(sim):
    with pytest.raises(KeyError, match=r"did you mean 'chassis.yaw_rate'"):
        sim["chassis.yawrate"]
    with pytest.raises(KeyError, match="sums over a run"):
        sim["energy.kinetic"]
    assert sim.about("chassis.yaw_rate").unit == "rad/s"


def test_many_channels_come_in_one_array(sim):
    sim.step(0.1, steer=0.1)
    names = ["chassis.yaw_rate", "tire.fl.slip_ratio"]
    assert sim.observe(names).tolist() == [sim[name] for name in names]


def test_thousands_of_steps_allocate_nothing_that_stays(sim):
    import tracemalloc

    free = Simulation(sim.vehicle, speed="80 km/h", record=False)
    free.step(0.01)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(2000):
        free.step(steer=0.01)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 4096
    with pytest.raises(InputError, match="record=True"):
        free.result()


def test_a_controller_acts_at_its_rate_and_is_part_of_a_snapshot():
    calls = []

    @controller(rate=200.0, inputs=["brake_torque_fl"])
    def halve(t, channels, inputs):
        calls.append(t)
        return {"brake_torque_fl": 0.5 * inputs["brake_torque_fl"]}

    car = Simulation("dw18", speed="80 km/h", controllers=[halve])
    car.step(0.1, brake_torque_fl=400.0)
    assert np.allclose(calls, np.arange(20) * 0.005, atol=1e-9)
    assert car["input.brake_torque_fl"] == 200.0
    kept = car.snapshot()
    car.step(0.05)
    ahead = car.observe()
    car.restore(kept)
    car.step(0.05)
    assert np.array_equal(car.observe(), ahead)
    assert car.result()["input.brake_torque_fl"].values[-1] == 200.0


def test_an_integrator_that_chooses_its_steps_is_refused():
    with pytest.raises(InputError, match=r"integrator: chooses its own steps; got auto; expected a fixed step.*chord"):
        Simulation("dw18", speed="80 km/h", integrator="auto")
