"""Vehicles in a browser: live driving and replay.

What is here is loaded when it is first used: a report needs the page, not the loop.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jounce.viewer.live import drive
    from jounce.viewer.replay import render_replay, write_replay

_HOMES = {"drive": "live", "render_replay": "replay", "write_replay": "replay"}

__all__ = ["drive", "render_replay", "write_replay"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'jounce.viewer' has no attribute {name!r}")
    return getattr(importlib.import_module(f"jounce.viewer.{_HOMES[name]}"), name)
