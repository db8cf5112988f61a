"""Masses are put where they were written: parameters to the bit, and no kernel is written for them."""

import numpy as np
import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis import system as systems
from jounce.engine.formulations.synthesis.system import rebind_parameters
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling
from jounce.model.vehicle.parameters import with_parameters


@pytest.fixture(scope="module")
def car():
    return load_vehicle("dw18")


@pytest.fixture(scope="module")
def system(car):
    return synthesis.build(rolling(car, 15.0))


@pytest.mark.parametrize(
    ("parameters", "written"),
    [
        ({"chassis.mass": 1600.0}, False),
        ({"chassis.mass": 1.1e3, "chassis.inertia": (500.0, 1900.0, 2100.0)}, False),
        ({"gravity": 3.7}, False),
        ({"axles.front.suspension.lower_arm.mass": 7.25, "steering.rack.mass": 9.0}, False),
        ({"axles.rear.suspension.knuckle.inertia": (0.4, 0.7, 0.5)}, False),
        ({"axles.front.wheel.mass": 22.0}, False),
        ({"axles.front.wheel.spin_inertia": 1.1}, True),  # is it still a body of revolution?
        ({"chassis.inertia": (600.0, 2300.0, 2500.0, 10.0, 50.0, 20.0)}, True),  # products are another shape
        ({"chassis.centre_of_mass.2": 0.5}, True),
    ],
)
def test_other_masses_need_no_other_source(car, system, parameters, written, monkeypatch):
    other = rolling(with_parameters(car, parameters), 15.0)
    full = synthesis.build(other)
    calls = []
    write = systems.write_module
    monkeypatch.setattr(systems, "write_module", lambda *given: calls.append(1) or write(*given))
    quick = rebind_parameters(system, other)
    assert bool(calls) is written
    assert quick.generated.source == full.generated.source
    assert quick.generated.parameters.tobytes() == full.generated.parameters.tobytes()
    assert not np.array_equal(quick.generated.parameters, system.generated.parameters)


def test_the_base_stays_the_chassis_however_heavy_others_are(car, system):
    """Of bodies that may float the heaviest is the base: of a car its chassis alone."""
    heavy = rolling(with_parameters(car, {"steering.rack.mass": 4e3}), 15.0)
    quick, full = rebind_parameters(system, heavy), synthesis.build(heavy)
    assert quick.state.tree.base == full.state.tree.base == "chassis"
    assert quick.generated.source == full.generated.source
