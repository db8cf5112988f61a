"""The two drives of Kang 2014, section 7, and the methods that drive them.

A front-wheel-drive car on double wishbones, with rack and powertrain, at steps of 1 ms: a J-turn at 60 km/h, and over a
bump at 40 km/h. Steering input and bump are drawn in Figs. 4(a) and 4(c) only, which we cannot read, and no number of
the car is in print: the car is `sedan`, and input and bump are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jounce import library, synthesis
from jounce.errors import SimulationError
from jounce.formulations.cartesian import system as cartesian_system
from jounce.maneuvers import Maneuver, maneuver
from jounce.maneuvers.driving import driven, first_throttle, rolling_in_gear
from jounce.maneuvers.start import rolling_start
from jounce.mechanism import Mechanism
from jounce.results.input_channels import input_channels
from jounce.results.vehicle_channels import vehicle_channels
from jounce.simulate import Chord, Integrator, Trajectory, simulate
from jounce.simulate.observer import System
from jounce.simulate.options import TangentSpace
from jounce.vehicle import Vehicle

VEHICLE = "sedan"
STEP = 1e-3
"""Of every method, and between samples [s]."""
RULE = "trapezoid"
"""Of all implicit methods. BDF2 takes as long, and its rms errors of the accelerations are three to four times as
large: 6e-5 against 1.5e-5 m/s² in the J-turn, 0.024 against 0.008 m/s² over the bump."""


@dataclass(frozen=True)
class Method:
    """A formulation and an integrator, as a function of the step [s]."""

    title: str
    about: str
    formulation: str
    integrator: Callable[[float], Integrator]


def _tangent(frame: str, refresh: str) -> Callable[[float], Integrator]:
    return lambda step: TangentSpace(frame=frame, refresh=refresh, rule=RULE, step=step)


METHODS: Mapping[str, Method] = {
    "conventional": Method(
        "world, every step",
        "conventional: world axes, a new matrix at every step",
        "cartesian",
        _tangent("world", "every-step"),
    ),
    "proposed": Method(
        "chassis, never",
        "proposed: chassis axes, the matrix of the start for ever",
        "cartesian",
        _tangent("chassis", "never"),
    ),
    "world_never": Method("world, never", "the policy without the frame", "cartesian", _tangent("world", "never")),
    "world_on_failure": Method(
        "world, on failure",
        "world axes, a new matrix when an iteration fails",
        "cartesian",
        _tangent("world", "on-failure"),
    ),
    "chassis_every_step": Method(
        "chassis, every step", "the frame without the policy", "cartesian", _tangent("chassis", "every-step")
    ),
    "chassis_on_failure": Method(
        "chassis, on failure",
        "chassis axes, a new matrix when an iteration fails",
        "cartesian",
        _tangent("chassis", "on-failure"),
    ),
    "synthesis": Method(
        "synthesis, chord",
        "independent coordinates of a subsystem synthesis, chord steps: the same policy on far fewer unknowns",
        "synthesis",
        lambda step: Chord(step=step, rule=RULE),
    ),
}
"""By name: the paper's two, those that tell frame and policy apart, and what jounce takes for cars."""


@dataclass(frozen=True)
class Drive:
    """A car and what it is asked to do."""

    key: str
    car: Vehicle
    plan: Maneuver
    watched: str
    """Channel that the paper shows."""

    @cached_property
    def world(self) -> tuple[cartesian_system.System, np.ndarray]:
        """The equations of all bodies and the state at the start: rolling, at rest on its springs."""
        system = cartesian_system.build(self._car, inputs=self.plan.inputs, ground=self.plan.ground)
        return system, self._start(system)

    @cached_property
    def synthesised(self) -> tuple[synthesis.System, np.ndarray]:
        """The same by subsystem synthesis."""
        system = synthesis.build(self._car, inputs=self.plan.inputs, ground=self.plan.ground)
        return system, self._start(system)

    @property
    def _car(self) -> Mechanism:
        return rolling_in_gear(self.plan, self.car)

    def _start(self, system: System) -> np.ndarray:
        return rolling_start(system, "settled", throttle=first_throttle(self.plan, self.car))


@dataclass(frozen=True)
class Record:
    """A run of a drive, and why it ended before its end, if it did."""

    drive: Drive
    run: Trajectory
    failure: SimulationError | None = None

    @cached_property
    def channels(self) -> Mapping[str, np.ndarray]:
        """All channels by name, (n,) each [SI], those of the inputs included."""
        asked = input_channels(self.drive.plan.inputs, self.run.time)
        return {channel.name: channel.values for channel in (*vehicle_channels(self.drive.car, self.run), *asked)}

    @property
    def watched(self) -> np.ndarray:
        """The acceleration that the paper shows, (n,) [m/s²]."""
        return self.channels[self.drive.watched]


def drives(j_turn: float = 5.0, bump: float = 3.0) -> tuple[Drive, Drive]:
    """Both, so many seconds of them."""
    car = library.vehicle(VEHICLE)
    turn = maneuver("j-turn", speed=60.0 / 3.6, rack_travel=-0.010, start=1.0, ramp_time=0.2, duration=j_turn)
    over = maneuver("bump", speed=40.0 / 3.6, height=0.06, length=1.0, duration=bump)
    return (
        Drive("j_turn", car, driven(turn, car), "chassis.lateral_acceleration"),
        Drive("bump", car, driven(over, car), "chassis.longitudinal_acceleration"),
    )


def drive_with(drive: Drive, method: Method, *, step: float = STEP, sample: float = STEP) -> Record:
    """Drive it as far as it goes; the first run with a method may compile."""
    return record_of(drive, method.formulation, method.integrator(step), sample)


def ready(drive: Drive, formulation: str) -> tuple[System, np.ndarray]:
    """The equations and the state at the start."""
    return drive.world if formulation == "cartesian" else drive.synthesised


def record_of(drive: Drive, formulation: str, integrator: Integrator, sample: float) -> Record:
    """Drive it with any integrator."""
    system, start = ready(drive, formulation)
    try:
        return Record(drive, simulate(system, start, end=drive.plan.end, integrator=integrator, sample=sample))
    except SimulationError as error:
        return Record(drive, error.trajectory, error)
