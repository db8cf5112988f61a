"""`jounce check`: is this file a vehicle or a mechanism that can be built and assembled?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.outcome import reported

if TYPE_CHECKING:
    from jounce.analysis import Freedom
    from jounce.findings import Finding
    from jounce.mechanism import Mechanism
    from jounce.yaml_source import Source


@reported
def check(
    file: Annotated[
        Path,
        typer.Argument(help="YAML file of a vehicle or a mechanism, or name of a library vehicle.", show_default=False),
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Only read the file; do not assemble the mechanism.")] = False,
) -> None:
    """Check a vehicle or mechanism file and print every finding with its line.

    First what is written: keys, units, masses, names, references. Then, unless --quick, what it means: whether all
    loops close at the design position, how many degrees of freedom there are, which constraints are redundant.

    Example: jounce check my-car.yaml
    """
    from jounce import library
    from jounce.cli.model_file import read_model
    from jounce.vehicle import Vehicle, to_mechanism

    known = not file.exists() and str(file) in library.names()
    model, source = read_model(library.path(str(file)) if known else file)
    mechanism = to_mechanism(model) if isinstance(model, Vehicle) else model
    kind = "mechanism" if mechanism is model else "vehicle"
    freedom = None if quick else _assemble(mechanism, source)
    parts = f"{len(mechanism.bodies)} bodies, {len(mechanism.joints)} joints, {len(mechanism.forces)} force elements"
    typer.echo(f"{file}: {kind} {mechanism.name!r}: {parts}, {len(mechanism.tires)} tires; nothing to complain about")
    if freedom is not None:
        _tell(freedom)


def _assemble(mechanism: Mechanism, source: Source) -> Freedom:
    """Close the loops and count; raises AssemblyError with the lines of the joints that stay open."""
    from jounce.analysis import assemble, degrees_of_freedom
    from jounce.errors import AssemblyError
    from jounce.formulations.cartesian.system import build

    system = build(mechanism)
    try:
        return degrees_of_freedom(system, assemble(system))
    except AssemblyError as error:
        raise AssemblyError([_located(finding, source) for finding in error.findings], source.file) from None


def _located(finding: Finding, source: Source) -> Finding:
    """A finding about `joints.NAME` with its line, where the file lists or names that joint itself."""
    joints = source.data.get("joints") if isinstance(source.data, dict) else None
    name = finding.where.removeprefix("joints.")
    steps = joints if isinstance(joints, dict) else {item.get("name"): i for i, item in enumerate(joints or [])}
    if name not in steps:
        return finding.at(source.file, None)
    return finding.at(source.file, source.line(("joints", name if steps is joints else steps[name])))


def _tell(freedom: Freedom) -> None:
    degrees = "1 degree" if freedom.dof == 1 else f"{freedom.dof} degrees"
    typer.echo(f"All joints close. {degrees} of freedom; {freedom.equations} constraint equations.")
    for joint, count in freedom.redundant.items():
        typer.echo(f"  note: {count} of the equations of joint {joint} follow from others; this is allowed")
