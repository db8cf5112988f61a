"""Where the parameters of generated kernels come from, and their values for a car: points, axes, masses, inertias.

While kernels are written, a parameter is an `Origin`, not a number. The numbers of all parameters are worked out
together afterwards, in a few operations on arrays (`ParameterTable.values`). A car with other masses and hardpoints
goes through the same operations on the same table, so its numbers are the same to the bit whether its source was
written for it or for another car.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jounce.engine.assembly.bodies import turned
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.state_layout import StateLayout
from jounce.engine.formulations.synthesis.partition import Partition

CONSTANT, FIELD, POINT, DIRECTION, AXES, MOMENTS, PRODUCTS, BRANCH, MOTION, SCALE = (
    *("constant", "field", "point", "direction", "axes"),
    *("moments", "products", "branch", "motion", "scale"),
)


class Origin(NamedTuple):
    """Where some parameters that stand side by side come from.

    constant: `values` themselves. field: a field of a packed record as it is. point, direction, axes: such a
    field in body axes, in the frame of a branch. moments, products: three moments of inertia of a body, or six numbers,
    in the axes of a branch. branch: a vector of a branch. motion: the axis of a motion. scale: 1 / the quality of a
    block of equations.
    """

    rule: str
    array: str = ""
    """Name of the packed array, or of the vector of a branch."""
    field: str = ""
    place: int = 0
    """Number of the record, the motion or the block."""
    branch: int = -1
    """Number of the branch in whose frame it is wanted; −1 for the base."""
    size: int = 3
    values: tuple[float, ...] = ()


@dataclass(frozen=True)
class Numbers:
    """What parameters are worked out from: packed arrays, and the vectors of the tree side by side."""

    arrays: Mapping[str, np.ndarray]
    """With `gravity` and `up`, the third axis of any frame, as arrays of one vector."""
    vectors: Mapping[str, np.ndarray]
    """`offset` and `centre` of all branches (n, 3)."""
    alignment: np.ndarray
    """(n + 1, 3, 3), the last one the identity, for the base."""
    axes: np.ndarray
    """Axes of all motions (n, 3)."""
    scales: np.ndarray


def numbers_of(packed: Packed, layout: StateLayout, partitions: Mapping[str, Partition]) -> Numbers:
    """The numbers of a car."""
    tree = layout.tree
    qualities = [block.quality for s in layout.subsystems for block in partitions[s.name].blocks]
    return Numbers(
        packed.arrays | {"gravity": packed.arrays["gravity"][None], "axes": np.eye(3)},
        {"offset": tree.offsets, "centre": tree.centres},
        np.concatenate([tree.alignments, np.eye(3)[None]]),
        tree.axes,
        1.0 / np.array(qualities, dtype=float),
    )


def turned_axes(R: np.ndarray, A: np.ndarray) -> np.ndarray:
    """Products (n, 3, 3) of rotations and matrices (n, 3, 3)."""
    return np.stack([turned(R, A[:, :, k]) for k in range(3)], axis=2)


def turned_inertias(bodies: np.ndarray, R: np.ndarray) -> np.ndarray:
    """R J Rᵀ (n, 3, 3) of packed bodies [kg m²]."""
    J = bodies["inertia"].reshape(-1, 3, 3)
    return turned_axes(turned_axes(R, J), np.swapaxes(R, 1, 2))


class ParameterTable:
    """The origins of all parameters of a module, by what is done to them."""

    def __init__(self, origins: Sequence[Origin]) -> None:
        self.size = 0
        places: dict[tuple, list[int]] = {}
        members: dict[tuple, list[tuple[int, int]]] = {}
        self._constant: list[tuple[int, float]] = []
        for origin in origins:
            if origin.rule == CONSTANT:
                self._constant += [(self.size + i, x) for i, x in enumerate(origin.values)]
            else:
                key = origin.rule, origin.array, origin.field
                places.setdefault(key, []).extend(range(self.size, self.size + origin.size))
                members.setdefault(key, []).append((origin.place, origin.branch))
            self.size += origin.size
        self._groups = [
            (*key, np.array(places[key]), *np.array(own, dtype=np.int64).T.reshape(2, -1))
            for key, own in members.items()
        ]

    def values(self, packed: Packed, layout: StateLayout, partitions: Mapping[str, Partition]) -> np.ndarray:
        """The parameters of a car."""
        numbers, found = numbers_of(packed, layout, partitions), np.zeros(self.size)
        for place, value in self._constant:
            found[place] = value
        for rule, array, name, places, records, branches in self._groups:
            found[places] = _values(numbers, rule, array, name, records, branches).ravel()
        return found


def _values(
    numbers: Numbers, rule: str, array: str, name: str, records: np.ndarray, branches: np.ndarray
) -> np.ndarray:
    """The numbers of one group, a row a member."""
    if rule == SCALE:
        return numbers.scales[records]
    if rule == MOTION:
        return numbers.axes[records]
    if rule == BRANCH:
        return numbers.vectors[array][branches]
    if rule in (MOMENTS, PRODUCTS):
        J = turned_inertias(numbers.arrays["bodies"][records], numbers.alignment[branches])
        pairs = (0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)
        return np.stack([J[:, i, j] for i, j in (pairs if rule == PRODUCTS else pairs[:3])], axis=1)
    values = numbers.arrays[array][name][records] if name else numbers.arrays[array][records]
    if rule == FIELD:
        return np.asarray(values)
    R = numbers.alignment[branches]
    if rule == AXES:
        return turned_axes(R, values.reshape(-1, 3, 3))
    if rule == DIRECTION:
        return turned(R, values)
    assert rule == POINT
    return numbers.vectors["centre"][branches] + turned(R, values)
