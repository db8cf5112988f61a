"""The cases by the sections of the page, in their order. To add one: write validation/cases/<subject>.py with GROUP and
comparisons(), and name it here.

What takes more than a few seconds goes into long_comparisons(): it stands on the page and is a slow test.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from validation.cases import (
    adams_joints,
    benchmark_andrews,
    benchmark_bricard,
    benchmark_four_bar,
    benchmark_governor,
    benchmark_iltis,
    benchmark_pendulum,
    chassis_frame,
    closed_forms,
    dw18,
    free_bodies,
    ground_and_tires,
    iltis_car,
    measured_car,
    null_space,
    simple_car,
    standard_tests,
    synthesis,
    tire_law_parity,
    tire_parity,
)
from validation.comparison import Comparison


@dataclass(frozen=True)
class Section:
    """A section of the page: its title, what a reader must know before the tables, and its cases."""

    title: str
    about: str
    cases: tuple[ModuleType, ...]
    matrix: bool = False
    """Whether its tables have a column for every quantity."""


MEASURED = Section(
    "A measured car",
    """\
A drive of a BMW M8 on a test track (ROADVIEW project, MIT licence), with the car of the library driven by the recorded
steering and speed. Six numbers were fitted on the straight acceleration and the first lane change; the second, harder
lane change and the braking were never fitted. Aims: 8 % of the measured peak for yaw rate and lateral acceleration,
15 % for the roll angle. What this does not show stands [below](#what-is-not-validated).""",
    (measured_car,),
)
TIRES = Section(
    "Tire laws",
    """\
Every law against a second evaluation on NumPy arrays that shares nothing with the compiled one, over 0.4 to 1.5 times
the nominal load, slip ratios up to ±0.5, slip angles up to ±20°, three camber angles, and 90 % of the nominal
pressure where the law depends on it. Cells hold the largest difference on the grid, by the largest value there; a
dash stands for what a law does not have. Allowed: 1e-11, and 3.5 % for the friction ellipse, whose slips count from
−S_H, where Adams has −S_H − S_V/K. MF 5.2 and MF 6.2 are the other two files with another dialect. MFeval and parked
cars: [Grounds, tires and the 6×6 rover](#grounds-tires-and-the-66-rover).""",
    (tire_parity, tire_law_parity),
    matrix=True,
)
BENCHMARKS = Section(
    "Benchmarks",
    """\
The IFToMM library of multibody benchmarks (A01 to A05) and the road vehicle of the IAVSD. A04 and A05 have no published
numbers: their reference is a second method, written from the equations of motion. The Iltis is compared with the output
of Robotran for the same data.""",
    (
        benchmark_pendulum,
        benchmark_four_bar,
        benchmark_andrews,
        benchmark_bricard,
        benchmark_governor,
        benchmark_iltis,
        iltis_car,
    ),
)
OTHER_PROGRAMS = Section(
    "Another program: ADAMS",
    """\
One body on one joint or spring for five seconds, against columns of ADAMS that Project Chrono publishes with its
tests. Cells hold the largest difference by the largest value of the column; *columns that are zero* are in SI. Five
of the motions are pendulums (Distance, Revolute, RotSpring, Spherical, Universal), whose motion is known exactly. So
the error of ADAMS's own columns is known there, and is added to the 1e-4 (motion) and 1e-3 (forces) that are allowed;
what the table shows of them is that error. The last column is the difference of jounce from the exact motion, with
1e-9 allowed.""",
    (adams_joints,),
    matrix=True,
)
CLOSED_FORMS = Section(
    "Closed forms",
    "Motions with a solution on paper, integrated with Dormand–Prince at tight tolerances.",
    (free_bodies, closed_forms),
)
FORMULATIONS = Section(
    "Whole cars: formulations against each other",
    """\
Four formulations of the same car share models of forces, but neither coordinates, equations nor code: world frame with
multipliers, chassis frame, null space, synthesis. A wrong sign in one of them shows here. A wrong sign in a force law
does not: that is a matter of the sections above.""",
    (dw18, synthesis, chassis_frame, null_space),
)
GROUNDS = Section("Grounds, standard tests, simplified car", "", (ground_and_tires, standard_tests, simple_car))

SECTIONS = (MEASURED, TIRES, BENCHMARKS, OTHER_PROGRAMS, CLOSED_FORMS, FORMULATIONS, GROUNDS)
CASES: tuple[ModuleType, ...] = tuple(case for section in SECTIONS for case in section.cases)


def long_comparisons(case: ModuleType) -> list[Comparison]:
    """Comparisons of a case that take long."""
    return case.long_comparisons() if hasattr(case, "long_comparisons") else []


def subject(case: ModuleType) -> str:
    """The last part of a case's module name."""
    return case.__name__.rpartition(".")[2]
