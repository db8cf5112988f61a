"""How everything moved in a run, as it is kept in two columns of the result file and drawn in replays.

`scene.motion` holds the blocks, `scene.terrain` the ground around the path, in the first row. The scene itself is JSON
in the schema. docs/viewer.md says what a block and a scene hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

from jounce.lab.results.stored import StoredScene, read_text

MOTION, TERRAIN = "scene.motion", "scene.terrain"
SCENE_KEY = b"jounce.scene"
POSE, CONTACT = 7, 6
"""Numbers of a pose (position, quaternion) and of a contact (point, force)."""
_ABOUT = {
    MOTION: "time, gauges, poses of all bodies (position, quaternion), contacts (point, force); see docs/viewer.md",
    TERRAIN: "the ground around the path, in the first row; see docs/viewer.md",
}


@dataclass(frozen=True, eq=False)
class Motion:
    """Poses, contacts and gauges over time, with the scene that they move and the ground; made by
    `jounce.lab.scene`."""

    scene: Mapping[str, Any]
    """Plain data, as `jounce.lab.scene.Scene.to_dict` gives it."""
    blocks: np.ndarray
    """(n, width) float32, increasing time: time, gauges, poses, contacts."""
    terrain: bytes
    """A container of the ground."""

    def __post_init__(self) -> None:
        width = block_width(self.scene)
        if self.blocks.shape[1] != width:
            raise ValueError(f"a motion of {self.blocks.shape[1]} numbers for a scene of {width}")


def block_width(scene: Mapping[str, Any]) -> int:
    """Numbers of one moment of a scene: time, gauges, poses, contacts."""
    return 1 + len(scene["gauges"]) + POSE * len(scene["bodies"]) + CONTACT * len(scene["contacts"])


def motion_columns(motion: Motion) -> Iterator[tuple[pa.Field, pa.Array]]:
    """Fields and columns of a result file."""
    import pyarrow as pa

    n, width = motion.blocks.shape
    blocks = pa.FixedSizeListArray.from_arrays(pa.array(motion.blocks.ravel()), width)
    terrain = pa.array([motion.terrain if i == 0 else None for i in range(n)], pa.binary())
    for name, column in ((MOTION, blocks), (TERRAIN, terrain)):
        yield pa.field(name, column.type, metadata={"description": _ABOUT[name]}), column


def read_motion(table: pa.Table) -> Motion | None:
    """The motion in a table, if it has one; raises ValueError, TypeError or KeyError for a damaged one."""
    import pyarrow as pa

    words = (table.schema.metadata or {}).get(SCENE_KEY)
    if words is None or MOTION not in table.column_names or table.num_rows == 0:
        return None
    scene = read_text(SCENE_KEY, words, StoredScene)
    blocks, terrain = table.column(MOTION).combine_chunks(), table.column(TERRAIN)[0].as_py()
    if not pa.types.is_fixed_size_list(blocks.type) or not pa.types.is_floating(blocks.type.value_type):
        raise ValueError(f"{MOTION}: expected a list of numbers in every row; got {blocks.type}")
    if blocks.null_count or blocks.flatten().null_count:
        raise ValueError(f"{MOTION}: expected numbers; some are missing")
    _check_terrain(terrain)
    if not 0 <= scene.get("focus", 0) < max(1, len(scene["bodies"])):
        raise ValueError(f"{SCENE_KEY.decode()}: focus {scene['focus']}; expected one of {len(scene['bodies'])} bodies")
    numbers = np.asarray(blocks.flatten(), dtype=np.float32).reshape(table.num_rows, -1)
    return Motion({"contacts": [], "gauges": [], "origin": [0.0, 0.0, 0.0], **scene}, numbers, terrain)


def _check_terrain(terrain: object) -> None:
    """Refuse what is no container of a ground; raises ValueError."""
    from jounce.lab.scene.scene import TERRAIN as GROUND
    from jounce.lab.scene.scene import unpack  # the scene is made of results

    if not isinstance(terrain, bytes):
        raise ValueError(f"{TERRAIN}: expected bytes in the first row; got {type(terrain).__name__}")
    kind, _, _ = unpack(terrain)
    if kind != GROUND:
        raise ValueError(f"{TERRAIN}: expected a container of a ground; got kind {kind}")
