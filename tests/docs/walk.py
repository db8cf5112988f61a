"""A page of documentation that is walked: its blocks are done in order, in a folder, and its outputs compared.

| fence | what happens |
|---|---|
| `yaml` | the file that its first line names (`# kart.yaml`) is written |
| `diff` | lines of the file that its first line names (`--- kart.yaml`) are replaced; `@@` stands between two places |
| `shell` | every line is a `jounce` command, called in this process; `# exit code 2` behind it: it must complain |
| `python` | is executed, with the names of the blocks before |
| `text` | what the block before it has printed; a line `…` stands for any number of lines |

A block after `<!-- not run: why -->` is only shown.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from jounce.cli.main import app

WIDTH = 100
"""Columns of the terminal on the page."""
_FENCE = re.compile(r"(?P<skip><!-- not run: .*? -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """A fenced block of the page; line: of its fence; start, end: of its text, as characters of the page."""

    kind: str
    text: str
    line: int
    start: int
    end: int
    shown_only: bool


@dataclass(frozen=True)
class Output:
    """An output on the page, and what was printed this time."""

    block: Block
    printed: str


def blocks(page: str) -> list[Block]:
    """All fenced blocks in order."""
    return [
        Block(
            kind=found["kind"],
            text=found["text"],
            line=page.count("\n", 0, found.start("text")),
            start=found.start("text"),
            end=found.end("text"),
            shown_only=found["skip"] is not None,
        )
        for found in _FENCE.finditer(page)
    ]


def walk(page: str, folder: Path) -> Iterator[Output]:
    """Do what the page says in a folder, which must be the working one; every output with what is under it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = ""
    for block in blocks(page):
        if block.kind == "text":
            yield Output(block, printed)
        elif not block.shown_only:
            printed = _done(block, folder, names)


def _done(block: Block, folder: Path, names: dict[str, Any]) -> str:
    match block.kind:
        case "yaml":
            (folder / _named(block, "# ")).write_text(block.text, encoding="utf-8")
            return ""
        case "diff":
            path = folder / _named(block, "--- ")
            path.write_text(edited(path.read_text(encoding="utf-8"), block), encoding="utf-8")
            return ""
        case "shell":
            return "".join(_called(line, block.line) for line in block.text.splitlines())
        case "python":
            told = io.StringIO()
            with contextlib.redirect_stdout(told):
                exec(compile(block.text, f"line {block.line}", "exec"), names)
            return told.getvalue()
    raise AssertionError(f"line {block.line}: nobody knows how to do a block of kind {block.kind!r}")


def _named(block: Block, mark: str) -> str:
    first = block.text.splitlines()[0]
    assert first.startswith(mark), f"line {block.line}: the first line must name a file: {mark}NAME"
    return first.removeprefix(mark).strip()


def edited(text: str, block: Block) -> str:
    """The text with the lines of a diff replaced; each place must be there exactly once."""
    for place in "\n".join(block.text.splitlines()[1:]).split("@@\n"):
        lines = place.strip("\n").split("\n")
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] in f" {sign}") for sign in "-+")
        assert text.count(old) == 1, f"line {block.line}: {text.count(old)} places have\n{old}"
        text = text.replace(old, new)
    return text


def _called(line: str, number: int) -> str:
    command, *arguments = shlex.split(line, comments=True)
    assert command == "jounce", f"line {number}: only jounce is called here, not {command}"
    wanted = re.search(r"# exit code (\d+)", line)
    done = CliRunner(env={"COLUMNS": str(WIDTH), "NO_COLOR": "1"}).invoke(app, arguments)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == (int(wanted[1]) if wanted else 0), f"line {number}: {line}: {done.output}"
    return done.output if wanted else done.stdout  # without the progress that a command tells to stderr
