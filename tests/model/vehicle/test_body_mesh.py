"""The drawn body of a vehicle from a .glb: where it stands, what is refused, and that a run does not depend on it."""

import base64
import json
import math
import struct
import zlib

import numpy as np
import pytest

import jounce
from jounce.lab.runs.recording import arguments
from jounce.lab.scene import vehicle_scene
from jounce.model.library import load_vehicle, path
from jounce.model.vehicle import BodyMesh
from jounce.model.vehicle.body_mesh import MAX_MESH_SIZE
from jounce.model.vehicle.glb_file import check_glb
from jounce.model.vehicle.read import read_vehicle
from tests.model.vehicle.glb import box_glb, pack_glb

WHOLE = box_glb()


@pytest.fixture
def car(tmp_path):
    (tmp_path / "body.glb").write_bytes(WHOLE)
    mesh = BodyMesh(file=str(tmp_path / "body.glb"), scale=2.0, heading="90 deg", offset=(0.5, 0.1, 0.2))
    return load_vehicle("dw18").model_copy(update={"body_mesh": mesh})


def mesh_of(car):
    scene = vehicle_scene(car.to_mechanism(), body_mesh=car.body_mesh)
    return next(shape for shape in scene.shapes if shape["kind"] == "mesh"), scene


def test_the_file_stands_where_it_is_put(car):
    """Its origin is `offset`, from the centre of mass of the chassis; ahead of it is to the left after 90°."""
    shape, scene = mesh_of(car)
    centre = np.array(car.laden_chassis.centre_of_mass)
    assert scene.bodies[shape["body"]] == "chassis"
    assert shape["at"] == pytest.approx(np.array([0.5, 0.1, 0.2]) - centre)
    assert shape["ahead"] == pytest.approx([0.0, 1.0, 0.0], abs=1e-12)
    assert shape["up"] == pytest.approx([0.0, 0.0, 1.0])
    assert shape["scale"] == 2.0
    assert zlib.decompress(base64.b64decode(shape["glb"])) == WHOLE


def test_it_takes_the_place_of_the_lofted_body(car):
    _, scene = mesh_of(car)
    kinds = {shape["kind"] for shape in vehicle_scene(car.to_mechanism()).shapes}
    assert kinds - {shape["kind"] for shape in scene.shapes} == {"hull"}


def test_a_vehicle_file_names_it_relative_to_its_folder(tmp_path):
    (tmp_path / "body.glb").write_bytes(WHOLE)
    text = path("dw18").read_text() + "\nbody_mesh: { file: %s, offset: [1 m, 0 mm, 20 cm] }\n"
    file = tmp_path / "car.yaml"
    file.write_text(text % "body.glb")
    assert read_vehicle(file).body_mesh.offset == (1.0, 0.0, 0.2)
    file.write_text(text % "bodywork.glb")
    with pytest.raises(jounce.ModelError, match=r"car\.yaml:\d+.*no such file; got 'bodywork\.glb'"):
        read_vehicle(file)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"solid stl", "not a binary glTF file"),
        (b'{"asset": {"version": "2.0"}}', "not a binary glTF file"),
        (WHOLE[:-10], "damaged"),
        (WHOLE[:19], "damaged"),
        (struct.pack("<4sII", b"glTF", 1, len(WHOLE)) + WHOLE[12:], "another version of glTF"),
        (pack_glb({"asset": {}}, b""), "nothing to draw"),
        (pack_glb({"meshes": [{"primitives": 3}]}, b""), "damaged|nothing"),
        (box_glb(extensionsRequired=["KHR_draco_mesh_compression"]), "KHR_draco_mesh_compression"),
        (box_glb(buffers=[{"uri": "body.bin", "byteLength": 9}]), "not in the file"),
        (box_glb(images=[{"uri": "https://example.org/paint.png"}]), "not in the file"),
        (box_glb(buffers=[{"byteLength": 10**6}]), "damaged"),
        (box_glb(accessors=[{"bufferView": 0, "componentType": 5126, "count": 10**6, "type": "VEC3"}]), "damaged"),
        (box_glb(accessors=[{"bufferView": 99, "componentType": 5126, "count": 1, "type": "VEC3"}]), "damaged"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path, data, message):
    path = tmp_path / "body.glb"
    path.write_bytes(data)
    with pytest.raises(jounce.ModelError, match=message):
        BodyMesh(file=str(path))


def test_a_missing_and_a_large_file_are_refused(tmp_path):
    with pytest.raises(jounce.ModelError, match=r"no such file.*'none\.glb'"):
        BodyMesh(file=str(tmp_path / "none.glb"))
    (tmp_path / "large.glb").write_bytes(WHOLE + b"\0" * MAX_MESH_SIZE)
    with pytest.raises(jounce.ModelError, match=r"too large.*Decimate"):
        BodyMesh(file=str(tmp_path / "large.glb"))


def test_damaged_bytes_never_raise_anything_else():
    """2,000 files with one to four bytes changed are drawn or refused."""
    rng = np.random.default_rng(7)
    refused = 0
    for _ in range(2000):
        data = bytearray(WHOLE)
        for at in rng.integers(0, len(data), rng.integers(1, 5)):
            data[at] = rng.integers(0, 256)
        try:
            check_glb(bytes(data))
        except jounce.InputError:
            refused += 1
    assert refused > 100


def test_a_run_can_be_repeated_without_its_picture(car, tmp_path):
    run = jounce.run("j-turn", vehicle=car, start=0.01, ramp_time=0.02, duration=0.05)
    (tmp_path / "body.glb").unlink()
    again = arguments(run.record)
    assert again["vehicle"].body_mesh is None
    assert again["vehicle"] == car.model_copy(update={"body_mesh": None})
    assert math.isfinite(json.loads(json.dumps(run.motion.scene))["weight"])
