"""`jounce feedback`: the torque of a live car's steering wheel on a real one."""

from __future__ import annotations

from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def feedback(
    udp: Annotated[str, typer.Option(metavar="HOST:PORT", help="UDP port of the car.")] = "127.0.0.1:4950",
    gain: Annotated[float, typer.Option(metavar="FACTOR", help="Share of the car's torque that you feel.")] = 0.3,
    full_torque: Annotated[str, typer.Option(metavar="TORQUE", help="Largest torque of the motor.")] = "5 N*m",
    device: Annotated[int, typer.Option(metavar="NUMBER", help="Which of several wheels; see --list.")] = 0,
    invert: Annotated[bool, typer.Option("--invert", help="For a wheel that turns the wrong way.")] = False,
    show: Annotated[bool, typer.Option("--list", help="Print the devices with motors and end.")] = False,
) -> None:
    """Turn a steering wheel with a motor by the torque of the car that `jounce drive --udp` runs.

    Listens only: you steer on the page, which knows the wheel as a gamepad. Needs the extra `feedback`
    (pip install 'jounce[feedback]'). Ctrl-C lets the wheel go.

    Example: jounce feedback --udp 127.0.0.1:4950 --gain 0.2 --full-torque '8 N*m'
    """
    import contextlib

    from jounce.cli.realtime import parse_address
    from jounce.live.feedback.level import FeedbackSettings
    from jounce.live.feedback.listener import TorqueListener
    from jounce.live.feedback.sdl_wheel import SdlWheel, device_names, load_sdl
    from jounce.live.feedback.session import run_feedback
    from jounce.schema.units import parse_quantity

    if show:
        for number, name in enumerate(device_names(load_sdl())):
            typer.echo(f"{number}  {name}")
        return
    settings = FeedbackSettings(gain=gain, full_torque=parse_quantity(full_torque, "torque"), invert=invert)
    address = parse_address(udp)
    assert address is not None
    listener = TorqueListener(address)
    wheel = SdlWheel(device)
    typer.echo(f"{wheel.name}   (Ctrl-C lets go)")
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(listener):
        run_feedback(wheel, listener, settings, say=typer.echo)
