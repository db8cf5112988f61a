"""What is made of a frozen object, remembered as long as it is the same object.

Cars of a study share all parts but those that its parameters change. Parts are compared by identity, so that what one
car is translated to never depends, not even in the sign of a zero, on which other cars were translated before.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Hashable
from typing import Any, ParamSpec, TypeVar

from jounce.schema.frozen import Frozen

MAX_KEPT = 512
"""Results that a function keeps, the newest ones, unless it says otherwise."""

Made = TypeVar("Made")
Given = ParamSpec("Given")


def remembered(function: Callable[Given, Made], limit: int = MAX_KEPT) -> Callable[Given, Made]:
    """The function, which is not called again for arguments that it has seen: the same parts, equal names, and numbers
    of the same bits. What it returns must be immutable. limit: results that are kept."""
    kept: dict[tuple, tuple[tuple, Made]] = {}
    lock = threading.Lock()

    @functools.wraps(function)
    def made(*arguments: Given.args, **options: Given.kwargs) -> Made:
        key = *map(_identity, arguments), *options.items()
        known = kept.get(key)
        if known is not None:
            return known[1]
        found = function(*arguments, **options)
        with lock:  # runs are made ready in several threads
            kept[key] = arguments, found  # the arguments too: an id means something while its object lives
            if len(kept) > limit:
                del kept[next(iter(kept))]
        return found

    return made


def _identity(argument: Any) -> Hashable:
    """What tells an argument from others; 0.0 and -0.0 are equal, and not the same."""
    if isinstance(argument, Frozen):
        return "part", id(argument)
    if isinstance(argument, tuple):
        return tuple(map(_identity, argument))
    if isinstance(argument, float):
        return argument.hex()
    hashable: Hashable = argument
    return hashable
