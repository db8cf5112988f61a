"""Replay results in a browser."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jounce.results import Result


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
    from jounce.results import Result, read_result
    from jounce.viewer import write_replay

    runs = [run if isinstance(run, Result) else read_result(run) for run in (result, *ghosts)]
    page = Path(out) if out is not None else _beside(result)
    write_replay(runs[0], page, runs[1:])
    if browser:
        webbrowser.open(page.resolve().as_uri())
    return page


def _beside(result: Result | str | Path) -> Path:
    if isinstance(result, str | Path):
        file = Path(result)
        return file.with_name("replay.html" if file.name == "result.parquet" else f"{file.stem}.html")
    return Path(tempfile.mkdtemp(prefix="jounce-")) / "replay.html"
