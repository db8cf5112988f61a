"""What moves a car while it is stepped: inputs of the cockpit, and direct inputs of its bodies and wheels.

The cockpit (steer, throttle, brake, handbrake, gear) acts through `jounce.lab.cockpit`: rates of pedals and rack, a
gearbox that shifts. A direct input (the travel of the rack, the torque of one brake) is what the equations of motion
read; once it is given, the cockpit leaves it alone until it is released.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from jounce.engine.compiler import Bound, bind
from jounce.engine.formulations.formulation import System
from jounce.engine.laws.forces.signal import CONSTANT, VALUE
from jounce.engine.simulate.stepper import NO_CALL
from jounce.errors import InputError, ModelError
from jounce.findings import suggestion
from jounce.lab.cockpit.actuation import Actuators
from jounce.lab.cockpit.actuation_kernel import HELD, apply_controls
from jounce.lab.cockpit.controls import AUTO, LIMITS, controls_row
from jounce.lab.maneuvers.files.inputs import PEDALS
from jounce.lab.results.vehicle_channels import input_unit
from jounce.lab.simulation.road_inputs import LEAST_FRICTION, RoadInputs
from jounce.model.vehicle import RACK_TRAVEL, STEERING_WHEEL_ANGLE, Vehicle

COCKPIT, DIRECT, ROAD = "cockpit", "direct", "road"
_ABOUT = {
    "steer": "steering wheel, as a share of its lock; left → positive",
    "throttle": "accelerator pedal",
    "brake": "brake pedal",
    "handbrake": "handbrake",
    "gear": f"gear lever: −1 reverse, 0 neutral, 1, 2 …; {AUTO} shifts by itself",
}


@dataclass(frozen=True)
class Input:
    """An input by name: level (`cockpit`, `direct` or `road`), unit, smallest and largest value, and what it is."""

    name: str
    level: str
    unit: str
    minimum: float
    maximum: float
    about: str


class Inputs:
    """All inputs of one car in one simulation, and their values."""

    def __init__(
        self,
        car: Vehicle,
        system: System,
        actuators: Actuators | None,
        y: np.ndarray,
        step: float,
        demands: Mapping[str, tuple[int, ...]],
        road: RoadInputs | None = None,
    ) -> None:
        """actuators: None for a car that follows a maneuver, or that has no cockpit; y: its state, which changes;
        demands: rows of what is asked for before controllers change it, of inputs that they move;
        road: of a car on an external road."""
        self.road = road
        self.actuators, self.signals = actuators, system.model.signals
        self.controls = controls_row()
        self._rows = {**system.layout.inputs, **demands}
        self._ratio = car.steering.ratio if car.steering is not None else 0.0
        self._of_road = {} if road is None else {name: place for name, _, _, place in road.places}
        listed = (*list_inputs(car, system, actuators), *_known_of_road(road))
        self.known: Mapping[str, Input] = {one.name: one for one in listed}
        self._positions = memoryview(self.controls.data).cast("B").cast("d")
        names = [name for name in self.controls.dtype.names or () if name in LIMITS and name in self.known]
        self._places = {name: (list(self.controls.dtype.names or ()).index(name), *LIMITS[name]) for name in names}
        """Place among the controls and limits, of inputs of the cockpit that are plain numbers."""
        self.act: Bound = NO_CALL
        if actuators is not None:
            self._roles = actuators.inputs["role"].copy()
            actuators.car["hold"] = 0.0  # nobody brakes unless asked to
            given = actuators.car, actuators.inputs, actuators.memory, actuators.ratios
            arguments = *given, self.controls, self.signals, y, step
            kept = self.signals.copy(), actuators.memory.copy()
            apply_controls(*arguments)
            self.signals[:], actuators.memory[:] = kept
            self.act = bind(apply_controls, *arguments)

    def hold(self, given: Mapping[str, float]) -> None:
        """Check values and hold them from now on; raises ModelError with all that cannot be, and changes nothing."""
        places, positions = self._places, self._positions
        found = []
        for name, value in given.items():
            place = places.get(name)
            if place is None or type(value) is not float or not place[1] <= value <= place[2]:
                self.apply(self.check(given))  # direct inputs, other numbers, and whatever is wrong
                return
            found.append((place[0], value))
        for i, value in found:
            positions[i] = value

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """What a snapshot must hold."""
        own = () if self.actuators is None else (self.actuators.inputs, self.actuators.memory)
        road = () if self.road is None else (self.road.values,)
        return (self.signals, self.controls, *own, *road)

    def check(self, given: Mapping[str, float]) -> dict[str, float]:
        """The values as numbers; raises ModelError with every name and value that cannot be."""
        findings, found = [], {}
        for name, value in given.items():
            try:
                found[name] = self._checked(name, value)
            except InputError as error:
                findings.append(error.finding)
        if findings:
            raise ModelError(findings, "the inputs")
        return found

    def apply(self, values: Mapping[str, float]) -> None:
        """Hold checked values from now on."""
        for name, value in values.items():
            if self.known[name].level == COCKPIT:
                self.controls[0][name] = value
            elif self.road is not None and name in self._of_road:
                self.road.values[self._of_road[name]] = value
            elif name == STEERING_WHEEL_ANGLE:
                self._hold(RACK_TRAVEL, self._ratio * value)
            else:
                self._hold(name, value)

    def release(self, names: tuple[str, ...]) -> None:
        """Give direct inputs back to the cockpit; all of them if none is named."""
        if self.actuators is None:
            return
        chosen = [RACK_TRAVEL if name == STEERING_WHEEL_ANGLE else name for name in names] or list(self._rows)
        rows = {row for name in chosen for row in self._rows.get(name, ())}
        back = np.isin(self.actuators.inputs["row"], list(rows))
        self.actuators.inputs["role"][back] = self._roles[back]

    def _hold(self, name: str, value: float) -> None:
        for row in self._rows[name]:
            self.signals[row, 0], self.signals[row, VALUE] = CONSTANT, value
            if self.actuators is not None:
                self.actuators.inputs["role"][self.actuators.inputs["row"] == row] = HELD

    def _checked(self, name: str, value: float) -> float:
        one = self.known.get(name)
        if one is None:
            hint = suggestion(name, self.known)
            raise InputError("no such input", repr(value), f"one of {', '.join(self.known)}", hint, where=name)
        unit = "" if one.unit == "1" else f" {one.unit}"
        expected = f"a number from {one.minimum:g} to {one.maximum:g}{unit}"
        if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not math.isfinite(value):
            raise InputError("not a number", repr(value), expected, where=name)
        number = float(value)
        if name == "gear" and (number != AUTO and number % 1.0):
            raise InputError("not a gear", repr(value), one.about, where=name)
        if not one.minimum <= number <= one.maximum and number != (AUTO if name == "gear" else one.minimum):
            raise InputError("out of range", f"{number:g}", expected, where=name)
        return number


def list_inputs(car: Vehicle, system: System, actuators: Actuators | None) -> Iterator[Input]:
    """Inputs of the cockpit first, then the direct ones that are not called alike."""
    if actuators is not None:
        for name, (low, high) in LIMITS.items():
            yield Input(name, COCKPIT, "1", low, high, _ABOUT[name])
        highest = max(1, len(actuators.ratios) - 1)
        yield Input("gear", COCKPIT, "1", -1.0, float(highest), _ABOUT["gear"])
    largest = math.inf
    if actuators is not None and actuators.steering is not None:
        largest = abs(actuators.steering.largest)
    taken = {*LIMITS, "gear"} if actuators is not None else set()
    for name in system.layout.inputs:
        if name not in taken:
            low, high = _limits(name, largest)
            about = f"{name.replace('_', ' ')}, as the equations of motion read it"
            yield Input(name, DIRECT, input_unit(name), low, high, about)
    if car.steering is not None and RACK_TRAVEL in system.layout.inputs:
        turn = largest / abs(car.steering.ratio)
        yield Input(STEERING_WHEEL_ANGLE, DIRECT, "rad", -turn, turn, "angle of the steering wheel; left → positive")


def _known_of_road(road: RoadInputs | None) -> Iterator[Input]:
    """Inputs of an external road."""
    for name, unit, about, _ in road.places if road is not None else ():
        lowest = LEAST_FRICTION if name.startswith("road_friction") else -math.inf
        yield Input(name, ROAD, unit, lowest, math.inf, about)


def _limits(name: str, largest_travel: float) -> tuple[float, float]:
    """Smallest and largest value of a direct input."""
    if name == RACK_TRAVEL:
        return -largest_travel, largest_travel
    if name.startswith(("brake_torque", "brake_pressure")):
        return 0.0, math.inf
    if name in PEDALS:
        return 0.0, 1.0
    return -math.inf, math.inf
