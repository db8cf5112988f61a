"""Pages as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jounce.errors import InputError
from jounce.lab.results import Result
from jounce.lab.results.atomic import write_text
from jounce.output.reports.comparison_page import render_comparison
from jounce.output.reports.run_page import render_report


def write_report(result: Result, path: str | Path) -> None:
    """Write the page of a run, whole or not at all; raises FileError."""
    write_text(path, render_report(result))


def report(*results: Result, path: str | Path, labels: Sequence[str] | None = None) -> None:
    """Write the page of a run, or of several side by side, whole or not at all.

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
    write_text(path, render_comparison(results, labels))
