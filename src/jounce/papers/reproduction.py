"""What a reproduction gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Reproduction:
    """Numbers of a paper beside ours."""

    name: str
    data: dict[str, Any]
    """Everything, as JSON holds it."""
    text: str
    """The same for people."""
    page: str | None = None
    """The same with pictures, as HTML that needs no network."""
