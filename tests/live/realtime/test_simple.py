"""The simplified car as a plant of the loop."""

import numpy as np
import pytest

from jounce.engine.single_body import Fleet, playground
from jounce.errors import JounceError
from jounce.lab.cockpit.controls import REVERSE, Controls
from jounce.lab.results.channel_names import named_channel
from jounce.live.realtime.loop_config import LoopConfig, build_plant
from jounce.live.realtime.simple import CHANNELS, COAST_BRAKE, OFF_GROUND, SimplePlant


def drive(plant, seconds, **controls):
    """Drive on as the loop does: controls at every step, a row every 10 ms."""
    for i in range(round(seconds / plant.step)):
        plant.apply(Controls(**controls).numbers)
        assert plant.advance(1) == 0
        if i % 10 == 9:
            plant.sample()
    plant.sample()
    return plant.row


def test_it_is_the_fleet_to_the_bit():
    plant = SimplePlant(at=(1.0, 2.0, 0.3))
    drive(plant, 0.5, throttle=0.7, steer=0.4, handbrake=0.1)
    fleet = Fleet(plant.car, course=playground(), step=plant.step)
    fleet.place(1.0, 2.0, 0.3)
    fleet.drive(throttle=0.7, steer=0.4, handbrake=0.1)
    fleet.advance(steps=round(0.5 / plant.step))
    for name in ("position", "rotation", "velocity", "spin"):
        np.testing.assert_array_equal(plant.fleet.bodies[0][name], fleet.bodies[0][name])


def channel(plant, name):
    return plant.row[plant.layout.columns[name]]


def speed(plant):
    """Along the heading, negative backwards."""
    return channel(plant, "chassis.speed") * np.cos(channel(plant, "chassis.side_slip_angle"))


def test_it_goes_forward_backward_and_stays():
    plant = SimplePlant(at=(0.0, -5.0, 0.0))
    drive(plant, 1.0, throttle=1.0)
    assert speed(plant) > 3.0
    drive(plant, 0.2)
    assert plant.fleet.controls["brake"][0] == COAST_BRAKE
    assert speed(plant) > 2.0
    drive(plant, 2.0, brake=1.0)
    assert abs(speed(plant)) < 1e-3
    drive(plant, 1.0)
    here = channel(plant, "chassis.position_x")
    drive(plant, 2.0)
    assert channel(plant, "chassis.position_x") == pytest.approx(here, abs=1e-4)  # held
    drive(plant, 1.0, throttle=1.0, gear=REVERSE)
    assert speed(plant) < -2.0
    assert channel(plant, "gearbox.gear") == -1.0


def test_left_is_left():
    plant = SimplePlant(at=(0.0, -5.0, 0.0))
    row = drive(plant, 1.5, throttle=0.5, steer=0.5)
    assert channel(plant, "chassis.yaw_rate") > 0.1
    assert channel(plant, "chassis.yaw_angle") > 0.1
    assert channel(plant, "chassis.lateral_acceleration") > 0.1
    assert row[plant.layout.y][0] > 0.1  # the angle of its wheels


def test_its_channels_have_the_names_of_all_cars_and_agree_with_each_other():
    """Positions of two rows differ by the speed between them, speeds by the acceleration; loads carry the car."""
    plant = SimplePlant(at=(0.0, -5.0, 0.3))
    drive(plant, 1.0, throttle=0.5, steer=0.2)
    assert all(named_channel(name, np.zeros(0)).unit for name in CHANNELS)
    first = plant.layout.to_dict(plant.row)
    plant.advance(1)
    plant.sample()
    second = plant.layout.to_dict(plant.row)
    moved = [second[f"chassis.position_{axis}"] - first[f"chassis.position_{axis}"] for axis in "xyz"]
    assert np.hypot(*moved[:2]) == pytest.approx(second["chassis.speed"] * plant.step, rel=1e-9)
    assert moved[2] == pytest.approx(second["chassis.vertical_velocity"] * plant.step, abs=1e-12)
    course = second["chassis.yaw_angle"] + second["chassis.side_slip_angle"]
    assert np.arctan2(moved[1], moved[0]) == pytest.approx(course, abs=1e-9)
    slip = second["chassis.side_slip_angle"]
    along = second["chassis.longitudinal_acceleration"] * np.cos(slip)
    along += second["chassis.lateral_acceleration"] * np.sin(slip)
    # the speed changes by the acceleration along the path; the angle between the two moves it in second order
    assert (second["chassis.speed"] - first["chassis.speed"]) / plant.step == pytest.approx(along, abs=0.02)
    turned = (second["chassis.yaw_angle"] - first["chassis.yaw_angle"]) / plant.step
    assert turned == pytest.approx(second["chassis.yaw_rate"], abs=0.01)
    loads = plant.layout.each_wheel(plant.row, "tire", "vertical_force").sum()
    assert loads == pytest.approx(plant.car.mass * plant.fleet.gravity, rel=0.1)


def test_snapshots_go_on_to_the_bit_and_others_are_refused():
    plant = SimplePlant()
    drive(plant, 0.4, throttle=1.0, steer=0.2)
    kept = plant.snapshot()
    first = drive(plant, 0.4, throttle=0.3, steer=-0.5).copy()
    plant.restore(kept)
    np.testing.assert_array_equal(drive(plant, 0.4, throttle=0.3, steer=-0.5), first)
    plant.reset()
    assert plant.time == 0.0
    with pytest.raises(JounceError, match="another plant"):
        SimplePlant(law="printed").restore(kept)


def test_beyond_the_edge_is_a_sentence():
    plant = SimplePlant(ground="generated, size=30, spacing=1, hills=0", at=(12.0, 0.0, 0.0))
    plant.fleet.set_state(0, (40.0, 0.0, 1.0))
    assert plant.sample() == OFF_GROUND
    assert "left the ground" in plant.explain(OFF_GROUND)
    with pytest.raises(JounceError, match="beyond the ground"):
        SimplePlant(ground="generated, size=30, spacing=1, hills=0", at=(400.0, 0.0, 0.0))


def test_a_recipe_builds_it_with_its_parameters():
    plant = build_plant(LoopConfig(kind="simple", vehicle="simple", integrator="smooth", parameters={"load": 100.0}))
    assert plant.car.mass == SimplePlant().car.mass + 100.0
    for bad in ({"vehicle": "sedan"}, {"integrator": "chord"}):
        with pytest.raises(JounceError):
            build_plant(LoopConfig(**{"kind": "simple", "vehicle": "simple", "integrator": "smooth", **bad}))
