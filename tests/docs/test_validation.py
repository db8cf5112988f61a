"""Every comparison of the validation page holds and is on the page, with its summary and every group."""

from types import ModuleType

import pytest

from validation.comparison import Comparison
from validation.numbers import by_quantity, shown, worst
from validation.page import PAGE, PAPER_ROWS
from validation.registry import CASES, SECTIONS, long_comparisons, subject
from validation.summary import LINES
from validation.tables import matrix_table, rows_table

TEXT = PAGE.read_text(encoding="utf-8")
MATRICES = {case.GROUP for section in SECTIONS if section.matrix for case in section.cases}


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
    table = tables_of_page()[case.GROUP]
    missing = [str(row) for row in comparisons if not is_on_page(row, table)]
    assert not missing, "\n".join(["run `make docs`: docs/validation.md lacks", *missing])


def tables_of_page() -> dict[str, list[list[str]]]:
    """Cells of the rows of every group's table."""
    found: dict[str, list[list[str]]] = {}
    for part in TEXT.split("\n### ")[1:]:
        group, _, rest = part.partition("\n")
        lines = [line for line in rest.partition("\n## ")[0].splitlines() if line.startswith("| ")]
        found[group] = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return found


def is_on_page(row: Comparison, table: list[list[str]]) -> bool:
    """Whether the table of its group has the row with what is allowed, or its cell; differences vary by machine."""
    if row.group in MATRICES:
        return row.quantity in table[0] and any(cells[0] == row.name for cells in table)
    name = ""
    for cells in table:
        name = cells[0] or name
        if (name, cells[1], cells[2], cells[4]) == (row.name, row.quantity, row.reference, allowed(row)):
            return True
    return False


def allowed(row: Comparison) -> str:
    return shown(row.allowed, row.kind)


def test_page_has_every_group() -> None:
    missing = [case.GROUP for case in CASES if f"## {case.GROUP}\n" not in TEXT]
    assert not missing, f"run `make docs`: docs/validation.md lacks {', '.join(missing)}"


def test_page_has_its_summary_sections_papers_and_limits() -> None:
    titles = [line[3:] for line in TEXT.splitlines() if line.startswith("## ")]
    sections = [section.title for section in SECTIONS]
    assert titles == ["Summary", *sections, "Papers", "What is not validated", "How to make this page again"]
    summary = TEXT.partition("## Summary")[2].partition("\n## ")[0]
    for line in LINES:
        assert f"| {line.what} | {line.reference} |" in summary
    for _, _, name in PAPER_ROWS:
        assert f"`jounce reproduce {name}`" in TEXT
    assert len({subject(case) for case in CASES}) == len(CASES)


def test_every_case_has_a_line_of_the_summary() -> None:
    assert {subject(case) for line in LINES for case in line.cases} == {subject(case) for case in CASES}


def row(error: float, kind: str = "relative", **more: str) -> Comparison:
    given = {"group": "G", "name": "car", "quantity": "speed", "reference": "paper"} | more
    return Comparison(error=error, allowed=0.1, kind=kind, **given)


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (7.74e-4, "of peak", "0.077 % of peak"),
        (0.04, "RMS of peak", "4.0 % RMS of peak"),
        (0.114, "relative", "11 %"),
        (4.7e-10, "relative", "4.7e-10"),
        (1.7e-5, "m", "17 µm"),
        (2.4e-7, "m", "240 nm"),
        (0.5, "N", "500 mN"),
        (3e-11, "rad", "3.0e-11 rad"),
        (0.057, "ln", "0.057 ln"),
        (7e-4, "1", "0.00070"),
        (0.0, "of peak", "0"),
    ],
)
def test_differences_are_written_as_an_engineer_reads_them(value: float, kind: str, text: str) -> None:
    assert shown(value, kind) == text


def test_a_summary_holds_the_largest_of_each_kind_or_quantity() -> None:
    rows = [row(0.01), row(0.03), row(2e-3, "m", quantity="height")]
    assert worst(rows) == "3.0 %, 2.0 mm"
    assert by_quantity([row(0.01), row(0.03), row(0.02, quantity="roll")]) == "speed 3.0 %, roll 2.0 %"
    with pytest.raises(ValueError, match="several kinds"):
        by_quantity(rows)


def test_tables_mark_what_is_exceeded_and_leave_gaps() -> None:
    rows = [row(0.2), row(0.01, quantity="roll"), row(0.02, name="truck", quantity="roll")]
    assert rows_table(rows).splitlines()[2:] == [
        "| car | speed | paper | 20 % **exceeded** | 10 % |  |",
        "|  | roll | paper | 1.0 % | 10 % |  |",
        "| truck | roll | paper | 2.0 % | 10 % |  |",
    ]
    assert matrix_table(rows).splitlines()[2:] == ["| car | 20 % **exceeded** | 1.0 % |", "| truck | – | 2.0 % |"]
