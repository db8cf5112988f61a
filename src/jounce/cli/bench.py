"""`jounce bench`: how fast is this machine with this version?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.ground_bench import ground
from jounce.cli.outcome import reported
from jounce.cli.simple_bench import simple
from jounce.cli.work_precision import work_precision

app = typer.Typer(invoke_without_command=True)


@app.callback()
@reported
def bench(
    context: typer.Context,
    vehicle: Annotated[
        str, typer.Option("--vehicle", "-v", metavar="NAME_OR_FILE", help="Name of a library vehicle, or a YAML file.")
    ] = "dw18",
    repeats: Annotated[
        int, typer.Option(min=1, metavar="COUNT", help="How often to measure; alternatives take turns.")
    ] = 7,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also compile everything anew in temporary folders (minutes).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure right-hand side, 1 ms steps, many cars and start-up times with a J-turn, the rack prescribed.

    The smallest time is what the code can do, the median what this machine gave it. The hand-wired kernel of dw18 is
    measured in the same run where its script is at hand. Error against time is measured by `work-precision`.

    Example: jounce bench --json
    """
    if context.invoked_subcommand is not None:
        return
    from rich.console import Console

    from jounce.front.bench import bench as measured

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = measured(vehicle, repeats=repeats, cold=cold)
    typer.echo(json.dumps(numbers) if as_json else _table(numbers))


ROWS = (
    ("floor_rhs", "floor: right-hand side"),
    ("floor_midpoint", "floor: midpoint step"),
    ("rhs", "synthesis: right-hand side"),
    ("midpoint", "synthesis: midpoint step"),
    ("chord", "synthesis: chord step"),
    ("rosenbrock", "synthesis: Rosenbrock step"),
    ("world_frame", "world frame: midpoint step"),
    ("chassis_frame", "chassis frame: tangent step"),
    ("null_space", "null space: midpoint step"),
)


def _table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    lines = [
        f"{n['maneuver']} · {n['vehicle']}, rack prescribed, steps of {1e3 * n['step']:g} ms, {n['repeats']} repeats",
        f"  {'':<30}{'smallest':>10}{'median':>10}      × floor",
    ]
    for key, label in ROWS:
        if n[f"{key}_us"] is None:
            continue
        yard = n["floor_rhs_us"] if key.endswith("rhs") else n["floor_midpoint_us"]
        ratio = f"{n[f'{key}_us'] / yard:>10.2f}" if yard else ""
        lines.append(f"  {label:<30}{n[f'{key}_us']:>10.2f}{n[f'{key}_us_median']:>10.2f}  µs{ratio}")
    lines += [
        f"  {'real-time factor (Rosenbrock)':<30}{n['real_time_factor']:>10.1f}",
        f"  {'cars × steps per second':<30}{n['cars_steps_per_second_1_thread']:>10.0f}  on one thread, "
        f"{n['cars_steps_per_second_2_threads']:.0f} on two ({n['cores']} cores)",
        f"  {'import jounce':<30}{n['import_jounce']:>10.3f}            s",
        f"  {'import jounce.simulate':<30}{n['import_simulate']:>10.2f}            s",
        f"  {'first step, from the cache':<30}{n['first_step_warm']:>10.2f}            s",
    ]
    if n["first_step_cold"] is not None:
        lines.append(f"  {'first step, all compiled':<30}{n['first_step_cold']:>10.1f}            s")
        lines.append(f"  {'warm-up, all compiled':<30}{n['warmup_cold']:>10.1f}            s")
    return "\n".join(lines)


app.command("work-precision")(work_precision)
app.command("ground")(ground)
app.command("simple")(simple)
