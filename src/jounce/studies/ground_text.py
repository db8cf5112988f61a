"""Texts of grounds, such as `iso8608, class=C, seed=1`, with some options changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SEEDED = ("iso8608", "generated")
"""Words of grounds that are made from a seed."""


def ground_options(text: str) -> dict[str, Any]:
    """The options behind the word or file, with numbers where they are some."""
    pairs = (part.partition("=") for part in text.split(",")[1:])
    return {name.strip(): _number(value.strip()) for name, _, value in pairs}


def with_ground_options(text: str, changes: Mapping[str, Any]) -> str:
    """The text with these options instead of its own or added to them."""
    name = text.split(",")[0].strip()
    return ", ".join([name, *(f"{key}={_text(value)}" for key, value in {**ground_options(text), **changes}.items())])


def seeded_ground(text: str, seed: int) -> str:
    """The text with a seed, if its ground is made from one and has none."""
    if text.split(",")[0].strip() not in SEEDED or "seed" in ground_options(text):
        return text
    return with_ground_options(text, {"seed": seed})


def _text(value: Any) -> str:
    """Shortest text that gives the same number back; whole numbers without a point, as seeds must be."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else str(value)


def _number(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text
