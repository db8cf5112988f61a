"""`jounce view`: replay a result file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.outcome import reported


@reported
def view(
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
    from jounce.front.view import view as replayed

    typer.echo(f"Replay: {replayed(result, ghosts=ghosts or (), out=out, browser=browser)}")
