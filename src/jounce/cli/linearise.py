"""`jounce linearise`: a car as a linear state-space model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.cli.wrapping import wrap_lines

if TYPE_CHECKING:
    from jounce.lab.simulation import LinearModel

MAX_FREQUENCY = 5.0
"""Modes up to here are shown [Hz]."""


@cli_errors
def linearise(
    vehicle: Annotated[str, typer.Argument(help="Name in the library, or a YAML file.", show_default=False)],
    speed: Annotated[str, typer.Option(metavar="SPEED", help="Speed, in m/s or with a unit.")] = "80 km/h",
    inputs: Annotated[
        str, typer.Option(metavar="NAMES", help="Inputs, with commas between them.")
    ] = "steering_wheel_angle",
    outputs: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Channels, with commas between them; by default four of handling."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="MATLAB file to write, such as car.mat.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Linearise a car that drives straight ahead: matrices A, B, C, D with named states, and modes.

    Shows steady gains from inputs to outputs at constant speed, and the modes up to 5 Hz.

    Example: jounce linearise sedan --speed '100 km/h' --inputs steering_wheel_angle --out car.mat
    """
    from rich.console import Console

    from jounce.lab.simulation.straight_ahead import HANDLING
    from jounce.lab.simulation.straight_ahead import linearise as make_model

    with Console(stderr=True, quiet=as_json).status("rolling …"):
        chosen = HANDLING if outputs is None else _names(outputs)
        model = make_model(vehicle, speed=speed, inputs=_names(inputs), outputs=chosen)
    if out is not None:
        model.save(out)
    if as_json:
        typer.echo(json.dumps(_data(model), ensure_ascii=False))
        return
    _print(model)
    if out is not None:
        typer.echo(f"file: {out}")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _data(model: LinearModel) -> dict[str, object]:
    """Matrices by rows, names and units."""
    numbers = {name: getattr(model, name).tolist() for name in ("A", "B", "C", "D", "drift")}
    names = ("states", "inputs", "outputs", "state_units", "input_units", "output_units")
    return numbers | {name: list(getattr(model, name)) for name in names}


def _print(model: LinearModel) -> None:
    typer.echo(f"states: {len(model.states)}, inputs: {len(model.inputs)}, outputs: {len(model.outputs)}")
    _print_gains(model)
    typer.echo("modes, and the states that take part most")
    for mode in model.without_positions().modes():
        if mode.frequency < MAX_FREQUENCY:
            states = ", ".join(list(mode.states)[:2])
            typer.echo(wrap_lines(f"  {mode.frequency:5.2f} Hz, damping {mode.damping:5.2f}: {states}"))


def _print_gains(model: LinearModel) -> None:
    """Steady gains, of outputs that settle."""
    from jounce.errors import InputError

    try:
        gains = model.reduce([], order=0).D
    except InputError as error:
        typer.echo(f"no steady gains: {error}")
        return
    typer.echo("steady gains at constant speed")
    for row, output in zip(gains, model.outputs, strict=True):
        for gain, name in zip(row, model.inputs, strict=True):
            typer.echo(f"  {output} by {name}: {gain:.4g}")
