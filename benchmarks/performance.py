"""What cars can do: static loads, top speed, 0–80 and 0–100 km/h, 100–0 km/h and the energy of a drive cycle.

    python -m benchmarks.performance awd electric2 electric4
    python -m benchmarks.performance --cycle awd electric2      # with the whole WLTC, half an hour of driving
    python -m benchmarks.performance --only-cycle --until 1022 truck8x8     # its low and medium phases

Top speed is the last one at which the drive carries air and rolling resistance, from `torque_range` of the powertrain;
the others are runs with the default integrator at 1 ms. An engine's energy is the work at its crankshaft; a battery's
what motors draw from it, less what they give back.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np

import jounce
from jounce.lab.quasi_steady.car import _drive_force
from jounce.lab.results import Result
from jounce.model.library.cycles import cycle_speeds
from jounce.model.mechanism import JointFriction
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.pedals import total_mass
from jounce.model.vehicle.statics import wheel_loads

CARS = ("sedan", "awd", "electric2", "electric4")
HEAVY = 2500.0
"""Mass from which a standing start may last longer [kg]."""
SLOW = 2.0 / 3.6
"""What the regulation allows a speed to be away from the trace [m/s]."""


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
    force, airs = _drive_force(car), [car.aerodynamics, *(trailer.aerodynamics for trailer in car.trailers)]
    area = sum(0.5 * air.air_density * air.drag_area_ahead for air in airs if air is not None)
    frictions = [one for one in car.extra.forces if isinstance(one, JointFriction)]
    rolling = sum(one.effort for one in frictions) / car.axles[0].suspension.wheel_centre[2]
    speeds = np.arange(5.0, 120.0, 0.01)
    enough = np.array([force(v) >= rolling + area * v**2 for v in speeds])
    return float(speeds[enough].max(initial=0.0))


def times_to(car: Vehicle, speeds: Sequence[float]) -> list[float] | None:
    """Times from rest to speeds [m/s] with the throttle down [s]; None without a powertrain, torques by hand. A speed
    that is not reached in time has nan."""
    if car.powertrain is None:
        return None
    after = 20.0 if total_mass(car) < HEAVY else 80.0
    run = jounce.run("standing-start", vehicle=car, speed=1.6 * max(speeds), acceleration=30.0, start=0.1, after=after)
    return [_crossing(run, "chassis.speed", speed, 0.1) for speed in speeds]


def _crossing(run: Result, channel: str, level: float, start: float) -> float:
    values = run[channel].values
    above = np.flatnonzero(values >= level)
    if not above.size:
        return np.nan
    return float(np.interp(level, values[: above[0] + 1], run.time[: above[0] + 1])) - start


def stopping_distance(car: Vehicle) -> float:
    """Way from 100 km/h to rest with the pedal down and anti-lock brakes [m]."""
    run = jounce.run("braking", vehicle=car, pedal=1.0, start=0.1, controllers="abs")
    x = run["chassis.position_x"].values
    return float(x[-1] - np.interp(0.1, run.time, x))


def cycle_energy(car: Vehicle, until: float) -> Iterator[str]:
    """Distance, energy and lag of a run of the WLTC until a time [s]."""
    run = jounce.run("drive-cycle", vehicle=car, duration=until)
    speed = run["chassis.speed"].values
    trace = cycle_speeds("wltc-class-3b")
    asked = np.interp(run.time, np.arange(len(trace)), trace)
    way, wanted = float(np.trapezoid(speed, run.time)), float(np.trapezoid(asked, run.time))
    behind = np.mean(asked - speed > SLOW)
    yield f"{wanted / 1e3:.2f} km asked, more than {3.6 * SLOW:.0f} km/h too slow for {100 * behind:.1f} % of the time"
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
    parser.add_argument("--until", type=float, default=1800.0, help="time at which to end the WLTC [s]")
    given = parser.parse_args()
    columns = ["car", "mass [kg]", "axle loads [kN]", "top speed [km/h]"]
    columns += ["0–80 km/h [s]", "0–100 km/h [s]", "100–0 km/h [m]"]
    print("| " + " | ".join(columns) + " |")
    print("|---" * len(columns) + "|")
    for name in given.cars if not given.only_cycle else ():
        car = jounce.load_vehicle(name)
        fastest, reached = top_speed(car), times_to(car, [80.0 / 3.6, 100.0 / 3.6])
        row = [name, f"{total_mass(car):.0f}", static_loads(car), "–" if fastest is None else f"{3.6 * fastest:.0f}"]
        row += ["–", "–"] if reached is None else ["–" if np.isnan(time) else f"{time:.1f}" for time in reached]
        row += [f"{stopping_distance(car):.1f}"]
        print("| " + " | ".join(row) + " |", flush=True)
    for name in given.cars if given.cycle or given.only_cycle else ():
        print(f"{name}: {', '.join(cycle_energy(jounce.load_vehicle(name), given.until))}", flush=True)


if __name__ == "__main__":
    main()
