"""The simplified car as a plant of the loop."""

import numpy as np
import pytest

from jounce.engine.single_body import Fleet, playground
from jounce.errors import JounceError
from jounce.lab.cockpit.controls import REVERSE, Controls, controls_row
from jounce.live.realtime.loop_config import LoopConfig, build_plant
from jounce.live.realtime.sample_layout import COLUMN
from jounce.live.realtime.simple import COAST_BRAKE, OFF_GROUND, SimplePlant


def drive(plant, seconds, **controls):
    """Drive on as the loop does: controls at every step, a row every 10 ms."""
    wanted = controls_row()
    wanted[0] = Controls(**controls).numbers
    for i in range(round(seconds / plant.step)):
        plant.apply(wanted[0])
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


def test_it_goes_forward_backward_and_stays():
    plant = SimplePlant(at=(0.0, -5.0, 0.0))
    assert drive(plant, 1.0, throttle=1.0)[COLUMN["speed"]] > 3.0
    coasting = drive(plant, 0.2)
    assert plant.fleet.controls["brake"][0] == COAST_BRAKE
    assert coasting[COLUMN["speed"]] > 2.0
    assert abs(drive(plant, 2.0, brake=1.0)[COLUMN["speed"]]) < 1e-3
    here = drive(plant, 1.0)[COLUMN["x"]]
    assert drive(plant, 2.0)[COLUMN["x"]] == pytest.approx(here, abs=1e-4)  # held
    back = drive(plant, 1.0, throttle=1.0, gear=REVERSE)
    assert back[COLUMN["speed"]] < -2.0
    assert back[COLUMN["gear"]] == -1.0


def test_left_is_left():
    plant = SimplePlant(at=(0.0, -5.0, 0.0))
    row = drive(plant, 1.5, throttle=0.5, steer=0.5)
    assert row[COLUMN["wz"]] > 0.1
    assert row[COLUMN["steering"]] > 0.1


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
