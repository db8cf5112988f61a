"""`jounce run`: a maneuver with a vehicle, from names to a summary, a result file and a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import FAILED, INTERRUPTED, cli_errors, print_error
from jounce.cli.run_options import RunCommand, chosen_of, merge_options, parse_assignments

if TYPE_CHECKING:
    from jounce.lab.results import Result


FILES = ("result.parquet", "summary.json", "report.html")
"""What a run writes into its folder."""


@cli_errors
def run(
    context: typer.Context,
    maneuver: Annotated[
        str | None,
        typer.Argument(help="Name of a maneuver (`jounce list` shows all), or a YAML file.", show_default=False),
    ] = None,
    vehicle: Annotated[
        str | None,
        typer.Option(
            "--vehicle",
            "-v",
            metavar="NAME_OR_FILE",
            help="Name of a library vehicle, or a YAML file.",
            show_default=False,
        ),
    ] = None,
    repeated: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="RESULT",
            help="Repeat the run of a result file; further options replace those of the file.",
        ),
    ] = None,
    assigned: Annotated[
        list[str] | None,
        typer.Option(
            "--set", "-s", metavar="NAME=VALUE", help="Option of the maneuver, repeatable: speed='80 km/h' is --speed."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for the files; by default out/MANEUVER-VEHICLE, none with --json or --from."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object only.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> None:
    """Run a maneuver with a vehicle.

    Prints a summary, and writes result.parquet (all channels), report.html (plots, one self-contained page) and
    summary.json. The samples recorded so far are kept when a run fails (exit code 3) or is stopped by Ctrl-C (130).
    With --from it repeats a run and reports whether the results are bit-identical.

    Options of a maneuver are options of this command: `jounce run step-steer --help` lists them with their defaults.
    Quantities are in SI or have a unit.

    Example: jounce run step-steer --vehicle sedan --speed "80 km/h" --out out/fast
    """
    from jounce.cli.progress import run_progress
    from jounce.cli.repeat import compare_with_original, merge_arguments
    from jounce.lab.results import read_result
    from jounce.lab.results.atomic import check_writable
    from jounce.lab.runs.run import RunError
    from jounce.lab.runs.run import run as run_maneuver

    chosen = chosen_of(context)
    options = merge_options(parse_assignments(assigned or ()), chosen.options)
    original = read_result(repeated) if repeated is not None else None
    asked = merge_arguments(original, str(repeated), maneuver, vehicle, chosen.settings, options)
    failure: str | None = None
    if out is not None or (not as_json and original is None):
        check_writable(out or "out", FILES if out is not None else ())
    with run_progress(silent=as_json or quiet) as progress:
        try:
            result = run_maneuver(progress=progress, **asked)
        except RunError as error:
            result, failure = error.result, str(error)
    folder = out
    if folder is None and not as_json and original is None:
        folder = Path("out") / f"{result.metadata.maneuver}-{result.metadata.vehicle}"
    _show(result, as_json, quiet)
    if original is not None and not quiet:
        typer.echo(compare_with_original(original, result, str(repeated)), err=as_json)
    if folder is not None:
        _write(result, folder, silent=as_json or quiet)
    _end(result, failure, folder)


run.command_class = RunCommand  # type: ignore[attr-defined]


def _show(result: Result, as_json: bool, quiet: bool) -> None:
    if as_json:
        typer.echo(json.dumps(result.summary, allow_nan=False))
    elif not quiet:
        from jounce.cli.tables import print_summary

        print_summary(result)
        for warning in result.metadata.warnings:
            typer.echo(f"warning: {warning}", err=True)


def _write(result: Result, folder: Path, silent: bool) -> None:
    """The three files of a run; says where the report is."""
    from jounce.lab.results.atomic import write_text

    result.save(folder / "result.parquet")
    write_text(folder / "summary.json", json.dumps(result.summary, indent=2, allow_nan=False) + "\n")
    result.report(folder / "report.html")
    if not silent:
        typer.echo(f"Report: {folder / 'report.html'}   (beside it result.parquet and summary.json)")


def _end(result: Result, failure: str | None, folder: Path | None) -> None:
    """Say why a run is not complete, and where what there is of it went."""
    kept = f"What was recorded until t = {result.time[-1]:.6g} s is in {folder}." if folder is not None else ""
    if failure is not None:
        print_error(f"{failure} {kept}".strip())
        raise typer.Exit(FAILED)
    if result.metadata.interrupted:
        print_error(f"interrupted at t = {result.time[-1]:.6g} s. {kept}".strip())
        raise typer.Exit(INTERRUPTED)
