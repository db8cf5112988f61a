"""`jounce list`: everything that has a name."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from jounce.cli.outcome import reported

WIDTHS = {"metrics": 42, "channels": 36}
"""Of names, where they are long."""


@reported
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """List vehicles, maneuvers with their options, metrics, channels with units, formulations, integrators, grounds.

    Example: jounce list
    """
    from jounce.front.known import list_ as known_names

    known = known_names()
    if as_json:
        typer.echo(json.dumps(known, ensure_ascii=False))
        return
    for title, entries in known.items():
        typer.secho(title, bold=True)
        for name, entry in entries.items():
            about, unit = (entry["about"], entry.get("unit")) if isinstance(entry, dict) else (entry, None)
            typer.echo(f"  {name:<{WIDTHS.get(title, 24)}}{f'[{unit}] ' if unit else ''}{about}")
            for option in entry.get("options", ()) if isinstance(entry, dict) else ():
                typer.echo(f"    {option['name']:<21} {_written(option['default']):<10}{option['about']}")


def _written(default: float | str | None) -> str:
    """The default of an option on one line."""
    if default is None or isinstance(default, bool):
        return {None: "none", True: "yes", False: "no"}[default]
    return default if isinstance(default, str) else f"{default:.6g}"
