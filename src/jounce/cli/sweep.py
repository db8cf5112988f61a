"""`jounce sweep`: a study from its file to a table and a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import FAILED, INTERRUPTED, cli_errors, print_error

if TYPE_CHECKING:
    from jounce.lab.studies import StudyTable
    from jounce.lab.studies.plan import Column, Plan


@cli_errors
def sweep(
    study: Annotated[Path, typer.Argument(help="Study file (YAML).", show_default=False)],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the table and the page; by default out/STUDY.")
    ] = None,
    executor: Annotated[
        str, typer.Option(metavar="NAME", help="Who makes the runs: threads, processes, dask or ray.")
    ] = "threads",
    workers: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Threads or processes; by default one for every core.")
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Of a Dask or Ray cluster: tcp://host:8786; by default a local one."),
    ] = None,
    chunk: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="Runs that a worker takes at once; by default two seconds of work."),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget the rows that the folder holds.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check the study, say what would be run, and run nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary as one JSON object, nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> None:
    """Run a study: many runs of a maneuver with varying parameters.

    Writes runs.parquet (a row for every run), study.html (what depends on what), summary.json and study.yaml. Rows are
    kept as they come: the same command goes on where a stopped or killed one was. Runs that fail are rows with their
    reason; exit code 3 when all of them did, 130 after Ctrl-C.

    Example: jounce sweep springs.yaml --workers 8
    """
    from jounce.cli.progress import sweep_progress
    from jounce.lab.studies import sweep as run_study
    from jounce.lab.studies.read import read_plan, read_study
    from jounce.output.reports.study import write_study_page

    if check:
        _announce(read_plan(study), as_json)
        return
    folder = out if out is not None else Path("out") / read_study(study).name
    with sweep_progress(silent=as_json or quiet) as progress:
        table = run_study(
            study,
            out=folder,
            executor=executor,
            workers=workers,
            address=address,
            chunk=chunk,
            fresh=fresh,
            progress=progress,
        )
    write_study_page(table, folder / "study.html")
    _show(table, folder, as_json, quiet)
    _end(table, folder)


def _announce(plan: Plan, as_json: bool) -> None:
    """What would be run."""
    if as_json:
        columns = [{"name": c.name, "unit": c.unit, "paths": c.paths} for c in plan.columns]
        typer.echo(json.dumps({**plan.facts(), "parameters": columns, "metrics": plan.metrics}, ensure_ascii=False))
        return
    typer.echo(f"{plan.name}: {len(plan.runs)} runs of {plan.maneuver} with {plan.vehicle.name}")
    for column in plan.columns:
        typer.echo(f"  {column.name}: {_range(plan, column)}")
    typer.echo(f"  metrics: {', '.join(plan.metrics) or 'none'}")


def _range(plan: Plan, column: Column) -> str:
    """The words of a parameter, or its least and largest value with the unit."""
    values = [run.parameters[column.name] for run in plan.runs]
    if column.words:
        return ", ".join(dict.fromkeys(str(value) for value in values))
    numbers = [float(value) for value in values]
    times = " × nominal" if column.nominal else f" {column.unit}" if column.unit else ""
    return f"{min(numbers):.6g} … {max(numbers):.6g}{times}"


def _show(table: StudyTable, folder: Path, as_json: bool, quiet: bool) -> None:
    if as_json:
        typer.echo((folder / "summary.json").read_text(encoding="utf-8"), nl=False)
    elif not quiet:
        from jounce.cli.tables import print_study

        print_study(table)
        typer.echo(f"Page: {folder / 'study.html'}   (beside it runs.parquet and summary.json)")


def _end(table: StudyTable, folder: Path) -> None:
    """Say what is missing."""
    stopped, failed = table.count("interrupted"), table.count("failed")
    if stopped:
        print_error(f"interrupted: {stopped} of {len(table)} runs are missing. The same command goes on with {folder}.")
        raise typer.Exit(INTERRUPTED)
    if failed:
        first = next(str(text) for text, how in zip(table["reason"], table["status"], strict=True) if how == "failed")
        print_error(f"{failed} of {len(table)} runs failed; the first: {first}")
        if failed == len(table):
            raise typer.Exit(FAILED)
