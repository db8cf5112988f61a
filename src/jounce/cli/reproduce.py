"""`jounce reproduce`: the numbers of a paper beside ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            help="Name of a paper: song-2005, lee-2010, lee-2000, kang-2014 or kim-1997.", show_default=False
        ),
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="Only what is soon done: no times, no second formulation.")
    ] = False,
    full: Annotated[
        bool,
        typer.Option("--full", help="With studies beyond the paper, if there are any: minutes instead of seconds."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder for PAPER.txt, .json and, if there is one, .html; by default none."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Reproduce the results of a paper and compare them with the published ones.

    song-2005: operation counts of an SLA quarter suspension, stage by stage, counted by running the production kernels
    on numbers that count, and the time per evaluation of the compiled ones.

    lee-2010: a 6×6 turns left on rough ground of Ferguson patches, with heights, accelerations, roll, energy and times,
    and in the world frame as well; a page of figures.

    lee-2000: a simplified car climbs a slope, jumps and lands, and a tall one overturns in a bend, with the printed law
    and with ours: flight, roll, energies, time of a frame; a page of pictures.

    kang-2014: a J-turn and a bump with implicit steps on all bodies, with a new matrix at every step in world axes and
    with the first one for ever in chassis axes: times, iterations, differences; a page of figures. With --full, longer
    steps and other tolerances.

    kim-1997: a lane change with constraint forces removed by a null space, found by projection and by QR at three
    maximum steps, and with the augmented system in world coordinates: violations, steps, motion, times; a page of
    figures. With --full, other tolerances and ten minutes of steering.

    Example: jounce reproduce song-2005 --out out/song-2005
    """
    from rich.console import Console

    import jounce_papers
    from jounce.lab.results.atomic import write_text

    with Console(stderr=True, quiet=as_json).status("computing …" if quick else "computing and compiling …"):
        done = jounce_papers.reproduce(paper, measure=not quick, full=full)
    typer.echo(json.dumps(done.data, ensure_ascii=False) if as_json else done.text)
    if out is not None:
        write_text(out / f"{done.name}.txt", done.text + "\n")
        write_text(out / f"{done.name}.json", json.dumps(done.data, indent=2, ensure_ascii=False) + "\n")
        if done.page is not None:
            write_text(out / f"{done.name}.html", done.page)
