"""Calls of compiled entries without the search for the right machine code.

Before an entry runs, the types of all its arguments are looked at to find the code that was compiled for them. For a
car's forty arrays that takes three times as long as a step of it. A loop that passes the same arrays for ever looks
once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from jounce.kernel.functions import INTERPRETED, signature


def direct(entry: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """The entry with these arguments, as a function of none; the entry must have been called with such before."""
    return partial(machine_code(entry, *arguments), *arguments)


def machine_code(entry: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """What the entry would run for arguments of these types; it checks no types. The entry itself if it cannot be
    found."""
    if INTERPRETED:
        return entry
    found = entry.overloads.get(signature(*arguments).args)
    return entry if found is None else found.entry_point
