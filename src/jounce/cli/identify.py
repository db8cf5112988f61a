"""`jounce identify`: numbers of a car from records of its runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import FAILED, INTERRUPTED, cli_errors, print_error

if TYPE_CHECKING:
    from jounce.lab.identification.fit import FitProgress
    from jounce.lab.identification.identified import Identified


@cli_errors
def identify(
    study: Annotated[Path, typer.Argument(help="Study of a fit (YAML).", show_default=False)],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the outcome; by default out/STUDY.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Threads; by default one for every core.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Delete the best values in the folder and start over.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check the study and print what would be fitted; run nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the outcome as one JSON object, nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> None:
    """Fit parameters of a vehicle to records of its runs, simulated or measured.

    Writes identified.json, identify.html (intervals, residuals, what cannot be identified) and vehicle.yaml (the car
    with the new values). The best values are kept after every step: Ctrl-C gives what was reached, exit code 130, and
    the same command goes on from there. Exit code 3 if the fit did not converge.

    Example: jounce identify examples/identify-twin.yaml
    """
    from jounce.cli.progress import compilation_notice
    from jounce.lab.identification.fit import identify as fit
    from jounce.lab.identification.read import read_identification, read_problem

    if check:
        chosen, problem = read_problem(study)
        typer.echo(f"{chosen.name}: {len(problem.numbers)} parameters of {problem.vehicle.name}")
        for number in problem.numbers:
            typer.echo(f"  {number.name}: {number.low:.6g} … {number.high:.6g} {number.unit}")
        for record in problem.records:
            typer.echo(f"  record {record.name}: replays {', '.join(record.inputs)}")
        return
    folder = out if out is not None else Path("out") / read_identification(study).name
    silent = as_json or quiet
    with compilation_notice(silent=silent):
        found = fit(study, out=folder, threads=workers, fresh=fresh, progress=None if silent else _show)
    _write(found, folder)
    if as_json:
        typer.echo(json.dumps(found.data(), allow_nan=False))
    elif not quiet:
        _print(found, folder)
    if found.status == "interrupted":
        print_error(f"interrupted: these are the best values so far. The same command goes on with {folder}.")
        raise typer.Exit(INTERRUPTED)
    if found.status == "stopped":
        print_error(f"{found.message}; give more `iterations`, better bounds or fewer parameters")
        raise typer.Exit(FAILED)


def _show(at: FitProgress) -> None:
    """A line on stderr after every step."""
    typer.echo(f"step {at.iteration}: cost {at.cost:.6g}, {at.runs} runs, {at.seconds:.0f} s", err=True)


def _write(found: Identified, folder: Path) -> None:
    from jounce.lab.results.atomic import write_text

    write_text(folder / "identified.json", json.dumps(found.data(), indent=1, allow_nan=False) + "\n")
    found.save_vehicle(folder / "vehicle.yaml")
    found.report(folder / "identify.html")


def _print(found: Identified, folder: Path) -> None:
    width = max(len(one.name) for one in found.parameters)
    for one in found.parameters:
        low, high = one.interval
        note = f"  ({one.note})" if one.note else ""
        typer.echo(
            f"  {one.name:<{width}}  {one.value:.5g} ± {one.std:.2g} {one.unit}  95 %: {low:.5g} … {high:.5g}{note}"
        )
    for direction in found.knowledge.unknown:
        typer.echo(f"  not identified: {direction}", err=True)
    typer.echo(f"  error left {found.knowledge.error:.3g} std, {found.runs} runs, {found.seconds:.0f} s")
    typer.echo(f"Page: {folder / 'identify.html'}   (beside it identified.json and vehicle.yaml)")
