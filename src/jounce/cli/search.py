"""`jounce search`: the last value of a parameter with which a maneuver still passes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import FAILED, cli_errors, print_error
from jounce.cli.run_options import RunCommand, chosen_of, merge_options, parse_assignments

if TYPE_CHECKING:
    from jounce.lab.studies.search import SearchResult, Trial


@cli_errors
def search(
    context: typer.Context,
    maneuver: Annotated[str, typer.Argument(help="Name of a maneuver, or a YAML file.", show_default=False)],
    vehicle: Annotated[
        str,
        typer.Option("--vehicle", "-v", metavar="NAME_OR_FILE", help="Name in the library, or a YAML file."),
    ],
    passes: Annotated[
        str,
        typer.Option(
            metavar="CONDITION",
            help="Metric that is yes or no, such as obstacle_avoidance_passed, or a condition on metrics.",
        ),
    ],
    begin: Annotated[
        str, typer.Option("--from", metavar="VALUE", help="Value that should pass, in SI or with a unit.")
    ],
    end: Annotated[str, typer.Option("--to", metavar="VALUE", help="Value at the other end, in SI or with a unit.")],
    path: Annotated[
        str,
        typer.Option(metavar="PATH", help="What is changed, as in a study: maneuver.speed, vehicle.chassis.mass."),
    ] = "maneuver.speed",
    points: Annotated[
        int, typer.Option(metavar="NUMBER", min=2, help="Values over the range that are tried first.")
    ] = 6,
    resolution: Annotated[
        str | None,
        typer.Option(metavar="VALUE", help="How close the answer is; by default a hundredth of the range."),
    ] = None,
    assigned: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Option of the maneuver, repeatable."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object only.")] = False,
) -> None:
    """Find the last value with which a maneuver still passes, such as the speed through a double lane change.

    Tries some values over the range, then halves what is between the last that passes and the first that does not.
    Says so if a value beyond passes again. Options of the maneuver and settings of the run are options of this command,
    as of `jounce run`. Exit code 3 if no value passes.

    Example: jounce search double-lane-change --vehicle sedan --course "ISO 3888-2" --hold-speed no --from "30 km/h"
    --to "90 km/h" --passes obstacle_avoidance_passed
    """
    from jounce.lab.run_settings import RunSettings
    from jounce.lab.studies.search import search as find

    chosen = chosen_of(context)
    found = find(
        maneuver,
        vehicle=vehicle,
        path=path,
        between=(begin, end),
        passes=passes,
        points=points,
        resolution=resolution,
        options=merge_options(parse_assignments(assigned or ()), chosen.options),
        settings=RunSettings(**chosen.settings),
        progress=None if as_json else lambda trial: _print_trial(trial, begin),
    )
    if as_json:
        typer.echo(json.dumps(found.data()))
    else:
        _print(found, begin)
    if found.limit is None:
        print_error(f"{found.path}: {begin} does not pass; begin with a value that does")
        raise typer.Exit(FAILED)


search.command_class = RunCommand  # type: ignore[attr-defined]


def _shown(value: float, like: str) -> str:
    """A value in the unit of a text."""
    from jounce.lab.studies.quantities import unit_text
    from jounce.schema.units import parse_unit

    unit = unit_text(like)
    return f"{value / parse_unit(unit).factor:.4g} {unit}" if unit else f"{value:.6g}"


def _print_trial(trial: Trial, like: str) -> None:
    near = next((value for name, value in trial.metrics.items() if name.endswith("_margin")), None)
    margin = f"  margin {near:+.3f} m" if near is not None else ""
    early = f"  {trial.failure.splitlines()[0][:60]}" if trial.failure else ""
    typer.echo(f"  {_shown(trial.value, like):>12}  {'passes' if trial.passed else 'fails'}{margin}{early}")


def _print(found: SearchResult, like: str) -> None:
    if found.limit is not None and found.beyond is None:
        typer.echo(f"{found.path}: passes everywhere up to {_shown(found.limit, like)}.")
    elif found.limit is not None and found.beyond is not None:
        typer.echo(f"{found.path}: passes at {_shown(found.limit, like)}, fails at {_shown(found.beyond, like)}.")
    if not found.monotone:
        typer.echo("warning: a value beyond the first that fails passes again.", err=True)
