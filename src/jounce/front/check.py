"""Is this file a vehicle or a mechanism that can be built and assembled?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jounce.front.model_file import read_model

if TYPE_CHECKING:
    from jounce.analysis import Freedom
    from jounce.findings import Finding
    from jounce.mechanism import Mechanism
    from jounce.yaml_source import Source


@dataclass(frozen=True)
class Checked:
    """What a file holds, with nothing to complain about."""

    file: str
    kind: str
    """vehicle or mechanism."""
    name: str
    bodies: int
    joints: int
    forces: int
    tires: int
    freedom: Freedom | None = None
    """Degrees of freedom and redundant constraints at the design position; None if only the file was read."""

    def __str__(self) -> str:
        parts = f"{self.bodies} bodies, {self.joints} joints, {self.forces} force elements, {self.tires} tires"
        lines = [f"{self.file}: {self.kind} {self.name!r}: {parts}; nothing to complain about"]
        if self.freedom is not None:
            degrees = "1 degree" if self.freedom.dof == 1 else f"{self.freedom.dof} degrees"
            equations = self.freedom.equations
            lines.append(f"All joints close. {degrees} of freedom; {equations} constraint equations.")
            for joint, count in self.freedom.redundant.items():
                lines.append(f"  note: {count} of the equations of joint {joint} follow from others; this is allowed")
        return "\n".join(lines)


def check(file: str | Path, *, quick: bool = False) -> Checked:
    """Read a vehicle or mechanism file, or a library vehicle, and, unless quick, close its loops.

    Raises ModelError or AssemblyError with every finding and its line.
    """
    from jounce import library
    from jounce.vehicle import Vehicle, to_mechanism

    path = Path(file)
    known = not path.exists() and str(file) in library.names()
    model, source = read_model(library.path(str(file)) if known else path)
    mechanism = to_mechanism(model) if isinstance(model, Vehicle) else model
    return Checked(
        file=str(file),
        kind="mechanism" if mechanism is model else "vehicle",
        name=mechanism.name,
        bodies=len(mechanism.bodies),
        joints=len(mechanism.joints),
        forces=len(mechanism.forces),
        tires=len(mechanism.tires),
        freedom=None if quick else _assembled(mechanism, source),
    )


def _assembled(mechanism: Mechanism, source: Source) -> Freedom:
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
