"""`jounce check` and `jounce.check`: is a file what it should be, can its model be assembled, and is a car plausible?

Vehicles and mechanisms from YAML files, told apart by their keys.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.cli.wrapping import terminal_width, wrap_lines

if TYPE_CHECKING:
    from jounce.engine.analysis import Freedom
    from jounce.engine.formulations.world_frame.system import System
    from jounce.findings import Finding
    from jounce.lab.car_check import CarFigures
    from jounce.model.mechanism import Mechanism
    from jounce.model.vehicle import Vehicle
    from jounce.schema.yaml_source import Source


ENDINGS = (".yaml", ".yml")


def read_model(file: Path) -> tuple[Vehicle | Mechanism, Source]:
    """The vehicle or mechanism of a file, told apart by its keys; raises ModelError with all findings."""
    from jounce.model.mechanism.read import build_mechanism
    from jounce.model.vehicle import build_vehicle
    from jounce.schema.yaml_source import load_source

    source = load_source(file)
    keys = set(source.data) if isinstance(source.data, dict) else set()
    if keys & {"chassis", "axles", "steering"} and "bodies" not in keys:
        return build_vehicle(source), source
    return build_mechanism(source), source


def named_model(name_or_path: str) -> Vehicle | Mechanism:
    """A vehicle of the library, or what a file holds when the name ends in .yaml or .yml."""
    from jounce.model import library

    if name_or_path.lower().endswith(ENDINGS):
        return read_model(Path(name_or_path))[0]
    return library.vehicle(name_or_path)


@cli_errors
def check_command(
    file: Annotated[
        Path,
        typer.Argument(
            help="YAML file of a vehicle, mechanism, maneuver or study, or name of a library vehicle.",
            show_default=False,
        ),
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Only read the file; do not assemble the mechanism.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if there are warnings.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Check a file of a vehicle, a mechanism, a maneuver or a study and print every finding with its line.

    First it checks keys, units, masses, names and references. Then, unless --quick is given, it assembles the
    mechanism: whether all loops close at the design position, the degrees of freedom, redundant constraints. For a
    vehicle it also prints the main figures (masses, axle loads, frequencies, sag, alignment), with warnings for
    implausible values.

    Example: jounce check my-car.yaml
    """
    found = check(file, quick=quick)
    typer.echo(json.dumps(_without_nan(asdict(found)), ensure_ascii=False) if as_json else str(found))
    if strict and found.warnings:
        raise typer.Exit(1)


def _without_nan(value: Any) -> Any:
    """Plain data with null for numbers that are not finite, which JSON does not have."""
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


@dataclass(frozen=True)
class Checked:
    """A file without errors, and what it holds."""

    file: str
    """Where it was read; the name of a model that was not."""
    kind: str
    """vehicle, mechanism, maneuver or study."""
    name: str
    parts: Mapping[str, int] = field(default_factory=dict)
    """How many bodies, joints, force elements and tires; how many inputs and metrics; how many runs."""
    freedom: Freedom | None = None
    """Degrees of freedom and redundant constraints at the design position; None if only the file was read."""
    inputs: tuple[str, ...] = ()
    """Names of the run-time inputs; nothing if only the file was read."""
    figures: CarFigures | None = None
    """Main figures of a vehicle at rest; None for anything else, or if only the file was read."""
    warnings: tuple[Finding, ...] = ()
    """What is implausible about a vehicle, and what is odd about the tire files that it names."""

    def __str__(self) -> str:
        parts = ", ".join(f"{count} {what}" for what, count in self.parts.items())
        count = len(self.warnings)
        verdict = f"{count} warning{'s' if count > 1 else ''}" if count else "OK"
        lines = [wrap_lines(f"{self.file}: {self.kind} {self.name!r}: {parts}; {verdict}")]
        if self.freedom is not None:
            degrees = "1 degree" if self.freedom.dof == 1 else f"{self.freedom.dof} degrees"
            equations = self.freedom.equations
            lines.append(f"All joints close. {degrees} of freedom; {equations} constraint equations.")
            for joint, count in self.freedom.redundant.items():
                lines.append(f"  note: {count} of the equations of joint {joint} follow from others; this is allowed")
        if self.inputs:
            lines.append(wrap_lines(f"Run-time inputs: {', '.join(self.inputs)}."))
        if self.figures is not None:
            from jounce.lab.car_check import figure_lines

            lines += figure_lines(self.figures, terminal_width())
        lines += [wrap_lines(f"warning: {warning}") for warning in self.warnings]
        return "\n".join(lines)


