"""`jounce view` and `jounce.view`: replay results in a browser."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import cli_errors

if TYPE_CHECKING:
    from jounce.lab.results import Result


@cli_errors
def view_command(
    result: Annotated[Path, typer.Argument(help="A result file, such as out/j-turn-dw18/result.parquet.")],
    ghosts: Annotated[
        list[Path] | None,
        typer.Option("--ghost", metavar="FILE", help="Another result file, drawn translucent beside it; repeatable."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The page to write; by default replay.html beside the result file."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page, or only write it.")] = True,
) -> None:
    """Replay a result file in 3D: one self-contained page with a time slider, which opens from a disk.

    Example: jounce view out/j-turn-dw18/result.parquet
    """
    typer.echo(f"Replay: {view(result, ghosts=ghosts or (), out=out, browser=browser)}")


def view(
    result: Result | str | Path,
    *,
    ghosts: Sequence[Result | str | Path] = (),
    out: str | Path | None = None,
    browser: bool = True,
) -> Path:
    """Write a page that replays a result, or a result file, in 3D, open it, and give its path.

    ghosts: others, drawn translucent beside it. out: the page; by default beside the result file, or in a temporary
    folder.
    """
    from jounce.lab.results import as_result

    runs = [as_result(run) for run in (result, *ghosts)]
    page = Path(out) if out is not None else _page_beside(result)
    runs[0].replay(page, runs[1:])
    if browser:
        webbrowser.open(page.resolve().as_uri())
    return page


def _page_beside(result: Result | str | Path) -> Path:
    if isinstance(result, str | Path):
        file = Path(result)
        return file.with_name("replay.html" if file.name == "result.parquet" else f"{file.stem}.html")
    return Path(tempfile.mkdtemp(prefix="jounce-")) / "replay.html"
