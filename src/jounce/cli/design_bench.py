"""`jounce bench design`: what does a move on the design page cost its server?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def design(
    vehicle: Annotated[
        str, typer.Option("--vehicle", "-v", metavar="NAME_OR_FILE", help="Name of a library vehicle, or a YAML file.")
    ] = "sedan",
    repeats: Annotated[int, typer.Option(min=1, metavar="COUNT", help="Moves of every hardpoint.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure a move on the page of `jounce design`: from its message to that of the curves, in CPU time of the thread.

    The page shows the whole way, from the mouse to the drawn curve.

    Example: jounce bench design --json
    """
    from rich.console import Console

    from jounce.live.design.latency import measure_moves

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = measure_moves(vehicle, repeats=repeats)
    typer.echo(json.dumps(numbers) if as_json else table(numbers))


def table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    lines = [
        f"{n['vehicle']}, CPU time of a move [ms]",
        f"  {'axle':<14}{'median':>8}{'95 %':>8}{'longest':>9}{'first':>8}",
    ]
    for axle, one in n["axles"].items():
        times = f"{one['median_ms']:>8.1f}{one['p95_ms']:>8.1f}{one['max_ms']:>9.1f}{one['first_ms']:>8.1f}"
        lines.append(f"  {axle:<14}{times}")
    return "\n".join(lines)
