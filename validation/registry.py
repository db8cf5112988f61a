"""The cases, in the order of the page. To add one: write validation/cases/<subject>.py with GROUP and comparisons().

What takes more than a few seconds goes into long_comparisons(): it stands on the page and is a slow test.
"""

from __future__ import annotations

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
    tire_parity,
)
from validation.comparison import Comparison

CASES: tuple[ModuleType, ...] = (
    free_bodies,
    closed_forms,
    benchmark_pendulum,
    benchmark_four_bar,
    benchmark_andrews,
    benchmark_bricard,
    benchmark_governor,
    benchmark_iltis,
    iltis_car,
    adams_joints,
    dw18,
    synthesis,
    chassis_frame,
    null_space,
    ground_and_tires,
    tire_parity,
    simple_car,
    standard_tests,
    measured_car,
)


def long_comparisons(case: ModuleType) -> list[Comparison]:
    """Comparisons of a case that take long."""
    return case.long_comparisons() if hasattr(case, "long_comparisons") else []


def subject(case: ModuleType) -> str:
    """The last part of a case's module name."""
    return case.__name__.rpartition(".")[2]
