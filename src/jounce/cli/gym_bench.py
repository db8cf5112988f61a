"""`jounce bench gym`: how many cars does this machine drive for learning?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.errors import InputError


@cli_errors
def gym(
    repeats: Annotated[int, typer.Option(min=1, metavar="COUNT", help="How often to measure.")] = 5,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also compile everything anew in temporary folders (minutes).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure environments of `jounce.gym`: 1, 64 and 1024 of them, dw18 and sedan, chord with steps of 1 ms.

    Rates for each core are by CPU time of the process; observations, rewards and resets are part of them.

    Example: jounce bench gym --json
    """
    from rich.console import Console

    try:
        from jounce.gym.bench import measure_gym
    except ImportError:
        raise InputError("Gymnasium is missing", expected="pip install 'jounce[gym]'") from None

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = measure_gym(repeats=repeats, cold=cold)
    typer.echo(json.dumps(numbers) if as_json else table(numbers))


def table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    lines = [
        f"{n['task']}, {n['integrator']}, steps of {n['step']}, {n['steps_per_action']} an action, "
        f"{n['repeats']} repeats, one thread of {n['cores']} cores",
        f"  {'vehicle':<10}{'envs':>6}{'env steps/s':>13}{'car steps/s/core':>18}{'× real time/core':>18}"
        f"{'median':>8}{'held':>8}{'first step warm':>17}{'cold':>8}",
    ]
    for run in n["runs"]:
        cold = f"{run['first_step_cold_s']:.1f} s" if run["first_step_cold_s"] is not None else "–"
        lines.append(
            f"  {run['vehicle']:<10}{run['envs']:>6,}{run['env_steps_per_second']:>13,.0f}"
            f"{run['cars_steps_per_second_per_core']:>18,.0f}{run['real_time_factor_per_core']:>18,.0f}"
            f"{run['real_time_factor_per_core_median']:>8,.0f}{run['real_time_factor_per_core_held']:>8,.0f}"
            f"{run['first_step_warm_s']:>15.2f} s{cold:>8}"
        )
    return "\n".join(lines)
