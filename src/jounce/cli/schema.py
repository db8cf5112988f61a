"""`jounce schema`: a JSON schema of vehicle files, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def schema_command(
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON file to write; by default it is printed.")
    ] = None,
) -> None:
    """Write a JSON schema of vehicle files for completion and checks in editors.

    Editors with YAML support take it from a line at the top of a file: `# yaml-language-server: $schema=vehicle.json`.

    Example: jounce schema --out vehicle.json
    """
    text = json.dumps(file_schema(), indent=1, ensure_ascii=False) + "\n"
    if out is None:
        typer.echo(text, nl=False)
        return
    from jounce.lab.results.atomic import write_text

    write_text(out, text)
    typer.echo(f"{out}")


def file_schema() -> dict[str, Any]:
    """The JSON schema of vehicle files, as data: keys, kinds and help for editors."""
    from jounce.model.vehicle.editor_schema import vehicle_schema

    return vehicle_schema()
