"""`jounce run`: a maneuver with a vehicle, from names to a summary, a result file and a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.outcome import FAILED, INTERRUPTED, complain, reported
from jounce.cli.places import place_of
from jounce.errors import Refusal

if TYPE_CHECKING:
    from jounce.results import Result


@reported
def run(
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
            help="Repeat the run of a result file; what else is given here replaces its own.",
        ),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Option of the maneuver, repeatable: speed='80 km/h'."),
    ] = None,
    formulation: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How the equations are written: synthesis (the default), cartesian (world frame), chassis-frame or "
            "null-space.",
        ),
    ] = None,
    integrator: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How to step; `jounce list` shows all. By default the one that fits the formulation.",
        ),
    ] = None,
    step: Annotated[
        str | None, typer.Option(metavar="TIME", help="Fixed step, in seconds or with a unit: 0.001 or '1 ms'.")
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(metavar="NUMBER", help="Relative local error allowed by dormand-prince and abm, such as 1e-8."),
    ] = None,
    max_step: Annotated[
        str | None, typer.Option(metavar="TIME", help="Longest step that dormand-prince and abm may take: '5 ms'.")
    ] = None,
    refresh: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN", help="When tangent renews its matrix: never, on-failure, every-step, or a number of steps."
        ),
    ] = None,
    basis: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How null-space removes constraint forces; `jounce list` shows all.",
        ),
    ] = None,
    rack: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="How the rack is moved: servo or prescribed; by default as the car has it."),
    ] = None,
    initial: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="Where to start: design (the default), or settled (static equilibrium)."),
    ] = None,
    ground: Annotated[
        str | None,
        typer.Option(metavar="GROUND", help="What to drive on: a file, or a word with options: 'plane, grade=0.1'."),
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="X,Y[,HEADING]", help="Where to begin on the ground [m, m, deg]: 20,-5,90.")
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
    summary.json. What was recorded is kept when a run fails (exit code 3) or is stopped by Ctrl-C (130). With --from
    it repeats a run, and says whether the numbers are the same to the last bit.

    Example: jounce run j-turn --vehicle dw18 --set speed='80 km/h' --out out/fast
    """
    from jounce.cli.repeat import asked_of, compared
    from jounce.cli.run_progress import run_progress
    from jounce.maneuvers.run import RunError
    from jounce.maneuvers.run import run as run_maneuver
    from jounce.results import read_result

    given = {
        "formulation": formulation,
        "integrator": integrator,
        "step": step,
        "tolerance": tolerance,
        "max_step": max_step,
        "refresh": refresh,
        "basis": basis,
        "rack": rack,
        "initial": initial,
        "ground": ground,
        "at": place_of(at),
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    original = read_result(repeated) if repeated is not None else None
    asked = asked_of(original, str(repeated), maneuver, vehicle, chosen, _parsed(options or []))
    failure: str | None = None
    with run_progress(silent=as_json or quiet) as report:
        try:
            result = run_maneuver(report=report, **asked)
        except RunError as error:
            result, failure = error.result, str(error)
    folder = out
    if folder is None and not as_json and original is None:
        folder = Path("out") / f"{result.metadata.maneuver}-{result.metadata.vehicle}"
    _show(result, as_json, quiet)
    if original is not None and not quiet:
        typer.echo(compared(original, result, str(repeated)), err=as_json)
    if folder is not None:
        _write(result, folder, silent=as_json or quiet)
    _end(result, failure, folder)


def _parsed(options: list[str]) -> dict[str, str]:
    """NAME=VALUE texts as a mapping; `ramp-time` may stand for `ramp_time`."""
    parsed = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name.strip():
            raise Refusal("not an option of a maneuver", repr(option), "NAME=VALUE, such as speed='80 km/h'")
        parsed[name.strip().replace("-", "_")] = value.strip()
    return parsed


def _show(result: Result, as_json: bool, quiet: bool) -> None:
    if as_json:
        typer.echo(json.dumps(result.summary, allow_nan=False))
    elif not quiet:
        from jounce.cli.summary_table import print_summary

        print_summary(result)
        for warning in result.metadata.warnings:
            complain(f"warning: {warning}")


def _write(result: Result, folder: Path, silent: bool) -> None:
    """The three files of a run; says where the report is."""
    from jounce.reports import write_report
    from jounce.results import write_result
    from jounce.results.atomic import write_text

    write_result(result, folder / "result.parquet")
    write_text(folder / "summary.json", json.dumps(result.summary, indent=2, allow_nan=False) + "\n")
    write_report(result, folder / "report.html")
    if not silent:
        typer.echo(f"Report: {folder / 'report.html'}   (beside it result.parquet and summary.json)")


def _end(result: Result, failure: str | None, folder: Path | None) -> None:
    """Say why a run is not complete, and where what there is of it went."""
    kept = f"What was recorded until t = {result.time[-1]:.6g} s is in {folder}." if folder is not None else ""
    if failure is not None:
        complain(f"{failure} {kept}".strip())
        raise typer.Exit(FAILED)
    if result.metadata.interrupted:
        complain(f"interrupted at t = {result.time[-1]:.6g} s. {kept}".strip())
        raise typer.Exit(INTERRUPTED)
