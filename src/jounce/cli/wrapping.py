"""Plain text as wide as the terminal."""

from __future__ import annotations

import shutil
import textwrap

WITHOUT_TERMINAL = 10_000
"""Width where there is no terminal [characters]: a program that reads a line gets it whole."""


def wrap_lines(text: str) -> str:
    """The text with lines that are too long broken at spaces and continued further to the right."""
    width = shutil.get_terminal_size((WITHOUT_TERMINAL, 24)).columns
    return "\n".join(_wrapped(line, width) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    words = {"break_long_words": False, "break_on_hyphens": False, "drop_whitespace": True, "replace_whitespace": False}
    return "\n".join(textwrap.wrap(line, width, subsequent_indent=indent, **words))  # type: ignore[arg-type]
