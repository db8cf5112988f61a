"""`jounce bench`: how fast is this machine with this version?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.outcome import reported


@reported
def bench(
    vehicle: Annotated[
        str, typer.Option("--vehicle", "-v", metavar="NAME_OR_FILE", help="Name of a library vehicle, or a YAML file.")
    ] = "dw18",
    repeats: Annotated[int, typer.Option(min=1, metavar="COUNT", help="How often to measure 500 steps.")] = 7,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also compile everything anew in a temporary folder (about a minute).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure time per step, real-time factor and start-up times with a J-turn.

    The smallest time is what the code can do, the median what this machine gave it.

    Example: jounce bench --cold
    """
    from dataclasses import asdict

    from rich.console import Console

    from jounce.bench import import_time, measure_speed, warmup_time

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        speed = measure_speed(vehicle, repeats=repeats)
        numbers: dict[str, Any] = {
            **asdict(speed),
            "real_time_factor": speed.real_time_factor,
            "import_jounce": import_time("jounce"),
            "import_simulate": import_time("jounce.simulate"),
            "warmup_cached": warmup_time(),
            "warmup_cold": warmup_time(cold=True) if cold else None,
        }
    typer.echo(json.dumps(numbers) if as_json else _table(numbers))


def _table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    lines = [
        f"{n['maneuver']} · {n['vehicle']}, {n['formulation']}, {n['integrator']}, "
        f"{n['repeats']} × {n['steps']} steps of {1e3 * n['step']:g} ms",
        f"  {'':<28}{'smallest':>10}{'median':>10}",
        f"  {'step':<28}{n['us_per_step']:>10.1f}{n['us_per_step_median']:>10.1f}  µs",
        f"  {'right-hand side':<28}{n['us_per_evaluation']:>10.1f}{n['us_per_evaluation_median']:>10.1f}  µs",
        f"  {'real-time factor':<28}{n['real_time_factor']:>10.2f}",
        f"  {'import jounce':<28}{n['import_jounce']:>10.3f}            s",
        f"  {'import jounce.simulate':<28}{n['import_simulate']:>10.2f}            s",
        f"  {'warm-up from the cache':<28}{n['warmup_cached']:>10.2f}            s",
    ]
    if n["warmup_cold"] is not None:
        lines.append(f"  {'warm-up, all compiled':<28}{n['warmup_cold']:>10.1f}            s")
    return "\n".join(lines)
