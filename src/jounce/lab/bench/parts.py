"""What powertrains, brakes, air and trailers cost a step: one car, bare and with each of them, measured in turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from jounce.engine.formulations import synthesis
from jounce.engine.simulate import Chord, simulate
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.lab.bench.speed import Timing
from jounce.lab.maneuvers.registry import maneuver as maneuver_of
from jounce.lab.runs.driving import adapt_to_car, first_throttle, rolling_in_gear
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import Vehicle

SPEED = 60.0 / 3.6
"""Speed of the J-turn [m/s]."""


class PartCost(NamedTuple):
    """A car, its size, and its step of 1 ms."""

    what: str
    bodies: int
    states: int
    step_us: float
    """Smallest time of a step [µs], of the processor."""
    step_us_median: float
    ratio: float
    """Smallest time by that of the bare car."""


def bare_car() -> Vehicle:
    """The chassis of `awd`: torques on the driven wheels and on the brakes by hand, no air."""
    car = load_vehicle("awd")
    axles = [replace(axle, drive="inboard", brake=_plain(axle.brake)) for axle in car.axles]
    return replace(car, name="bare_car", axles=axles, powertrain=None, brakes=None, aerodynamics=None)


def _plain(brake: Any) -> Any:
    return None if brake is None else replace(brake, caliper=None, disc=None)


def _driven_by(name: str) -> Vehicle:
    """The bare car with the powertrain of a library car on the same hardpoints."""
    axles = [replace(axle, drive=None) for axle in bare_car().axles]
    return replace(bare_car(), axles=axles, powertrain=load_vehicle(name).powertrain)


def _braked(*, discs: bool) -> Vehicle:
    car, whole = bare_car(), load_vehicle("awd")
    axles = []
    for axle in car.axles:
        brake = whole.axle(axle.name).brake
        axles.append(replace(axle, brake=brake if discs or brake is None else replace(brake, disc=None)))
    return replace(car, axles=axles, brakes=whole.brakes)


def _in_air(name: str, *, shaped: bool) -> Vehicle:
    air = load_vehicle(name).aerodynamics
    assert air is not None
    return replace(bare_car(), aerodynamics=air if shaped else replace(air, coefficients=None))


CARS: dict[str, Callable[[], Vehicle]] = {
    "bare car: torques by hand": bare_car,
    "+ brakes with pressures": partial(_braked, discs=False),
    "+ brakes with pressures and discs that heat up": partial(_braked, discs=True),
    "+ drag": partial(_in_air, "awd", shaped=False),
    "+ air with coefficients": partial(_in_air, "awd", shaped=True),
    "+ engine, dual clutch, one axle (sedan)": partial(_driven_by, "sedan"),
    "+ engine, converter, eight gears, two axles (awd)": partial(_driven_by, "awd"),
    "+ two motors, two axles (electric2)": partial(_driven_by, "electric2"),
    "+ four motors (electric4)": partial(_driven_by, "electric4"),
    "+ caravan": lambda: replace(bare_car(), trailers=load_vehicle("car_caravan").trailers),
    "tractor_semitrailer, whole": lambda: load_vehicle("tractor_semitrailer"),
    "truck8x8, whole": lambda: load_vehicle("truck8x8"),
}
"""What is measured, the first as the yard."""


def measure_parts(*, repeats: int = 7) -> list[PartCost]:
    """Steps of `chord` at 1 ms in a J-turn at 60 km/h for all cars, which take turns."""
    timings, sizes = [], []
    for what, make in CARS.items():
        car = make()
        plan = adapt_to_car(maneuver_of("j-turn", speed=SPEED), car)
        system = synthesis.build(rolling_in_gear(plan, car), inputs=plan.inputs)
        start = rolling_start(system, "design", throttle=first_throttle(plan, car))
        timings.append(Timing(what, partial(_seconds_per_step, system, start, plan.end)))
        sizes.append((len(system.mechanism.bodies), start.size))
    for timing in timings:
        timing.measure()  # the first call may compile
    for _ in range(repeats):
        for timing in timings:
            timing.repeat()
    yard = timings[0].smallest
    return [
        PartCost(timing.name, *size, timing.smallest, timing.median, timing.smallest / yard)
        for timing, size in zip(timings, sizes, strict=True)
    ]


def _seconds_per_step(system: synthesis.System, start: Any, end: float) -> float:
    """Time of the processor in this thread, which other programs disturb less than that of the clock."""
    begun = time.thread_time()
    run = simulate(system, start, end=end, sample=end / 10, integrator=Chord(step=1e-3))
    return (time.thread_time() - begun) / run.counts.steps
