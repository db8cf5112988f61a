"""Plain text as wide as the terminal."""

from __future__ import annotations

import re
import shutil

STYLE = re.compile(r"\x1b\[[\d;]*m")
WITHOUT_TERMINAL = 10_000
"""Width where there is no terminal [characters]: a program that reads a line gets it whole."""


def terminal_width() -> int:
    """Characters of a line of the terminal."""
    return shutil.get_terminal_size((WITHOUT_TERMINAL, 24)).columns


def wrap_lines(text: str) -> str:
    """The text with lines that are too long broken at spaces and continued further to the right."""
    width = terminal_width()
    return "\n".join(_wrapped(line, width) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    """One line; what styles it has no width, and a word that is longer than a line stays whole."""
    if _seen(line) <= width:
        return line
    lead = line[: len(line) - len(line.lstrip())]
    lines, indent = [lead], lead + " " * 4
    for word in re.findall(r"\S+\s*", line[len(lead) :]):
        if lines[-1].strip() and _seen(lines[-1] + word.rstrip()) > width:
            lines.append(indent)
        lines[-1] += word
    return "\n".join(one.rstrip() for one in lines)


def _seen(text: str) -> int:
    return len(STYLE.sub("", text))
