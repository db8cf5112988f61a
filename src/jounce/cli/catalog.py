"""`jounce list` and `jounce.list`: everything that has a name."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.errors import InputError
from jounce.findings import suggestion

WIDTHS = {"metrics": 42, "channels": 36}
"""Columns for the names of a kind, where they are long [characters]."""


@cli_errors
def list_command(
    kind: Annotated[
        str | None,
        typer.Argument(help="Kind to list alone, such as `controllers`; all by default.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """List vehicles, maneuvers and controllers with their options, metrics, channels with units, formulations,
    integrators, grounds.

    Example: jounce list controllers
    """
    from jounce.lab.maneuvers.options import Option

    known = catalog()
    if kind is not None:
        if kind not in known:
            raise InputError("unknown kind", repr(kind), f"one of {', '.join(known)}", suggestion(kind, known))
        known = {kind: known[kind]}
    if as_json:
        typer.echo(json.dumps(known, ensure_ascii=False))
        return
    for title, entries in known.items():
        typer.secho(title, bold=True)
        for name, entry in entries.items():
            about, unit = (entry["about"], entry.get("unit")) if isinstance(entry, dict) else (entry, None)
            typer.echo(f"  {name:<{WIDTHS.get(title, 24)}}{f'[{unit}] ' if unit else ''}{about}")
            for option in entry.get("options", ()) if isinstance(entry, dict) else ():
                default = Option(**option).written_default
                typer.echo(f"    {option['name']:<21} {default:<9} {option['about']}")


def catalog() -> dict[str, dict[str, Any]]:
    """Vehicles, maneuvers and controllers with their options, metrics and channels with their units, formulations,
    bases of null spaces, integrators and grounds, by kind and name. Plain data."""
    from jounce.engine.integrators.registry import INTEGRATORS
    from jounce.engine.terrain.ground_spec import GROUND_DESCRIPTIONS
    from jounce.lab.controllers.registry import CONTROLLERS
    from jounce.lab.maneuvers.options import options_of
    from jounce.lab.maneuvers.registry import MANEUVERS
    from jounce.lab.metrics import METRICS
    from jounce.lab.results.channel_names import CHANNELS
    from jounce.lab.run_settings import BASES, FORMULATIONS
    from jounce.model import library

    return {
        "vehicles": {name: library.vehicle(name).about for name in library.names()},
        "maneuvers": {
            name: {
                "about": entry.about,
                "options": [{"name": one.name, "default": one.default, "about": one.about} for one in options_of(name)],
            }
            for name, entry in MANEUVERS.items()
        },
        "controllers": {
            name: {
                "about": entry.about,
                "options": [
                    {"name": key, "default": field.default, "about": field.description or ""}
                    for key, field in entry.options.model_fields.items()
                ],
            }
            for name, entry in CONTROLLERS.items()
        },
        "metrics": {name: {"about": metric.definition, "unit": metric.unit} for name, metric in METRICS.items()},
        "channels": {name: {"about": one.description, "unit": one.unit} for name, one in CHANNELS.items()},
        "formulations": dict(FORMULATIONS),
        "bases": dict(BASES),
        "integrators": {name: integrator.help for name, integrator in INTEGRATORS.items()},
        "grounds": dict(GROUND_DESCRIPTIONS),
    }
