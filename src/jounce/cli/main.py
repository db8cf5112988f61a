"""The command `jounce`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from jounce.cli import last_resort
from jounce.cli.bench import app as bench
from jounce.cli.catalog import list_command
from jounce.cli.check import check_command
from jounce.cli.drive import drive
from jounce.cli.exit_codes import UNFORESEEN
from jounce.cli.explain import explain_command
from jounce.cli.export import export
from jounce.cli.kc import kc
from jounce.cli.linearise import linearise
from jounce.cli.realtime import realtime
from jounce.cli.report import report
from jounce.cli.reproduce import reproduce
from jounce.cli.run import run
from jounce.cli.run_options import RunCommand
from jounce.cli.sweep import sweep
from jounce.cli.tire import tire_command
from jounce.cli.view import view_command
from jounce.cli.warmup import warmup
from jounce.version import __version__

app = typer.Typer(
    name="jounce",
    help="Real-time multibody vehicle dynamics: hardpoints in, a full closed-loop car out.\n\n"
    "Example: jounce run j-turn --vehicle dw18",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"jounce {__version__}")
        raise typer.Exit


@app.callback()
def _jounce(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Options before the command."""


app.command("run", cls=RunCommand)(run)
app.command("sweep")(sweep)
app.command("drive")(drive)
app.command("view")(view_command)
app.command("report")(report)
app.command("export")(export)
app.command("realtime")(realtime)
app.command("check")(check_command)
app.command("explain")(explain_command)
app.command("tire")(tire_command)
app.command("kc")(kc)
app.command("linearise")(linearise)
app.command("list")(list_command)
app.command("warmup")(warmup)
app.add_typer(bench, name="bench")
app.command("reproduce")(reproduce)


def main() -> None:
    """Run the command with the arguments of the process."""
    try:
        app()
    except Exception as error:
        if not last_resort.is_wanted():
            raise
        last_resort.report_unforeseen(error, sys.argv[1:])
        sys.exit(UNFORESEEN)


if __name__ == "__main__":
    main()
