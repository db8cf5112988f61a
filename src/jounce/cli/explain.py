"""`jounce explain`: how the synthesis formulation sees a mechanism."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from jounce.cli.outcome import reported


@reported
def explain(
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
        typer.Option(metavar="NAME", help="Base body; by default the ground if joints hold on to it, or the heaviest."),
    ] = None,
    independent: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Coordinate that must be independent, repeatable: 'uca_fl angle'."),
    ] = None,
    source: Annotated[bool, typer.Option("--source", help="Print the generated source, nothing else.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Show how the synthesis formulation (Song 2005) sees a vehicle or a mechanism.

    Base, subsystems and what hangs on what in them, joints that are cut, which coordinates are independent, forces
    within and between subsystems, and the size of the generated code. Nothing is compiled.

    Example: jounce explain dw18 --rack prescribed
    """
    from dataclasses import asdict

    from jounce import synthesis
    from jounce.cli.explain_text import lines
    from jounce.front.explain import explained_system

    system = explained_system(vehicle_or_mechanism, rack=rack, base=base, independent=independent or [])
    if source:
        typer.echo(system.whole.source, nl=False)
        return
    told = synthesis.explain(system)
    typer.echo(json.dumps(asdict(told), ensure_ascii=False) if as_json else "\n".join(lines(told)))
