"""Speeds of standard drive cycles, as text files with their sources."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from jounce.errors import InputError

CYCLES = {"wltc-class-3b": "wltc_class_3b.txt"}
"""Name of a cycle → its file: km/h, a value a second."""


def cycle_speeds(name: str) -> np.ndarray:
    """Speeds of a cycle [m/s] at 0, 1, 2 … s; raises InputError for an unknown one."""
    if name not in CYCLES:
        raise InputError("unknown cycle", repr(name), f"one of {', '.join(CYCLES)}")
    lines = (files(__name__) / CYCLES[name]).read_text(encoding="utf-8").splitlines()
    values = [float(word) for line in lines if not line.startswith("#") for word in line.split()]
    return np.array(values) / 3.6
