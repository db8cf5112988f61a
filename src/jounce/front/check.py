"""Is this file what it should be: a vehicle or a mechanism that can be assembled, a maneuver, or a study?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from jounce.front.model_file import ENDINGS, read_model

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
    """vehicle, mechanism, maneuver or study."""
    name: str
    parts: Mapping[str, int] = field(default_factory=dict)
    """How many bodies, joints, force elements and tires; how many inputs and metrics; how many runs."""
    freedom: Freedom | None = None
    """Degrees of freedom and redundant constraints at the design position; None if only the file was read."""

    def __str__(self) -> str:
        parts = ", ".join(f"{count} {what}" for what, count in self.parts.items())
        lines = [f"{self.file}: {self.kind} {self.name!r}: {parts}; nothing to complain about"]
        if self.freedom is not None:
            degrees = "1 degree" if self.freedom.dof == 1 else f"{self.freedom.dof} degrees"
            equations = self.freedom.equations
            lines.append(f"All joints close. {degrees} of freedom; {equations} constraint equations.")
            for joint, count in self.freedom.redundant.items():
                lines.append(f"  note: {count} of the equations of joint {joint} follow from others; this is allowed")
        return "\n".join(lines)


def check(file: str | Path, *, quick: bool = False) -> Checked:
    """Read a file of a vehicle, mechanism, maneuver or study, or a library vehicle; unless quick, close its loops.

    Raises ModelError or AssemblyError with every finding and its line.
    """
    from jounce import library
    from jounce.vehicle import Vehicle, to_mechanism

    path = Path(file)
    if path.suffix.lower() in ENDINGS and (found := _maneuver_or_study(path)) is not None:
        return found
    known = not path.exists() and str(file) in library.names()
    model, source = read_model(library.path(str(file)) if known else path)
    mechanism = to_mechanism(model) if isinstance(model, Vehicle) else model
    return Checked(
        file=str(file),
        kind="mechanism" if mechanism is model else "vehicle",
        name=mechanism.name,
        parts={
            "bodies": len(mechanism.bodies),
            "joints": len(mechanism.joints),
            "force elements": len(mechanism.forces),
            "tires": len(mechanism.tires),
        },
        freedom=None if quick else _assembled(mechanism, source),
    )


def _maneuver_or_study(path: Path) -> Checked | None:
    """What a file holds by its keys, if it is neither a vehicle nor a mechanism."""
    from jounce.yaml_source import load_source

    data = load_source(path).data
    keys = set(data) if isinstance(data, dict) else set()
    if keys & {"parameters", "design"}:
        from jounce.studies.read import read_plan

        plan = read_plan(path)
        return Checked(str(path), "study", plan.name, {"runs": len(plan.jobs), "metrics": len(plan.metrics)})
    if keys & {"maneuver", "duration", "inputs", "driver"} and not keys & {"bodies", "axles"}:
        from jounce.maneuvers.read import read_maneuver

        maneuver = read_maneuver(path)
        counts = {
            "inputs": len(maneuver.inputs),
            "stop conditions": len(maneuver.stop),
            "metrics": len(maneuver.metrics),
        }
        return Checked(str(path), "maneuver", maneuver.name, counts)
    return None


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
