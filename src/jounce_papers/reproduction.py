"""A reproduction: the numbers of a paper beside ours, as data, as tables for people and as a page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

WIDTH = 116
"""Width of the text [characters]."""


@dataclass(frozen=True)
class Reproduction:
    """Numbers of a paper beside ours."""

    name: str
    data: dict[str, Any]
    """All numbers, as JSON holds them."""
    text: str
    """The numbers as text."""
    page: str | None = None
    """The numbers with figures, as HTML that needs no network."""


class Claim(NamedTuple):
    """What the paper prints, what we have, and what to know about the two; written by a person, numbers filled in."""

    what: str
    paper: str
    jounce: str
    remark: str = ""


@dataclass(frozen=True)
class NumberTable:
    """Numbers for people: groups of rows of which the first cell is the label.

    Without heads it is a list of facts.
    """

    title: str
    heads: tuple[str, ...]
    groups: Mapping[str, Sequence[tuple[str, ...]]]
    """Rows by the heading of their group."""
    note: str = ""


def text_of(title: str, rows: Iterable[Claim], tables: Iterable[NumberTable], about: str = "") -> str:
    """A reproduction as text: the comparison, then the tables."""
    lines = [title, "", *([about, ""] if about else [])]
    for row in rows:
        lines += [row.what, *wrap("  paper   ", row.paper), *wrap("  jounce  ", row.jounce)]
        lines += wrap("          ", row.remark)
    for table in tables:
        lines += ["", *table_lines(table)]
    return "\n".join(lines)


def table_lines(table: NumberTable) -> list[str]:
    """A table as lines of text, columns as wide as they must be; facts are aligned left."""
    rows = [row for rows in table.groups.values() for row in rows]
    first = 4 + max(len(label) for label in (*(row[0] for row in rows), *table.groups))
    heads = table.heads or ("",) * (len(rows[0]) - 1)
    widths = [2 + max(map(len, column)) for column in zip(heads, *(row[1:] for row in rows), strict=True)]
    side = ">" if table.heads else "<"

    def line(label: str, cells: Sequence[str]) -> str:
        aligned = "".join(f"{cell:{side}{width}}" for cell, width in zip(cells, widths, strict=True))
        return f"{label:<{first}}{aligned}".rstrip()

    lines = [table.title, *wrap("  ", table.note)]
    for group, own in table.groups.items():
        lines += [line(group, heads)] if table.heads else []
        lines += [line(f"  {label}", cells) for label, *cells in own]
    return lines


def wrap(lead: str, sentence: str) -> list[str]:
    """A sentence behind a lead, its other lines indented as far."""
    return textwrap.wrap(sentence, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))


def by_method(
    rows: Mapping[str, Sequence[tuple[str, ...]]], titles: Mapping[str, str]
) -> dict[str, list[tuple[str, ...]]]:
    """Several rows for each method as one group of a table, each method named once."""
    return {"": [(titles[name] if i == 0 else "", *cells) for name, own in rows.items() for i, cells in enumerate(own)]}
