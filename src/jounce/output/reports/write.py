"""Pages as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jounce.errors import InputError
from jounce.findings import shown
from jounce.lab.results import Result, as_result, read_result
from jounce.lab.results.atomic import write_text
from jounce.output.reports.comparison_page import render_comparison
from jounce.output.reports.run_page import render_report


def write_report(result: Result | str | Path, path: str | Path) -> None:
    """Write the page of a run, given as a result or a result file, whole or not at all; raises FileError."""
    write_text(path, render_report(as_result(result)))


def compare(*results: Result | str | Path, path: str | Path, labels: Sequence[str] | None = None) -> None:
    """Write a page that shows two results or more, or result files, side by side; whole or not at all.

    labels: what to call the runs; by default what tells them apart. Raises InputError for fewer results or wrong
    labels, and FileError.
    """
    if len(results) < 2:
        got = f"{len(results)} {'result' if len(results) == 1 else 'results'}"
        raise InputError("nothing to compare", got, "two or more", "one result has `.report(path)`", "results")
    write_text(path, render_comparison([_result(one, i) for i, one in enumerate(results)], labels))


def _result(given: Result | str | Path, place: int) -> Result:
    if isinstance(given, str | Path):
        return read_result(given)
    if not isinstance(given, Result):
        raise InputError("not a result", shown(given), "a Result or a result file", where=f"results.{place}")
    return given
