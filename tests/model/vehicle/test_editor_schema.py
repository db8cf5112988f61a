"""The JSON schema of vehicle files takes every car of the library and refuses what the reader refuses by its keys."""

import json
from pathlib import Path

import pytest

from jounce.model import library
from jounce.model.vehicle import SUSPENSIONS
from jounce.model.vehicle.editor_schema import vehicle_schema
from jounce.schema.yaml_source import load_source
from tests.lab.kinematics_compliance.linkage_blocks import with_blocks

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator():
    schema = vehicle_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(json.loads(json.dumps(schema)))


def car(name):
    return json.loads(json.dumps(load_source(Path(library.path(name))).data))


@pytest.mark.parametrize("name", library.names())
def test_cars_of_the_library(validator, name):
    assert [error.message for error in validator.iter_errors(car(name))] == []


def test_a_linkage_of_any_kind(validator, dw18):
    keys = json.loads(with_blocks(dw18).model_dump_json())
    for axle in keys["axles"]:
        axle["tire"] = {"radius": 0.3}
    assert [error.message for error in validator.iter_errors(keys)] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("chasis",), {}),
        (("axles", "front", "suspension", "kind"), "double_wishbones"),
        (("axles", "front", "suspension", "lower_arm", "balljoint"), [0, 1, 2]),
        (("axles", "front", "suspension", "wheel_centre"), [0, 1]),
        (("chassis", "mass"), [1200]),
        (("steering", "actuation"), {"kind": "magic"}),
    ],
)
def test_mistakes(validator, path, value):
    keys = inner = car("sedan")
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    assert list(validator.iter_errors(keys))


def test_every_suspension_is_there():
    assert {f"suspension_{kind}" for kind in SUSPENSIONS} <= set(vehicle_schema()["$defs"])
