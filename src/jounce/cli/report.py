"""`jounce report`: the page of a result file, or several of them side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def report(
    results: Annotated[
        list[Path], typer.Argument(help="One result file or more, such as out/j-turn-dw18/result.parquet.")
    ],
    labels: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…", help="What to call the runs, separated by commas; by default what tells them apart."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The page to write; by default report.html (or comparison.html) beside the first file."
        ),
    ] = None,
) -> None:
    """Write the report of a run, or a comparison of several: one self-contained page to view, print or send.

    A comparison overlays the plots, puts metrics side by side with their differences, and marks settings that differ.

    Example: jounce report stiff.parquet soft.parquet --labels stiff,soft --out comparison.html
    """
    from jounce.errors import InputError
    from jounce.lab.results import read_result
    from jounce.output.reports import compare

    page = out or results[0].with_name("report.html" if len(results) == 1 else "comparison.html")
    names = [label.strip() for label in labels.split(",")] if labels is not None else None
    if len(results) > 1:
        compare(*results, path=page, labels=names)
    elif names is not None:
        raise InputError("labels without a comparison", ", ".join(names), "two results or more", where="labels")
    else:
        read_result(results[0]).report(page)
    typer.echo(f"Report: {page}")
