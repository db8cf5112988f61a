"""`jounce drive`: drive live in a browser."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.cli.realtime import parse_address
from jounce.engine.integrators.registry import join_words, live_help
from jounce.errors import InputError


@cli_errors
def drive(
    vehicle: Annotated[
        str,
        typer.Argument(help="simple (Lee 2000), a vehicle of the library, or a .yaml file."),
    ] = "sedan",
    ground: Annotated[
        str,
        typer.Option(
            metavar="GROUND", help="flat, hills, bumps, grade …, a file, or a name with options: 'plane, grade=0.1'."
        ),
    ] = "flat",
    integrator: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"{join_words(live_help())}; of the simplified car smooth or printed.",
            show_default=False,
        ),
    ] = "",
    parameters: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=NUMBER", help="Parameter, repeatable: friction=0.5, springs=1.5."),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="X,Y[,HEADING]", help="Initial position and heading on the ground [m, m, deg]: 20,-5,90."),
    ] = None,
    step: Annotated[str, typer.Option(metavar="TIME", help="Simulated step: 0.001 or '1 ms'.")] = "1 ms",
    controllers: Annotated[
        str, typer.Option(metavar="NAMES", help="Controllers of the car: 'abs, esc' (docs/controllers.md).")
    ] = "",
    obstacles: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Objects around a multibody car: none, slalom, jump, kerb, cleats, parked, playground; by default "
            "cleats on the proving ground.",
        ),
    ] = None,
    policy: Annotated[
        str, typer.Option(metavar="NAME", help="What to do when late: slow, drop or stop (docs/realtime.md).")
    ] = "slow",
    ghosts: Annotated[
        list[Path] | None,
        typer.Option("--ghost", metavar="FILE", help="A result file to drive beside, repeatable."),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for recordings.")] = Path("out"),
    udp: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Open a port for other programs (docs/realtime.md).")
    ] = None,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Where to serve; any other than 127.0.0.1 opens the page to a network."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="NUMBER", help="Port of the page; 0: any that is free.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page, or only print its address.")
    ] = True,
) -> None:
    """Drive a vehicle live in a browser, with keyboard or gamepad.

    Prints an address with a random token and opens it. Vehicle, ground, integrator and parameters can be changed on
    the page, which can pause, step, slow down, record and replay. Ctrl-C stops; a recording in progress is saved.

    Example: jounce drive rover6 --ground hills
    """
    from jounce.lab.results import read_result
    from jounce.lab.run_settings import RunSettings
    from jounce.live.viewer.live import drive as drive_live
    from jounce.schema.units import parse_quantity

    place = RunSettings(at=at).at or (0.0, 0.0, 0.0)
    drive_live(
        vehicle,
        ground=ground,
        integrator=integrator,
        parameters=_numbers(parameters or []),
        at=place,
        step=parse_quantity(step, "time"),
        controllers=controllers,
        obstacles=obstacles,
        policy=policy,
        udp=parse_address(udp),
        host=host,
        port=port,
        ghosts=[read_result(path) for path in ghosts or ()],
        out=out,
        browser=browser,
        progress=lambda message: typer.echo(message),
    )


def _numbers(options: list[str]) -> dict[str, float]:
    """NAME=NUMBER texts as a mapping."""
    found = {}
    for option in options:
        name, equals, value = option.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not equals or not math.isfinite(number):
            raise InputError("not a parameter", repr(option), "NAME=NUMBER, such as friction=0.5")
        found[name.strip().replace("-", "_")] = number
    return found
