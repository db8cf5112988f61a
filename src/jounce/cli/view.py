"""`jounce view`: replay a result file."""

from __future__ import annotations

import webbrowser
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
    from jounce.results import read_result
    from jounce.viewer import write_replay

    page = out or result.with_name("replay.html" if result.name == "result.parquet" else f"{result.stem}.html")
    write_replay(read_result(result), page, [read_result(path) for path in ghosts or ()])
    typer.echo(f"Replay: {page}")
    if browser:
        webbrowser.open(page.resolve().as_uri())
