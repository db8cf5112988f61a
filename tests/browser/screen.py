"""What a page shows, as numbers."""

from __future__ import annotations

import io
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
