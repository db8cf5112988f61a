"""Energy accounts close for converters, clutches, transfer cases, motors and hot brakes, sampled every step."""

import dataclasses

import numpy as np
import pytest

from jounce.lab.maneuvers import maneuver
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle

CASES = {
    "awd drives off and shifts": ("awd", "standing-start", {"speed": "30 km/h", "acceleration": 4.0, "after": 1.0}, ""),
    "electric2 brakes with its motors": ("electric2", "braking", {"speed": "60 km/h", "pedal": 0.4}, "blending"),
    "caravan drives off and shifts": ("car_caravan", "standing-start", {"speed": "30 km/h", "acceleration": 4.0}, ""),
    "semitrailer drives off and shifts": (
        "tractor_semitrailer",
        "standing-start",
        {"speed": "20 km/h", "acceleration": 1.5, "after": 1.0},
        "",
    ),
    "8x8 drives off and shifts": ("truck8x8", "standing-start", {"speed": "30 km/h", "acceleration": 4.0}, ""),
    "awd brakes on pressures": ("awd", "braking", {"speed": "60 km/h", "pedal": 0.5}, "abs"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_accounts_close_to_a_ten_thousandth_of_the_work(case):
    """What is left over comes from steps of 1 ms and from sums over samples as far apart, both of second order."""
    car, name, options, controllers = CASES[case]
    plan = maneuver(name, **options)
    plan = dataclasses.replace(plan, sample=1e-3)
    result = run(plan, vehicle=load_vehicle(car), **({"controllers": controllers} if controllers else {}))
    kinetic = result["energy.kinetic"].values
    work = max(
        np.abs(result["energy.supplied"].values).max(),
        result["energy.dissipated"].values.max(),
        np.abs(kinetic - kinetic[0]).max(),
    )
    assert work > 1e4
    assert np.abs(result["energy.residual"].values).max() < 1e-4 * work


@pytest.mark.slow
def test_regeneration_stays_within_the_battery_and_fills_it():
    """A whole stop with blending: never more than the battery takes, and the charge is the integral of the power."""
    car = load_vehicle("electric2")
    result = run(maneuver("braking", speed="90 km/h", pedal=0.4), vehicle=car, controllers="blending")
    battery, power = car.powertrain.battery, result["battery.power"].values
    assert -power.min() <= battery.charge_power * (1.0 + 1e-9)
    assert -power.min() > 0.5 * battery.charge_power
    charge = result["battery.state_of_charge"].values
    taken = -np.trapezoid(power, result.time) / battery.capacity
    assert charge[-1] - charge[0] == pytest.approx(taken, rel=1e-2)
    assert charge[-1] > charge[0]
