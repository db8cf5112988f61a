"""`jounce measured`: a measurement as a result file, with its channels in our names, units and signs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def measured(
    file: Annotated[Path, typer.Argument(help="Measurement: a .csv, .parquet, .mat or .mf4 file.")],
    map_: Annotated[
        Path,
        typer.Option("--map", metavar="MAP.yaml", help="Which column is which channel; units, signs, grid, filter."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The result file to write; by default FILE.measured.parquet beside it."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a report of the measurement: an HTML page.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object only.")] = False,
) -> None:
    """Convert a measurement into a result file for reports, comparisons and replays.

    Columns get the names, units and signs of channels, an even grid of time and a zero-phase filter; metrics are
    computed from them. docs/measurements.md has the keys of a map.

    Example: jounce measured drive.csv --map drive.yaml --out measured.parquet
    """
    import json

    from jounce.lab.measurements.read import read_measurement

    result = read_measurement(file, map_)
    path = out or file.with_suffix(".measured.parquet")
    result.save(path)
    if report is not None:
        result.report(report)
    if as_json:
        typer.echo(json.dumps({**result.summary, "channels": list(result), "result": str(path)}))
        return
    typer.echo(repr(result).strip("<>"))
    for note in result.metadata.warnings:
        typer.echo(f"warning: {note}", err=True)
    typer.echo(f"Result: {path}" + (f"\nReport: {report}" if report is not None else ""))
