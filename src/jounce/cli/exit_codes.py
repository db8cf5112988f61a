"""How a command ends: exit codes, and errors as one clear message without a traceback."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

from jounce.errors import EquilibriumError, JounceError, SimulationError

BAD_INPUT, FAILED, UNFORESEEN, INTERRUPTED = 2, 3, 70, 130
"""Exit codes; 0 is success."""

P = ParamSpec("P")
R = TypeVar("R")


def print_error(message: object) -> None:
    """One message on stderr, as it is: no wrapping, no markup."""
    typer.secho("error: ", err=True, nl=False, fg=typer.colors.RED, bold=True)
    typer.echo(message, err=True)


def cli_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn what jounce raises on purpose into a message and an exit code; anything else is a mistake of
    ours, and goes to `jounce.cli.last_resort`."""

    @functools.wraps(command)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (SimulationError, EquilibriumError) as error:
            print_error(error)
            raise typer.Exit(FAILED) from None
        except JounceError as error:
            print_error(error)
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            print_error("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:  # the reader of our output has gone, as in `jounce list | head -1`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit from None

    return call
