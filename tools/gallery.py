"""Pictures of the examples for docs/examples.md: each is run and its page photographed (`python -m tools.gallery`)."""

from __future__ import annotations

import argparse
import os
import re
import runpy
import tempfile
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools import chromium
from tools.screenshots import FLAGS

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images" / "examples"
SIZE = {"width": 900, "height": 560}


def names() -> list[str]:
    """Names of the examples with a picture in the gallery."""
    return re.findall(r"\(images/examples/([\w-]+)\.png\)", (ROOT / "docs" / "examples.md").read_text(encoding="utf-8"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run all examples of the gallery, or those that are named, and keep a picture of each page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="examples; all by default")
    wanted = parser.parse_args(arguments).names or names()
    IMAGES.mkdir(parents=True, exist_ok=True)
    browser_of = chromium.provide()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_of.executable, args=list(FLAGS), env={**os.environ, **browser_of.environment}
        )
        page = browser.new_page(viewport=SIZE)
        for name in wanted:
            with chdir(folder):
                runpy.run_path(str(ROOT / "examples" / f"{name}.py"), run_name="__main__")
            page.goto((Path(folder) / f"{name}.html").as_uri())
            page.wait_for_timeout(2500)  # plots and replays draw themselves
            page.evaluate("document.querySelector('.plots')?.scrollIntoView()")
            page.screenshot(path=IMAGES / f"{name}.png")
            print(f"docs/images/examples/{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
