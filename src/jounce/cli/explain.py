"""`jounce explain` and `jounce.explain`: how the synthesis formulation sees a vehicle or a mechanism."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.check import named_model
from jounce.cli.exit_codes import cli_errors
from jounce.cli.wrapping import wrap_lines
from jounce.errors import InputError
from jounce.findings import shown

if TYPE_CHECKING:
    from jounce.engine.formulations.synthesis import Explanation, System
    from jounce.model.mechanism import Mechanism
    from jounce.model.vehicle import Vehicle


@cli_errors
def explain_command(
    vehicle_or_mechanism: Annotated[
        str,
        typer.Argument(
            metavar="VEHICLE_OR_MECHANISM",
            help="Name of a library vehicle, or a YAML file of a vehicle or a mechanism.",
            show_default=False,
        ),
    ],
    rack: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="How the rack is moved: servo or prescribed; by default as the car has it."),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Base body; by default the ground if joints hold on to it, or the heaviest free one.",
        ),
    ] = None,
    independent: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Coordinate that must be independent, repeatable: 'uca_fl angle'."),
    ] = None,
    source: Annotated[bool, typer.Option("--source", help="Print the generated source, nothing else.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Show the topology of a vehicle or a mechanism in the synthesis formulation (Song 2005).

    Base, subsystems and what hangs on what in them, joints that are cut, which coordinates are independent, forces
    within and between subsystems, and the size of the generated code. Nothing is compiled.

    Example: jounce explain dw18 --rack prescribed
    """
    from dataclasses import asdict

    from jounce.cli.explain_text import lines
    from jounce.engine.formulations import synthesis

    system = explained_system(vehicle_or_mechanism, rack=rack, base=base, independent=independent or [])
    if source:
        typer.echo(system.generated.source, nl=False)
        return
    told = synthesis.explain(system)
    typer.echo(json.dumps(asdict(told), ensure_ascii=False) if as_json else wrap_lines("\n".join(lines(told))))


def explain(
    model: str | Path | Vehicle | Mechanism,
    *,
    rack: str | None = None,
    base: str | None = None,
    independent: Sequence[str] = (),
) -> Explanation:
    """Base, subsystems, cut joints, independent coordinates, forces and the size of the generated code.

    model: a library vehicle, a file, a Vehicle or a Mechanism; rack: servo or prescribed; base: a body; independent:
    coordinates that must be. Nothing is compiled.
    """
    from jounce.engine.formulations import synthesis

    return synthesis.explain(explained_system(model, rack=rack, base=base, independent=independent))


def explained_system(
    model: str | Path | Vehicle | Mechanism,
    *,
    rack: str | None = None,
    base: str | None = None,
    independent: Sequence[str] = (),
) -> System:
    """The generated system that `explain` describes."""
    from jounce.engine.formulations import synthesis

    return synthesis.build(_mechanism(model, rack), base=base, independent=independent)


def _mechanism(given: str | Path | Vehicle | Mechanism, rack: str | None) -> Mechanism:
    from jounce.lab.runs.driving import with_rack
    from jounce.model.mechanism import Mechanism
    from jounce.model.vehicle import Vehicle, to_mechanism

    model = named_model(str(given)) if isinstance(given, str | Path) else given
    if not isinstance(model, Vehicle | Mechanism):
        got, expected = (
            f"{shown(model)} ({type(model).__name__})",
            "a library vehicle, a file, a Vehicle or a Mechanism",
        )
        raise InputError("not a model", got, expected, where="model")
    if isinstance(model, Vehicle):
        return to_mechanism(with_rack(model, rack))
    if rack is not None:
        raise InputError("a mechanism has no rack to choose", f"rack {rack}", "a vehicle")
    return model
