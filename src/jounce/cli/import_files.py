"""`jounce import`: vehicles of other programs as vehicle files; `jounce.import_chrono` in Python."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.cli.help_pages import PlainCommand, PlainGroup

if TYPE_CHECKING:
    from jounce.model.chrono_files import ImportedVehicle

app = typer.Typer(
    cls=PlainGroup,
    help="Import vehicles from files of other programs.\n\n"
    "Example: jounce import chrono VEHICLE.json --tire TIRE.tir --out car.yaml",
    no_args_is_help=True,
)


@app.command("chrono", cls=PlainCommand)
@cli_errors
def import_chrono_command(
    vehicle: Annotated[Path, typer.Argument(help="JSON file of a wheeled vehicle of Chrono.", show_default=False)],
    tire: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="Tire: a .tir file, or a Pac02Tire, TMeasyTire or FialaTire in JSON.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="YAML file to write; the tire file is copied beside it.")],
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder at which the paths in the files begin; by default one above VEHICLE."),
    ] = None,
) -> None:
    """Turn a wheeled vehicle of Project Chrono into a vehicle file, and list what could not be carried over.

    Double wishbones and multilinks, racks and Pitman arms are known; anything else is refused by name and file.

    Example: jounce import chrono Sedan_Vehicle.json --tire Sedan_Pac02Tire.json --out sedan.yaml
    """
    found = import_chrono(vehicle, tire=tire, data=data, out=out)
    typer.echo(f"{out}: {found.vehicle!r}")
    for note in found.notes:
        typer.echo(f"note: {note}")


def import_chrono(
    path: str | os.PathLike[str],
    *,
    tire: str | os.PathLike[str],
    data: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
) -> ImportedVehicle:
    """A wheeled vehicle of Project Chrono's JSON files: `vehicle`, and `notes` on what was not carried over.

    path: the vehicle's file. tire: a .tir file, or a Pac02Tire, TMeasyTire or FialaTire in JSON. data: the folder at
    which paths in the files begin, by default one above the vehicle's file. out: a YAML file to write, with a .tir file
    beside it. Raises ModelError with everything that is refused, by name and file.
    """
    from jounce.model.chrono_files import read_chrono_vehicle

    found = read_chrono_vehicle(os.fspath(path), tire=os.fspath(tire), data=os.fspath(data) if data else None)
    if out is not None:
        _write(found, Path(out))
    return found


def _write(found: ImportedVehicle, out: Path) -> None:
    """The YAML file with the notes as comments, and the tire file beside it."""
    from jounce.lab.results.atomic import write_text
    from jounce.schema.yaml_text import dump_yaml

    out.parent.mkdir(parents=True, exist_ok=True)
    keys = found.keys
    if found.tire_file is not None:
        beside = out.parent / found.tire_file.name
        if beside.resolve() != found.tire_file.resolve():
            shutil.copyfile(found.tire_file, beside)
        axles = {name: axle | {"tire": {"file": beside.name}} for name, axle in keys["axles"].items()}
        keys = keys | {"axles": axles}
    notes = "".join(f"# {note}\n" for note in found.notes)
    body = dump_yaml(keys)
    write_text(out, f"# Imported by `jounce import chrono`. Not carried over, or taken in another way:\n{notes}{body}")
