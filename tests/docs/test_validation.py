"""Every comparison of the validation page holds, and the page speaks of every group."""

from types import ModuleType

import pytest

from validation.comparison import Comparison
from validation.page import PAGE
from validation.registry import CASES, long_comparisons, subject


@pytest.mark.parametrize("case", CASES, ids=subject)
def test_every_comparison_holds(case: ModuleType) -> None:
    comparisons = case.comparisons()
    assert comparisons, f"{subject(case)} compares nothing"
    assert_all_hold(case, comparisons)


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CASES if hasattr(case, "long_comparisons")], ids=subject)
def test_every_long_comparison_holds(case: ModuleType) -> None:
    comparisons = long_comparisons(case)
    assert comparisons
    assert_all_hold(case, comparisons)


def assert_all_hold(case: ModuleType, comparisons: list[Comparison]) -> None:
    assert {comparison.group for comparison in comparisons} == {case.GROUP}
    exceeded = [str(comparison) for comparison in comparisons if not comparison.holds]
    assert not exceeded, "\n".join(["too far from the reference:", *exceeded])


def test_page_has_every_group() -> None:
    text = PAGE.read_text(encoding="utf-8")
    missing = [case.GROUP for case in CASES if f"## {case.GROUP}\n" not in text]
    assert not missing, f"run `make docs`: docs/validation.md lacks {', '.join(missing)}"
