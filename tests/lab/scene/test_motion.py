"""Recorded motions: what a replay draws is what was simulated, and a result file keeps it."""

import numpy as np
import pytest

import jounce
from jounce.lab.results import read_result, write_result
from jounce.lab.scene import MOTION, motion_container, scene_from_dict, unpack


@pytest.fixture(scope="module")
def result():
    return jounce.run("j-turn", vehicle="dw18", start=0.05, ramp_time=0.1, duration=0.3)


def test_blocks_hold_the_channels_and_the_poses(result):
    motion = result.motion
    scene = scene_from_dict(motion.scene)
    np.testing.assert_allclose(motion.blocks[:, 0], result.time, rtol=1e-6)
    names = [gauge.name for gauge in scene.gauges]
    np.testing.assert_allclose(
        motion.blocks[:, 1 + names.index("chassis.speed")], result["chassis.speed"].values, rtol=1e-6
    )
    fl = 1 + names.index("tire.fl.vertical_force")
    np.testing.assert_allclose(motion.blocks[:, fl], result["tire.fl.vertical_force"].values, rtol=1e-6)
    poses = motion.blocks[:, scene.poses].reshape(len(result.time), -1, 7)
    chassis = poses[:, scene.bodies.index("chassis"), :3] + np.array(scene.origin)
    for i, axis in enumerate("xyz"):
        np.testing.assert_allclose(chassis[:, i], result[f"chassis.position_{axis}"].values, atol=1e-5)
    contacts = motion.blocks[:, scene.contact_numbers].reshape(len(result.time), 4, 6)
    np.testing.assert_allclose(contacts[:, 0, 5], result["tire.fl.vertical_force"].values, rtol=1e-5)
    assert np.abs(contacts[:, :, 2]).max() < 0.05  # on the ground


def test_a_result_file_keeps_it(result, tmp_path):
    path = tmp_path / "result.parquet"
    write_result(result, path)
    again = read_result(path)
    assert list(again) == list(result)
    assert again.motion.scene == result.motion.scene
    np.testing.assert_array_equal(again.motion.blocks, result.motion.blocks)
    assert again.motion.terrain == result.motion.terrain


def test_the_container_names_what_is_in_it(result):
    kind, words, numbers = unpack(motion_container(result.motion, "ghost", "before"))
    assert kind == MOTION
    assert words["name"] == "before"
    assert words["samples"] * scene_from_dict(result.motion.scene).width == numbers.size
    assert words["scene"]["bodies"] == result.motion.scene["bodies"]


def test_a_damaged_motion_is_one_clear_error(result, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    from jounce.errors import FileError

    table = result.to_table()
    place = table.column_names.index("scene.motion")
    width = result.motion.blocks.shape[1] - 1
    short = pa.FixedSizeListArray.from_arrays(pa.array(np.zeros(width * len(result.time), np.float32)), width)
    field = pa.field("scene.motion", short.type)
    pq.write_table(table.set_column(place, field, short).replace_schema_metadata(table.schema.metadata), tmp_path / "x")
    with pytest.raises(FileError, match="damaged"):
        read_result(tmp_path / "x")
