"""The tutorial, walked: `python -m tests.docs.tutorial` compares its outputs, `--update` writes them anew.

With --update, examples/kart.yaml becomes the kart at which the page arrives. --picture takes the picture of the report.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.docs.printed import differences, renewed
from tests.docs.walk import Output, walk

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tutorial.md"
KART = ROOT / "examples" / "kart.yaml"
PICTURE = ROOT / "docs" / "images" / "tutorial-report.png"
REPORT = "out/double-lane-change-kart/report.html"


@contextlib.contextmanager
def walked() -> Iterator[tuple[Path, list[Output]]]:
    """A folder in which the whole page has been done, and its outputs; the folder vanishes afterwards."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        yield Path(name), list(walk(PAGE.read_text(encoding="utf-8"), Path(name)))


def wrong(outputs: list[Output]) -> list[str]:
    """Every difference with its line."""
    return [
        f"docs/tutorial.md:{output.block.line}: {difference}"
        for output in outputs
        for difference in differences(output.block.text, output.printed)
    ]


def update(folder: Path, outputs: list[Output]) -> None:
    """Write the outputs of this walk into the page, and the kart into the examples."""
    page = PAGE.read_text(encoding="utf-8")
    for output in reversed(outputs):  # from behind, so that places before stay where they are
        block = output.block
        try:
            page = page[: block.start] + renewed(block.text, output.printed) + page[block.end :]
        except LookupError as error:
            print(f"docs/tutorial.md:{block.line}: {error}; this output stays as it is, correct it by hand")
    PAGE.write_text(page, encoding="utf-8")
    KART.write_text((folder / "kart.yaml").read_text(encoding="utf-8"), encoding="utf-8")


def picture(folder: Path) -> None:
    """Take the picture of the report's top."""
    from playwright.sync_api import sync_playwright

    from tools import chromium
    from tools.screenshots import FLAGS

    found = chromium.provide()
    with sync_playwright() as playwright:
        environment = {**os.environ, **found.environment}
        browser = playwright.chromium.launch(executable_path=found.executable, args=[*FLAGS], env=environment)
        page = browser.new_page(viewport={"width": 1200, "height": 830})
        page.goto((folder / REPORT).resolve().as_uri())
        page.screenshot(path=PICTURE)
        browser.close()


def main() -> int:
    """Compare or update; 1 if the page is not what happens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="write the outputs into the page")
    parser.add_argument("--picture", action="store_true", help="take the picture of the report again")
    wanted = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with walked() as (folder, outputs):
        found = wrong(outputs)
        print(*found or ["The page says what happens."], sep="\n")
        if wanted.update:
            update(folder, outputs)
        if wanted.picture:
            picture(folder)
    return int(bool(found) and not wanted.update)


if __name__ == "__main__":
    sys.exit(main())
