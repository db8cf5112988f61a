"""What is read of a suspension: its keys, what differs on the right, and what turns with the wheel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class ReadSuspension:
    """Keys of a suspension, values that differ on the right, and what turns with the wheel."""

    keys: dict[str, Any]
    right: dict[str, Any] = field(default_factory=dict)
    spindle_mass: float = 0.0
    spindle_inertia: tuple[float, float, float] = (0.0, 0.0, 0.0)
    shaft_inertia: float = 0.0
    notes: list[str] = field(default_factory=list)
