"""`jounce fmu`: a vehicle as an FMU for co-simulation."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def fmu(
    vehicle: Annotated[str, typer.Argument(help="Name in the library, or a YAML file.", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write, such as car.fmu.", show_default=False)],
    fmi: Annotated[int, typer.Option(metavar="VERSION", help="Version of FMI: 2 or 3.")] = 2,
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
    cross_check: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for copies with reference solutions, as the FMI cross-check asks."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Write a vehicle as an FMU for co-simulation that runs without Python.

    With the package fmpy installed it is validated, driven beside the car in Python, compared to the bit and timed.

    Example: jounce fmu sedan --out sedan.fmu --fmi 3 --speed '50 km/h'
    """
    from rich.console import Console

    from jounce.lab.simulation.car_export import export_simulation
    from jounce.output.native_export.check import check_fmu
    from jounce.output.native_export.cross_check import write_cross_check
    from jounce.output.native_export.fmu import check_choices, write_archive
    from jounce.output.native_export.write import exportable, usual_platforms

    clock = time.perf_counter()
    platforms = tuple(platform or usual_platforms())
    check_choices(fmi, platforms)
    settings = {"ground": ground, "integrator": integrator, "step": step, "maneuver": maneuver}
    with Console(stderr=True, quiet=as_json).status("building …"):
        sim = exportable(vehicle, speed, {name: value for name, value in settings.items() if value is not None})
        export = export_simulation(sim)
        write_archive(export, out, fmi, platforms)
        seconds = time.perf_counter() - clock
        found: dict[str, Any] = {
            "file": str(out),
            "size_bytes": out.stat().st_size,
            "fmi": f"{fmi}.0",
            "platforms": list(platforms),
            "variables": len(export.variables),
            "seconds": round(seconds, 2),
        }
        found |= check_fmu(out, sim, export)
        if cross_check is not None:
            made = write_cross_check(sim, out, cross_check, fmi, platforms)
            found["cross_check"] = [str(place) for place in made]
    typer.echo(json.dumps(found) if as_json else describe(found))


def describe(found: dict[str, Any]) -> str:
    """What was made and checked, a line each."""
    words = {"size_bytes": "size [bytes]", "seconds": "built in [s]", "step_us": "one step [µs]"}
    lines = []
    for name, value in found.items():
        shown = ", ".join(f"{a} {b}" for a, b in value.items()) if isinstance(value, dict) else value
        shown = ", ".join(map(str, value)) or "nothing found" if isinstance(value, list) else shown
        lines.append(f"{words.get(name, name.replace('_', ' '))}: {shown}")
    return "\n".join(lines)
