"""Subsystem synthesis (Song 2005) on generated straight-line kernels.

A mechanism is cut into subsystems that hang on a base; each becomes a few pages of straight-line vector code, written
here, compiled once per topology and kept on disk. Nothing in this package runs inside a time step: what runs is what it
writes. `explain` tells what was decided.

What is here is loaded when it is first used: the registry of formulations reads names only.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jounce.engine.formulations.synthesis.explanation import Explanation, explain
    from jounce.engine.formulations.synthesis.system import System, build

__all__ = ["Explanation", "System", "build", "explain"]

_HOMES = {
    "Explanation": "jounce.engine.formulations.synthesis.explanation",
    "System": "jounce.engine.formulations.synthesis.system",
    "build": "jounce.engine.formulations.synthesis.system",
    "explain": "jounce.engine.formulations.synthesis.explanation",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
