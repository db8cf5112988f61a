"""Records: rows of numbers with names, so that compiled code reads `law["stiffness"]` and not column 7."""

import numpy as np


def record(**fields: int | type) -> np.dtype:
    """An aligned record type: `name=float`, `name=int` or `name=k` for k floats."""
    parts = []
    for name, kind in fields.items():
        if kind is int:
            parts.append((name, "i8"))
        elif kind is float:
            parts.append((name, "f8"))
        else:
            parts.append((name, "f8", (kind,)))
    return np.dtype(parts, align=True)
