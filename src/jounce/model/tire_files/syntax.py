"""The syntax of a `.tir` file: its lines as entries and tables that remember their line numbers.

    $ comment, ! comment          also after a value; not inside quotes
    [SECTION]
    KEY = value                   a number (1e+006, 1.0D3), a string in quotes, or a bare name
    {deflection force}            head of a table, which may be missing; rows of numbers follow

Keys and sections count in upper case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from jounce.findings import Finding, shown

_SECTION = re.compile(r"\[\s*([^\]]*?)\s*\]")
_KEY = re.compile(r"[A-Za-z_][\w.\-/ ]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?")


@dataclass(frozen=True)
class Entry:
    """One `KEY = value`: section and key in upper case, the value as a number if it reads as one, else as a string."""

    section: str
    key: str
    value: float | str
    line: int


@dataclass
class Block:
    """The rows of numbers under one section; `line` is that of the section."""

    line: int
    rows: list[tuple[float, ...]] = field(default_factory=list)


@dataclass
class Contents:
    """Everything that a file holds, in its order; `tables` are blocks of rows by section, `sections` their lines."""

    entries: list[Entry] = field(default_factory=list)
    tables: dict[str, list[Block]] = field(default_factory=dict)
    sections: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def parse_contents(text: str) -> Contents:
    """Split a file into entries and tables; lines that are neither are noted as findings and passed over."""
    found, section, in_table, head_line = Contents(), "", False, 1
    for line, raw in enumerate(text.splitlines(), start=1):
        words = _without_comment(raw)
        if not words:
            continue
        key, equals, value = (part.strip() for part in words.partition("="))
        row = _row(words)
        if head := _SECTION.match(words):
            section, in_table, head_line = head[1].upper(), False, line
            found.sections.setdefault(section, line)
        elif words.startswith(("{", "(")):
            in_table = True
        elif equals and _KEY.fullmatch(key):
            found.entries.append(Entry(section, key.upper(), _value(value), line))
            in_table = False
        elif row is not None and section:
            blocks = found.tables.setdefault(section, [])
            if not blocks or blocks[-1].line != head_line:
                blocks.append(Block(head_line))
            blocks[-1].rows.append(row)
        elif not in_table:
            found.findings.append(Finding("", "unreadable line", shown(words), "KEY = value", line=line))
    return found


def _row(words: str) -> tuple[float, ...] | None:
    """The numbers of a line that has nothing else, or None."""
    row = []
    for word in words.replace(",", " ").split():
        value = number(word)
        if value is None:
            return None
        row.append(value)
    return tuple(row)


def number(text: str) -> float | None:
    """A number as people and Fortran write it, or None."""
    return float(re.sub("[dD]", "e", text)) if _NUMBER.fullmatch(text) else None


def _without_comment(raw: str) -> str:
    words, quote = raw.replace("\ufeff", "").strip(), ""
    for n, letter in enumerate(words):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "$!":
            return words[:n].strip()
        elif letter in "'\"" and letter in words[n + 1 :]:
            quote = letter
    return words


def _value(text: str) -> float | str:
    if text[:1] in ("'", '"'):
        return text.strip("'\"").strip()
    value = number(text)
    return text if value is None else value
