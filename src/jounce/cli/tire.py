"""`jounce tire` and `jounce.tire`: what a tire property file means."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.cli.wrapping import wrap_lines
from jounce.errors import InputError
from jounce.schema.paths import as_path
from jounce.schema.units import parse_quantity

if TYPE_CHECKING:
    from jounce.output.reports.tire import TireSheet


@cli_errors
def tire_command(
    file: Annotated[Path, typer.Argument(help="Tire property file (.tir).", show_default=False)],
    load: Annotated[
        list[str] | None,
        typer.Option(metavar="FORCE", help="Load to show, repeatable, in N or with a unit: '4 kN'; by default five."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for the page; by default out/tire-NAME, none with --json."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Show the characteristics of a tire property file (PAC2002, MF 5.2, 6.1, 6.2) by load: stiffness, peaks, trail.

    Also writes a page of curves: Fx, Fy and Mz by load, camber, combined slip, stiffness and friction over the load.

    Example: jounce tire my-tire.tir --load '3 kN' --load '5 kN'
    """
    from rich.console import Console

    from jounce.lab.results.atomic import write_text
    from jounce.output.reports.tire import write_tire_page

    with Console(stderr=True, quiet=as_json).status("compiling and rolling …"):
        sheet = tire(file, load or ())
    folder = out if out is not None or as_json else Path("out") / f"tire-{file.stem}"
    if folder is not None:
        write_tire_page(sheet, folder / "tire.html")
        write_text(folder / "tire.json", json.dumps(sheet.data(), indent=2, ensure_ascii=False) + "\n")
    if as_json:
        typer.echo(json.dumps(sheet.data(), ensure_ascii=False))
        return
    _print(sheet)
    typer.echo(f"page: {Path(folder or '') / 'tire.html'}")


def _print(sheet: TireSheet) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from jounce.output.reports.tire.page import load_rows, sheet_words

    head, *rows = load_rows(sheet)
    table = Table(
        box=box.SIMPLE, title=Path(sheet.file.name).name, title_justify="left", title_style="bold", padding=(0, 1, 0, 0)
    )
    for n, cell in enumerate(head):
        table.add_column(cell, justify="left" if n == 0 else "right", style="dim" if n == 1 else None, no_wrap=True)
    for row in rows:
        table.add_row(*row)
    radius = sheet.file.values["UNLOADED_RADIUS"]
    typer.echo(wrap_lines(" · ".join(sheet_words(sheet))))
    typer.echo(f"unloaded radius {1e3 * radius:.4g} mm, nominal load {1e-3 * sheet.nominal_load:.4g} kN")
    for finding in sheet.file.findings:
        typer.echo(wrap_lines(f"  note: {finding}"))
    Console().print(table)


def tire(path: str | Path, loads: Sequence[float | str] = ()) -> TireSheet:
    """Stiffnesses, peaks, trail and lengths of a .tir file by load; loads: [N, or strings with a unit], default five.

    Raises FileError, ModelError or InputError.
    """
    from jounce.model import tire_files as tir
    from jounce.output.reports.tire import tire_sheet

    wanted = [_load(load) for load in loads]
    return tire_sheet(tir.read(as_path(path, "a .tir file", where="path")), wanted)


def _load(given: float | str) -> float:
    value = parse_quantity(given, "force")
    if value <= 0.0:
        raise InputError("not a load", repr(given), "a positive force such as '4 kN'", where="load")
    return value
