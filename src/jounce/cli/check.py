"""`jounce check`: is this file a vehicle or a mechanism that can be built and assembled?"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.outcome import reported


@reported
def check(
    file: Annotated[
        Path,
        typer.Argument(help="YAML file of a vehicle or a mechanism, or name of a library vehicle.", show_default=False),
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Only read the file; do not assemble the mechanism.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Check a vehicle or mechanism file and print every finding with its line.

    First what is written: keys, units, masses, names, references. Then, unless --quick, what it means: whether all
    loops close at the design position, how many degrees of freedom there are, which constraints are redundant.

    Example: jounce check my-car.yaml
    """
    from jounce.front.check import check as checked

    found = checked(file, quick=quick)
    typer.echo(json.dumps(asdict(found), ensure_ascii=False) if as_json else str(found))
