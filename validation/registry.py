"""The cases, in the order of the page. To add one: write validation/cases/<subject>.py with GROUP and comparisons()."""

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
    measured_car,
    null_space,
    simple_car,
    standard_tests,
    synthesis,
    tire_parity,
)

CASES: tuple[ModuleType, ...] = (
    free_bodies,
    closed_forms,
    benchmark_pendulum,
    benchmark_four_bar,
    benchmark_andrews,
    benchmark_bricard,
    benchmark_governor,
    benchmark_iltis,
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


def subject(case: ModuleType) -> str:
    """The last part of a case's module name."""
    return case.__name__.rpartition(".")[2]
