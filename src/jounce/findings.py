"""A finding: one thing that is wrong with a model, said so that its author can repair it."""

from __future__ import annotations

import difflib
import reprlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Finding:
    """Where – what – got – expected – what to do, with file and line (from 1) when the model came from a file."""

    where: str
    what: str
    got: str = ""
    expected: str = ""
    hint: str = ""
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        text = ": ".join(part for part in (place, self.where, self.what) if part)
        if self.got:
            text += f"; got {self.got}"
        if self.expected:
            text += f"; expected {self.expected}"
        if self.hint:
            text += f"; {self.hint}"
        return on_one_line(text)

    def inside(self, *path: str | int) -> Finding:
        """The same finding, seen from the object that holds this one under `path`."""
        return replace(self, where=dotted(*path, self.where))

    def at(self, file: str | None, line: int | None) -> Finding:
        """The same finding with its place in a file."""
        return replace(self, file=file, line=line)


def dotted(*path: str | int) -> str:
    """The path of a value as people write it: `joints.lower_ball.axis`."""
    return ".".join(str(step) for step in path if step != "")


def is_breaking(character: str) -> bool:
    """Whether a character ends a line, commands a terminal, turns the direction of text, or is half of one."""
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _DIRECTIONS


def on_one_line(text: str) -> str:
    """A text with what would break its line written as an escape sequence."""
    return "".join(ascii(c)[1:-1] if is_breaking(c) else c for c in text)


def shown(value: object) -> str:
    """A value as a finding quotes it: on one line and never long."""
    text = _BRIEF.repr(value)
    return text if len(text) <= 100 else text[:99] + "…"


def suggestion(word: str, known: Iterable[str]) -> str:
    """A hint with the known words closest to a mistyped one; empty when none is close."""
    by_lower_case = {name.lower(): name for name in known}
    if word.lower() in by_lower_case:
        return f"did you mean {by_lower_case[word.lower()]!r}?"
    close = difflib.get_close_matches(word.lower(), by_lower_case, n=2, cutoff=0.65)
    return f"did you mean {' or '.join(repr(by_lower_case[name]) for name in close)}?" if close else ""


_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class _Brief(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxlist, self.maxtuple, self.maxdict = 2, 6, 6, 3
        self.maxstring = self.maxother = 60

    def repr_float(self, value: float, level: int) -> str:
        return f"{value:.12g}"

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if x.bit_length() < 200 else f"an integer of {x.bit_length()} bits"


_BRIEF = _Brief()
