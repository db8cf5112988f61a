"""The command `jounce`."""

from __future__ import annotations

from typing import Annotated

import typer

from jounce.cli.bench import app as bench
from jounce.cli.check import check
from jounce.cli.drive import drive
from jounce.cli.explain import explain
from jounce.cli.export import export
from jounce.cli.kc import kc
from jounce.cli.list_ import list_
from jounce.cli.realtime import realtime
from jounce.cli.report import report
from jounce.cli.reproduce import reproduce
from jounce.cli.run import run
from jounce.cli.sweep import sweep
from jounce.cli.tire import tire
from jounce.cli.view import view
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


app.command("run")(run)
app.command("sweep")(sweep)
app.command("drive")(drive)
app.command("view")(view)
app.command("report")(report)
app.command("export")(export)
app.command("realtime")(realtime)
app.command("check")(check)
app.command("explain")(explain)
app.command("tire")(tire)
app.command("kc")(kc)
app.command("list")(list_)
app.command("warmup")(warmup)
app.add_typer(bench, name="bench")
app.command("reproduce")(reproduce)


def main() -> None:
    """Run the command with the arguments of the process."""
    app()


if __name__ == "__main__":
    main()
