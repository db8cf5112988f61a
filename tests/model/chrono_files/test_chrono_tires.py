"""Chrono's TMeasy and Fiala tires: numbers are those of the file, or completed as Chrono does it, with notes."""

import json
import math

import pytest

from jounce.errors import ModelError
from jounce.model.chrono_files.load_index import load_of_index
from jounce.model.chrono_files.tires import read_chrono_tire
from jounce.model.mechanism.tires import build_law

DESIGN = {
    "Unloaded Radius [m]": 0.35,
    "Width [m]": 0.2,
    "Rim Radius [m]": 0.2,
    "Mass [kg]": 12.0,
    "Inertia [kg.m2]": [0.4, 0.7, 0.4],
    "Roundness of Cross Section": 0.1,
}
CURVE = {
    "Initial Slopes dF{x}/ds{x} [N]": [60e3, 100e3],
    "Slip s{x} at Maximum F{x}": [0.15, 0.16],
    "Maximum F{x} Load [N]": [3600.0, 6800.0],
    "Slip s{x} where sliding begins": [0.7, 0.75],
    "Sliding F{x} Load [N]": [3000.0, 5800.0],
}
PARAMETERS = {
    "Tire Load": {"Nominal Vertical Force [N]": 3500.0, "Maximum Vertical Force [N]": 10000.0},
    "Tire Stiffness": {"Longitudinal [N/m]": 2.1e5, "Lateral [N/m]": 1.5e5, "Vertical [N/m]": [2.0e5, 2.1e5]},
    "Tire Damping": {"Longitudinal [Ns/m]": 90.0, "Lateral [Ns/m]": 80.0, "Vertical [Ns/m]": 300.0},
    "Dynamic Radius Weighting Coefficients": [0.4, 0.7],
    "Longitudinal": {key.format(x="x"): value for key, value in CURVE.items()},
    "Lateral": {key.format(x="y"): value for key, value in CURVE.items()},
    "Aligning": {
        "Normalized Trail at Zero Slip sy": [0.17, 0.18],
        "Slip sy where Trail Changes Sign": [0.2, 0.22],
        "Slip sy where Trail Tends to Zero": [0.5, 0.55],
    },
}
FIALA = {
    "Unloaded Radius": 0.45,
    "Width": 0.3,
    "Vertical Damping": 700.0,
    "Vertical Curve Data": [[0.0, 0.0], [0.02, 3000.0], [0.05, 10000.0]],
    "Rolling Resistance": 0.01,
    "CSLIP": 150e3,
    "CALPHA": 60e3,
    "UMIN": 0.6,
    "UMAX": 0.9,
    "X Relaxation Length": 0.5,
    "Y Relaxation Length": 0.0,
}


@pytest.fixture
def read(tmp_path):
    def written(template, **keys):
        path = tmp_path / "a.json"
        path.write_text(json.dumps({"Template": template, "Coefficient of Friction": 0.8, **keys}), encoding="utf-8")
        return read_chrono_tire(path, (tmp_path,))

    return written


def test_a_tmeasy_tire_with_all_numbers(read):
    found = read(
        "TMeasyTire", Design=DESIGN, Parameters=PARAMETERS, **{"Rolling Resistance Coefficients": [0.01, 0.02]}
    )
    law = build_law(found.keys)
    assert (law.radius, law.width, law.nominal_load, law.largest_load) == (0.35, 0.2, 3500.0, 10000.0)
    assert (law.vertical_stiffness, law.double_load_stiffness, law.vertical_damping) == (2.0e5, 2.1e5, 300.0)
    assert (law.longitudinal_stiffness, law.lateral_stiffness) == (2.1e5, 1.5e5)
    for curve in (law.longitudinal, law.lateral):
        assert (curve.slope, curve.peak_slip, curve.peak) == ((60e3, 100e3), (0.15, 0.16), (3600.0, 6800.0))
        assert (curve.sliding_slip, curve.sliding) == ((0.7, 0.75), (3000.0, 5800.0))
    assert (law.aligning.trail, law.aligning.zero_slip, law.aligning.end_slip) == (
        *((0.17, 0.18), (0.2, 0.22), (0.5, 0.55)),
    )
    assert (law.rolling_resistance, law.radius_weight) == ((0.01, 0.02), (0.4, 0.7))
    assert (found.mass, found.inertia, found.file) == (12.0, (0.4, 0.7, 0.4), None)
    notes = "\n".join(found.notes)
    assert "Tire Damping.Lateral [Ns/m] is not carried over" in notes
    assert "Roundness of Cross Section is not carried over" in notes


