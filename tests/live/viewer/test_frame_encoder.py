"""Pictures: a frame shows the very state of the loop, for the whole car and for the simplified one."""

import numpy as np
import pytest

from jounce.engine.assembly.world_states import to_world
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.lab.cockpit.controls import Controls
from jounce.lab.results import read_result
from jounce.lab.results.channel_names import named_channel
from jounce.lab.results.instant_channels import InstantChannels
from jounce.lab.scene import scene_from_dict
from jounce.live.realtime.multibody import MultibodyPlant
from jounce.live.realtime.simple import SimplePlant
from jounce.live.viewer.choices import Choice
from jounce.live.viewer.frame_encoder import FrameEncoder, pose_source_of
from jounce.live.viewer.recording import DriveInfo, Recording


def driven(plant, seconds, **controls):
    """Drive on with constant controls; returns rows every 10 ms."""
    rows = []
    for _ in range(round(seconds / 0.01)):
        plant.apply(Controls(**controls).numbers)
        assert plant.advance(round(0.01 / plant.step)) == 0
        assert plant.sample() == 0
        rows.append(plant.row.copy())
    return np.array(rows)


@pytest.fixture(scope="module")
def whole():
    plant = MultibodyPlant("dw18", at=(30.0, -20.0, 0.7))
    rows = driven(plant, 1.0, throttle=0.5, steer=0.2)
    return plant, rows, pose_source_of(Choice("dw18", "flat", "chord"), plant.layout, rows[-1])


@pytest.fixture(scope="module")
def simple():
    plant = SimplePlant(at=(-3.0, 2.0, 0.4))
    rows = driven(plant, 1.0, throttle=0.6, steer=0.3)
    return plant, rows, pose_source_of(Choice("simple", "flat", "smooth"), plant.layout, rows[-1])


def test_bodies_are_where_the_model_has_them(whole):
    plant, rows, picture = whole
    block = FrameEncoder(picture, plant.layout).encode(rows[-1])
    scene = picture.scene
    poses = block[scene.poses].reshape(-1, 7)
    world = to_world(plant.system, rows[-1][plant.layout.y])[0]
    expected = world[: 7 * len(scene.bodies)].reshape(-1, 7)
    np.testing.assert_allclose(poses[:, :3] + np.array(scene.origin), expected[:, :3], atol=1e-5)
    turned = rotation_matrices(poses[:, 3:].astype(float))
    np.testing.assert_allclose(turned, rotation_matrices(expected[:, 3:]), atol=1e-6)
    assert scene.bodies == plant.system.layout.bodies


@pytest.mark.parametrize("name", ["whole", "simple"])
def test_gauges_are_channels_and_say_what_the_car_does(name, request):
    plant, rows, picture = request.getfixturevalue(name)
    encoder = FrameEncoder(picture, plant.layout)
    blocks = np.array([encoder.encode(row, 42e-6) for row in rows])
    of = {gauge.name: blocks[:, 1 + i] for i, gauge in enumerate(picture.scene.gauges)}
    columns = plant.layout.columns
    for gauge in set(of) - {"loop.tick_time"}:
        np.testing.assert_array_equal(of[gauge], rows[:, columns[gauge]].astype(np.float32))
    for gauge in picture.scene.gauges:
        if gauge.name in plant.layout.channels:
            assert gauge.unit == named_channel(gauge.name, np.zeros(0)).unit
    speed, dt = rows[:, columns["chassis.speed"]], 0.01
    along = of["chassis.longitudinal_acceleration"].astype(float)
    # the trapezoidal rule over samples of 10 ms, of a start that is over in some of them
    gained = np.sum(0.5 * (along[1:] + along[:-1])) * dt
    assert gained == pytest.approx(speed[-1] - speed[0], abs=0.1)
    assert of["chassis.yaw_rate"][-1] > 0.0  # steered to the left
    assert of["chassis.lateral_acceleration"][-1] > 0.0
    q = rows[:, plant.layout.quaternion]
    yaw = np.unwrap(2.0 * np.arctan2(q[:, 3], q[:, 0]))
    np.testing.assert_allclose(of["chassis.yaw_rate"][1:], np.diff(yaw) / dt, atol=0.05)
    loads = sum(of[f"tire.{corner}.vertical_force"][-1] for corner in picture.scene.contacts)
    assert loads == pytest.approx(picture.scene.weight, rel=0.1)
    assert np.all(of["controls.throttle"] == rows[0, columns["controls.throttle"]].astype(np.float32))
    assert np.all(of["loop.tick_time"] == np.float32(42e-6))


