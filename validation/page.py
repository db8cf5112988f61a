"""docs/validation.md: a summary, tables of comparisons by section, papers, and what is not validated."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from validation.comparison import Comparison
from validation.limits import NOT_VALIDATED
from validation.registry import SECTIONS, Section
from validation.summary import summary
from validation.tables import tables

PAGE = Path(__file__).parents[1] / "docs" / "validation.md"

OPENING = """\
# Validation

What was compared with what, and how close it came. `python -m validation` computes the numbers of all tables and writes
this page; the test suite asserts every row (`tests/docs/test_validation.py`).

Two questions are different. *Are the equations solved rightly?* Benchmarks, closed forms, other programs and four
formulations of the same car say so, to between four and eleven digits. *Do the numbers of a model describe a real car?*
One measured drive says so, for one car and below the limit of friction. Read
[what is not validated](#what-is-not-validated) before relying on more.

## Summary

The largest difference over a run, or over all rows of a table: of the value itself, "of peak" by the largest value of
that quantity, or in the unit given. Shares below 1e-4 are not in percent. The last digits differ from machine to
machine.
"""

PAPERS = """\
## Papers

Five papers are the origin of the methods. None prints the numbers of its car, so only counts, ratios and statements can
be compared. Each command prints a table with the paper on one side and jounce on the other, and remarks where they
differ ([docs/commands.md](commands.md#jounce-reproduce)).
"""

PAPER_ROWS = (
    ("Song 2005", "operations of a quarter suspension, stage by stage", "song-2005"),
    ("Kim 1997", "violations, steps and motion of a lane change by null space; time", "kim-1997"),
    ("Kang 2014", "iterations, new matrices and accelerations with a matrix in chassis axes; time", "kang-2014"),
    ("Lee 2000", "flight, landing and rolling over of a simplified car; time of a frame", "lee-2000"),
    ("Lee 2010", "a 6×6 over bumps: wheel heights, roll, accelerations; the same drive in the world frame", "lee-2010"),
)
"""Paper, what is compared, and its name for `jounce reproduce`."""

CLOSING = """\
## How to make this page again

`make docs` (or `python -m validation`) computes everything in about two minutes and writes the page, if all comparisons
hold. `python -m validation --check` prints the tables and writes nothing; names of cases behind it
(`python -m validation --check tire_parity`) choose some. A case is a module in `validation/cases` with a `GROUP` and a
function `comparisons`; it stands in a section of `validation/registry.py` and, if an engineer should see it first, in a
line of `validation/summary.py`. What takes more than a few seconds is in `long_comparisons`, which `make test-slow`
asserts.
"""


def section(of: Section, comparisons: Sequence[Comparison]) -> str:
    """A section of the page with its tables, from all comparisons."""
    groups = [case.GROUP for case in of.cases]
    rows = [row for row in comparisons if row.group in groups]
    about = f"{of.about}\n\n" if of.about else ""
    return f"## {of.title}\n\n{about}{tables(rows, matrix=of.matrix)}\n"


def text(comparisons: Sequence[Comparison]) -> str:
    """The whole page."""
    sections = [section(one, comparisons) for one in SECTIONS]
    return "\n".join([OPENING, f"{summary(comparisons)}\n", *sections, papers(), NOT_VALIDATED, CLOSING])


def papers() -> str:
    """The section on papers."""
    rows = [f"| {paper} | {what} | `jounce reproduce {name}` |" for paper, what, name in PAPER_ROWS]
    return "\n".join([PAPERS, "| paper | compared | command |", "|---|---|---|", *rows, ""])


def write(comparisons: Sequence[Comparison], page: Path = PAGE) -> None:
    """Replace the page in one stroke: no reader ever sees half of it."""
    page.parent.mkdir(exist_ok=True)
    draft = page.with_name(f"{page.name}.{os.getpid()}.new")
    try:
        draft.write_text(text(comparisons), encoding="utf-8")
        draft.replace(page)
    finally:
        draft.unlink(missing_ok=True)
