"""`jounce list` and `jounce.catalog`: everything that has a name."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors

WIDTHS = {"metrics": 42, "channels": 36}
"""Columns for the names of a kind, where they are long [characters]."""


@cli_errors
def list_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """List vehicles, maneuvers with their options, metrics, channels with units, formulations, integrators, grounds.

    Example: jounce list
    """
    from jounce.lab.maneuvers.options import Option

    known = catalog()
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
                typer.echo(f"    {option['name']:<21} {default:<10}{option['about']}")


def catalog() -> dict[str, dict[str, Any]]:
    """Vehicles, maneuvers with their options, metrics and channels with their units, formulations, bases of null
    spaces, integrators and grounds, by kind and name. Plain data."""
    from jounce.engine.integrators.registry import INTEGRATORS
    from jounce.engine.terrain.ground_spec import GROUND_DESCRIPTIONS
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
        "metrics": {name: {"about": metric.definition, "unit": metric.unit} for name, metric in METRICS.items()},
        "channels": {name: {"about": one.description, "unit": one.unit} for name, one in CHANNELS.items()},
        "formulations": dict(FORMULATIONS),
        "bases": dict(BASES),
        "integrators": {name: integrator.help for name, integrator in INTEGRATORS.items()},
        "grounds": dict(GROUND_DESCRIPTIONS),
    }
