"""Twin experiments: numbers of a disturbed car, found again from its noisy records."""

import dataclasses
import json

import numpy as np
import pytest

import jounce
from jounce.errors import InputError
from jounce.lab.identification.state import FILE
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
