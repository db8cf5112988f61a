"""`jounce bench simple`: how many simplified cars does this machine drive?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def simple(
    repeats: Annotated[
        int, typer.Option(min=1, metavar="COUNT", help="How often to measure; alternatives take turns.")
    ] = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure simplified cars in steps of 1 ms: 1, 100 and 10,000, on flat and rough ground, on one and two threads.

    The largest rate is what the code can do, the median what this machine gave it.

    Example: jounce bench simple --json
    """
    from rich.console import Console

    from jounce.lab.bench.simple import measure_simple

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = measure_simple(repeats=repeats)
    typer.echo(json.dumps(numbers) if as_json else table(numbers))


def table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    lines = [
        f"{n['car']}, steps of {1e3 * n['step']:g} ms, {n['repeats']} repeats, {n['cores']} cores",
        f"  {'ground':<10}{'cars':>8}{'threads':>9}{'cars × steps per second':>26}{'median':>14}{'µs per step':>14}",
    ]
    for run in n["runs"]:
        most, median = run["cars_steps_per_second"], run["cars_steps_per_second_median"]
        lines.append(
            f"  {run['ground']:<10}{run['cars']:>8,}{run['threads']:>9}{most:>26,.0f}{median:>14,.0f}"
            f"{run['us_per_step']:>14.2f}"
        )
    frames = ", ".join(f"{us:.0f} µs on {ground} ground" for ground, us in n["frame_us"].items())
    lines.append(f"  a frame of 1/60 s of one car, called from Python: {frames}")
    return "\n".join(lines)
