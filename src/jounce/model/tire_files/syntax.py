"""The syntax of a `.tir` file: its lines as entries and tables that remember their line numbers.

    $ comment, ! comment          also after a value; not inside quotes
    [SECTION]
    KEY = value                   a number (1e+006, 1.0D3), a string in quotes, or a bare name
    {deflection force}            head of a table; rows of numbers follow

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
class Contents:
    """Everything that a file holds, in its order; `tables` are rows of numbers by section."""

    entries: list[Entry] = field(default_factory=list)
    tables: dict[str, list[tuple[float, ...]]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def parse_contents(text: str) -> Contents:
    """Split a file into entries and tables; lines that are neither are noted as findings and passed over."""
    found, section, in_table = Contents(), "", False
    for line, raw in enumerate(text.splitlines(), start=1):
        words = _without_comment(raw)
        if not words:
            continue
        key, equals, value = (part.strip() for part in words.partition("="))
        if head := _SECTION.match(words):
            section, in_table = head[1].upper(), False
        elif words.startswith(("{", "(")):
            in_table = True
        elif equals and _KEY.fullmatch(key):
            found.entries.append(Entry(section, key.upper(), _value(value), line))
            in_table = False
        elif in_table:
            row = tuple(number(word) for word in words.replace(",", " ").split())
            if None not in row:
                found.tables.setdefault(section, []).append(row)  # type: ignore[arg-type]
        else:
            found.findings.append(Finding("", "a line that is nothing", shown(words), "KEY = value", line=line))
    return found


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