def check(model: str | Path | Vehicle | Mechanism, *, quick: bool = False) -> Checked:
    """Read the file of a vehicle, mechanism, maneuver or study, or a library vehicle; unless quick, close its loops.

    model: a file, a name of the library, a Vehicle or a Mechanism. A vehicle comes with its main figures, and with
    warnings for implausible ones. Raises ModelError or AssemblyError with every finding and its line.
    """
    if not isinstance(model, str | Path):
        return _check_model(model, None, quick)

    file = Path(model)
    if file.suffix.lower() in ENDINGS and (found := _maneuver_or_study(file)) is not None:
        return found
    read, source = read_model(_model_file(model))
    return replace(_check_model(read, source, quick), file=str(model))


def _check_model(model: Vehicle | Mechanism, source: Source | None, quick: bool) -> Checked:
    """What a vehicle or mechanism holds; source: the file that it comes from, if any."""
    from jounce.model.vehicle import Vehicle, to_mechanism

    mechanism = to_mechanism(model) if isinstance(model, Vehicle) else model
    checked = Checked(
        file=model.name,
        kind="mechanism" if mechanism is model else "vehicle",
        name=mechanism.name,
        parts=mechanism.count_parts(),
    )
    return checked if quick else _examined(checked, model, mechanism, source)


def _model_file(path: str | Path) -> Path:
    """The path itself, or the file of a library vehicle; raises InputError for a name that is neither."""
    from jounce.model import library

    file = Path(path)
    return file if file.is_file() or file.suffix.lower() in ENDINGS else library.path(str(path))


def _examined(checked: Checked, model: Vehicle | Mechanism, mechanism: Mechanism, source: Source | None) -> Checked:
    """With closed loops and counted freedom and, of a vehicle, its figures and warnings."""
    from jounce.engine.formulations.world_frame.system import build
    from jounce.model.vehicle import Vehicle

    system = build(mechanism)
    checked = replace(checked, freedom=_assembled(system, source), inputs=tuple(system.layout.inputs))
    if not isinstance(model, Vehicle):
        return checked
    from jounce.lab.car_check import examine

    found = examine(model, system, source)
    return replace(checked, figures=found.figures, warnings=found.warnings)


def _maneuver_or_study(path: Path) -> Checked | None:
    """The maneuver or study in a file, told by its keys; None for anything else."""
    from jounce.schema.yaml_source import load_source

    data = load_source(path).data
    keys = set(data) if isinstance(data, dict) else set()
    if keys & {"parameters", "design"}:
        from jounce.lab.studies.read import read_plan

        plan = read_plan(path)
        return Checked(str(path), "study", plan.name, {"runs": len(plan.runs), "metrics": len(plan.metrics)})
    if keys & {"maneuver", "duration", "inputs", "driver"} and not keys & {"bodies", "axles"}:
        from jounce.lab.maneuvers.files.read import read_maneuver

        maneuver = read_maneuver(path)
        counts = {
            "inputs": len(maneuver.inputs),
            "stop conditions": len(maneuver.stop),
            "metrics": len(maneuver.metrics),
        }
        return Checked(str(path), "maneuver", maneuver.name, counts)
    return None


def _assembled(system: System, source: Source | None) -> Freedom:
    """Close the loops and count; raises AssemblyError with the lines of the joints that stay open."""
    from jounce.engine.analysis import assemble, degrees_of_freedom
    from jounce.errors import AssemblyError

    try:
        return degrees_of_freedom(system, assemble(system))
    except AssemblyError as error:
        if source is None:
            raise
        raise AssemblyError([_located(finding, source) for finding in error.findings], source.file) from None


def _located(finding: Finding, source: Source) -> Finding:
    """A finding about `joints.NAME` with its line, where the file lists or names that joint itself."""
    joints = source.data.get("joints") if isinstance(source.data, dict) else None
    name = finding.where.removeprefix("joints.")
    steps = joints if isinstance(joints, dict) else {item.get("name"): i for i, item in enumerate(joints or [])}
    if name not in steps:
        return finding.at(source.file, None)
    return finding.at(source.file, source.line(("joints", name if steps is joints else steps[name])))
