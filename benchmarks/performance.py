"""What cars can do: static loads, top speed, 0–100 km/h, 100–0 km/h and the energy of a drive cycle.

    python -m benchmarks.performance awd electric2 electric4
    python -m benchmarks.performance --cycle awd electric2 electric4      # with the whole WLTC, half an hour of driving
    python -m benchmarks.performance car_caravan tractor_semitrailer truck8x8      # torques by hand: loads and stops

Top speed is the last one at which the drive carries air and rolling resistance, from `torque_range` of the powertrain;
the others are runs with the default integrator at 1 ms. An engine's energy is the work at its crankshaft; a battery's
what motors draw from it, less what they give back.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

import jounce
from jounce.lab.quasi_steady.car import _drive_force
from jounce.lab.results import Result
from jounce.model.mechanism import JointFriction
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.statics import wheel_loads

CARS = ("sedan", "awd", "electric2", "electric4")


def static_loads(car: Vehicle) -> str:
    """Loads of the axles [kN], from the masses."""
    loads = wheel_loads(car.to_mechanism(), car)
    axles: dict[str, float] = {}
    for corner in car.corners:
        tires = corner.name("tire"), corner.inner_tire
        axles[corner.axle] = axles.get(corner.axle, 0.0) + sum(loads.get(tire, 0.0) for tire in tires)
    return " / ".join(f"{1e-3 * load:.2f}" for load in axles.values())


def top_speed(car: Vehicle) -> float | None:
    """The speed at which the drive just carries the resistances [m/s]; None without a powertrain, torques by hand."""
    if car.powertrain is None:
        return None
    force, air = _drive_force(car), car.aerodynamics
    area = 0.5 * air.air_density * air.drag_area_ahead if air is not None else 0.0
    frictions = [one for one in car.extra.forces if isinstance(one, JointFriction)]
    rolling = sum(one.effort for one in frictions) / car.axles[0].suspension.wheel_centre[2]
    speeds = np.arange(5.0, 120.0, 0.01)
    enough = np.array([force(v) >= rolling + area * v**2 for v in speeds])
    return float(speeds[enough].max(initial=0.0))


def time_to(car: Vehicle, speed: float = 100.0 / 3.6) -> float | None:
    """Time from rest to a speed with the throttle down [s]; None where it is not reached in time, or without a
    powertrain, torques by hand."""
    if car.powertrain is None:
        return None
    run = jounce.run("standing-start", vehicle=car, speed=1.6 * speed, acceleration=30.0, start=0.1, after=20.0)
    return _crossing(run, "chassis.speed", speed, 0.1)


def _crossing(run: Result, channel: str, level: float, start: float) -> float | None:
    values = run[channel].values
    above = np.flatnonzero(values >= level)
    return None if not above.size else float(np.interp(level, values[: above[0] + 1], run.time[: above[0] + 1])) - start


def stopping_distance(car: Vehicle) -> float:
    """Way from 100 km/h to rest with the pedal down and anti-lock brakes [m]."""
    run = jounce.run("braking", vehicle=car, pedal=1.0, start=0.1, controllers="abs")
    x = run["chassis.position_x"].values
    return float(x[-1] - np.interp(0.1, run.time, x))


def cycle_energy(car: Vehicle) -> Iterator[str]:
    """Distance and energy of the WLTC."""
    run = jounce.run("drive-cycle", vehicle=car)
    way = float(np.trapezoid(run["chassis.speed"].values, run.time))
    per_100_km = 1e5 / way / 3.6e6
    names = [channel.name for channel in run.channels]
    if "battery.state_of_charge" in names and car.powertrain is not None and car.powertrain.battery is not None:
        charge = run["battery.state_of_charge"].values
        used = (charge[0] - charge[-1]) * car.powertrain.battery.capacity
        power = run["battery.power"].values
        back = -np.trapezoid(np.minimum(power, 0.0), run.time)
        given = f"{back * per_100_km:.1f} given back"
        yield f"{way / 1e3:.2f} km, {used * per_100_km:.1f} kW h/100 km from the battery, {given}"
    else:
        power = run["engine.speed"].values * run["engine.torque"].values
        work = float(np.trapezoid(np.maximum(power, 0.0), run.time))
        yield f"{way / 1e3:.2f} km, {work * per_100_km:.1f} kW h/100 km at the crankshaft"


def main() -> None:
    """Print a row for each car."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("cars", nargs="*", default=CARS)
    parser.add_argument("--cycle", action="store_true", help="drive the WLTC, too")
    parser.add_argument("--only-cycle", action="store_true", help="drive the WLTC alone")
    given = parser.parse_args()
    print("| car | mass [kg] | axle loads [kN] | top speed [km/h] | 0–100 km/h [s] | 100–0 km/h [m] |")
    print("|---|---|---|---|---|---|")
    for name in given.cars if not given.only_cycle else ():
        car = jounce.load_vehicle(name)
        mass = sum(body.mass for body in car.to_mechanism().bodies)
        fastest, reached = top_speed(car), time_to(car)
        row = [name, f"{mass:.0f}", static_loads(car), "–" if fastest is None else f"{3.6 * fastest:.0f}"]
        row += ["–" if reached is None else f"{reached:.1f}", f"{stopping_distance(car):.1f}"]
        print("| " + " | ".join(row) + " |", flush=True)
    for name in given.cars if given.cycle or given.only_cycle else ():
        print(f"{name}: {next(cycle_energy(jounce.load_vehicle(name)))}", flush=True)


if __name__ == "__main__":
    main()
