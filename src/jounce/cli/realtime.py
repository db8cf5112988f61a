"""`jounce realtime`: is this machine fast enough to drive this vehicle, and by how much?

Network addresses as people write them.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jounce.cli.exit_codes import FAILED, INTERRUPTED, cli_errors, print_error
from jounce.errors import InputError

if TYPE_CHECKING:
    from jounce.live.realtime.process import RealtimeProcess


def parse_address(text: str | None) -> tuple[str, int] | None:
    """HOST:PORT as host and port; a bare port is one of this machine."""
    if text is None:
        return None
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 <= int(port) <= 65535:
        raise InputError("not an address", repr(text), "HOST:PORT such as 127.0.0.1:4950", where="udp")
    return host.strip("[]") or "127.0.0.1", int(port)


WORDS = {"compiling": "compiling what is not compiled yet (once, may take a minute)"}
"""Stages that need more words."""
BAR = 40
"""Characters of the longest bar."""


@cli_errors
def realtime(
    vehicle: Annotated[
        str,
        typer.Option(
            "--vehicle",
            "-v",
            metavar="NAME_OR_FILE",
            help="Name of a library vehicle, a YAML file, or simple (Lee 2000).",
        ),
    ] = "dw18",
    ground: Annotated[
        str, typer.Option(metavar="GROUND", help="What it drives on, such as `plane, grade=0.1` or a file.")
    ] = "flat",
    seconds: Annotated[float, typer.Option(min=0.01, metavar="SECONDS", help="How long to measure, wall time.")] = 60.0,
    integrator: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="With fixed steps: chord (default), rosenbrock …; of the simplified car its law."
        ),
    ] = None,
    step: Annotated[str, typer.Option(metavar="TIME", help="Simulated step, with a unit or in seconds.")] = "1 ms",
    policy: Annotated[
        str, typer.Option(metavar="WORD", help="What to do about late ticks: slow, drop or stop.")
    ] = "slow",
    speed: Annotated[float, typer.Option(metavar="FACTOR", help="Simulated by wall time, 0.1 to 10.")] = 1.0,
    udp: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Be driven by packets that come here instead of by the script."),
    ] = None,
    priority: Annotated[bool, typer.Option("--priority", help="Ask the system for a real-time priority.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Run a vehicle in real time in a separate process, and report the compute time of its ticks.

    A script pulls away, winds through a gentle slalom and brakes to a stop, again and again. Late ticks are counted;
    Ctrl-C prints what was measured until then.

    Example: jounce realtime --vehicle dw18 --seconds 60 --json
    """
    from jounce.live.realtime.loop_config import SIMPLE_CARS, LoopConfig
    from jounce.live.realtime.process import RealtimeProcess
    from jounce.schema.units import parse_quantity

    listen = parse_address(udp)
    simple = vehicle in SIMPLE_CARS
    config = LoopConfig(
        kind="simple" if simple else "multibody",
        vehicle=vehicle,
        ground=ground,
        integrator=integrator or ("smooth" if simple else "chord"),
        step=parse_quantity(_number_or_text(step), "time"),
        policy=policy,
        speed=speed,
        seconds=seconds,
        drive="slalom" if listen is None else None,
        udp=listen,
        priority=priority,
        wait_after_failure=False,
    )
    with RealtimeProcess(config) as process:
        interrupted = _watch(process, seconds, silent=as_json)
        numbers = {
            **{key: process.description.get(key) for key in ("vehicle", "ground", "integrator", "step")},
            "policy": policy,
            "speed": speed,
            "seconds": seconds,
            **process.status(),
            "interrupted": interrupted,
        }
        ending = process.ending
    typer.echo(json.dumps(numbers) if as_json else _table(numbers))
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if ending is not None and ending[0] in ("late", "failed"):
        print_error(ending[1])
        raise typer.Exit(FAILED)


def _watch(process: RealtimeProcess, seconds: float, *, silent: bool) -> bool:
    """Show how far it is until it ends; returns whether Ctrl-C ended it. Before it began, Ctrl-C ends the command."""
    from rich.console import Console

    console = Console(stderr=True, quiet=silent)
    with console.status("starting …") as line:
        while not process.ready:
            line.update(f"{WORDS.get(process.stage, process.stage)} …")
            if not process.alive or process.stage.startswith("waiting"):
                break
            time.sleep(0.05)
        process.wait_ready()
        try:
            if process.description.get("udp"):
                console.print("listening at {}:{}".format(*process.description["udp"]))
            while process.ending is None:
                status = process.status()
                for kind, text in process.messages():
                    if kind == "log":
                        console.print(text)
                if not status["alive"]:
                    break
                done = min(status["wall_time"], seconds)
                line.update(f"driving {done:6.1f} / {seconds:g} s, {status['late_ticks']} late ticks")
                time.sleep(0.1)
        except KeyboardInterrupt:
            return True
    return False


def _table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    share = n["late_ticks"] / n["ticks"] if n["ticks"] else 0.0
    lines = [
        f"{n['vehicle']} on {n['ground']}, {n['integrator']}, steps of {1e3 * n['step']:g} ms, "
        f"{n['speed']:g} × real time, policy {n['policy']}",
        f"  {'ticks':<22}{n['ticks']:>10}   in {n['wall_time']:.1f} s, real-time factor {n['real_time_factor']:.4f}",
        f"  {'late':<22}{n['late_ticks']:>10}   {100.0 * share:.3g} %",
        f"  {'lost time':<22}{1e3 * n['lost_time']:>10.1f}   ms; {n['dropped_ticks']} ticks dropped",
        f"  {'':<22}{'p50':>10}{'p99':>10}{'p99.9':>10}{'max':>10}",
        f"  {'compute per tick':<22}{n['p50_us']:>10.0f}{n['p99_us']:>10.0f}{n['p999_us']:>10.0f}{n['max_us']:>10.0f}"
        "  µs",
        f"  {'jitter':<22}{n['jitter_p50_us']:>10.0f}{n['jitter_p99_us']:>10.0f}{'':>10}{n['jitter_max_us']:>10.0f}"
        "  µs",
    ]
    if any(n["udp"].values()):
        lines.append("  packets: " + ", ".join(f"{count} {name}" for name, count in n["udp"].items()))
    return "\n".join([*lines, *_bars(n["histogram"])])


def _bars(bins: list[dict[str, Any]]) -> list[str]:
    """The histogram of compute times, bins joined to eight a decade."""
    joined: dict[float, int] = {}
    for place in bins:
        upper = place["to_us"]
        key = _eighth(upper) if upper is not None else float("inf")
        joined[key] = joined.get(key, 0) + place["count"]
    most = max(joined.values(), default=1)
    return [
        f"  {f'≤ {edge:.0f} µs' if edge != float('inf') else 'more':>14} {count:>8}  {'█' * round(BAR * count / most)}"
        for edge, count in sorted(joined.items())
    ]


def _eighth(us: float) -> float:
    """The next number above on a scale with eight steps a decade."""
    import math

    return float(10.0 ** (math.ceil(8.0 * math.log10(us) - 1e-9) / 8.0))


def _number_or_text(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