def test_contacts_are_under_the_wheels(whole):
    plant, rows, picture = whole
    scene = picture.scene
    block = FrameEncoder(picture, plant.layout).encode(rows[-1])
    contacts = block[scene.contact_numbers].reshape(-1, 6)
    poses = block[scene.poses].reshape(-1, 7)
    for wheel in scene.wheels:
        gap = poses[wheel.body, :3] - contacts[wheel.contact, :3]
        assert abs(gap[2] - wheel.radius) < 0.03
        assert np.hypot(gap[0], gap[1]) < 0.05
        assert contacts[wheel.contact, 5] > 1000.0


def test_the_simplified_car_is_drawn_with_its_wheels_and_objects(simple):
    plant, rows, picture = simple
    scene = picture.scene
    block = FrameEncoder(picture, plant.layout).encode(rows[-1])
    poses = block[scene.poses].reshape(-1, 7)
    found = plant.fleet.poses()
    origin = np.array(scene.origin)
    np.testing.assert_allclose(poses[0, :3] + origin, found.position[0], atol=1e-5)
    np.testing.assert_allclose(poses[1:5, :3] + origin, found.wheel_position[0], atol=1e-5)
    np.testing.assert_allclose(poses[1:5, 3:], found.wheel_rotation[0], atol=1e-6)
    np.testing.assert_allclose(poses[5:, :3] + origin, found.object_position[0], atol=1e-5)
    kinds = {shape["kind"] for shape in scene.shapes}
    assert {"hull", "wheel", "box", "cone"} <= kinds
    assert len(scene.bodies) == 5 + len(plant.fleet.course.objects)


def test_a_recording_is_a_result_like_any_other(whole, tmp_path):
    plant, rows, picture = whole
    words = DriveInfo("dw18", "flat", "synthesis", "chord", plant.step)
    recording = Recording(FrameEncoder(picture, plant.layout), _flat(), words)
    recording.add(rows[:40])
    recording.add(rows[40:])
    result = read_result(recording.save(tmp_path))
    assert recording.seconds == pytest.approx(0.99, abs=1e-4)
    assert result.time[0] == 0.0
    assert len(result.time) == len(rows)
    for name in set(plant.layout.channels) - {"time"}:
        np.testing.assert_array_equal(result[name].values, rows[:, plant.layout.columns[name]])
    assert {f"{about.name} [{about.unit}]" for about in result.channels if about.name in plant.layout.channels} == {
        f"{name} [{about.unit}]" for name, about in InstantChannels(plant.vehicle, plant.system, plant.y).about.items()
    }
    assert np.all(result["controls.throttle"].values == 0.5)
    assert scene_from_dict(result.motion.scene) == picture.scene
    assert result.metadata.maneuver == "drive"


def test_a_recording_begins_anew_when_time_goes_back(whole, tmp_path):
    plant, rows, picture = whole
    words = DriveInfo("dw18", "flat", "synthesis", "chord", plant.step)
    recording = Recording(FrameEncoder(picture, plant.layout), _flat(), words)
    assert recording.save(tmp_path) is None
    recording.add(rows[50:])
    recording.add(rows[:30])
    assert recording.seconds == pytest.approx(0.29, abs=1e-4)
    recording.add(rows[29:30])  # the same moment again, as while paused
    assert recording.seconds == pytest.approx(0.29, abs=1e-4)


def _flat():
    from jounce.engine.laws.ground import Flat

    return Flat()


def test_objects_around_a_whole_car_are_drawn_where_they_are():
    controllers = "collisions(course=playground)"
    plant = MultibodyPlant("dw18", controllers=controllers)
    rows = driven(plant, 0.2, throttle=0.5)
    picture = pose_source_of(Choice("dw18", "flat", "chord"), plant.layout, rows[-1], controllers)
    scene = picture.scene
    poses = FrameEncoder(picture, plant.layout).encode(rows[-1])[scene.poses].reshape(-1, 7)
    things = plant.control.things()
    assert len(scene.bodies) == len(plant.system.layout.bodies) + len(things)
    assert scene.bodies[-len(things)].startswith("ramp_")
    expected = things["position"] - np.array(scene.origin)
    assert poses[-len(things) :, :3] == pytest.approx(expected, abs=1e-5)
