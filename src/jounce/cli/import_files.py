"""`jounce import`: vehicles and hardpoints of other programs as vehicle files.

`jounce.import_chrono` and `jounce.import_hardpoints` in Python.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.cli.help_pages import PlainCommand, PlainGroup
from jounce.errors import InputError

if TYPE_CHECKING:
    from jounce.model.chrono_files import ImportedVehicle
    from jounce.model.vehicle import Vehicle

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
    engine: Annotated[Path | None, typer.Option(metavar="FILE", help="JSON file of an engine.")] = None,
    transmission: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON file of a transmission, with --engine.")
    ] = None,
) -> None:
    """Turn a wheeled vehicle of Project Chrono into a vehicle file, and list what could not be carried over.

    Double wishbones, struts, semi-trailing arms, three links, multilinks, generic suspensions, solid axles on three
    links, leaf springs or push pipes, wheels without suspension, racks, Pitman arms and rotary arms are known;
    anything else is refused by name and file.

    Example: jounce import chrono Sedan_Vehicle.json --tire Sedan_Pac02Tire.json --out sedan.yaml
    """
    found = import_chrono(vehicle, tire=tire, data=data, engine=engine, transmission=transmission, out=out)
    typer.echo(f"{out}: {found.vehicle!r}")
    for note in found.notes:
        typer.echo(f"note: {note}")


def import_chrono(
    path: str | os.PathLike[str],
    *,
    tire: str | os.PathLike[str],
    data: str | os.PathLike[str] | None = None,
    engine: str | os.PathLike[str] | None = None,
    transmission: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
) -> ImportedVehicle:
    """A wheeled vehicle of Project Chrono's JSON files: `vehicle`, and `notes` on what was not carried over.

    path: the vehicle's file. tire: a .tir file, or a Pac02Tire, TMeasyTire or FialaTire in JSON. data: the folder at
    which paths in the files begin, by default one above the vehicle's file. engine, transmission: files of both, or
    of neither: then inputs drive the wheels. out: a YAML file to write, with a .tir file beside it. Raises ModelError
    with everything that is refused, by name and file.
    """
    from jounce.model.chrono_files import read_chrono_vehicle

    if (engine is None) != (transmission is None):
        raise InputError("one without the other", "engine or transmission", "both, or neither", where="engine")
    both = None if engine is None or transmission is None else (os.fspath(engine), os.fspath(transmission))
    found = read_chrono_vehicle(
        os.fspath(path), tire=os.fspath(tire), data=os.fspath(data) if data else None, powertrain=both
    )
    if out is not None:
        _write(found, Path(out))
    return found


@app.command("hardpoints", cls=PlainCommand)
@cli_errors
def import_hardpoints_command(
    table: Annotated[Path, typer.Argument(help="CSV file with the columns name, x, y, z.", show_default=False)],
    template: Annotated[
        str,
        typer.Option(
            metavar="VEHICLE", help="Vehicle that has all but the hardpoints: a name of the library or a file."
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="YAML file to write.")],
    unit: Annotated[
        str | None,
        typer.Option(metavar="UNIT", help="Unit of the numbers, mm or m, unless the header says it, as in `x [mm]`."),
    ] = None,
) -> None:
    """Put a table of hardpoints into a vehicle that serves as a template.

    Names are paths of points, such as front.lower_arm.ball_joint; x forward, y left, z up, the ground z = 0. What the
    table does not give stays as the template has it, and is listed.

    Example: jounce import hardpoints points.csv --template dw18 --out car.yaml
    """
    found = import_hardpoints(table, template=template, unit=unit, out=out)
    typer.echo(f"{out}: {found.vehicle!r}")
    for note in found.notes:
        typer.echo(f"note: {note}")


@dataclass(frozen=True)
class ImportedHardpoints:
    """A vehicle with the hardpoints of a table, and what of it is the template's."""

    vehicle: Vehicle
    notes: tuple[str, ...]


def import_hardpoints(
    path: str | os.PathLike[str],
    *,
    template: str | os.PathLike[str] | Vehicle,
    unit: str | None = None,
    out: str | os.PathLike[str] | None = None,
) -> ImportedHardpoints:
    """A vehicle with the hardpoints of a CSV file (name, x, y, z): `vehicle`, and `notes` on what is the template's.

    template: the vehicle that has all but the hardpoints. unit: `mm` or `m`, of the numbers, unless the header says it.
    out: a YAML file to write. Raises ModelError with all findings and their lines.
    """
    from jounce.lab.results.atomic import write_text
    from jounce.model.library import load_vehicle
    from jounce.model.vehicle.hardpoint_table import FACTORS, kept_points, read_hardpoints, with_hardpoints
    from jounce.schema.written_keys import written_keys
    from jounce.schema.yaml_text import dump_yaml

    if unit is not None and unit not in FACTORS:
        raise InputError("unknown unit", repr(unit), " or ".join(FACTORS), where="unit")
    base = load_vehicle(
        template if isinstance(template, str) or not isinstance(template, os.PathLike) else Path(template)
    )
    table = read_hardpoints(os.fspath(path), cast("Any", unit))
    car, notes = with_hardpoints(base, table), []
    if not table.says_unit:
        notes.append(f"neither header nor option says the unit: numbers are taken in {table.unit}, by their size")
    if kept := kept_points(base, table):
        notes.append(f"points of the template {base.name}: {', '.join(kept)}")
    notes.append(f"masses, centres of mass, springs and everything else are those of the template {base.name}")
    if out is not None:
        text = dump_yaml(written_keys(car))
        lines = "".join(f"# {note}\n" for note in notes)
        write_text(Path(out), f"# Imported by `jounce import hardpoints` from {Path(path).name}.\n{lines}{text}")
    return ImportedHardpoints(car, tuple(notes))


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
