"""Paths as people give them: strings and Path objects, anything else refused with a sentence."""

from __future__ import annotations

import os
from pathlib import Path

from jounce.errors import InputError
from jounce.findings import shown


def as_path(given: object, expected: str = "a path, as a string or a Path", where: str = "") -> Path:
    """The path that was given; raises InputError for what is none, with what was expected."""
    if not isinstance(given, str | os.PathLike):
        raise InputError("wrong type", f"{shown(given)} ({type(given).__name__})", expected, where=where)
    return Path(given)
