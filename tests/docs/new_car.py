"""The page on a new car, walked: `python -m tests.docs.new_car` writes its outputs anew."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

from tests.docs.printed import differences, renewed
from tests.docs.walk import Output, walk

PAGE = Path(__file__).parents[2] / "docs" / "new_car.md"


def walked() -> list[Output]:
    """The outputs of the page, done in an empty folder."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        return list(walk(PAGE.read_text(encoding="utf-8"), Path(name)))


def wrong(outputs: list[Output]) -> list[str]:
    """Every difference with its line."""
    return [f"docs/new_car.md:{o.block.line}: {text}" for o in outputs for text in differences(o.block.text, o.printed)]


def update(outputs: list[Output]) -> None:
    """Write the outputs of this walk into the page; an empty block takes all."""
    page = PAGE.read_text(encoding="utf-8")
    for output in reversed(outputs):  # from behind, so that places before stay where they are
        block = output.block
        text = renewed(block.text, output.printed) if block.text.strip() else output.printed
        page = page[: block.start] + text + page[block.end :]
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    update(walked())
