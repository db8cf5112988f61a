"""Live drives of cars with automatics, motors and trailers at 1 ms with chord: what is drawn, and their instruments."""

import numpy as np
import pytest

from jounce.live.realtime.multibody import MultibodyPlant
from jounce.live.viewer.choices import Choice
from jounce.live.viewer.frame_encoder import FrameEncoder, pose_source_of
from tests.live.viewer.test_frame_encoder import driven

pytestmark = pytest.mark.compiled
slow = pytest.mark.slow
ELECTRIC, TOWING = ("electric2", "electric4"), {"car_caravan": "caravan", "tractor_semitrailer": "semitrailer"}
ENGINES = ("awd", "car_caravan", "tractor_semitrailer", "truck8x8")
CARS = ["electric4", "car_caravan", *(pytest.param(name, marks=slow) for name in ("awd", "electric2", "truck8x8"))]
CARS += [pytest.param("tractor_semitrailer", marks=slow)]


@pytest.mark.parametrize("name", CARS)
def test_drives_off_and_shows_it(name):
    plant = MultibodyPlant(name, controllers=["automatic"] if name in ENGINES else [])
    assert (plant.integrator_name, round(1.0 / plant.step)) == ("chord", 1000)
    rows = driven(plant, 1.5, throttle=0.6, gear=1)
    encoder = FrameEncoder(pose_source_of(Choice(name, "flat", "chord"), plant.layout, rows[-1]), plant.layout)
    scene = encoder.scene
    gauges = [gauge.name for gauge in scene.gauges]
    blocks = np.array([encoder.encode(row) for row in rows])
    shown = {gauge: blocks[:, 1 + i] for i, gauge in enumerate(gauges)}
    assert shown["chassis.speed"][-1] > 0.5
    x = rows[:, plant.layout.columns["chassis.position_x"]]
    assert x[-1] - x[0] > 0.2  # forwards
    assert shown["gearbox.gear"][-1] >= 1.0
    assert ("engine.speed" in gauges) == (name in ENGINES)
    assert ("battery.power" in gauges) == (name in ELECTRIC)
    if name in ELECTRIC:
        capacity = plant.vehicle.powertrain.battery.capacity
        drawn = np.trapezoid(shown["battery.power"], rows[:, 0])
        charge = rows[:, plant.layout.columns["battery.state_of_charge"]]
        assert drawn > 1e3
        assert charge[0] - charge[-1] == pytest.approx(drawn / capacity, rel=1e-2)
        assert shown["battery.state_of_charge"][-1] == pytest.approx(charge[-1], abs=1e-6)
    if name in TOWING:
        bodies = list(scene.bodies)
        poses = blocks[-1][scene.poses].reshape(-1, 7)
        chassis, trailer = (poses[bodies.index(body)] for body in ("chassis", TOWING[name]))
        assert 3.0 < chassis[0] - trailer[0] < 12.0
        assert any(
            shape["kind"] in ("hull", "box") and shape["body"] == bodies.index(TOWING[name]) for shape in scene.shapes
        )