def test_a_tmeasy_tire_by_its_load_index(read):
    """Half the load of the index is the nominal one, at a lower pressure by its power 0.8; 16 % of the section bend."""
    keys = {"Vehicle Type": "Passenger", "Load Index": 91, "Rolling Resistance Coefficient": 0.012}
    plain = build_law(read("TMeasyTire", Design=DESIGN, **keys).keys)
    load = 615.0 * 9.81
    assert load_of_index(91) == load
    assert plain.nominal_load == pytest.approx(0.5 * load)
    assert plain.vertical_stiffness == pytest.approx(load / (0.16 * 0.15))
    assert plain.vertical_damping == pytest.approx(math.sqrt(plain.vertical_stiffness * 12.0))
    assert plain.lateral.peak == pytest.approx((1.0084 * 0.5 * load, 0.90003 * load))
    assert plain.rolling_resistance == (0.012, 0.012)
    pressures = {"Inflation Pressure Design [Pa]": 3e5, "Inflation Pressure Use [Pa]": 2e5}
    soft = build_law(read("TMeasyTire", Design=DESIGN, **keys, **pressures).keys)
    assert soft.nominal_load == pytest.approx(0.5 * load * (2.0 / 3.0) ** 0.8)
    truck = {"Vehicle Type": "Truck", "Maximum Bearing Capacity [N]": 20e3}
    found = read("TMeasyTire", Design=DESIGN, **truck)
    assert build_law(found.keys).nominal_load == 10e3
    assert any("Maximum Bearing Capacity by Chrono's pattern of a Truck tire" in note for note in found.notes)


def test_a_fiala_tire(read):
    found = read("FialaTire", Mass=30.0, Inertia=[3.0, 6.0, 3.0], **{"Fiala Parameters": FIALA})
    law = build_law(found.keys)
    assert law.deflection_curve == ((0.0, 0.0), (0.02, 3000.0), (0.05, 10000.0))
    assert (law.slip_stiffness, law.cornering_stiffness) == (150e3, 60e3)
    assert (law.static_friction, law.sliding_friction, law.rolling_lever) == (0.9, 0.6, 0.01)
    assert law.relaxation == (0.5, pytest.approx(0.045))
    assert law.vertical_stiffness == pytest.approx(2e5)
    assert (found.mass, found.inertia) == (30.0, (3.0, 6.0, 3.0))
    assert any("relaxation lengths below a tenth of the radius" in note for note in found.notes)


def test_what_is_wrong_is_named(read):
    with pytest.raises(ModelError, match=r"Template: cannot be carried over: no such tire law.*Pac89"):
        read("Pac89Tire")
    with pytest.raises(ModelError, match=r"Load Index: not in the table; got 12"):
        read("TMeasyTire", Design=DESIGN, **{"Vehicle Type": "Truck", "Load Index": 12})
    with pytest.raises(ModelError, match=r"Vehicle Type: unknown value; got 'Tank'"):
        read("TMeasyTire", Design=DESIGN, **{"Vehicle Type": "Tank", "Load Index": 100})
    with pytest.raises(ModelError, match=r"Fiala Parameters\.CSLIP: missing key"):
        read("FialaTire", **{"Fiala Parameters": {key: value for key, value in FIALA.items() if key != "CSLIP"}})
