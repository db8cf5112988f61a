"""Twin experiments: numbers of a disturbed car, found again from its noisy records."""

import dataclasses
import json

import numpy as np
import pytest

import jounce
from jounce.errors import InputError
from jounce.lab.identification.jacobian import difference_jacobian, exact_jacobian
from jounce.lab.identification.knowledge import knowledge
from jounce.lab.identification.prepare import prepare_identification
from jounce.lab.identification.state import FILE
from jounce.lab.identification.study import Identification
from tests.lab.identification.twins import NOISE, disturbed, noisy

TRUTH = {"vehicle.axles.front.tire.lateral.b": 0.88, "vehicle.axles.rear.tire.lateral.b": 1.12}
SHARES = {path: {"factor": True, "from": 0.7, "to": 1.4} for path in TRUTH}
DELAY = 0.06


@pytest.fixture(scope="module")
def car():
    return jounce.load_vehicle("dw18")


@pytest.fixture(scope="module")
def record(car):
    turn = jounce.maneuver("sine", speed="80 km/h", frequency="0.7 Hz")
    turn = dataclasses.replace(turn, end=3.0)
    return noisy(jounce.run(turn, vehicle=disturbed(car, TRUTH)), seed=11)


@pytest.fixture(scope="module")
def keys(car, record):
    """A fit whose steering was recorded too early: the car answers DELAY later than the record says."""
    angle = record["input.steering_wheel_angle"]
    early = np.interp(record.time + DELAY, record.time, angle.values)
    channels = [dataclasses.replace(c, values=early) if c is angle else c for c in record.channels]
    shifted = dataclasses.replace(record, channels=tuple(channels))
    return {
        "vehicle": car,
        "records": [{"file": shifted, "hold_out": ["2.2 s", "3 s"]}],
        "channels": NOISE,
        "parameters": {**SHARES, "inputs.steering_wheel_angle.delay": ("0 s", "0.2 s")},
    }


@pytest.fixture(scope="module")
def found(keys):
    return jounce.identify(**keys, threads=1)


def test_the_numbers_are_found_within_their_intervals(found):
    assert found.status == "converged"
    for name, true in {**TRUTH, "inputs.steering_wheel_angle.delay": DELAY}.items():
        low, high = found[name].interval
        assert low < true < high, name
        assert found[name].std < 0.02, name
        assert found[name].note == ""
    assert found.knowledge.error == pytest.approx(1.0, abs=0.1)  # what is left is the noise
    assert found.vehicle.axles[0].tire.lateral.b == pytest.approx(10.0 * found.values[next(iter(TRUTH))])


def test_what_was_held_out_is_foretold_to_the_noise(found):
    held = [one for one in found.comparisons if one.held_out]
    assert len(held) == len(NOISE)
    for one in held:
        assert one.time[0] >= 2.2
        assert one.rms == pytest.approx(NOISE[one.channel], rel=0.3)
        assert one.rms < one.rms_before
    fitted = [one for one in found.comparisons if not one.held_out]
    assert all(one.time[-1] < 2.2 for one in fitted)


def test_the_outcome_is_plain_data(found):
    data = json.loads(json.dumps(found.data(), allow_nan=False))
    assert [one["name"] for one in data["parameters"]] == list(found.values)
    assert data["status"] == "converged"


def test_an_interrupted_fit_keeps_the_best_and_goes_on(keys, tmp_path):
    def stop(progress):
        if progress.iteration == 2:
            raise KeyboardInterrupt

    first = jounce.identify(**keys, threads=1, out=tmp_path, progress=stop)
    assert first.status == "interrupted"
    assert json.loads((tmp_path / FILE).read_text())["cost"] == pytest.approx(first.cost)
    costs = []
    jounce.identify(**keys, threads=1, out=tmp_path, progress=lambda progress: costs.append(progress.cost))
    assert costs[0] <= first.cost * (1.0 + 1e-12)
    other = {**keys, "channels": {"chassis.yaw_rate": 0.01}}
    with pytest.raises(InputError, match="another fit"):
        jounce.identify(**other, out=tmp_path)


def test_derivatives_are_those_of_differences_and_twins_of_a_parameter_are_named(car, record):
    """Parameters of the car, of inputs and of channels; a factor on the wheel and the ratio do the same, in a turn."""
    names = {
        "vehicle.chassis.mass": {},
        "vehicle.steering.travel_per_turn": {},
        "inputs.steering_wheel_angle.factor": {},
        "inputs.steering_wheel_angle.delay": ("-0.1 s", "0.2 s"),
        "channels.chassis.yaw_rate.offset": ("-0.1 rad/s", "0.1 rad/s"),
        "channels.chassis.roll_angle.delay": ("-0.1 s", "0.1 s"),
        "channels.chassis.lateral_acceleration.factor": {"prior": {"mean": 1.0, "std": 0.02}},
    }
    study = Identification(
        vehicle=car, records=[{"file": record, "windows": ["0 s", "1.5 s"]}], channels=NOISE, parameters=names
    )
    problem = prepare_identification(study, 1)
    point = np.array([number.start for number in problem.numbers])
    point[3] = 0.033  # between the samples of the wheel: at one of them its straight lines have a corner
    (row,) = problem.residuals([point])
    exact, methods = exact_jacobian(problem, point, row)
    rough = difference_jacobian(problem, point, row)
    assert set(methods) == {"exact"}
    size = np.abs(rough).max(axis=0)
    assert np.all(np.abs(exact - rough).max(axis=0) < 1e-3 * size)
    widths = [number.width for number in problem.numbers]
    series = [(len(one.time), 0.01) for one in problem.fitted]
    known = knowledge(exact, row, widths, list(names), series)
    (direction,) = known.unknown
    assert set(direction.shares) == {"vehicle.steering.travel_per_turn", "inputs.steering_wheel_angle.factor"}
