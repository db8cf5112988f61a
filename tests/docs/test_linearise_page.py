"""docs/linearise.md: its Python runs, and prints what stands there; `python -m tests.docs.test_linearise_page` renews
the page."""

import contextlib
import tempfile
from pathlib import Path

from tests.docs.printed import differences
from tests.docs.walk import Output, walk

PAGE = Path(__file__).parents[2] / "docs" / "linearise.md"


def walked() -> list[Output]:
    """Everything that the page says, done in a folder of its own."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        return list(walk(PAGE.read_text(encoding="utf-8"), Path(name)))


def test_the_page_prints_what_stands_there():
    outputs = walked()
    assert len(outputs) == 6
    for output in outputs:
        assert not differences(output.block.text, output.printed), f"line {output.block.line}"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    for output in reversed(walked()):
        text = text[: output.block.start] + output.printed + text[output.block.end :]
    PAGE.write_text(text, encoding="utf-8")
