"""The drive of Kim & Yoo 1997, section 6, and the methods that drive it.

A small car with MacPherson struts in front and a twist axle behind, at 40 km/h: straight on for 4 s, then the rack
follows one sine of 10 mm until 8 s. No number of the car is in print: it is `hatchback`. At both ends of a sine the
rate of the rack jumps, and formulations differ in who takes the impulse; a filter of 10 ms before the rack, the same
for all, spares them that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.null_space import system as null_space_system
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.simulate import AdamsBashforthMoulton, Integrator
from jounce.lab.maneuvers import maneuver
from jounce.model import library
from jounce.model.vehicle import rolling, with_prescribed_rack
from jounce_papers.drives import Drive, Ready, Record

VEHICLE = "hatchback"
SMOOTHING = 0.01
"""Time constant of the filter before the rack [s]."""
RELATIVE, ABSOLUTE = 1e-6, 1e-8
"""Local error that every method is allowed."""
SAMPLE = 0.01
"""Time between samples [s]."""
MAXIMUM_STEPS = (1e-3, 5e-3, 10e-3)
"""Maximum steps of the figures' captions [s]."""


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
"""Methods: the paper's two, their relatives, and what a general-purpose code and jounce by itself would take."""


def lane_change(**options: float) -> Drive:
    """The paper's lane change, or a shorter one."""
    car = with_prescribed_rack(library.vehicle(VEHICLE), smoothing=SMOOTHING)
    return Drive("lane_change", car, maneuver("lane-change", speed=40.0 / 3.6, rack_travel=-0.010, **options), _build)


def _build(drive: Drive, method: str) -> Ready:
    """Equations of a method and the state at the start: at the design position, rolling."""
    system = METHODS[method].build(rolling(drive.car, drive.plan.speed), inputs=drive.plan.inputs)
    return system, system.start_state()


def adams(largest: float, relative: float = RELATIVE) -> AdamsBashforthMoulton:
    """The integrator of all methods, with a maximum step [s]."""
    return AdamsBashforthMoulton(relative=relative, absolute=relative * ABSOLUTE / RELATIVE, largest_step=largest)


def drive_with(drive: Drive, method: str, integrator: Integrator, end: float | None = None) -> Record:
    """Drive it with a method, to its end or to another time [s]."""
    return drive.run(method, integrator, sample=SAMPLE, end=end)
