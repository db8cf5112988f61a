"""`jounce bench` and `jounce.bench`: how fast is this machine with this version?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jounce.cli.design_bench import design
from jounce.cli.exit_codes import cli_errors
from jounce.cli.ground_bench import ground
from jounce.cli.gym_bench import gym
from jounce.cli.help_pages import PlainCommand, PlainGroup
from jounce.cli.parts_bench import parts
from jounce.cli.simple_bench import simple
from jounce.cli.startup_bench import startup
from jounce.cli.step_bench import step
from jounce.engine.integrators.registry import is_live, names

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

app = typer.Typer(invoke_without_command=True, cls=PlainGroup)


@app.callback()
@cli_errors
def bench_command(
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
    floor: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Python file with a hand-written kernel of the same car, to compare with."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure right-hand side, 1 ms steps, many cars and start-up times with a J-turn, the rack prescribed.

    The smallest time is what the code can do, the median what this machine gave it. A hand-written kernel of
    the same car, given with --floor, is measured in the same run.

    Example: jounce bench --json
    """
    if context.invoked_subcommand is not None:
        return
    from rich.console import Console

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = bench(vehicle, repeats=repeats, cold=cold, floor=floor)
    typer.echo(json.dumps(numbers) if as_json else _table(numbers))


def bench(
    vehicle: str | Vehicle = "dw18", *, repeats: int = 7, cold: bool = False, floor: str | Path | None = None
) -> dict[str, Any]:
    """Times of right-hand side and 1 ms steps [µs], smallest and median, many cars and start-up [s]; plain data.

    cold: also compile everything anew in temporary folders, which takes minutes. floor: a Python file with a
    hand-written kernel of the same car, measured in turn; `jounce.lab.bench.floor` says what it holds.
    """
    from jounce.lab.bench import first_step_time, import_time, measure_speed, warmup_time

    return {
        **measure_speed(vehicle, repeats=repeats, floor_script=floor),
        "import_jounce": import_time("jounce"),
        "import_simulate": import_time("jounce.engine.simulate"),
        "first_step_warm": first_step_time(),
        "first_step_cold": first_step_time(cold=True) if cold else None,
        "warmup_cold": warmup_time(cold=True) if cold else None,
    }


ROWS = (
    ("floor_rhs", "floor: right-hand side"),
    ("floor_midpoint", "floor: midpoint step"),
    ("rhs", "synthesis: right-hand side"),
    ("chord_servo", "chord step, rack on its servo"),
    *((name, f"synthesis: {name} step") for name in names(is_live)),
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
        f"  {'… with chord':<30}{n['cars_steps_per_second_chord_1_thread']:>10.0f}  on one thread",
        f"  {'right-hand side in lanes':<30}{n['lanes_rhs_us_per_car']:>10.2f}  µs a car, {n['lanes']} lanes",
        f"  {'trace and compile a new car':<30}{n['trace_s']:>10.2f} + {n['compile_s']:.2f} s",
        f"  {'import jounce':<30}{n['import_jounce']:>10.3f}            s",
        f"  {'import jounce.engine.simulate':<30}{n['import_simulate']:>10.2f}            s",
        f"  {'first step, from the cache':<30}{n['first_step_warm']:>10.2f}            s",
    ]
    if n["first_step_cold"] is not None:
        lines.append(f"  {'first step, all compiled':<30}{n['first_step_cold']:>10.1f}            s")
        lines.append(f"  {'warm-up, all compiled':<30}{n['warmup_cold']:>10.1f}            s")
    return "\n".join(lines)


app.command("design", cls=PlainCommand)(design)
app.command("ground", cls=PlainCommand)(ground)
app.command("gym", cls=PlainCommand)(gym)
app.command("parts", cls=PlainCommand)(parts)
app.command("simple", cls=PlainCommand)(simple)
app.command("startup", cls=PlainCommand)(startup)
app.command("step", cls=PlainCommand)(step)
