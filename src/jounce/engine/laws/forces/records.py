"""Records: rows of numbers with names, so that compiled code reads `law["stiffness"]` and not column 7."""

import numpy as np


def record(**fields: int | type | np.dtype) -> np.dtype:
    """An aligned record type: `name=float`, `name=int`, `name=k` for k floats, or `name=` another record type."""
    parts: list[tuple] = []
    for name, kind in fields.items():
        if kind is int:
            parts.append((name, "i8"))
        elif kind is float:
            parts.append((name, "f8"))
        elif isinstance(kind, np.dtype):
            parts.append((name, kind))
        else:
            parts.append((name, "f8", (kind,)))
    return np.dtype(parts, align=True)


BODY = record(mass=float, inertia=9)
"""A rigid body: mass [kg] and inertia about the centre of mass in body axes [kg m²]."""
