"""What a page shows, as numbers, and what it says of itself."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Page


def pixels(page: Page, clip: Sequence[float] | None = None) -> np.ndarray:
    """Screenshot of the page, or of its part `clip` = (x, y, width, height) [px]: rows × columns × red, green, blue."""
    part = None if clip is None else dict(zip(("x", "y", "width", "height"), map(float, clip), strict=True))
    shot = page.screenshot(clip=part)  # type: ignore[arg-type]
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"))


PATIENCE = 90.0
"""Time [s] that a page has for anything: software draws it, on a machine that does other things as well."""


def wait(page: Page, condition: str) -> None:
    """Until a condition of the page's probe holds, such as `p => p.speed > 3`.

    Asked from here again and again: Playwright's own way evaluates text in the page, which its policy forbids.
    """
    question = f"() => {{ const p = window.jounce?.probe(); return Boolean(p && ({condition})(p)); }}"
    end = time.monotonic() + PATIENCE
    while not page.evaluate(question):
        if time.monotonic() > end:
            said = page.evaluate("() => window.jounce?.probe()")
            raise AssertionError(f"not within {PATIENCE:g} s: {condition}\n{json.dumps(said)}")
        time.sleep(0.05)
