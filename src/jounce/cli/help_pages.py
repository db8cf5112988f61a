"""Help of the command: flags without a type beside them, and commands in groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typer.core import TyperCommand, TyperGroup

PANELS: Mapping[str, tuple[str, ...]] = {
    "Run and drive": ("run", "drive", "feedback", "realtime", "serve"),
    "Look": ("report", "view", "video", "export", "kc", "tire", "handling", "linearise", "explain", "list"),
    "Study": ("sweep", "search", "identify", "optimise"),
    "Compare with measurements": ("measured", "validate"),
    "Describe": ("design", "check", "import", "schema"),
    "Hand over": ("fmu", "export-c"),
    "Verify and measure": ("doctor", "reproduce", "bench", "warmup"),
}
"""Heading of `jounce --help` → commands below it."""


def panel_of(command: str) -> str | None:
    """The heading under which a command is listed."""
    return next((heading for heading, names in PANELS.items() if command in names), None)


class PlainCommand(TyperCommand):
    """A command whose flags stand without `<bool>` in its help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Arguments and options; a flag takes no value, so none is named."""
        return _without_values(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A command with subcommands whose flags stand without `<bool>` in its help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Arguments and options; a flag takes no value, so none is named."""
        return _without_values(super().get_params(ctx))


def _without_values(parameters: list[Any]) -> list[Any]:
    for one in parameters:
        if getattr(one, "is_flag", False) and one.metavar is None:
            one.metavar = ""
    return parameters
