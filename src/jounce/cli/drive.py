"""`jounce drive`: drive live in a browser."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.outcome import reported
from jounce.cli.places import address_of, place_of
from jounce.errors import Refusal


@reported
def drive(
    vehicle: Annotated[
        str,
        typer.Argument(help="simple (Lee 2000), a vehicle of the library, or a .yaml file."),
    ] = "sedan",
    ground: Annotated[
        str,
        typer.Option(
            metavar="GROUND", help="flat, hills, bumps, grade …, a file, or a word with options: 'plane, grade=0.1'."
        ),
    ] = "flat",
    engine: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="chord, rosenbrock or midpoint; of the simplified car smooth or printed.",
            show_default=False,
        ),
    ] = "",
    parameters: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=NUMBER", help="Parameter, repeatable: friction=0.5, springs=1.5."),
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="X,Y[,HEADING]", help="Where to begin on the ground [m, m, deg]: 20,-5,90.")
    ] = None,
    step: Annotated[str, typer.Option(metavar="TIME", help="Simulated step: 0.001 or '1 ms'.")] = "1 ms",
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

    Prints an address with a random token and opens it. Vehicle, ground, engine and parameters can be changed on the
    page, which can pause, step, slow down, record and replay. Ctrl-C stops; a recording that is under way is kept.

    Example: jounce drive rover6 --ground hills
    """
    from jounce.results import read_result
    from jounce.units import parse_quantity
    from jounce.viewer import drive as drive_live

    place = place_of(at) or (0.0, 0.0, 0.0)
    drive_live(
        vehicle,
        ground=ground,
        engine=engine,
        parameters=_numbers(parameters or []),
        at=place,
        step=parse_quantity(step, "time"),
        policy=policy,
        udp=address_of(udp),
        host=host,
        port=port,
        ghosts=[read_result(path) for path in ghosts or ()],
        folder=out,
        browser=browser,
        tell=lambda text: typer.echo(text),
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
            raise Refusal("not a parameter", repr(option), "NAME=NUMBER, such as friction=0.5")
        found[name.strip().replace("-", "_")] = number
    return found
