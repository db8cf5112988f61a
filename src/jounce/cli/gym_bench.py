"""`jounce bench gym`: how many cars does this machine drive for learning?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.errors import InputError


@cli_errors
def gym(
    vehicle: Annotated[
        list[str] | None, typer.Option("--vehicle", "-v", metavar="NAME", help="Only this vehicle; may be repeated.")
    ] = None,
    integrator: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this integrator; may be repeated.")
    ] = None,
    envs: Annotated[
        list[int] | None,
        typer.Option(min=1, metavar="COUNT", help="Only so many environments; may be repeated."),
    ] = None,
    tolerance: Annotated[
        float | None, typer.Option(metavar="NUMBER", help="Of the iterations of chord; by default 1e-6.")
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, metavar="COUNT", help="How often to measure.")] = 5,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also compile everything anew in temporary folders (minutes).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure environments of `jounce.gym`: 1, 64 and 1024 of them, dw18 and sedan, chord and midpoint, steps of 1 ms.

    Rates for each core are by CPU time of the process; observations, rewards and resets are part of them.

    Example: jounce bench gym --json
    """
    from rich.console import Console

    try:
        from jounce.gym.bench import CARS, COUNTS, INTEGRATORS, measure_gym
    except ImportError:
        raise InputError("Gymnasium is missing", expected="pip install 'jounce[gym]'") from None

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = measure_gym(
            vehicles=vehicle or CARS,
            integrators=integrator or INTEGRATORS,
            counts=envs or COUNTS,
            tolerance=tolerance,
            repeats=repeats,
            cold=cold,
        )
    typer.echo(json.dumps(numbers) if as_json else table(numbers))


def table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    load = f", load {n['load_average']:.1f}" if n["load_average"] is not None else ""
    lines = [
        f"{n['task']}, steps of {n['step']}, {n['steps_per_action']} an action, chord to {n['tolerance']:g}",
        f"one thread of {n['processor']}, {n['cores']} cores, {n['lanes']} lanes{load}, {n['repeats']} repeats",
        f"× real time a core, quickest window (median): actions drawn anew between ±{n['random_actions']:g}, or held",
        f"  {'vehicle':<10}{'integrator':<12}{'envs':>6}{'env steps/s':>13}{'car steps/s/core':>18}{'drawn':>15}"
        f"{'held':>15}{'evaluations':>13}{'held':>6}{'first step':>12}{'cold':>8}",
    ]
    for run in n["runs"]:
        cold = f"{run['first_step_cold_s']:.1f} s" if run["first_step_cold_s"] is not None else "–"
        drawn, held = (
            f"{run[f'real_time_factor_per_core{kind}']:,.0f} ({run[f'real_time_factor_per_core{kind}_median']:,.0f})"
            for kind in ("", "_held")
        )
        lines.append(
            f"  {run['vehicle']:<10}{run['integrator']:<12}{run['envs']:>6,}{run['env_steps_per_second']:>13,.0f}"
            f"{run['cars_steps_per_second_per_core']:>18,.0f}{drawn:>15}{held:>15}"
            f"{run['evaluations_per_step']:>13.2f}{run['evaluations_per_step_held']:>6.2f}"
            f"{run['first_step_warm_s']:>10.2f} s{cold:>8}"
        )
    return "\n".join(lines)
