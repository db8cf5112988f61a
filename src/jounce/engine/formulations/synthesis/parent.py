"""What a subsystem knows of the parent that carries it: which of its bodies, how they move, and where that is.

A parent leaves the frame of each body that carries something in the work array, and after it the body's twist per unit
of each of its independent velocities. Of both, parts that vanish whatever the position are known while kernels are
written, and never read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jounce.engine.assembly.state_layout import Key, Rate
from jounce.engine.formulations.synthesis.writer import Twist

if TYPE_CHECKING:
    from jounce.engine.formulations.synthesis.context import KernelFrame

FRAME, TWIST = 24, 6
"""Numbers of a frame (rotation, origin, twist, bias acceleration) and of a twist."""


@dataclass(frozen=True)
class Parent:
    """The parent of a subsystem."""

    name: str
    bodies: tuple[str, ...]
    rates: tuple[Rate, ...]
    """Its independent velocities."""
    frames: dict[str, KernelFrame] = field(default_factory=dict)
    """Bodies that carry something, as the parent's own kernel has them: None is what vanishes."""
    twists: dict[str, dict[Key, Twist]] = field(default_factory=dict)
    """Their twists per unit velocity, likewise."""


def twist_place(j: int) -> int:
    """Where the twist of a body per unit of the j-th velocity is, from the body's frame on."""
    return FRAME + TWIST * j
