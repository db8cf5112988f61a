"""`jounce design`: move hardpoints in a browser, and see K&C curves follow."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def design(
    vehicle: Annotated[str, typer.Argument(help="A YAML file, or a name in the library.", show_default=False)],
    travel: Annotated[
        str, typer.Option(metavar="LENGTH", help="Wheel travel up and down, in m or with a unit.")
    ] = "80 mm",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File to save; by default the vehicle's own, or NAME.yaml in this folder."),
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
    """Design a suspension in a browser: drag hardpoints and see camber, toe, roll centre and all curves follow.

    Targets can be drawn on curves, and marked coordinates pulled towards them within bounds. Save writes the numbers
    that changed into the YAML file and leaves its comments alone. Ctrl-C stops.

    Example: jounce design sedan --out my-sedan.yaml
    """
    from jounce.live.design.serve import design as design_live

    design_live(
        vehicle, travel=travel, out=out, host=host, port=port, browser=browser,
        progress=lambda message: typer.echo(message),
    )  # fmt: skip
