"""`jounce optimise`: numbers of a car that make its metrics best."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import FAILED, INTERRUPTED, cli_errors, print_error

if TYPE_CHECKING:
    from jounce.lab.optimisation.optimise import OptimisationProgress
    from jounce.lab.optimisation.optimised import Optimised, Trial


@cli_errors
def optimise(
    study: Annotated[Path, typer.Argument(help="Study of an optimisation (YAML).", show_default=False)],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the outcome; by default out/STUDY.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Threads; by default one for every core.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget the cars that the folder holds.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check the study, say what would be run, and run nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the outcome as one JSON object, nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> None:
    """Optimise parameters of a car for one or several metrics: ride against road holding, understeer near a target.

    Writes optimised.json, optimise.html (the Pareto front) and vehicle.yaml (the compromise). All cars are kept as they
    come: Ctrl-C gives the front of what is known, exit code 130, and the same command goes on from there. Exit code 3
    if no car meets all conditions.

    Example: jounce optimise examples/optimise-ride.yaml
    """
    from jounce.cli.progress import compilation_notice
    from jounce.lab.optimisation.optimise import optimise as search
    from jounce.lab.optimisation.read import read_optimisation, read_problem

    if check:
        chosen, problem = read_problem(study)
        cars = chosen.population * chosen.generations
        typer.echo(f"{chosen.name}: {cars} cars, {cars * len(problem.cases)} runs of {', '.join(problem.cases)}")
        for number in problem.numbers:
            typer.echo(f"  {number.name}: {number.low:.6g} … {number.high:.6g} {number.unit}")
        for name, goal in problem.goals.items():
            typer.echo(f"  {name}: {goal}")
        return
    folder = out if out is not None else Path("out") / read_optimisation(study).name
    silent = as_json or quiet
    with compilation_notice(silent=silent):
        found = search(study, out=folder, threads=workers, fresh=fresh, progress=None if silent else _show)
    _write(found, folder)
    if as_json:
        typer.echo(json.dumps(found.data(), allow_nan=False))
    elif not quiet:
        _print(found, folder)
    if found.status == "interrupted":
        print_error(f"interrupted: this is the front of what was run. The same command goes on with {folder}.")
        raise typer.Exit(INTERRUPTED)
    if found.best is None:
        print_error("no car meets all conditions; give other bounds or conditions, or more generations")
        raise typer.Exit(FAILED)


def _show(at: OptimisationProgress) -> None:
    """A line on stderr after every generation."""
    words = f"generation {at.generation}/{at.generations}: {at.cars} cars, {at.front} on the front, {at.seconds:.0f} s"
    typer.echo(words, err=True)


def _write(found: Optimised, folder: Path) -> None:
    from jounce.lab.results.atomic import write_text

    write_text(folder / "optimised.json", json.dumps(found.data(), indent=1, allow_nan=False) + "\n")
    found.save_vehicle(folder / "vehicle.yaml")
    found.report(folder / "optimise.html")


def _print(found: Optimised, folder: Path) -> None:
    best = found.best
    chosen: list[tuple[str, Trial]] = [("as it is", found.trials[0])]
    if best is not None:
        chosen.append(("compromise", best))
    for label, trial in chosen:
        values = ", ".join(f"{name} {value:.4g}" for name, value in trial.values.items())
        metrics = ", ".join(f"{name} {trial.metrics.get(name):.4g}" for name in found.problem.goals)
        typer.echo(f"  {label}: {metrics}   ({values})")
    typer.echo(f"  {len(found.front)} cars on the front, of {len(found.trials)}; {found.runs} runs")
    typer.echo(f"Page: {folder / 'optimise.html'}   (beside it optimised.json and vehicle.yaml)")
