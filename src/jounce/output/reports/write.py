"""Pages as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jounce.errors import InputError
from jounce.lab.results import Result, as_result
from jounce.lab.results.atomic import write_text
from jounce.output.reports.comparison_page import render_comparison
from jounce.output.reports.run_page import render_report


def write_report(result: Result | str | Path, path: str | Path) -> None:
    """Write the page of a run, given as a result or a result file, whole or not at all; raises FileError."""
    write_text(path, render_report(as_result(result)))


def report(*results: Result | str | Path, path: str | Path, labels: Sequence[str] | None = None) -> None:
    """Write the page of a run, or of several side by side, whole or not at all; results may be result files.

    labels: what to call the runs of a comparison; by default what tells them apart. Raises InputError for wrong labels,
    and FileError.
    """
    if not results:
        raise InputError("nothing to report", "no results", "one or more", where="results")
    if len(results) == 1:
        if labels is not None:
            raise InputError("labels without a comparison", ", ".join(labels), "two results or more", where="labels")
        write_report(results[0], path)
        return
    write_text(path, render_comparison([as_result(result) for result in results], labels))
