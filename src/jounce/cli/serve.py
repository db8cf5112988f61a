"""`jounce serve`: a car that other programs step over TCP or UDP."""

from __future__ import annotations

import contextlib
import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.errors import InputError

DEFAULT = "127.0.0.1:4951"


@cli_errors
def serve(
    vehicle: Annotated[str, typer.Argument(help="Name in the library, or a YAML file.", show_default=False)],
    tcp: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help=f"Listen for a TCP client; by default at {DEFAULT}.")
    ] = None,
    udp: Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Listen for datagrams instead.")] = None,
    speed: Annotated[str, typer.Option(metavar="SPEED", help="Speed at the start, in m/s or with a unit.")] = "0",
    ground: Annotated[str | None, typer.Option(metavar="GROUND", help="What it drives on; by default flat.")] = None,
    integrator: Annotated[
        str | None, typer.Option(metavar="NAME", help="Integrator with fixed steps; by default chord.")
    ] = None,
    step: Annotated[str | None, typer.Option(metavar="TIME", help="Integration step; by default 1 ms.")] = None,
    controllers: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Controllers that act on the car, such as `abs, esc`.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="End when the first client has gone.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print address and car as one JSON object, nothing else.")
    ] = False,
) -> None:
    """Step a car on request of another program and reply with its channels, until Ctrl-C.

    Simulated time stands still between messages, however long they take. docs/lockstep.md describes the messages;
    examples/lockstep_client.py and examples/lockstep_client.c are clients.

    Example: jounce serve sedan --tcp 127.0.0.1:4951 --speed '50 km/h'
    """
    from jounce.cli.realtime import parse_address
    from jounce.lab.simulation.simulation import Simulation
    from jounce.live.lockstep.server import TCP, UDP, LockstepServer
    from jounce.live.lockstep.session import LockstepSession

    if tcp is not None and udp is not None:
        raise InputError("one port is enough", f"--tcp {tcp} and --udp {udp}", "one of them", where="serve")
    address = parse_address(tcp or udp or DEFAULT)
    assert address is not None
    given = {"ground": ground, "integrator": integrator, "step": step, "controllers": controllers}
    settings: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    sim = Simulation(vehicle, speed=speed, record=False, **settings)
    server = LockstepServer(LockstepSession(sim), address, UDP if udp is not None else TCP)
    host, port = server.address
    found = {"transport": server.transport, "host": host, "port": port, "vehicle": sim.vehicle.name}
    found |= {"step": sim.step_size, "inputs": len(sim.inputs), "channels": len(sim)}
    words = f"{sim.vehicle.name} waits at {server.transport} {host}:{port}; Ctrl-C ends"
    typer.echo(json.dumps(found) if as_json else words)
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(server):
        server.serve(once=once)
