"""Quantities with units: what is accepted, to the last bit, and what is refused, in which words."""

import math
from fractions import Fraction

import numpy as np
import pytest

from jounce.errors import InputError, JounceError
from jounce.schema.units import DIMENSIONS, UNITS, parse_quantity, parse_unit


@pytest.mark.parametrize(
    ("text", "dimension", "expected"),
    [
        ("35 N/mm", "stiffness", 35e3),
        ("35N/mm", "stiffness", 35e3),
        ("35 kN/m", "stiffness", 35e3),
        ("12 deg", "angle", math.radians(12)),
        ("12°", "angle", math.radians(12)),
        ("60 km/h", "velocity", 60 / 3.6),
        ("60 mph", "velocity", 26.8224),
        ("1.2e3 kg*m^2", "inertia", 1200.0),
        ("1.2 kg m²", "inertia", 1.2),
        ("1.2 kg·m**2", "inertia", 1.2),
        ("1.2 kg.m2", "inertia", 1.2),
        ("3 N·m/deg", "rotational_stiffness", 3 * 180 / math.pi),
        ("3 Nm/rad", "rotational_stiffness", 3.0),
        ("3 N.m", "torque", 3.0),
        ("3 Nm", "torque", 3.0),
        ("2 N*m*s/rad", "rotational_damping", 2.0),
        ("2 N s/mm", "damping", 2000.0),
        ("2 N s mm⁻¹", "damping", 2000.0),
        ("2.2 bar", "pressure", 2.2e5),
        ("32 psi", "pressure", 32 * 6894.757293168361),
        ("3000 rpm", "angular_velocity", 100 * math.pi),
        ("360 deg/s", "angular_velocity", math.tau),
        ("500 g", "mass", 0.5),
        ("1 gn", "acceleration", 9.80665),
        ("-9.81 m/s^2", "acceleration", -9.81),
        ("−9.81 m/s²", "acceleration", -9.81),
        ("1 in", "length", 0.0254),
        ("1 ft", "length", 0.3048),
        ("1 lb", "mass", 0.45359237),
        ("1 MN", "force", 1e6),
        ("5 ms", "time", 5e-3),
        ("2 min", "time", 120.0),
        ("1 h", "time", 3600.0),
        ("2 Hz", "frequency", 2.0),
        ("2 1/s", "frequency", 2.0),
        ("2 /s", "frequency", 2.0),
        ("1 hp", "power", 745.6998715822702),
        ("7 kW", "power", 7000.0),
        ("3 cm^2", "area", 3e-4),
        ("1.225 kg/m^3", "density", 1.225),
        ("1 N/mm^3", "cubic_stiffness", 1e9),
        ("5 %", "dimensionless", 0.05),
        ("7", "mass", 7.0),
        (".5", "mass", 0.5),
        ("1.", "mass", 1.0),
        (7, "mass", 7.0),
        (Fraction(1, 4), "mass", 0.25),
        (np.float32(0.5), "mass", 0.5),
        (np.int64(3), "mass", 3.0),
    ],
)
def test_quantities_become_si(text, dimension, expected):
    value = parse_quantity(text, dimension)
    assert type(value) is float
    assert value == pytest.approx(expected, rel=4e-15)  # a few roundings of factors and their powers


@pytest.mark.parametrize(
    ("value", "dimension", "parts"),
    [
        ("35 N", "stiffness", ["wrong unit", "'35 N' (force)", "a stiffness such as 'N/m' or 'N/mm'"]),
        ("10 deg", "length", ["'10 deg' (angle)", "a length such as"]),
        ("10 mm", "angle", ["'10 mm' (length)", "an angle such as 'rad' or 'deg'"]),
        ("5 N*m", "rotational_stiffness", ["(torque)", "'N*m/rad'"]),
        ("5 rpm", "frequency", ["(angular velocity)", "'Hz'"]),
        ("1 g", "acceleration", ["(mass)", "'g' is the gram, standard gravity is 'gn'"]),
        ("5 m^7", "length", ["another dimension"]),
        ("5 N", "dimensionless", ["(force)", "a number without a unit"]),
        ("5 furlong", "length", ["unknown unit 'furlong'", "'5 furlong'"]),
        ("5 KG", "mass", ["unknown unit 'KG'", "did you mean 'kg'?"]),
        ("1,5 m", "length", ["decimal point"]),
        ("m", "length", ["no number"]),
        ("", "length", ["empty string"]),
        ("  ", "length", ["empty string"]),
        ("5 m/", "length", ["unreadable unit"]),
        ("5 m*/s", "length", ["unreadable unit"]),
        ("5 m^", "length", ["unreadable unit"]),
        ("5 m^22", "length", ["unreadable unit"]),
        ("nan", "length", ["no number"]),
        ("1e400", "length", ["not a finite number"]),
        ("1e308 km", "length", ["not a finite number"]),
        (float("nan"), "mass", ["not a finite number", "nan", "a mass such as 'kg'"]),
        (float("-inf"), "mass", ["not a finite number"]),
        (10**400, "mass", ["not a finite number"]),
        (True, "mass", ["not a quantity", "True"]),
        (np.True_, "mass", ["not a quantity"]),
        (None, "mass", ["not a quantity", "None"]),
        ([1], "mass", ["not a quantity"]),
        (1j, "mass", ["not a quantity"]),
    ],
)
def test_refusals_name_the_unit_given_and_the_units_expected(value, dimension, parts):
    with pytest.raises(InputError) as caught:
        parse_quantity(value, dimension)
    assert isinstance(caught.value, JounceError)
    assert isinstance(caught.value, ValueError)
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize("thousandths", range(1, 2000, 7))
def test_millimetres_are_the_same_numbers_as_metres(thousandths):
    assert parse_quantity(f"{thousandths} mm", "length") == thousandths / 1000


def test_one_of_several_dimensions_and_any_dimension():
    assert parse_quantity("2 N/mm", "stiffness", "rotational_stiffness") == 2000.0
    assert parse_quantity("2 N*m/rad", "stiffness", "rotational_stiffness") == 2.0
    with pytest.raises(InputError, match=r"a stiffness such as .* or a rotational stiffness"):
        parse_quantity("2 N", "stiffness", "rotational_stiffness")
    assert parse_quantity("2 kN") == 2000.0
    assert parse_quantity("180 deg") == math.pi


def test_every_example_unit_in_the_messages_has_the_dimension_it_illustrates():
    for exponents, description in DIMENSIONS.values():
        for unit in description.split("'")[1::2]:
            assert parse_unit(unit).dimension == exponents


def test_no_two_named_dimensions_are_alike_but_energy_and_torque():
    exponents = [exponents for name, (exponents, _) in DIMENSIONS.items() if name != "energy"]
    assert len(set(exponents)) == len(exponents)
    assert DIMENSIONS["energy"][0] == DIMENSIONS["torque"][0]


def test_a_product_of_units_is_the_product_of_their_factors():
    for name, unit in UNITS.items():
        ratio = parse_unit(f"{name}/{name}")
        assert ratio.factor == pytest.approx(1.0, rel=3e-16)  # the reciprocal is rounded once
        assert ratio.dimension == (0, 0, 0, 0)
        assert parse_unit(f"{name}*s").factor == unit.factor
