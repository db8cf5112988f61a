"""`jounce kc`: kinematics and compliance of suspensions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from jounce.cli.exit_codes import cli_errors

if TYPE_CHECKING:
    from jounce.lab.kinematics_compliance import SuspensionSheet


@cli_errors
def kc(
    vehicle: Annotated[str, typer.Argument(help="Name in the library, or a YAML file.", show_default=False)],
    axle: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this axle, such as front; by default all.")
    ] = None,
    travel: Annotated[
        str, typer.Option(metavar="LENGTH", help="Wheel travel up and down, in m or with a unit.")
    ] = "80 mm",
    brake_share: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Part of the braking that the front of two axles does, 0 to 1; by default as the static loads.",
        ),
    ] = None,
    force: Annotated[
        str | None,
        typer.Option(
            metavar="FORCE",
            help="Largest force of the load sweeps, in N or with a unit; by default 3/4 of the static wheel load.",
        ),
    ] = None,
    over: Annotated[
        Literal["contact", "centre"],
        typer.Option(help="Travel that curves are drawn over: of the contact point or of the wheel centre."),
    ] = "contact",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for page and files; by default out/kc-VEHICLE, none with --json."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure the suspensions of a vehicle on a K&C test rig: bump, roll, steering and tire loads.

    Shows camber, toe, kingpin, roll centre, wheel rates, anti-dive, Ackermann and compliance at the design position,
    and writes them over travel, steer and load as a page of curves and as files.

    Example: jounce kc sedan --axle front --travel '60 mm'
    """
    from rich.console import Console

    from jounce.lab.kinematics_compliance import kc as analyse

    with Console(stderr=True, quiet=as_json).status("moving wheels …"):
        sheet = analyse(vehicle, axle=axle, travel=travel, brake_share=brake_share, force=force)
    folder = out if out is not None or as_json else Path("out") / f"kc-{sheet.vehicle}"
    if folder is not None:
        _write(sheet, folder, over)
    if as_json:
        typer.echo(json.dumps(sheet.data(), ensure_ascii=False))
        return
    _print(sheet)
    typer.echo(f"page: {Path(folder or '') / 'kc.html'}")


def _write(sheet: SuspensionSheet, folder: Path, over: Literal["contact", "centre"]) -> None:
    import pyarrow.parquet as parquet

    from jounce.lab.results.atomic import atomic_write, write_text
    from jounce.output.reports.kc import write_kc_page

    write_kc_page(sheet, folder / "kc.html", over)
    write_text(folder / "kc.json", json.dumps(sheet.data(), indent=2, ensure_ascii=False) + "\n")
    with atomic_write(folder / "kc.parquet") as part:
        parquet.write_table(sheet.to_table(), part)


def _print(sheet: SuspensionSheet) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from jounce.lab.kinematics_compliance.summary import summary_rows

    head, *rows = summary_rows(sheet)
    table = Table(
        box=box.SIMPLE,
        title=f"{sheet.vehicle} at the design position",
        title_justify="left",
        title_style="bold",
        padding=(0, 1, 0, 0),
    )
    for n, cell in enumerate(head):
        name = "" if n == 0 else cell
        table.add_column(name, justify="left" if n < 2 else "right", style="dim" if n == 1 else None, no_wrap=True)
    for row in rows:
        table.add_row(*row)
    for axle in sheet.axles:
        for note in axle.notes:
            typer.echo(f"  note: {axle.name} axle: {note}")
    Console().print(table)
