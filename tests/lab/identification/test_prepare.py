"""From the keys of a fit to residuals: several records with weights, windows and channels of their own, and priors."""

import numpy as np
import pytest

from jounce.lab.identification.prepare import prepare_identification
from jounce.lab.identification.study import Identification
from jounce.lab.results import Metadata, Result
from jounce.lab.results.channel import Channel

METADATA = Metadata(
    vehicle="car",
    maneuver="test",
    planned_end=2.0,
    jounce_version="",
    created="",
    steps=0,
    evaluations=0,
    rejected_steps=0,
    wall_time=0.0,
)
TIME = np.arange(200) * 0.01
DELAY = {"from": "0 ms", "to": "100 ms", "prior": {"mean": "20 ms", "std": "5 ms"}}
YAW, ROLL = "chassis.yaw_rate", "chassis.roll_angle"


def record(*names: str, size: float = 1.0) -> Result:
    """A record with a steering wheel, a speed and channels whose values are the time."""
    units = {"steering_wheel.angle": "rad", "chassis.speed": "m/s", YAW: "rad/s", ROLL: "rad"}
    found = [Channel("time", "s", "", "", TIME)]
    found += [Channel(n, units[n], "", "", size * TIME) for n in ("steering_wheel.angle", "chassis.speed", *names)]
    return Result(tuple(found), METADATA)


@pytest.fixture(scope="module")
def problem():
    study = Identification(
        vehicle="dw18",
        records=[
            {"file": record(YAW, ROLL), "weight": 2.0, "windows": [["0.1 s", "0.5 s"], ["1 s", "1.2 s"]]},
            {"file": record(YAW), "hold_out": ["1.5 s", "2 s"]},
            {"file": record(ROLL, YAW), "hold_out": True},
        ],
        channels={YAW: "0.1 rad/s", ROLL: "1 deg"},
        parameters={
            "vehicle.chassis.mass": {"factor": True, "prior": {"mean": 1.1, "std": 0.05}},
            "vehicle.steering.travel_per_turn": {"factor": True},
            "inputs.steering_wheel_angle.delay": DELAY,
        },
    )
    return prepare_identification(study, 1)


def test_records_keep_their_channels_windows_and_weights(problem):
    told = [(s.record, s.channel, s.held_out, round(s.std, 9)) for s in problem.series]
    degree = round(np.radians(1.0), 9)
    assert told == [
        (0, YAW, False, 0.05), (0, ROLL, False, round(0.5 * np.radians(1.0), 9)),
        (1, YAW, False, 0.1), (1, YAW, True, 0.1),
        (2, YAW, True, 0.1), (2, ROLL, True, degree),
    ]  # fmt: skip
    assert problem.fitted_records == (0, 1)
    windows = problem.series[0].time
    assert np.all(((windows > 0.099) & (windows < 0.501)) | ((windows > 0.999) & (windows < 1.201)))
    assert len(windows) == 41 + 21
    fitted, held = problem.series[2].time, problem.series[3].time
    assert fitted[-1] < 1.5 <= held[0]
    assert len(fitted) + len(held) == 200


def test_residuals_are_divided_by_deviation_over_weight_and_priors_follow(problem):
    """A car that does nothing leaves the records themselves; values and priors are those of the parameters."""
    point = [1.2, 1.0, 0.01]
    nothing = {number: record(YAW, ROLL, size=0.0) for number in (0, 1)}
    row = problem.residual_row(point, nothing)
    expected = [
        -problem.series[0].time / 0.1 * 2.0,
        -problem.series[1].time / np.radians(1.0) * 2.0,
        -problem.series[2].time / 0.1,
        [(1.2 - 1.1) / 0.05, (0.01 - 0.02) / 0.005],
    ]
    np.testing.assert_allclose(row, np.concatenate(expected), rtol=1e-12)
