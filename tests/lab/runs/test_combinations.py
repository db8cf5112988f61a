"""A car with a caravan, driven: channels, rearward amplification and offtracking against models of their own."""

import math

import numpy as np
import pytest

import jounce
from jounce.lab.simulation import Simulation
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from tests.lab.metrics.two_units import TwoUnits

pytestmark = pytest.mark.compiled
CAR = load_vehicle("car_caravan")


SPRINGS = (
    "axles.front.suspension.spring.stiffness",
    "axles.rear.suspension.spring.stiffness",
    "trailers.caravan.axles.caravan.suspension.torsion_bar.stiffness",
    "trailers.caravan.axles.caravan.suspension.torsion_bar.damping",
)


@pytest.fixture(scope="module")
def lane_change():
    """A lane change gentle enough to be linear, with springs so stiff that only the tires let the units roll, in air
    that only resists: the linear model knows neither its side force nor its lift."""
    stiff = CAR.with_values({path: 40.0 * CAR.value(path) for path in SPRINGS})
    plain = [replace(unit.aerodynamics, coefficients=None) for unit in (stiff, stiff.trailers[0])]
    stiff = replace(stiff, aerodynamics=plain[0], trailers=(replace(stiff.trailers[0], aerodynamics=plain[1]),))
    return jounce.run("rearward-amplification", vehicle=stiff, speed="80 km/h", amplitude="5 deg")


def test_rearward_amplification_is_that_of_the_linear_model(lane_change):
    """To 0.3 %, for what is left of roll; with the springs of the car roll makes it 7 % more."""
    steer = lane_change["steering_wheel.angle"].values / lane_change.metadata.facts["steering_ratio"]
    a = TwoUnits.of(CAR).accelerations(80.0 / 3.6, lane_change.time, steer)
    expected = np.abs(a[:, 1]).max() / np.abs(a[:, 0]).max()
    assert lane_change.metrics["rearward_amplification"] == pytest.approx(expected, rel=0.005)
    assert expected > 1.2  # the caravan swings more than the car


def test_hitch_forces_are_those_of_a_two_body_balance(lane_change):
    """Across the caravan while it swings; upwards when it runs straight again."""
    force = {axis: lane_change[f"trailer.caravan.hitch_force_{axis}"].values for axis in "xyz"}
    drawn = sum(body.mass for body in CAR.to_mechanism().bodies if "caravan" in body.name)
    tires = sum(lane_change[f"tire.caravan_{side}.lateral_force"].values for side in "lr")
    a = lane_change["trailer.caravan.lateral_acceleration"].values
    carried = sum(lane_change[f"tire.caravan_{side}.vertical_force"].values[-1] for side in "lr")
    assert force["z"][-1] == pytest.approx(carried - 9.81 * drawn, rel=0.02)  # what is left of its swing
    assert force["y"] == pytest.approx(tires - drawn * a, abs=0.02 * np.abs(drawn * a).max())  # small angles


def test_articulation_is_the_difference_of_yaw_angles(lane_change):
    apart = lane_change["chassis.yaw_angle"].values - lane_change["trailer.caravan.yaw_angle"].values
    assert lane_change["trailer.caravan.articulation_angle"].values == pytest.approx(apart, abs=1e-12)
    rate = np.gradient(apart, lane_change.time)
    turning = lane_change["chassis.yaw_rate"].values - lane_change["trailer.caravan.yaw_rate"].values
    assert turning[1:-1] == pytest.approx(rate[1:-1], abs=2e-3 * np.abs(turning).max() + 1e-5)


def test_low_speed_offtracking_is_geometry():
    """The last axle of each unit follows its hitch: R_t² = R_f² − L² + c² − l²."""
    found = jounce.run("steady-turn", vehicle=CAR, speed="4 km/h", angle="250 deg", duration="45 s")
    front, rear, axle = (each.suspension.wheel_centre[0] for each in CAR.all_axles)
    hitch = CAR.trailers[0].hitch.point[0]
    half = found["chassis.yaw_angle"].values > found["chassis.yaw_angle"].values[-1] - math.radians(45.0)
    ends = [np.stack([found[f"tire.{wheel}.contact_{x}"].values for x in "xy"], 1)[half] for wheel in ("fl", "fr")]
    first = np.mean(ends, axis=0)
    path, turned = np.linalg.norm(np.diff(first, axis=0), axis=1).sum(), np.ptp(found["chassis.yaw_angle"].values[half])
    radius = path / turned
    last = math.sqrt(radius**2 - (front - rear) ** 2 + (rear - hitch) ** 2 - (hitch - axle) ** 2)
    assert found.metrics["steady_state_offtracking"] == pytest.approx(radius - last, rel=0.01)


def test_channels_at_an_instant_are_those_of_the_result():
    car = Simulation(CAR, speed="60 km/h")
    car.step(0.2, rack_travel=0.004)
    now, result = {name: car[name] for name in car}, car.result()
    for name in (
        "articulation_angle",
        "yaw_rate",
        "speed",
        "side_slip_angle",
        "roll_angle",
        "position_x",
        "position_y",
    ):
        key = f"trailer.caravan.{name}"
        assert now[key] == pytest.approx(result[key].values[-1], rel=1e-9, abs=1e-12)
    for key in ("suspension.caravan_l.travel", "suspension.caravan_r.velocity", "tire.caravan_l.vertical_force"):
        assert now[key] == pytest.approx(result[key].values[-1], rel=1e-6, abs=1e-9)
