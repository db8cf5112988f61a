"""Engines, automatic transmissions and drivelines of Chrono's JSON: rpm, ratios and shift points by hand."""

import json
import math
from pathlib import Path

import pytest

import jounce
from jounce.errors import InputError, ModelError
from jounce.model.chrono_files.document import open_document
from jounce.model.chrono_files.powertrains import read_powertrain
from jounce.model.vehicle import Powertrain

DATA = Path(__file__).parents[2] / "data"
CART, TIRE = DATA / "chrono_cart" / "cart" / "Cart_Vehicle.json", DATA / "tires" / "Sedan_Pac02Tire.tir"
RPM = math.pi / 30.0
MAP = {
    "Template": "EngineSimpleMap",
    "Maximal Engine Speed RPM": 5000,
    "Map Full Throttle": [[-100, 80], [1000, 150], [3000, 200], [5000, 160], [5500, -300]],
    "Map Zero Throttle": [[0, 0], [1000, -20], [5000, -60]],
}
SHAFTS = {
    "Template": "EngineShafts",
    "Motorshaft Inertia": 0.25,
    "Torque Map": [[0, 100], [2000, 200], [5000, 150]],
    "Losses Map": [[0, 0], [5000, -50]],
}
SIMPLE = {
    "Template": "EngineSimple",
    "Maximum Engine Torque": 200,
    "Maximum Engine Power": 60000,
    "Maximum Engine Speed": 6000,
}
BOX = {"Forward Gear Ratios": [0.25, 0.5, 1.0], "Reverse Gear Ratio": -0.2}
SIMPLE_BOX = {
    "Template": "AutomaticTransmissionSimpleMap",
    "Gear Box": BOX | {"Shift Points Map RPM": [[900, 3000], [1000, 3000], [1100, 5000]]},
}
CONVERTER_BOX = {
    "Template": "AutomaticTransmissionShafts",
    "Input Shaft Inertia": 0.3,
    "Torque Converter": {
        "Capacity Factor Map": [[0.0, 15.0], [0.5, 16.0], [1.0, 35.0]],
        "Torque Ratio Map": [[0.0, 2.0], [1.0, 1.0]],
    },
    "Gear Box": BOX | {"Upshift RPM": 3000, "Downshift RPM": 1200},
}
TWO = {
    "Template": "ShaftsDriveline2WD",
    "Shaft Inertia": {"Driveshaft": 0.5, "Differential Box": 0.6},
    "Gear Ratio": {"Conical Gear": 0.2},
    "Axle Differential Locking Limit": 100,
}
FOUR = {
    "Template": "ShaftsDriveline4WD",
    "Shaft Inertia": {
        "Driveshaft": 0.5,
        "Front Driveshaft": 0.4,
        "Rear Driveshaft": 0.3,
        "Central Differential Box": 0.6,
        "Front Differential Box": 0.2,
        "Rear Differential Box": 0.1,
    },
    "Gear Ratio": {"Front Conical Gear": 0.25, "Rear Conical Gear": 0.25},
    "Central Differential Locking Limit": 80,
}
FRACTION = {"Template": "SimpleDriveline", "Front Torque Fraction": 0.3, "Front Conical Gear Ratio": 0.25,
            "Rear Conical Gear Ratio": 0.25}  # fmt: skip
ALL = {"Template": "SimpleDrivelineXWD", "Differential Max Bias": 2.0}
WHEELS = {"front": (1.2, 0.75, 0.3), "rear": (-1.3, 0.75, 0.3)}


@pytest.fixture
def read(tmp_path):
    def build(driveline, engine, transmission, axles=("front", "rear")):
        documents = []
        for name, data in (("driveline", driveline), ("engine", engine), ("transmission", transmission)):
            path = tmp_path / f"{name}.json"
            path.write_text(json.dumps(data), encoding="utf-8")
            documents.append(open_document(path))
        notes = []
        keys = read_powertrain(*documents, {name: WHEELS[name] for name in axles}, notes)
        return Powertrain(**keys), notes

    return build


