"""`jounce bench parts`: what do powertrains, brakes, air and trailers cost?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import cli_errors

if TYPE_CHECKING:
    from jounce.lab.bench.parts import PartCost


@cli_errors
def parts(
    repeats: Annotated[
        int, typer.Option(min=1, metavar="COUNT", help="How often to measure; alternatives take turns.")
    ] = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure steps of 1 ms of one car bare and with powertrains, brakes, air and a trailer, all in one run.

    The bare car is the chassis of `awd` with torques by hand and no air. Each row adds one thing to it; a tractor
    with semitrailer and an 8×8 follow as they are. Ratios are of the smallest times.

    Example: jounce bench parts --repeats 3
    """
    from rich.console import Console

    from jounce.lab.bench.parts import measure_parts

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        rows = measure_parts(repeats=repeats)
    if as_json:
        typer.echo(json.dumps({"repeats": repeats, "parts": [row._asdict() for row in rows]}))
    else:
        typer.echo(table(rows))


def table(rows: list[PartCost]) -> str:
    """The rows as lines for people."""
    lines = [f"{'':<50}{'bodies':>8}{'states':>8}{'µs a step':>11}{'median':>9}{'× bare':>8}"]
    lines += [
        f"{row.what:<50}{row.bodies:>8}{row.states:>8}{row.step_us:>11.2f}{row.step_us_median:>9.2f}{row.ratio:>8.2f}"
        for row in rows
    ]
    return "\n".join(lines)
