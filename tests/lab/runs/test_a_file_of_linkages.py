"""A file with `kind: mechanism` on both axles and an `extra` block, through everything that takes a vehicle.

dw18 on blocks with an engine on three mounts and a winch: metrics, report, K&C, study, live driving, and the generated
kernels behind them, all from the YAML file.
"""

import json

import numpy as np
import pytest

import jounce
from jounce.engine.formulations import synthesis
from jounce.lab.cockpit.controls import Controls
from jounce.live.realtime.multibody import MultibodyPlant
from jounce.model.library import load_vehicle
from tests.lab.kinematics_compliance.linkage_blocks import with_blocks
from tests.model.vehicle.test_linkage_block import text_of

MOUNT = {"kind": "bushing", "body_a": "chassis", "body_b": "engine_block", "stiffness": [3e5, 3e5, 4e5],
         "damping": [900, 900, 900], "preload": [0, 0, 490.5]}  # fmt: skip
EXTRA = {
    "bodies": {"engine_block": {"mass": 150, "centre_of_mass": [1.1, 0, 0.5], "inertia": [8, 9, 7]}},
    "forces": {
        "mount_left": {**MOUNT, "point": [1.1, 0.3, 0.5]},
        "mount_right": {**MOUNT, "point": [1.1, -0.3, 0.5]},
        "mount_rear": {**MOUNT, "point": [1.1, 0.0, 0.3]},
        "winch": {"kind": "applied_force", "body": "chassis", "point": [1.6, 0, 0.4], "direction": [0, 1, 0],
                  "frame": "body", "magnitude": {"kind": "input", "name": "pull"}},
    },
}  # fmt: skip
ENGINE, TIE = "extra.bodies.engine_block.mass", "axles.front.suspension.joints.tie.point_b.2"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    keys = json.loads(text_of(with_blocks(load_vehicle("dw18"))))
    path = tmp_path_factory.mktemp("car") / "linkages.yaml"
    path.write_text(json.dumps(keys | {"name": "linkages", "extra": EXTRA}), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def result(file):
    return jounce.run("step-steer", vehicle=file, after=1.0)


def test_the_file_is_checked(file):
    """Its engine adds to what dw18 carries, by the lever of its place."""
    ours, theirs = (jounce.check(vehicle).figures for vehicle in (file, "dw18"))
    assert ours.mass == pytest.approx(theirs.mass + 150.0)
    more = [a.load - b.load for a, b in zip(ours.axles, theirs.axles, strict=True)]
    assert sum(more) == pytest.approx(150.0 * 9.81, rel=1e-4)
    front, rear = (axle.suspension.wheel_centre[0] for axle in load_vehicle("dw18").axles)
    assert more[0] == pytest.approx(150.0 * 9.81 * (1.1 - rear) / (front - rear), rel=0.02)


def test_it_runs_on_generated_kernels_with_metrics(file, result):
    """Corners of an axle share a kernel; the car turns a little less than dw18, whose nose is lighter."""
    generated = synthesis.build(load_vehicle(file).to_mechanism()).generated
    kernels = {instance.kernels.subsystem.name: instance.name for instance in generated.instances}
    assert kernels["corner_fl"] == kernels["corner_fr"]
    assert kernels["corner_rl"] == kernels["corner_rr"]
    plain = jounce.run("step-steer", vehicle="dw18", after=1.0)
    assert set(result.metrics) == set(plain.metrics)
    yaw, other = (run["chassis.yaw_rate"].values[-1] for run in (result, plain))
    assert 0.8 * other < yaw < 1.02 * other


def test_its_report_is_a_page(result, tmp_path):
    result.report(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "linkages" in text
    assert "yaw rate" in text.lower()


def test_its_kinematics_are_those_of_the_wishbones(file):
    ours, theirs = (jounce.kc(vehicle, travel=0.02) for vehicle in (file, "dw18"))
    for axle in ("front", "rear"):
        found, wanted = (sheet.axle(axle).parallel.left for sheet in (ours, theirs))
        for key in ("toe", "camber", "wheel_rate", "spring_ratio"):
            assert getattr(found, key) == pytest.approx(getattr(wanted, key), rel=1e-6, abs=1e-9)


def test_a_study_changes_the_engine_and_a_joint(file):
    z = load_vehicle(file).value(TIE)
    study = jounce.Study(
        name="linkages",
        vehicle=str(file),
        maneuver="step-steer",
        options={"after": 0.5},
        parameters={f"vehicle.{ENGINE}": {"values": [100.0, 200.0]}, f"vehicle.{TIE}": {"values": [z, z + 0.01]}},
        metrics=("peak_yaw_rate",),
    )
    table = jounce.sweep(study, workers=1)
    assert len(table) == 4
    values = table[table.metrics[0]]
    assert len(set(values)) == 4
    assert np.isfinite(values).all()


def test_it_is_driven_live(file):
    """Full throttle ahead, then steered to the left."""
    plant = MultibodyPlant(str(file))
    for controls, steps in ((Controls(throttle=0.6), 1500), (Controls(throttle=0.3, steer=0.3), 1000)):
        plant.apply(controls.numbers)
        assert plant.advance(steps) == 0
        plant.sample()
    columns = plant.layout.columns
    assert plant.row[columns["chassis.speed"]] > 2.0
    assert plant.row[columns["chassis.yaw_rate"]] > 0.01
