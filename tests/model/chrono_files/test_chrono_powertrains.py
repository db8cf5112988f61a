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
    "Maximum Engine Speed": 1000,
}
OLD_MAP = {
    "Template": "SimpleMapPowertrain",
    "Engine": {
        "Maximal Engine Speed RPM": 5000,
        "Torque Map": [[-100, 80], [1000, 150], [3000, 200], [5000, 160], [5500, -300]],
        "Losses Map": [[0, 0], [1000, -20], [5000, -60]],
    },
    "Transmission": {
        "Forward Gear Ratios": [0.25, 0.5, 1.0],
        "Reverse Gear Ratio": -0.2,
        "Shift Points Map RPM": [[900, 3000], [1000, 3000], [1100, 5000]],
    },
}
MANUAL = {
    "Template": "ManualTransmissionShafts",
    "Transmission Block Inertia": 10.0,
    "Input Shaft Inertia": 0.05,
    "Motorshaft Inertia": 0.07,
    "Driveshaft Inertia": 0.02,
    "Clutch Torque Limit": 450,
    "Gear Box": {"Forward Gear Ratios": [0.25, 0.5, 1.0], "Reverse Gear Ratio": -0.2},
}
VARIABLE = {
    "Template": "AutomaticTransmissionSimpleCVT",
    "Gear Box": {
        "Efficiency": 0.85,
        "Minimum Gear Ratio": 0.2,
        "Maximum Gear Ratio": 1.6,
        "Driveshaft Speed Begin": 20.0,
        "Driveshaft Speed End": 220.0,
    },
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
    """200 N m up to where that is 60 kW, then 60 kW up to 1000 rad/s: the key has no rpm in its name."""
    engine = read(TWO, SIMPLE, SIMPLE_BOX, ["rear"])[0].engine
    bend = 60000.0 / 200.0
    assert engine.full_load.y_at(0.9 * bend) == pytest.approx(200.0)
    for speed in (400.0, 777.0, 1000.0):  # straight lines between 24 points in equal ratios: 0.07 %
        assert engine.full_load.y_at(speed) == pytest.approx(60000.0 / speed, rel=7e-4)
    assert engine.full_load.y_at(1050.0) < 0.0


def test_an_old_file_holds_engine_and_transmission(read):
    """Both halves are those of the two files that came after it; torque that falls to nothing is that of a motor."""
    old, new = read(TWO, OLD_MAP, OLD_MAP, ["rear"])[0], read(TWO, MAP, SIMPLE_BOX, ["rear"])[0]
    assert (old.engine, old.gearbox) == (new.engine, new.gearbox)
    one = {
        "Forward Gear Ratio": 0.3,
        "Reverse Gear Ratio": -0.25,
        "Maximum Engine Torque": 300,
        "Maximum Engine Speed": 500,
    }
    motor = one | {"Template": "SimplePowertrain"}
    simple = read(TWO, motor, motor, ["rear"])[0]
    assert simple.engine.full_load.y_at(250.0) == pytest.approx(150.0)
    assert (simple.gearbox.ratios, simple.gearbox.reverse) == ((pytest.approx(1.0 / 0.3),), pytest.approx(4.0))
    hyperbola = one | {"Template": "SimpleCVTPowertrain", "Maximum Engine Power": 60000.0}
    assert read(TWO, hyperbola, hyperbola, ["rear"])[0].engine.full_load.y_at(500.0) == pytest.approx(120.0)


def test_a_manual_gearbox(read):
    """The clutch carries what its file says; shafts turn with the engine and with the output; nothing shifts."""
    train, notes = read(TWO, SHAFTS, MANUAL, ["rear"])
    assert train.gearbox.ratios == pytest.approx((4.0, 2.0, 1.0))
    assert train.gearbox.shift_map is None
    assert train.clutch.torque == 450.0
    assert train.engine.rotor.spin_inertia == pytest.approx(0.25 + 0.07)
    (rear,) = train.driven_axles
    assert rear.differential.case.spin_inertia == pytest.approx(0.6 + (0.5 + 0.02) * 25.0)
    assert any("Input Shaft Inertia = 0.05 kg m² is not carried over" in note for note in notes)
    assert not any("clutches" in note for note in notes)
    two = read(FOUR, SHAFTS, MANUAL)[0]
    assert two.transfer.rotor.spin_inertia == pytest.approx(1.1 + 0.02)


def test_a_variable_ratio_is_gears_that_follow_its_law(read):
    """At every speed of the output the gear in use is within half a step of r(ω), straight from 0.2 to 1.6."""
    train, notes = read(TWO, MAP, VARIABLE, ["rear"])
    ratios = train.gearbox.ratios
    step = (1.6 / 0.2) ** (1.0 / (len(ratios) - 1))
    assert (ratios[0], ratios[-1], train.gearbox.reverse) == pytest.approx((5.0, 1.0 / 1.6, 5.0))
    assert step <= 1.25
    gear = 1
    for i in range(400):
        speed = 0.7 * i
        while speed > train.gearbox.shift_map.speeds(gear, 0.5)[0]:
            gear += 1
        law = 0.2 + (1.6 - 0.2) * min(max((speed - 20.0) / 200.0, 0.0), 1.0)
        assert abs(math.log(law * ratios[gear - 1])) <= 0.5 * math.log(step) + 1e-12
    assert gear == len(ratios)
    assert any(f"{len(ratios)} gears in steps of" in note for note in notes)
    assert any("Efficiency = 0.85 is not carried over" in note for note in notes)


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
        (TWO, MAP, {"Template": "ChainOfBelts"}, "transmission"),
    ],
)
def test_what_is_not_known_is_refused_by_file(read, driveline, engine, transmission, file):
    with pytest.raises(ModelError, match=rf"{file}\.json: Template: cannot be carried over: unknown {file} template"):
        read(driveline, engine, transmission, ["rear"])


def test_one_file_without_the_other_is_refused():
    with pytest.raises(InputError, match="one without the other"):
        jounce.import_chrono(CART, tire=TIRE, engine="engine.json")
