"""`jounce handling`: yaw-moment diagram and g-g-V envelope of a car."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def handling(
    vehicle: Annotated[str, typer.Argument(help="Name in the library, or a YAML file.", show_default=False)],
    speed: Annotated[
        str, typer.Option(metavar="SPEED", help="Speed of the yaw-moment diagram, in m/s or with a unit.")
    ] = "100 km/h",
    speeds: Annotated[
        str, typer.Option(metavar="SPEEDS", help="Speeds of the g-g-V envelope, with commas between them.")
    ] = "40 km/h, 80 km/h, 120 km/h, 160 km/h",
    friction: Annotated[float, typer.Option(metavar="FACTOR", help="Friction of the ground.")] = 1.0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for page and file; by default out/handling-VEHICLE, none with --json."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Draw what a car can do at its limits: yaw-moment diagram and g-g-V envelope, from quasi-steady balance.

    Shows stability and control at the origin, the largest steady cornering, braking and driving, and writes a page.

    Example: jounce handling sedan --speed '80 km/h'
    """
    from rich.console import Console

    from jounce.lab.quasi_steady.handling import handling as analyse
    from jounce.lab.results.atomic import write_text

    wanted = [part.strip() for part in speeds.split(",") if part.strip()]
    with Console(stderr=True, quiet=as_json).status("balancing …"):
        found = analyse(vehicle, speed=speed, speeds=wanted, friction=friction)
    text = json.dumps(found.data(), ensure_ascii=False)
    folder = out if out is not None or as_json else Path("out") / f"handling-{found.vehicle}"
    if folder is not None:
        from jounce.output.reports.handling import write_handling_page

        write_handling_page(found, folder / "handling.html")
        write_text(folder / "handling.json", text)
    if as_json:
        typer.echo(text)
        return
    from jounce.output.reports.handling import number_rows

    for label, value, unit in number_rows(found):
        typer.echo(f"{label}: {value} {unit}".rstrip())
    if folder is not None:
        typer.echo(f"page: {folder / 'handling.html'}")
