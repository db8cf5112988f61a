"""The two drives of Kang 2014, section 7, and the methods that drive them.

A front-wheel-drive car on double wishbones, with rack and powertrain, at steps of 1 ms: a J-turn at 60 km/h, and over a
bump at 40 km/h. Steering input and bump are drawn in Figs. 4(a) and 4(c) only, which we cannot read, and no number of
the car is in print: the car is `sedan`, and input and bump are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from jounce.engine.formulations.chassis_frame.system import in_chassis_frame
from jounce.engine.formulations.registry import find_formulation
from jounce.engine.formulations.world_frame.system import System as WorldFrame
from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.simulate import Chord, Integrator
from jounce.engine.simulate.observer import to_world_frame
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.errors import SimulationError
from jounce.lab.maneuvers import maneuver
from jounce.lab.runs.driving import adapt_to_car, first_throttle, rolling_in_gear
from jounce.model import library
from jounce_papers.drives import Drive, Ready, Record

VEHICLE = "sedan"
STEP = 1e-3
"""Step of every method, and time between samples [s]."""
RULE = "trapezoid"
"""Rule of all implicit methods. BDF2 takes as long, and its rms errors of the accelerations are three to four times as
large: 6e-5 against 1.5e-5 m/s² in the J-turn, 0.024 against 0.008 m/s² over the bump."""

WATCHED = {"j_turn": "chassis.lateral_acceleration", "bump": "chassis.longitudinal_acceleration"}
"""The channel that the paper shows, by drive."""


@dataclass(frozen=True)
class Method:
    """A formulation and an integrator, as a function of the step [s]."""

    title: str
    about: str
    formulation: str
    integrator: Callable[[float], Integrator]


def _tangent(refresh: str) -> Callable[[float], Integrator]:
    return lambda step: TangentSpace(refresh=refresh, rule=RULE, step=step)


METHODS: Mapping[str, Method] = {
    "conventional": Method(
        "world, every step",
        "conventional: world axes, a new matrix at every step",
        "world-frame",
        _tangent("every-step"),
    ),
    "proposed": Method(
        "chassis, never",
        "proposed: chassis axes, the matrix of the start for ever",
        "chassis-frame",
        _tangent("never"),
    ),
    "world_never": Method("world, never", "the policy without the frame", "world-frame", _tangent("never")),
    "world_on_failure": Method(
        "world, on failure",
        "world axes, a new matrix when an iteration fails",
        "world-frame",
        _tangent("on-failure"),
    ),
    "chassis_every_step": Method(
        "chassis, every step", "the frame without the policy", "chassis-frame", _tangent("every-step")
    ),
    "chassis_on_failure": Method(
        "chassis, on failure",
        "chassis axes, a new matrix when an iteration fails",
        "chassis-frame",
        _tangent("on-failure"),
    ),
    "synthesis": Method(
        "synthesis, chord",
        "independent coordinates of a subsystem synthesis, chord steps: the same policy on far fewer unknowns",
        "synthesis",
        lambda step: Chord(step=step, rule=RULE),
    ),
}
"""Methods by name: the paper's two, those that tell frame and policy apart, and what jounce takes for cars."""


def drives(j_turn: float = 5.0, bump: float = 3.0) -> tuple[Drive, Drive]:
    """The J-turn and the bump, so many seconds of them."""
    car = library.vehicle(VEHICLE)
    turn = maneuver("j-turn", speed=60.0 / 3.6, rack_travel=-0.010, start=1.0, ramp_time=0.2, duration=j_turn)
    over = maneuver("bump", speed=40.0 / 3.6, height=0.06, length=1.0, duration=bump)
    return Drive("j_turn", car, adapt_to_car(turn, car), _build), Drive("bump", car, adapt_to_car(over, car), _build)


def _build(drive: Drive, formulation: str) -> Ready:
    """Equations of the car in gear, and its state: rolling, at rest on its springs."""
    if formulation == "chassis-frame":
        system, start = drive.ready("world-frame")
        return in_chassis_frame(to_world_frame(system)), start
    build = find_formulation(formulation).build
    system = build(rolling_in_gear(drive.plan, drive.car), inputs=drive.plan.inputs, ground=drive.plan.ground)
    return system, rolling_start(system, "settled", throttle=first_throttle(drive.plan, drive.car))


def world(drive: Drive) -> tuple[WorldFrame, np.ndarray]:
    """The equations of all bodies and the state at the start."""
    system, start = drive.ready("world-frame")
    return to_world_frame(system), start


def drive_with(drive: Drive, method: Method, *, step: float = STEP, sample: float = STEP) -> Record:
    """Drive it with a method as far as it goes."""
    return record_of(drive, method.formulation, method.integrator(step), sample)


def record_of(drive: Drive, formulation: str, integrator: Integrator, sample: float) -> Record:
    """Drive it with any integrator as far as it goes."""
    try:
        return drive.run(formulation, integrator, sample=sample)
    except SimulationError as error:
        return Record(drive, error.trajectory, error)


def watched_acceleration(record: Record) -> np.ndarray:
    """The acceleration that the paper shows, (n,) [m/s²]."""
    return record.channels[WATCHED[record.drive.name]]
