"""Coefficients of a tire property file, replaced in the vehicle."""

from pathlib import Path

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.model import tire_files as tir
from jounce.model.library import load_vehicle
from jounce.model.mechanism import TirTire

FILE = str(Path(__file__).parents[2] / "data" / "tires" / "Sedan_Pac02Tire.tir")


def test_a_coefficient_replaces_that_of_the_file_and_nothing_else():
    plain, changed = TirTire(file=FILE), TirTire(file=FILE, coefficients={"LMUY": 0.8, "PKY1": -12.0})
    assert changed.properties.values == {**plain.properties.values, "LMUY": 0.8, "PKY1": -12.0}
    vectors = [tir.coefficients(one.properties) for one in (plain, changed)]
    assert np.count_nonzero(vectors[0] != vectors[1]) == 2
    assert hash(changed) != hash(plain)
    assert TirTire(**changed.model_dump()) == changed


def test_a_coefficient_is_a_number_of_the_vehicle_by_its_path():
    car = load_vehicle("sedan").with_values({"axles.front.tire": {"file": FILE, "coefficients": {"LKY": 1.0}}})
    stiffer = car.with_values({"axles.front.tire.coefficients.LKY.value": 1.3})
    assert stiffer.axles[0].tire.properties.values["LKY"] == 1.3
    assert stiffer.value("axles.front.tire.coefficients.LKY.value") == 1.3


def test_an_unknown_coefficient_is_refused_with_a_hint():
    with pytest.raises(ModelError) as caught:
        TirTire(file=FILE, coefficients={"LMUZ": 1.0, "MODERN": 1.0, "PKY1": "soft"})
    text = str(caught.value)
    assert "did you mean" in text
    assert "'MODERN'" in text
    assert "soft" in text
