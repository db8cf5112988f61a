"""Fit what was not measured of the BMW M8 on the first part of its record (`python -m validation.identify_m8`).

Residuals: yaw rate, lateral acceleration, roll angle and roll rate of the first lane change, each by its measured peak;
the model is driven with the measured steering-wheel angle and speed, and both sides pass the filter of the map. Least
squares within bounds (SciPy, trust region reflective) on multiples of the values before the fit; all cars of a Jacobian
run in one batch. The second lane change and the braking are never looked at. The values found stand in
src/jounce/model/library/bmw_m8.yaml and validation/data/bmw_m8/map.yaml (scale and delay of the steering), those before
the fit in validation/data/bmw_m8/study.yaml (`before`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import least_squares

from jounce.errors import JounceError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.measurements.measurement_map import read_map, with_filter
from jounce.lab.measurements.read import read_measurement
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.runs.many import Run, run_many
from jounce.lab.validation.driven_model import measured_maneuver
from jounce.lab.validation.study import read_validation_study
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Table
from jounce.model.vehicle import STEERING_WHEEL_ANGLE
from jounce.schema.frozen import replace

FOLDER = Path(__file__).parent / "data" / "bmw_m8"
BEGIN, END = 9.2, 12.7
"""First lane change, with half a second before it [s]."""
CHANNELS = ("chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.roll_angle", "chassis.roll_rate")


DELAY, SCALE = "delay", "scale"
"""Stand for the time by which the recorded steering is late [s], and its scale [rad]: no numbers of the vehicle."""
STEERING = "steering_wheel.angle"


@dataclass(frozen=True)
class Free:
    """A number that is fitted: paths in the vehicle, value before the fit, least and largest multiple of it."""

    name: str
    paths: tuple[str, ...]
    start: float
    low: float
    high: float


# Free beside these, the share of the front bar and the yaw inertia follow the stiffness of the front tires and the
# scale of the steering along a valley in which errors change by less than 0.1 % of the peaks: they are kept. b c d of
# 25 /rad is about the most that is published for low tires.
FREE = (
    Free("tire, front, b", ("axles.front.tire.lateral.b",), 10.0, 0.5, 1.6),
    Free("tire, rear, b", ("axles.rear.tire.lateral.b",), 13.0, 0.5, 1.6),
    Free("relaxation", ("axles.front.tire.relaxation.1", "axles.rear.tire.relaxation.1"), 0.5, 0.3, 1.6),
    Free("scale of the recorded steering", (SCALE,), 20.0, 0.8, 1.4),
    Free("bars", ("axles.front.anti_roll_bar.stiffness", "axles.rear.anti_roll_bar.stiffness"), 50e3, 0.1, 4.0),
    Free("delay of the steering signal", (DELAY,), 0.02, 0.0, 4.0),
)


def _steered(plan: Maneuver, scale: float, late: float) -> Maneuver:
    """The maneuver with the recorded steering times a scale [rad], earlier by so much [s]."""
    steering = plan.inputs[STEERING_WHEEL_ANGLE]
    assert isinstance(steering, Table)
    values = scale * np.interp(np.array(steering.times) + late, steering.times, steering.values)
    moved = replace(steering, values=tuple(values.tolist()))
    return dataclasses.replace(plan, inputs={**plan.inputs, STEERING_WHEEL_ANGLE: moved})


def main() -> None:
    """Fit and print every iteration and the values found."""
    study = replace(read_validation_study(FOLDER / "study.yaml"), begin=BEGIN, end=END, windows={}, held_to=None)
    columns = read_map(FOLDER / "map.yaml")
    recorded = replace(columns.channels[STEERING], factor=1.0, delay=0.0)
    columns = replace(columns, channels={**columns.channels, STEERING: recorded})
    inputs = read_measurement(FOLDER / "double_lane_change.csv", with_filter(columns, None))
    measured = read_measurement(FOLDER / "double_lane_change.csv", columns)
    start = {path: one.start for one in FREE for path in one.paths if path not in (DELAY, SCALE)}
    car = load_vehicle("bmw_m8").with_values(start)
    plan = measured_maneuver(study, car, inputs, 0.01)
    used = (measured.time > BEGIN + 0.2) & (measured.time < END - 0.1)
    low_pass = columns.filter
    assert low_pass is not None

    def residuals(points: Sequence[np.ndarray]) -> list[np.ndarray]:
        values = [
            {path: one.start * float(x) for one, x in zip(FREE, point, strict=True) for path in one.paths}
            for point in points
        ]
        runs = [Run(_steered(plan, one.pop(SCALE), one.pop(DELAY)), car.with_values(one)) for one in values]
        outcomes = run_many(runs, needs=ChannelNeeds(CHANNELS))
        found = []
        for outcome in outcomes:
            if isinstance(outcome, JounceError):
                raise outcome
            parts = []
            for name in CHANNELS:
                model = np.interp(measured.time[used], outcome.time + BEGIN, low_pass.apply(outcome[name].values, 0.01))
                real = measured[name].values[used]
                parts.append((model - real) / np.max(np.abs(real)) / np.sqrt(len(real)))
            found.append(np.concatenate(parts))
        return found

    def one(point: np.ndarray) -> np.ndarray:
        errors = residuals([point])[0]
        shares = [100.0 * float(np.linalg.norm(part)) for part in np.split(errors, len(CHANNELS))]
        print(np.round(point, 3), "RMS of peak [%]", np.round(shares, 2), flush=True)
        return errors

    def jacobian(point: np.ndarray) -> np.ndarray:
        steps = np.where(point * 1.01 < [free.high for free in FREE], 0.01, -0.01) * point
        base, *moved = residuals([point, *(point + steps[k] * np.eye(len(FREE))[k] for k in range(len(FREE)))])
        return np.column_stack([(near - base) / step for near, step in zip(moved, steps, strict=True)])

    bounds = ([free.low for free in FREE], [free.high for free in FREE])
    best = least_squares(one, np.ones(len(FREE)), jacobian, bounds=bounds, xtol=1e-4, ftol=1e-5, max_nfev=15)
    for free, x in zip(FREE, best.x, strict=True):
        print(f"{free.name:<30} {free.start * x:.5g}  ({x:.3f} of {free.start:g})")


if __name__ == "__main__":
    main()
