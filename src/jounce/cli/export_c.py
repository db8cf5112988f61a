"""`jounce export-c`: a vehicle as a C library."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def export_c(
    vehicle: Annotated[str, typer.Argument(help="Name in the library, or a YAML file.", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the files.", show_default=False)],
    platform: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="linux64 or win64, repeatable; by default both with the package ziglang."),
    ] = None,
    speed: Annotated[str, typer.Option(metavar="SPEED", help="Speed at the start, in m/s or with a unit.")] = "0",
    ground: Annotated[str | None, typer.Option(metavar="GROUND", help="What it drives on; by default flat.")] = None,
    integrator: Annotated[
        str | None, typer.Option(metavar="NAME", help="Integrator with fixed steps; by default chord.")
    ] = None,
    step: Annotated[str | None, typer.Option(metavar="TIME", help="Inner step; by default 1 ms.")] = None,
    maneuver: Annotated[
        str | None, typer.Option(metavar="NAME", help="Maneuver that it drives by itself, instead of having inputs.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Write a vehicle as a C library that runs without Python, with a header and an example.

    On Linux the library is loaded, driven beside the car in Python, compared to the bit and timed.

    Example: jounce export-c sedan --out sedan-c --speed '50 km/h'
    """
    from rich.console import Console

    from jounce.cli.fmu import describe
    from jounce.lab.simulation.car_export import export_simulation
    from jounce.output.native_export.check import check_library
    from jounce.output.native_export.write import exportable, usual_platforms, write_library

    clock = time.perf_counter()
    platforms = tuple(platform or usual_platforms())
    settings = {"ground": ground, "integrator": integrator, "step": step, "maneuver": maneuver}
    with Console(stderr=True, quiet=as_json).status("building …"):
        sim = exportable(vehicle, speed, {name: value for name, value in settings.items() if value is not None})
        export = export_simulation(sim)
        files = write_library(export, out, platforms)
        seconds = time.perf_counter() - clock
        found: dict[str, Any] = {
            "folder": str(out),
            "files": {file.name: file.stat().st_size for file in files},
            "platforms": list(platforms),
            "seconds": round(seconds, 2),
        }
        found |= check_library(out / "libcar.so", sim, export)
    typer.echo(json.dumps(found) if as_json else describe(found))
