"""`jounce export`: a result file for another program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def export(
    result: Annotated[Path, typer.Argument(help="A result file, such as out/j-turn-dw18/result.parquet.")],
    to: Annotated[
        Path,
        typer.Option("--to", metavar="FILE", help="What to write; the ending says how: .csv, .mat or .mf4."),
    ],
    every: Annotated[
        int, typer.Option(metavar="COUNT", help="Of a .csv file: write one of so many samples, 10 for every tenth.")
    ] = 1,
) -> None:
    """Export all channels of a result file to CSV, MATLAB or ASAM MDF.

    Example: jounce export out/j-turn-dw18/result.parquet --to j-turn.mat
    """
    from jounce.lab.results import read_result

    read_result(result).export(to, every=every)
    typer.echo(f"Wrote {to}")
