"""The command `jounce`."""

from __future__ import annotations

import functools
import gc
import importlib
import os
import sys
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from jounce.cli import last_resort
from jounce.cli.exit_codes import UNFORESEEN
from jounce.cli.help_pages import PlainCommand, PlainGroup, panel_of
from jounce.version import __version__

COMMANDS = {
    "run": "jounce.cli.run:run",
    "sweep": "jounce.cli.sweep:sweep",
    "search": "jounce.cli.search:search",
    "identify": "jounce.cli.identify:identify",
    "measured": "jounce.cli.measured:measured",
    "validate": "jounce.cli.validate:validate_command",
    "optimise": "jounce.cli.optimise:optimise",
    "drive": "jounce.cli.drive:drive",
    "view": "jounce.cli.view:view_command",
    "video": "jounce.cli.video:video",
    "report": "jounce.cli.report:report",
    "export": "jounce.cli.export:export",
    "fmu": "jounce.cli.fmu:fmu",
    "export-c": "jounce.cli.export_c:export_c",
    "realtime": "jounce.cli.realtime:realtime",
    "feedback": "jounce.cli.feedback:feedback",
    "serve": "jounce.cli.serve:serve",
    "check": "jounce.cli.check:check_command",
    "import": "jounce.cli.import_files:app",
    "schema": "jounce.cli.schema:schema_command",
    "explain": "jounce.cli.explain:explain_command",
    "tire": "jounce.cli.tire:tire_command",
    "kc": "jounce.cli.kc:kc",
    "design": "jounce.cli.design:design",
    "handling": "jounce.cli.handling:handling",
    "linearise": "jounce.cli.linearise:linearise",
    "list": "jounce.cli.catalog:list_command",
    "doctor": "jounce.cli.doctor:doctor_command",
    "warmup": "jounce.cli.warmup:warmup",
    "bench": "jounce.cli.bench:app",
    "reproduce": "jounce.cli.reproduce:reproduce",
}
"""Name of a command → module and name of its function, in the order of `jounce --help`."""
MAX_YOUNG_OBJECTS = 300_000
"""New objects before Python looks for garbage: more than a run makes, since looking at them takes a tenth of it."""


def make_app(names: Iterable[str] = tuple(COMMANDS)) -> typer.Typer:
    """The command with some of its subcommands; others are not imported."""
    app = typer.Typer(
        name="jounce",
        cls=PlainGroup,
        help="Real-time multibody vehicle dynamics: hardpoints in, a full closed-loop car out.\n\n"
        "Example: jounce run j-turn --vehicle dw18",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_jounce)
    for name in names:
        _add(app, name)
    return app


def _add(app: typer.Typer, name: str) -> None:
    """Add a subcommand: a function, or an app with subcommands of its own."""
    module, _, attribute = COMMANDS[name].partition(":")
    found = getattr(importlib.import_module(module), attribute)
    if isinstance(found, typer.Typer):
        app.add_typer(found, name=name, rich_help_panel=panel_of(name))
        return
    app.command(name, cls=getattr(found, "command_class", PlainCommand), rich_help_panel=panel_of(name))(found)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"jounce {__version__}")
        raise typer.Exit


def _jounce(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Options before the command."""


def main() -> None:
    """Run the command with the arguments of the process."""
    # threads of OpenBLAS sleep at once, not after 30 ms of busy waiting: matrices here are small; read with NumPy
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")
    gc.set_threshold(MAX_YOUNG_OBJECTS, *gc.get_threshold()[1:])
    first = sys.argv[1:2]
    try:
        make_app(first if set(first) <= COMMANDS.keys() and first else COMMANDS)()
    except Exception as error:
        if not last_resort.is_wanted():
            raise
        last_resort.report_unforeseen(error, sys.argv[1:])
        sys.exit(UNFORESEEN)
    finally:
        gc.freeze()  # the process ends: no search for garbage among all that was imported, which takes 0.3 s


@functools.cache
def _whole_app() -> typer.Typer:
    return make_app()


def __getattr__(name: str) -> Any:
    if name != "app":
        raise AttributeError(f"module 'jounce.cli.main' has no attribute {name!r}")
    return _whole_app()


if __name__ == "__main__":
    main()
