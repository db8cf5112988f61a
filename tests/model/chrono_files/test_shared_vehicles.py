"""All vehicles in a folder of Chrono's data: masses and loads by hand, checked, driven and put on the K&C rig.

The folder is not part of the repository. It is `shared/data/chrono_vehicles` beside the repository, or what the
environment variable JOUNCE_CHRONO_DATA names; without one there is nothing to go through.
"""

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.chrono_files.syntax import parse_json
from jounce.model.vehicle import to_mechanism
from tests.model.chrono_files.conftest import SHARED
from tests.model.chrono_files.sums import masses_along, wheel_places

pytestmark = [
    pytest.mark.slow,
    pytest.mark.compiled,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the vehicles of Project Chrono are not here"),
]

TIRES = {
    "sedan": "sedan/tire/Sedan_Pac02Tire.json",
    "audi": "audi/json/audi_Pac02Tire.json",
    "hmmwv": "hmmwv/tire/HMMWV_Pac02Tire.json",
    "uaz": "uaz/tire/UAZBUS_Pac02Tire.json",
    "MAN_Kat1": "MAN_Kat1/tire/MAN_5t_TMeasyTire.json",
}
"""Tire by the first folder of a vehicle: vehicles of Chrono name none."""
POWERTRAINS = (
    ("hmmwv/vehicle/HMMWV_Vehicle.json", "HMMWV_EngineSimple", "HMMWV_AutomaticTransmissionSimpleCVT"),
    ("hmmwv/vehicle/HMMWV_Vehicle_4WD.json", "HMMWV_EngineShafts", "HMMWV_AutomaticTransmissionShafts"),
    ("hmmwv/vehicle/HMMWV_Vehicle_simple.json", "HMMWV_EngineSimpleMap", "HMMWV_AutomaticTransmissionSimpleMap"),
    ("sedan/vehicle/Sedan_Vehicle.json", "Sedan_EngineShafts", "Sedan_ManualTransmissionShafts"),
    ("audi/json/audi_Vehicle.json", "audi_EngineSimpleMap", "audi_AutomaticTransmissionSimpleMap"),
    ("uaz/vehicle/UAZBUS_SAEVehicle.json", "UAZBUS_EngineSimpleMap", "UAZBUS_AutomaticTransmissionSimpleMap"),
    ("MAN_Kat1/vehicle/MAN_7t_Vehicle_6WD.json", "MAN_7t_EngineSimpleMap", "MAN_7t_AutomaticTransmissionSimpleMap"),
)
"""Vehicle, engine and transmission: every template of engine and transmission that the folder has."""
REFUSED: frozenset[str] = frozenset()
"""Vehicles with a template that no part of jounce takes."""
MOVED = 0.01
"""Part of the weight by which loads differ from those of the design position: bodies sink, rise and pitch."""


def vehicles():
    """Paths of all wheeled vehicles, relative to the folder."""
    found = []
    for path in sorted(SHARED.rglob("*.json")) if SHARED.is_dir() else ():
        data = parse_json(path.read_text(encoding="utf-8"))
        if data.get("Template") == "WheeledVehicle" and "Axles" in data:
            found.append(path.relative_to(SHARED))
    return found


def imported(name):
    return jounce.import_chrono(SHARED / name, tire=SHARED / TIRES[name.parts[0]])


def test_what_is_refused_is_refused_by_name():
    assert len(vehicles()) >= 1
    for name in vehicles():
        if name.stem in REFUSED:
            with pytest.raises(ModelError, match="cannot be carried over"):
                imported(name)
        else:
            imported(name)


@pytest.mark.parametrize("name", [name for name in vehicles() if name.stem not in REFUSED], ids=lambda name: name.stem)
def test_masses_and_static_loads_are_those_of_the_file(name):
    """The whole mass, and for every axle its place; at rest forces and moments balance what the parts weigh."""
    car, tire = imported(name).vehicle, parse_json((SHARED / TIRES[name.parts[0]]).read_text(encoding="utf-8"))
    parts = np.array(masses_along(SHARED / name, SHARED, tire.get("Mass", tire.get("Design", {}).get("Mass [kg]"))))
    nuts = sum(body.mass for body in to_mechanism(car).bodies if body.name in ("rack", "second_rack"))
    nuts *= car.steering.kind != "rack"  # of gears, which jounce adds
    mass = parts[:, 0].sum()
    assert sum(body.mass for body in to_mechanism(car).bodies) == pytest.approx(mass + nuts, rel=1e-9)
    places = np.array([axle.suspension.wheel_centre[0] for axle in car.axles])
    assert places == pytest.approx(wheel_places(SHARED / name, SHARED), abs=1e-9)
    checked = car.check()
    assert checked.figures.settled
    loads, weight = np.array([axle.load for axle in checked.figures.axles]), mass * car.gravity
    assert loads.sum() == pytest.approx(weight + nuts * car.gravity, rel=1e-6)
    if len(loads) == 2:
        middle = (parts[:, 0] @ parts[:, 1] / mass - places[1]) / (places[0] - places[1])
        assert loads == pytest.approx([weight * middle, weight * (1.0 - middle)], abs=MOVED * weight)
    wheelbase = places[0] - places[-1]
    assert loads @ places == pytest.approx(parts[:, 0] @ parts[:, 1] * car.gravity, abs=MOVED * weight * wheelbase)
    for axle in checked.figures.axles:
        assert axle.wheel_load[0] == pytest.approx(axle.wheel_load[1], rel=0.02)


@pytest.mark.parametrize("name", [name for name in vehicles() if name.stem not in REFUSED], ids=lambda name: name.stem)
def test_it_turns_left_takes_a_bump_and_stands_on_the_rig(name):
    car = imported(name).vehicle
    yaw = jounce.run("j-turn", vehicle=car)["chassis.yaw_rate"].values
    assert np.isfinite(yaw).all()
    assert yaw[-1] > 0.05
    bump = jounce.run("bump", vehicle=car)
    heave = bump["chassis.position_z"].values
    assert np.isfinite(heave).all()
    assert heave[-1] == pytest.approx(heave[0], abs=0.02)  # over it, and back on level ground
    assert np.ptp(heave) > 2e-3
    sheet = car.kc(travel=0.02)
    for axle in car.axles:
        sweep = sheet.axle(axle.name).parallel
        rate = sweep.left.wheel_rate[sweep.design]
        assert rate > 0.0
        assert sweep.right.wheel_rate[sweep.design] == pytest.approx(rate, rel=1e-3)


@pytest.mark.parametrize(("name", "engine", "transmission"), POWERTRAINS)
def test_it_starts_with_its_own_powertrain(name, engine, transmission):
    """From rest: none is a car that stands, slips for ever, or leaps."""
    files = [next(SHARED.rglob(f"{part}.json")) for part in (engine, transmission)]
    tire = SHARED / TIRES[name.split("/")[0]]
    car = jounce.import_chrono(SHARED / name, tire=tire, engine=files[0], transmission=files[1]).vehicle
    run = jounce.run("standing-start", vehicle=car)
    assert np.isfinite(run["chassis.speed"].values).all()
    assert 8.0 < run.metrics["speed_reached"] < 20.0
    assert 1.0 < run.metrics["peak_acceleration"] < 10.0
