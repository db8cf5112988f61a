"""What a paper says beside what came out: rows of a table for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """What the paper prints, what we have, and what to know about the two."""

    what: str
    paper: str
    jounce: str
    remark: str = ""


def comparison_lines(rows: Iterable[Row]) -> list[str]:
    """As text of 116 columns."""
    lines = []
    for row in rows:
        lines += [row.what, *wrapped("  paper   ", row.paper), *wrapped("  jounce  ", row.jounce)]
        lines += wrapped("          ", row.remark)
    return lines


def wrapped(lead: str, sentence: str) -> list[str]:
    """A sentence behind a lead, its other lines indented as far."""
    return textwrap.wrap(sentence, 116, initial_indent=lead, subsequent_indent=" " * len(lead))
