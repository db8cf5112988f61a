"""`jounce bench parts`: cars that are measured, and the table."""

import pytest

from jounce.cli.parts_bench import table
from jounce.lab.bench.parts import CARS, PartCost, bare_car
from jounce.model.library import load_vehicle


def test_the_bare_car_has_nothing_of_what_is_added():
    car = bare_car()
    assert (car.powertrain, car.brakes, car.aerodynamics, car.trailers) == (None, None, None, ())
    assert [axle.drive for axle in car.axles] == ["inboard", "inboard"]


def test_every_row_adds_what_it_says():
    made = {what: make() for what, make in CARS.items()}
    braked = made["+ brakes with pressures"], made["+ brakes with pressures and discs that heat up"]
    assert [car.axles[0].brake.disc is None for car in braked] == [True, False]
    assert all(car.brakes is not None and car.powertrain is None for car in braked)
    for what, name in (("(awd)", "awd"), ("(electric4)", "electric4"), ("(sedan)", "sedan")):
        (car,) = (car for row, car in made.items() if what in row)
        assert car.powertrain == load_vehicle(name).powertrain
        assert car.chassis == bare_car().chassis
    assert made["+ drag"].aerodynamics.coefficients is None
    assert made["+ air with coefficients"].aerodynamics.coefficients is not None
    assert [trailer.name for trailer in made["+ caravan"].trailers] == ["caravan"]


def test_the_table_has_ratios():
    rows = [PartCost("bare", 18, 83, 5.0, 5.1, 1.0), PartCost("more", 22, 92, 7.5, 7.7, 1.5)]
    assert table(rows).splitlines()[-1].split() == ["more", "22", "92", "7.50", "7.70", "1.50"]


@pytest.mark.slow
def test_it_runs():
    from jounce.lab.bench.parts import measure_parts

    rows = measure_parts(repeats=1)
    assert [row.what for row in rows] == list(CARS)
    assert rows[0].ratio == 1.0
    assert all(row.step_us > 0.0 for row in rows)
