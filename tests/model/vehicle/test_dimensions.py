"""First numbers and picture of a car, and how it shows itself on one line."""

import re
from xml.etree import ElementTree

import pytest

import jounce
from jounce.model import library
from jounce.model.vehicle.dimensions import measure_dimensions
from jounce.model.vehicle.picture import draw

CARS = [library.vehicle(name) for name in library.names()]


@pytest.mark.parametrize("car", CARS, ids=lambda car: car.name)
def test_axle_loads_balance_the_weight_and_its_moment(car):
    found = measure_dimensions(car)
    if len(car.all_axles) != 2:
        assert found.axle_loads is None
        return
    weight = car.gravity * sum(body.mass for body in car.to_mechanism().bodies)
    assert sum(found.axle_loads) == pytest.approx(weight, rel=1e-14)  # rounding of one sum
    moment = sum(load * x for load, x in zip(found.axle_loads, found.positions, strict=True))
    assert moment == pytest.approx(weight * found.centre_of_mass[0], abs=1e-10 * weight)


def test_the_sedan_is_as_its_file_says():
    found = measure_dimensions(library.vehicle("sedan"))
    assert (found.mass, found.wheelbase, *found.tracks) == pytest.approx((1500.0, 2.75, 1.58, 1.58))


@pytest.mark.parametrize("car", CARS, ids=lambda car: car.name)
def test_a_car_is_one_line(car):
    axles = ", ".join(axle.name for axle in car.all_axles)
    line = re.fullmatch(rf"<Vehicle {car.name}: \d+ kg, axles {axles}, wheelbase \d\.\d{{3}} m>", repr(car))
    assert line
    assert str(car) == repr(car)
    assert re.fullmatch(rf"<Mechanism {car.name}: \d+ bodies, .*\d+ tires>", repr(car.to_mechanism()))


@pytest.mark.parametrize("car", CARS, ids=lambda car: car.name)
def test_the_picture_shows_all_wheels_and_lies_inside_its_frame(car):
    picture = ElementTree.fromstring(draw(car))
    _, _, width, height = (float(number) for number in picture.attrib["viewBox"].split())
    wheels = [part for part in picture if part.get("class") == "wheel"]
    tires = len(car.to_mechanism().tires)  # two on a dual wheel
    assert sorted(part.tag for part in wheels) == ["circle"] * (tires // 2) + ["rect"] * tires
    for line in picture.findall("line"):
        assert all(0.0 <= float(line.attrib[key]) <= width for key in ("x1", "x2"))
        assert all(0.0 <= float(line.attrib[key]) <= height for key in ("y1", "y2"))


def test_a_notebook_shows_name_picture_and_numbers():
    car = jounce.load_vehicle("dw18").with_values({"about": "a < b"})
    page = ElementTree.fromstring(car._repr_html_().replace("<br>", "<br/>"))
    text = " ".join(page.itertext())
    assert "a < b" in text
    assert "wheelbase 2.700 m" in re.sub(r"\s+", " ", text.replace("wheelbase", "wheelbase "))


def test_methods_of_a_vehicle_are_the_functions():
    car = jounce.load_vehicle("dw18")
    heavy = car.with_values({"chassis.mass": "1800 kg"})
    assert heavy.value("chassis.mass") == 1800.0
    assert heavy.with_values({"chassis.mass": car.value("chassis.mass")}) == car
    assert car.check(quick=True) == jounce.check("dw18", quick=True)
    assert car.to_mechanism().check(quick=True).kind == "mechanism"


@pytest.mark.parametrize("given", [None, 3.0, library.vehicle("dw18").to_mechanism()], ids=["None", "3", "Mechanism"])
def test_what_is_no_vehicle_is_refused(given):
    with pytest.raises(jounce.InputError, match=r"vehicle: not a vehicle; got .*; expected a Vehicle, a name"):
        jounce.load_vehicle(given)
