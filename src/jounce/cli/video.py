"""`jounce video`: a replay as a clip."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.errors import InputError


@cli_errors
def video(
    result: Annotated[Path, typer.Argument(help="A result file, such as out/j-turn-dw18/result.parquet.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The clip, .webm or .gif; by default replay.webm beside the result."),
    ] = None,
    camera: Annotated[str, typer.Option(metavar="NAME", help="chase, hood, orbit, top, corner or side.")] = "chase",
    rate: Annotated[float, typer.Option(metavar="NUMBER", help="Pictures a second, 1 to 60.")] = 25.0,
    size: Annotated[str, typer.Option(metavar="WIDTHxHEIGHT", help="Size in pixels.")] = "960x540",
    speed: Annotated[float, typer.Option(metavar="FACTOR", help="0.25 is slow motion.")] = 1.0,
    begin: Annotated[str | None, typer.Option(metavar="TIME", help="Where in the run to begin.")] = None,
    end: Annotated[str | None, typer.Option(metavar="TIME", help="Where in the run to end.")] = None,
    see_through: Annotated[bool, typer.Option("--see-through", help="Leave the body panels out.")] = False,
    gauges: Annotated[bool, typer.Option("--gauges", help="Show speed, accelerations and pedals.")] = False,
) -> None:
    """Write the replay of a result file as a clip, WebM or GIF.

    Draws with a Chromium or Chrome of this machine, without a window (JOUNCE_CHROMIUM names one), and needs the extra
    `video`: pip install 'jounce[video]'.

    Example: jounce video out/j-turn-dw18/result.parquet --camera orbit --out turn.gif --size 640x360 --rate 15
    """
    from rich.console import Console
    from rich.progress import Progress

    from jounce.output.video.clip import write_video

    clip = out or result.with_name("replay.webm" if result.name == "result.parquet" else f"{result.stem}.webm")
    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("drawing", total=None)
        written = write_video(
            result,
            clip,
            camera=camera,
            rate=rate,
            size=parse_size(size),
            speed=speed,
            begin=begin,
            end=end,
            see_through=see_through,
            gauges=gauges,
            progress=lambda done, total: shown.update(task, completed=done, total=total),
        )
    typer.echo(f"Clip: {written} ({written.stat().st_size / 1e6:.1f} MB)")


def parse_size(text: str) -> tuple[int, int]:
    """Width and height of WIDTHxHEIGHT [px]."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise InputError("not a size", repr(text), "WIDTHxHEIGHT, such as 960x540", where="--size")
    return int(width), int(height)
