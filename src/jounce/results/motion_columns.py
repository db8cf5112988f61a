"""The motion of a run in two columns of its result file.

`scene.motion` holds the blocks of the scene, `scene.terrain` the ground around the path, in the first row. The scene
itself is JSON in the schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from jounce.scene import Motion, from_dict

MOTION, TERRAIN = "scene.motion", "scene.terrain"
SCENE_KEY = b"jounce.scene"
_ABOUT = {
    MOTION: "time, gauges, poses of all bodies (position, quaternion), contacts (point, force); see docs/viewer.md",
    TERRAIN: "the ground around the path, in the first row; see docs/viewer.md",
}


def motion_columns(motion: Motion) -> Iterator[tuple[pa.Field, pa.Array]]:
    """Fields and columns."""
    n, width = motion.blocks.shape
    blocks = pa.FixedSizeListArray.from_arrays(pa.array(motion.blocks.ravel()), width)
    terrain = pa.array([motion.terrain if i == 0 else None for i in range(n)], pa.binary())
    for name, column in ((MOTION, blocks), (TERRAIN, terrain)):
        yield pa.field(name, column.type, metadata={"description": _ABOUT[name]}), column


def read_motion(table: pa.Table) -> Motion | None:
    """The motion in a table, if it has one; raises ValueError, TypeError or KeyError for a damaged one."""
    words = (table.schema.metadata or {}).get(SCENE_KEY)
    if words is None or MOTION not in table.column_names or table.num_rows == 0:
        return None
    scene = from_dict(json.loads(words))
    blocks = table.column(MOTION).combine_chunks()
    numbers = np.asarray(blocks.flatten(), dtype=np.float32).reshape(table.num_rows, -1)
    if numbers.shape[1] != scene.width:
        raise ValueError(f"a motion of {numbers.shape[1]} numbers for a scene of {scene.width}")
    terrain = table.column(TERRAIN)[0].as_py()
    return Motion(scene, numbers, terrain)
