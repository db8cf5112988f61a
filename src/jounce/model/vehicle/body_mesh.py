"""The drawn body of a vehicle from a file of the user's."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Any

from pydantic import model_validator

from jounce.errors import FileError, InputError
from jounce.model.vehicle.glb_file import check_glb
from jounce.schema.files import read_file
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Number, Point, Positive

MAX_MESH_SIZE = 750_000
"""Bytes of a body: every result, report and replay of the car carries them; with it a report of a step steer is below
2.5 MB."""


class BodyMesh(Frozen):
    """A binary glTF file (.glb) that is drawn in place of the lofted body; nothing but pictures depends on it.

    glTF's axes become those of the vehicle: z (ahead) x, x (left) y, y (up) z. scale: factor on its lengths, which
    are in metres. heading: turn about the vertical, to the left [rad]. offset: where the origin of the file stands at
    the design position [m].
    """

    file: str
    scale: Annotated[Number, Positive] = 1.0
    heading: Angle = 0.0
    offset: Point = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _can_be_drawn(self) -> BodyMesh:
        _ = self.data
        return self

    @property
    def data(self) -> bytes:
        """The bytes of the file; raises InputError for what cannot be drawn."""
        path = Path(self.file)
        try:
            changed = path.stat().st_mtime_ns
        except (OSError, ValueError):
            got = f"{path.name!r}, looked for in {path.parent}"
            hint = "its name is relative to the folder of the file that names it"
            raise InputError("no such file", got, "a binary glTF file (.glb)", hint, "file") from None
        return _read(self.file, changed)


@functools.lru_cache(maxsize=4)
def _read(file: str, changed: int) -> bytes:
    try:
        data = read_file(file, MAX_MESH_SIZE)
    except FileError as error:
        hint = "draw fewer triangles (Blender: modifier Decimate) and smaller textures"
        raise InputError("cannot be read", str(error), f"at most {MAX_MESH_SIZE} bytes", hint, "file") from None
    check_glb(data)
    return data


def with_mesh_in(mesh: Any, folder: Path) -> Any:
    """The keys of a drawn body with its file taken from a folder; what is no mapping as it is."""
    if isinstance(mesh, dict) and isinstance(mesh.get("file"), str):
        return {**mesh, "file": str(folder / mesh["file"])}
    return mesh
