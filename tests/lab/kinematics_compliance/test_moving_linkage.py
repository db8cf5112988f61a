"""The linkage that moves: joints stay closed, kingpins go through ball joints, lines meet in the roll centre."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jounce
from jounce.lab.scene import scene_from_dict


@pytest.fixture(scope="module")
def axle():
    return jounce.kc("sedan", axle="front").axle("front")


def places(motion, name: str) -> np.ndarray:
    """(n, 3): a body of the picture along a sweep [m]."""
    scene = scene_from_dict(motion.scene)
    poses = motion.blocks[:, scene.poses].reshape(len(motion.blocks), -1, 7)
    return poses[:, scene.bodies.index(name), :3].astype(float)


def test_each_sweep_is_there_over_what_is_moved(axle):
    assert [one.way for one in axle.motions] == ["bump", "roll", "steer"]
    for one, across in zip(axle.motions, (axle.parallel.travel, axle.opposite.travel), strict=False):
        assert one.motion.blocks[:, 0] == pytest.approx(across, abs=1e-7)
    turned = axle.motions[2].motion.blocks[:, 0]
    assert np.all(np.diff(turned) > 0.0)
    assert turned == pytest.approx(np.sort(axle.steer.steering_wheel_angle), abs=1e-5)


def test_lines_meet_in_the_roll_centre_of_the_sheet(axle):
    """Two ways: paths of the contact points (KC11), and here the instant centres of the carriers."""
    bump = axle.motions[0].motion
    height = places(bump, "roll centre")[:, 2] - places(bump, "contact fl")[:, 2]
    assert height == pytest.approx(axle.parallel.roll_centre_height, abs=1e-5)
    i = axle.opposite.design
    roll = places(axle.motions[1].motion, "roll centre")
    assert roll[i, 1] == pytest.approx(0.0, abs=1e-6)
    assert roll[0, 1] == pytest.approx(-roll[-1, 1], abs=1e-5)
    assert abs(roll[0, 1]) > 0.1


@pytest.mark.parametrize("side", ["fl", "fr"])
def test_instant_centres_stand_still(axle, side):
    """The point of the carrier that is at the instant centre moves by second order only, in front view."""
    motion, i = axle.motions[0].motion, axle.parallel.design
    scene = scene_from_dict(motion.scene)
    carrier = next(shape["body"] for shape in scene.shapes if shape["kind"] == "wheel" and shape["name"] == side)
    poses = motion.blocks[:, scene.poses].reshape(len(motion.blocks), -1, 7)[:, carrier].astype(float)
    turns = [Rotation.from_quat(pose[[4, 5, 6, 3]]) for pose in poses[i - 1 : i + 2]]
    centre = places(motion, f"instant centre {side}")[i]
    fixed = turns[1].inv().apply(centre - poses[i, :3])
    before, after = (poses[i + k, :3] + turns[1 + k].apply(fixed) for k in (-1, 1))
    risen = motion.blocks[i + 1, 0] - motion.blocks[i - 1, 0]
    assert np.hypot(*(after - before)[1:]) < 0.02 * risen
    assert centre[1] * places(motion, f"contact {side}")[i, 1] < 0.0  # on the other side of the car


def test_kingpins_are_those_of_the_curves(axle):
    for one, sweep in ((axle.motions[0], axle.parallel), (axle.motions[1], axle.opposite)):
        foot, top = places(one.motion, "kingpin foot fl"), places(one.motion, "kingpin top fl")
        caster = np.arctan2(-(top - foot)[:, 0], (top - foot)[:, 2])
        assert caster == pytest.approx(sweep.left.caster, abs=1e-5)


def test_wheels_are_where_the_curves_have_them(axle):
    for one, sweep in ((axle.motions[0], axle.parallel), (axle.motions[1], axle.opposite)):
        contact = places(one.motion, "contact fl")
        assert contact[:, 2] - contact[sweep.design, 2] == pytest.approx(sweep.travel, abs=1e-6)
        assert contact[:, 1] - contact[sweep.design, 1] == pytest.approx(sweep.left.contact_y, abs=1e-6)


def test_pictures_are_no_part_of_the_data(axle):
    sheet = jounce.kc("dw18", axle="rear", travel="20 mm")
    assert "motions" not in sheet.data()["axles"][0]
    assert sheet.axle("rear").motions
