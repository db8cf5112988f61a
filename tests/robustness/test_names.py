"""Names are data: what could break a line, a terminal or a folder is refused where it stands."""

import json

import pytest

import jounce
from jounce.errors import InputError, ModelError
from jounce.lab.maneuvers.files.read import parse_maneuver
from jounce.lab.studies.read import parse_study
from jounce.model.library import names, path
from jounce.model.mechanism.read import parse_mechanism
from jounce.model.vehicle.read import parse_vehicle
from jounce.schema.names import check_folder_name, check_name
from jounce.schema.yaml_source import parse_source
from tests.model.mechanism.test_mechanism_yaml import EVERYTHING
from tests.robustness.hostile import BREAKING, STRANGE

SECTIONS = ("bodies", "joints", "forces", "tires")
CAR = path("sedan").read_text(encoding="utf-8")
OUTSIDE = ("../../escape", "a/b", "..\\up", "C:drive", ".hidden", "/etc/x", "a\x00b", "n" * 300)


def findings(parse, data):
    """Findings about what JSON text holds, which is YAML too."""
    with pytest.raises(ModelError) as caught:
        parse(json.dumps(data, indent=1), "hostile.yaml")
    assert str(caught.value).isprintable() or str(caught.value).replace("\n", "").isprintable()
    return caught.value.findings


@pytest.mark.parametrize("name", BREAKING.values(), ids=BREAKING)
@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("listed", [True, False])
def test_no_element_has_such_a_name(name, section, listed):
    data = parse_source(EVERYTHING).data
    if listed:
        data[section] = [{"name": key, **keys} for key, keys in data[section].items()]
        data[section][0]["name"] = name
    else:
        data[section] = {name: next(iter(data[section].values())), **data[section]}
    found = [f for f in findings(parse_mechanism, data) if "character" in f.what]
    assert found
    assert all(f.file == "hostile.yaml" and f.line > 1 for f in found)


@pytest.mark.parametrize("name", BREAKING.values(), ids=BREAKING)
@pytest.mark.parametrize("kind", ["driver", "gear", "brake", "spring_damper"])
def test_a_reference_or_an_input_has_no_such_name_either(name, kind):
    data = parse_source(EVERYTHING).data
    elements = data["joints"] | data["forces"]
    element = next(keys for keys in elements.values() if keys["kind"] == kind)
    field = {"driver": "joint", "gear": "joint_a", "brake": "joint", "spring_damper": "body_b"}[kind]
    element[field] = name
    if kind == "driver":
        element["motion"] = {"kind": "input", "name": name}
    assert any("character" in f.what for f in findings(parse_mechanism, data))


@pytest.mark.parametrize("name", BREAKING.values(), ids=BREAKING)
def test_no_vehicle_axle_payload_or_maneuver_has_such_a_name(name):
    car = parse_source(CAR).data
    for data in (
        {**car, "name": name},
        {**car, "axles": {name: next(iter(car["axles"].values())), **car["axles"]}},
        {**car, "payload": [{"name": name, "mass": 10, "position": [0, 0, 1]}]},
    ):
        assert any("character" in f.what for f in findings(parse_vehicle, data))
    maneuver = {"name": name, "maneuver": "j-turn"}
    assert any("character" in f.what for f in findings(parse_maneuver, maneuver))


@pytest.mark.parametrize("name", STRANGE.values(), ids=STRANGE)
def test_strange_names_are_names(name):
    assert check_name(name) == name


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_names_a_folder_stays_inside_it(name):
    car = parse_source(CAR).data
    assert any(f.where == "name" for f in findings(parse_vehicle, {**car, "name": name}))
    assert any(f.where == "name" for f in findings(parse_maneuver, {"name": name, "maneuver": "j-turn"}))
    study = {"name": name, "vehicle": "sedan", "maneuver": "j-turn", "parameters": {"chassis.mass": {"values": [1, 2]}}}
    assert any(f.where == "name" for f in findings(parse_study, study))
    with pytest.raises(InputError, match=r"not a folder name|character"):
        check_folder_name(name)


def test_vehicles_of_the_library_name_folders():
    for name in names():
        assert check_folder_name(jounce.load_vehicle(name).name) == name


def test_a_lone_surrogate_is_refused_in_any_text():
    car = parse_source(CAR).data
    assert any("surrogate" in f.what and f.line for f in findings(parse_vehicle, {**car, "about": "x\ud800"}))