def test_maps_in_rpm_and_ratios_upside_down(read):
    train, notes = read(TWO, MAP, SIMPLE_BOX, ["rear"])
    assert train.engine.full_load.y_at(3000 * RPM) == pytest.approx(200.0)
    assert train.engine.overrun.y_at(5000 * RPM) == pytest.approx(-60.0)
    assert train.engine.overrun.y_at(5500 * RPM) == pytest.approx(-301.0)  # below the governor
    assert train.engine.idle_speed == pytest.approx(700 * RPM)
    assert train.gearbox.ratios == pytest.approx((4.0, 2.0, 1.0))
    assert train.gearbox.reverse == pytest.approx(5.0)
    (rear,) = train.driven_axles
    assert rear.ratio == pytest.approx(5.0)
    assert rear.differential.case.spin_inertia == pytest.approx(0.6 + 0.5 * 25.0)
    assert rear.differential.limited_slip.preload == 100.0
    assert "idle control of 700 rpm is added" in "\n".join(notes)


def test_shift_points_are_speeds_of_the_output(read):
    """Up from first gear at 3000 rpm of the engine, 3000 / 4 of the output; down from second at 1000 / 2."""
    shifts = read(TWO, MAP, SIMPLE_BOX, ["rear"])[0].gearbox.shift_map
    assert shifts.speeds(1, 0.5) == (pytest.approx(750 * RPM), 0.0)
    assert shifts.speeds(2, 0.5) == (pytest.approx(1500 * RPM), pytest.approx(500 * RPM))
    to_and_fro = SIMPLE_BOX | {"Gear Box": BOX | {"Shift Points Map RPM": [[900, 1500], [1400, 3000], [1100, 5000]]}}
    fine, notes = read(TWO, MAP, to_and_fro, ["rear"])
    assert fine.gearbox.shift_map.speeds(1, 0.0)[0] == pytest.approx(375 * RPM) if fine.gearbox.shift_map else notes


def test_losses_always_act_and_a_converter_has_its_capacity(read):
    """T = (ω / K)²: capacity 1 / K², which ends at the coupling point."""
    train, _ = read(TWO, SHAFTS, CONVERTER_BOX, ["rear"])
    assert train.engine.full_load.y_at(2000 * RPM) == pytest.approx(200.0 - 20.0)
    assert train.engine.rotor.spin_inertia == 0.25
    assert train.converter.capacity.y_at(0.0) == pytest.approx(1.0 / 225.0)
    assert train.converter.capacity.y_at(1.0) == 0.0
    assert train.converter.torque_ratio.y_at(0.5) == pytest.approx(1.5)


def test_an_engine_of_three_numbers(read):
    """200 N m up to where that is 60 kW, then 60 kW."""
    engine = read(TWO, SIMPLE, SIMPLE_BOX, ["rear"])[0].engine
    bend = 60000.0 / 200.0
    assert engine.full_load.y_at(0.9 * bend) == pytest.approx(200.0)
    assert engine.full_load.y_at(6000 * RPM) == pytest.approx(60000.0 / (6000 * RPM))


def test_axles_share_the_torque(read):
    four, _ = read(FOUR, MAP, SIMPLE_BOX)
    assert four.transfer.rotor.spin_inertia == pytest.approx(1.1)
    assert four.transfer.limited_slip.preload == 80.0
    assert [axle.differential.case.spin_inertia for axle in four.driven_axles] == pytest.approx([6.6, 4.9])
    assert read(FRACTION, MAP, SIMPLE_BOX)[0].transfer.shares == pytest.approx({"front": 0.3, "rear": 0.7})
    assert read(ALL, MAP, SIMPLE_BOX)[0].transfer.shares is None


@pytest.mark.parametrize(
    ("driveline", "engine", "transmission", "file"),
    [
        ({"Template": "Chain"}, MAP, SIMPLE_BOX, "driveline"),
        (TWO, {"Template": "Steam"}, SIMPLE_BOX, "engine"),
        (TWO, MAP, {"Template": "AutomaticTransmissionSimpleCVT"}, "transmission"),
    ],
)
def test_what_is_not_known_is_refused_by_file(read, driveline, engine, transmission, file):
    with pytest.raises(ModelError, match=rf"{file}\.json: Template: cannot be carried over: unknown {file} template"):
        read(driveline, engine, transmission, ["rear"])


def test_one_file_without_the_other_is_refused():
    with pytest.raises(InputError, match="one without the other"):
        jounce.import_chrono(CART, tire=TIRE, engine="engine.json")
