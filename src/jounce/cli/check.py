"""`jounce check`: is this file what it should be?"""

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
        typer.Argument(
            help="YAML file of a vehicle, mechanism, maneuver or study, or name of a library vehicle.",
            show_default=False,
        ),
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Only read the file; do not assemble the mechanism.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Check a file of a vehicle, a mechanism, a maneuver or a study and print every finding with its line.

    First what is written: keys, units, masses, names, references. Then, unless --quick, what it means: whether all
    loops close at the design position, how many degrees of freedom there are, which constraints are redundant.

    Example: jounce check my-car.yaml
    """
    from jounce.front.check import check as checked

    found = checked(file, quick=quick)
    typer.echo(json.dumps(asdict(found), ensure_ascii=False) if as_json else str(found))
