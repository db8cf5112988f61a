"""The drive of Kim & Yoo 1997, section 6, and the methods that drive it.

A small car with MacPherson struts in front and a twist axle behind, at 40 km/h: straight on for 4 s, then the rack
follows one sine of 10 mm until 8 s. No number of the car is in print: it is `hatchback`. At both ends of a sine the
rate of the rack jumps, and formulations differ in who takes the impulse; a filter of 10 ms before the rack, the same
for all, spares them that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from jounce import library, synthesis
from jounce.analysis import assemble
from jounce.formulations.cartesian import system as cartesian_system
from jounce.formulations.null_space import system as null_space_system
from jounce.maneuvers import Maneuver, maneuver
from jounce.mechanism import Mechanism
from jounce.results.input_channels import input_channels
from jounce.results.vehicle_channels import vehicle_channels
from jounce.simulate import AdamsBashforthMoulton, Integrator, Trajectory, simulate
from jounce.simulate.observer import System, start_state
from jounce.vehicle import Vehicle, rolling, with_prescribed_rack

VEHICLE = "hatchback"
SMOOTHING = 0.01
"""Time constant of the filter before the rack [s]."""
RELATIVE, ABSOLUTE = 1e-6, 1e-8
"""Local error that is allowed, of every method."""
SAMPLE = 0.01
"""Between samples [s]."""
MAXIMUM_STEPS = (1e-3, 5e-3, 10e-3)
"""Of the figures' captions [s]."""


@dataclass(frozen=True)
class Method:
    """Equations of motion, built from a mechanism and the signals of its inputs."""

    title: str
    about: str
    build: Callable[..., System]


def _null_space(basis: str, velocities: str) -> Callable[..., System]:
    return partial(null_space_system.build, basis=basis, velocities=velocities)


METHODS: Mapping[str, Method] = {
    "projection": Method(
        "projection",
        "null space by projection; all joint velocities are integrated and corrected after each step",
        _null_space("projection", "all"),
    ),
    "projection_printed": Method(
        "projection, as printed",
        "null space by projection; ż are integrated, as the paper prints it",
        _null_space("projection", "independent"),
    ),
    "qr": Method(
        "QR, ż",
        "tangent frame of a QR decomposition, held while it serves; ż are integrated (Kim & Vanderploeg 1986)",
        _null_space("qr", "independent"),
    ),
    "qr_all": Method(
        "QR, all velocities",
        "null space of a QR decomposition at every instant; all joint velocities are integrated",
        _null_space("qr", "all"),
    ),
    "svd": Method(
        "SVD, all velocities",
        "null space of a singular value decomposition at every instant; all joint velocities are integrated",
        _null_space("svd", "all"),
    ),
    "partitioning": Method(
        "partitioning",
        "coordinate partitioning (Wehage & Haug 1982); all joint velocities are integrated",
        _null_space("partitioning", "all"),
    ),
    "augmented_joint": Method(
        "augmented, joints",
        "accelerations and multipliers together [2.5], in joint coordinates",
        _null_space("augmented", "all"),
    ),
    "augmented_world": Method(
        "augmented, world",
        "accelerations of all bodies and all multipliers together, in world coordinates, by a sparse LDLᵀ",
        cartesian_system.build,
    ),
    "synthesis": Method(
        "synthesis",
        "independent coordinates of a subsystem synthesis, straight-line kernels generated for the car",
        synthesis.build,
    ),
}
"""By name: the paper's two, their relatives, and what a general-purpose code and jounce by itself would take."""


@dataclass(frozen=True)
class Drive:
    """A car and what it is asked to do."""

    car: Vehicle
    plan: Maneuver
    systems: dict[str, System] = field(default_factory=dict, repr=False)
    """By method, as they have been asked for."""
    starts: dict[str, np.ndarray] = field(default_factory=dict, repr=False)
    """States at the start, by method."""

    @cached_property
    def mechanism(self) -> Mechanism:
        """The car at its design position, rolling."""
        return rolling(self.car, self.plan.speed)

    def system(self, name: str) -> System:
        """The equations of a method."""
        if name not in self.systems:
            self.systems[name] = METHODS[name].build(self.mechanism, inputs=self.plan.inputs)
        return self.systems[name]

    def start(self, name: str) -> np.ndarray:
        """The state at the start."""
        system = self.system(name)
        if name not in self.starts:
            first = assemble(system) if isinstance(system, cartesian_system.System) else start_state(system)
            self.starts[name] = first
        return self.starts[name]


@dataclass(frozen=True)
class Record:
    """A run of the drive."""

    drive: Drive
    run: Trajectory

    @cached_property
    def channels(self) -> Mapping[str, np.ndarray]:
        """All channels by name, (n,) each [SI], those of the inputs included."""
        asked = input_channels(self.drive.plan.inputs, self.run.time)
        return {channel.name: channel.values for channel in (*vehicle_channels(self.drive.car, self.run), *asked)}


def lane_change(**options: float) -> Drive:
    """The paper's, or a shorter one."""
    car = with_prescribed_rack(library.vehicle(VEHICLE), smoothing=SMOOTHING)
    return Drive(car, maneuver("lane-change", speed=40.0 / 3.6, rack_travel=-0.010, **options))


def adams(largest: float, relative: float = RELATIVE) -> AdamsBashforthMoulton:
    """The integrator of all methods, with a maximum step [s]."""
    return AdamsBashforthMoulton(relative=relative, absolute=relative * ABSOLUTE / RELATIVE, largest_step=largest)


def drive_with(drive: Drive, name: str, integrator: Integrator, end: float | None = None) -> Record:
    """Drive it with a method, to its end or to another time [s]; the first run with a method may compile."""
    until, start = drive.plan.end if end is None else end, drive.start(name)
    return Record(drive, simulate(drive.system(name), start, end=until, integrator=integrator, sample=SAMPLE))
