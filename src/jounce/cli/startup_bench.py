"""`jounce bench startup`: how much CPU time does a run take beside its simulation?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors

LABELS = {
    "import_s": "imports of a run",
    "warm_run_cpu_s": "run to the summary, warm",
    "warm_run_report_cpu_s": "run with report, warm",
    "cold_run_cpu_s": "run to the summary, nothing compiled",
    "new_topology_cpu_s": "run of a car of a new topology",
}
STAGES = {
    "cold_run_stages": "where the time goes when nothing is compiled",
    "new_topology_stages": "where the time goes with a car of a new topology",
}
SHOWN = 0.1
"""Shorter stages are not shown one by one [s]."""


@cli_errors
def startup(
    repeats: Annotated[
        int, typer.Option(min=1, metavar="COUNT", help="How often to measure what is compiled already.")
    ] = 5,
    cold_repeats: Annotated[
        int,
        typer.Option(min=0, metavar="COUNT", help="How often to compile anew in temporary folders (minutes); 0: not."),
    ] = 1,
    stages: Annotated[
        bool, typer.Option("--stages", help="Also show where the time of a cold run and a new topology goes (minutes).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure the CPU time of a step steer of the sedan in fresh processes: imports, warm, cold, new topology.

    CPU time is that of the process and of those it started. The smallest of the repeats is what the code needs.

    Example: jounce bench startup --json --cold-repeats 0
    """
    from rich.console import Console

    from jounce.lab.bench.startup import measure_startup

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = measure_startup(repeats=repeats, cold_repeats=cold_repeats, stages=stages)
    typer.echo(json.dumps(numbers) if as_json else table(numbers))


def table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    lines = [f"{n['maneuver']} · {n['vehicle']}, CPU time, smallest of {n['repeats']} (cold: {n['cold_repeats']})"]
    for key, label in LABELS.items():
        lines.append(f"  {label:<38}" + (f"{n[key]:>8.2f}  s" if n[key] is not None else "       –"))
    for key, label in STAGES.items():
        if key in n:
            lines += ["", label, *_longest(n[key])]
    return "\n".join(lines)


def _longest(stages: dict[str, float]) -> list[str]:
    """Lines for the longest stages, and one for the others together."""
    rows = sorted(stages.items(), key=lambda item: -item[1])
    shown = [(name, seconds) for name, seconds in rows if seconds >= SHOWN]
    others = [seconds for _, seconds in rows if seconds < SHOWN]
    if others:
        shown.append((f"{len(others)} others", sum(others)))
    return [f"  {name:<60}{seconds:>8.2f}  s" for name, seconds in shown]
