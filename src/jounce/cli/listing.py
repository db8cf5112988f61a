"""What `jounce list` prints: everything on one screen, one kind in a table, or all about one name; as wide as the
terminal, and not wider."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import shorten
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from jounce.cli.catalog import Entry

MAX_LINES = 2
"""About how many lines a name may take in the table of its kind; with its NAME there is all of it."""
SINGULAR = {"vehicles": "vehicle", "bases": "basis"}
"""Kind → one of it, where it is not the kind without its s."""


def print_overview(kinds: Mapping[str, Mapping[str, Entry]]) -> None:
    """Every kind with its count and as many names as fit on a line."""
    table = _grid("", "", "")
    width = Console().width - max(map(len, kinds)) - 12
    for kind, entries in kinds.items():
        table.add_row(Text(kind, style="bold"), str(len(entries)), _first_names(list(entries), width))
    console = Console(highlight=False)
    console.print(table)
    console.print(
        "`jounce list KIND` lists a kind, `jounce list KIND NAME` tells all about one: jounce list maneuvers ride"
    )


def print_kind(entries: Mapping[str, Entry]) -> None:
    """A table of the names of a kind, with their units and what they are."""
    units = any(entry.unit is not None for entry in entries.values())
    console = Console(highlight=False)
    room = MAX_LINES * max(20, console.width - max(map(len, entries)) - (16 if units else 4))
    table = _grid("name", *(["unit"] if units else []), "what it is")
    for name, entry in entries.items():
        about = shorten(entry.about, room, placeholder=" …")
        table.add_row(Text(name), *([Text(entry.unit or "")] if units else []), Text(about))
    console.print(table)
    if any(entry.options or len(entry.about) > room for entry in entries.values()):
        console.print("with a NAME: all about it, with its options and their defaults if it has any")


def print_entry(kind: str, name: str, entry: Entry, more: Mapping[str, str]) -> None:
    """All about one name: what it is, its unit, its options with defaults, and more, by heading."""
    console = Console(highlight=False)
    unit = f" [{entry.unit}]" if entry.unit else ""
    console.print(Text(f"{SINGULAR.get(kind, kind.removesuffix('s'))} {name}{unit}", style="bold"))
    console.print(Text(entry.about))
    for title, words in more.items():
        console.print(Text(f"{title}: {words}"))
    if entry.options:
        table = _grid("option", "default", "what it is")
        for option in entry.options:
            table.add_row(Text(option.name), Text(option.written_default), Text(option.about))
        console.print(table)


def _grid(*heads: str) -> Table:
    """A table without lines, whose last column takes the rest of the terminal."""
    table = Table(
        box=box.SIMPLE_HEAD if any(heads) else None, padding=(0, 2, 0, 0), show_header=any(heads), expand=False
    )
    for i, head in enumerate(heads):
        side = "right" if not any(heads) and i == 1 else "left"
        table.add_column(head, overflow="fold", justify=side, no_wrap=i == 0)  # type: ignore[arg-type]
    return table


def _first_names(names: list[str], width: int) -> str:
    """A line with the first names that fit, and how many more there are."""
    shown = list(_fitting(names, width))
    rest = len(names) - len(shown)
    return ", ".join(shown) + (f" … {rest} more" if rest else "")


def _fitting(names: list[str], width: int) -> Iterator[str]:
    used = 0
    for i, name in enumerate(names):
        used += len(name) + 2
        if used > width - (12 if i < len(names) - 1 else 0):
            return
        yield name
