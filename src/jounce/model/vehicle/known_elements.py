"""Elements that a changed part translates to as before: one object for the same numbers.

An arm that becomes heavier has the hinge that it had. Whoever has looked at that hinge knows it by its identity, so
that it is neither checked nor packed again.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import Any

from jounce.model.mechanism import Input
from jounce.model.vehicle.corners import Elements
from jounce.schema.frozen import Frozen

MAX_KNOWN = 4096
"""Elements that are kept, the newest ones: those of some twenty cars that have nothing in common."""
_known: dict[Hashable, Any] = {}
_ids: set[int] = set()
"""Identities of the elements that are kept."""
_lock = threading.Lock()


def as_known(elements: Elements) -> Elements:
    """The elements, each the object that first had its fields, to the bit."""
    sections = elements.bodies, elements.joints, elements.forces, elements.tires
    return Elements(*(tuple(map(_as_known, section)) for section in sections))


def _as_known(element: Frozen) -> Any:
    if id(element) in _ids:
        return element
    with _lock:  # runs are made ready in several threads
        found = _known.setdefault(_identity(element), element)
        _ids.add(id(found))
        if len(_known) > MAX_KNOWN:
            _ids.discard(id(_known.pop(next(iter(_known)))))
    return found


def _identity(element: Frozen) -> Hashable:
    """Type and fields. Objects in them are told apart by identity, and live as long as the element."""
    return type(element), *map(_value, vars(element).values())


def _value(value: Any) -> Hashable:
    if isinstance(value, float):
        return value.hex()  # 0.0 and -0.0 are equal, and not the same
    if isinstance(value, tuple):
        return tuple(map(_value, value))
    if isinstance(value, Input):
        return _identity(value)
    return value if isinstance(value, str | int | None) else id(value)
