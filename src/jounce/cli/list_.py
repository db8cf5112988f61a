"""`jounce list`: everything that has a name."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.outcome import reported


@reported
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """List vehicles, maneuvers with their options, formulations, bases of null spaces, integrators and grounds.

    Example: jounce list
    """
    known = _known()
    if as_json:
        typer.echo(json.dumps(known, ensure_ascii=False))
        return
    for title, entries in known.items():
        typer.secho(title, bold=True)
        for name, entry in entries.items():
            typer.echo(f"  {name:<24}{entry['about'] if isinstance(entry, dict) else entry}")
            for option in entry["options"] if isinstance(entry, dict) else ():
                typer.echo(f"    {option['name']:<21} {_written(option['default']):<10}{option['about']}")


def _written(default: float | str | None) -> str:
    """The default of an option on one line."""
    return "none" if default is None else default if isinstance(default, str) else f"{default:.6g}"


def _known() -> dict[str, dict[str, Any]]:
    """Names and what they stand for, by kind."""
    from jounce import library
    from jounce.maneuvers.choices import BASES, FORMULATIONS, INTEGRATORS
    from jounce.maneuvers.registry import MANEUVERS
    from jounce.terrain.words import ABOUT

    return {
        "vehicles": {name: library.vehicle(name).about for name in library.names()},
        "maneuvers": {
            name: {
                "about": entry.about,
                "options": [
                    {"name": key, "default": field.default, "about": field.description}
                    for key, field in entry.options.model_fields.items()
                ],
            }
            for name, entry in MANEUVERS.items()
        },
        "formulations": dict(FORMULATIONS),
        "bases": dict(BASES),
        "integrators": dict(INTEGRATORS),
        "grounds": dict(ABOUT),
    }
