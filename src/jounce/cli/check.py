"""`jounce check`: is this file a vehicle or a mechanism that can be built and assembled?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.outcome import reported

if TYPE_CHECKING:
    from jounce.mechanism import Mechanism


@reported
def check(
    file: Annotated[Path, typer.Argument(help="YAML file of a vehicle or a mechanism.", show_default=False)],
    quick: Annotated[bool, typer.Option("--quick", help="Only read the file; do not assemble the mechanism.")] = False,
) -> None:
    """Check a vehicle or mechanism file and print every finding with its line.

    First what is written: keys, units, masses, names, references. Then, unless --quick, what it means: whether all
    loops close at the design position, how many degrees of freedom there are, which constraints are redundant.

    Example: jounce check my-car.yaml
    """
    kind, mechanism = _read(file)
    parts = f"{len(mechanism.bodies)} bodies, {len(mechanism.joints)} joints, {len(mechanism.forces)} force elements"
    typer.echo(f"{file}: {kind} {mechanism.name!r}: {parts}, {len(mechanism.tires)} tires; nothing to complain about")
    if not quick:
        _assemble(mechanism)


def _read(file: Path) -> tuple[str, Mechanism]:
    """What a file holds, as a mechanism; raises ModelError with all findings."""
    from jounce.mechanism.read import build_mechanism
    from jounce.vehicle import build_vehicle, to_mechanism
    from jounce.yaml_source import load_source

    source = load_source(file)
    keys = set(source.data) if isinstance(source.data, dict) else set()
    if keys & {"chassis", "axles", "steering"} and "bodies" not in keys:
        return "vehicle", to_mechanism(build_vehicle(source))
    return "mechanism", build_mechanism(source)


def _assemble(mechanism: Mechanism) -> None:
    """Close the loops and count; raises AssemblyError."""
    from jounce.analysis import assemble, degrees_of_freedom
    from jounce.formulations.cartesian.system import build

    system = build(mechanism)
    freedom = degrees_of_freedom(system, assemble(system))
    degrees = "1 degree" if freedom.dof == 1 else f"{freedom.dof} degrees"
    typer.echo(f"All joints close. {degrees} of freedom; {freedom.equations} constraint equations.")
    for joint, count in freedom.redundant.items():
        typer.echo(f"  note: {count} of the equations of joint {joint} follow from others; this is allowed")
