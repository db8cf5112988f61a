"""`jounce bench step`: what does a step cost where Python holds the car, and in the real-time loop?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def step(
    vehicle: Annotated[
        str, typer.Option("--vehicle", "-v", metavar="NAME_OR_FILE", help="Name of a library vehicle, or a YAML file.")
    ] = "dw18",
    repeats: Annotated[
        int, typer.Option(min=1, metavar="COUNT", help="How often to measure; alternatives take turns.")
    ] = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure `Simulation.step(0.01)` beside its bare compiled steps, a channel, and ticks of the real-time loop.

    The loop runs in this process with a clock that does not wait: its code is that of `jounce realtime`, its
    times are those of warm caches.

    Example: jounce bench step --json
    """
    from rich.console import Console

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = measure(vehicle, repeats)
    typer.echo(json.dumps(numbers) if as_json else table(numbers))


def measure(vehicle: str, repeats: int) -> dict[str, Any]:
    """Times of a step and of a tick [µs]; plain data."""
    from jounce.lab.bench.step import measure_simulation
    from jounce.live.realtime.tick_bench import measure_ticks

    return {
        "vehicle": vehicle,
        "repeats": repeats,
        **measure_simulation(vehicle, repeats=repeats),
        **measure_ticks(vehicle),
    }


def table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    return "\n".join(
        [
            f"{n['vehicle']}, {n['repeats']} repeats, medians",
            f"  {'Simulation.step(0.01)':<34}{n['step_us']:>8.1f}  µs",
            f"  {'its steps alone, compiled':<34}{n['bare_step_us']:>8.1f}  µs",
            f"  {'overhead':<34}{n['step_overhead_us']:>8.1f}  µs",
            f"  {'reading a channel':<34}{n['channel_read_us']:>8.2f}  µs",
            f"  {'tick of the real-time loop, p50':<34}{n['realtime_p50_us']:>8.1f}  µs",
            f"  {'tick of the real-time loop, p99':<34}{n['realtime_p99_us']:>8.1f}  µs",
        ]
    )
