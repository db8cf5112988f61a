"""The translator between names (left) and array indices (right) of a packed mechanism."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class JointPlace:
    """Where a joint, coupler or driver sits in the arrays."""

    node: int
    """Index among the joints."""
    rows: range
    """Its constraint rows."""
    bodies: tuple[int, int]
    """Indices of body a and body b (the ground is the last)."""
    point_b: np.ndarray
    """Where the joint sits on body b, from its centre of mass in body axes."""
    axes_a: np.ndarray
    """Joint axes as columns, in axes of body a; z is the joint's own axis where it has one."""


@dataclass(frozen=True)
class Layout:
    """Names of everything, in the order of the arrays."""

    bodies: tuple[str, ...]
    joints: dict[str, JointPlace]
    measures: dict[tuple[str, str], int] = field(default_factory=dict)
    """(element or joint, coordinate) → measure."""
    springs: tuple[str, ...] = ()
    bushings: tuple[str, ...] = ()
    loads: tuple[str, ...] = ()
    tires: tuple[str, ...] = ()
    inputs: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Name of a run-time input → rows of the signal table."""
    auxiliary: int = 0
    """Number of auxiliary states."""

    def body(self, name: str) -> int:
        """Index of a body; the ground comes after the last."""
        return len(self.bodies) if name == "ground" else self.bodies.index(name)

    def joint_name(self, node: int) -> str:
        """Name of a joint from its index."""
        return next((name for name, place in self.joints.items() if place.node == node), f"joint {node}")
