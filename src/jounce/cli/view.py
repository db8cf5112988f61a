"""`jounce view` and `jounce.view`: replay results, or look at the geometry of a car, in a browser."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.errors import InputError

if TYPE_CHECKING:
    from jounce.lab.results import Result
    from jounce.model.vehicle import Vehicle


@cli_errors
def view_command(
    result: Annotated[
        str,
        typer.Argument(
            help="A result file, such as out/j-turn-dw18/result.parquet; or a vehicle, by name or as a YAML file.",
            show_default=False,
        ),
    ],
    ghosts: Annotated[
        list[Path] | None,
        typer.Option("--ghost", metavar="FILE", help="Another result file, drawn translucent beside it; repeatable."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The page to write; by default replay.html beside the result file, or NAME-geometry.html here.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page, or only write it.")] = True,
) -> None:
    """Replay a result file in 3D: one self-contained page with a time slider.

    For a vehicle, show its geometry with the key and the coordinates of every hardpoint.

    Example: jounce view out/j-turn-dw18/result.parquet
    """
    page = view(result, ghosts=ghosts or (), out=out, browser=browser)
    typer.echo(f"{'Geometry' if _is_vehicle(result) else 'Replay'}: {page}")


def view(
    result: Result | Vehicle | str | Path,
    *,
    ghosts: Sequence[Result | str | Path] = (),
    out: str | Path | None = None,
    browser: bool = True,
) -> Path:
    """Write a page that replays a result, or a result file, in 3D, open it, and give its path.

    Of a vehicle, by name, as a YAML file or as it is, the page shows the geometry with the keys of its hardpoints.
    ghosts: other results, drawn translucent beside it. out: the page; by default beside the result file, for a vehicle
    NAME-geometry.html in this folder, or in a temporary folder.
    """
    from jounce.lab.results import as_result

    if _is_vehicle(result):
        return _view_vehicle(result, ghosts, out, browser)
    runs = [as_result(run) for run in (cast("Result | str | Path", result), *ghosts)]
    page = Path(out) if out is not None else _page_beside(result)
    runs[0].replay(page, runs[1:])
    if browser:
        webbrowser.open(page.resolve().as_uri())
    return page


def _is_vehicle(given: object) -> bool:
    """Whether it is a vehicle, the name of one, or a YAML file."""
    from jounce.model import library
    from jounce.model.vehicle import Vehicle

    if isinstance(given, Vehicle):
        return True
    text = str(given) if isinstance(given, str | Path) else ""
    return text.lower().endswith((".yaml", ".yml")) or text in library.names()


def _view_vehicle(given: Any, ghosts: Sequence[Any], out: str | Path | None, browser: bool) -> Path:
    from jounce.model.library import load_vehicle
    from jounce.output.replay.geometry import write_geometry

    if ghosts:
        raise InputError("ghosts without a run", str(len(ghosts)), "a result file to show them beside", where="ghosts")
    car = load_vehicle(given)
    page = Path(out) if out is not None else Path(f"{car.name}-geometry.html")
    write_geometry(car, page)
    if browser:
        webbrowser.open(page.resolve().as_uri())
    return page


def _page_beside(result: object) -> Path:
    if isinstance(result, str | Path):
        file = Path(result)
        return file.with_name("replay.html" if file.name == "result.parquet" else f"{file.stem}.html")
    return Path(tempfile.mkdtemp(prefix="jounce-")) / "replay.html"
