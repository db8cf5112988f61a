"""The drawn body of a vehicle from a glTF file, as a shape of a scene."""

from __future__ import annotations

import base64
import functools
import math
import zlib

from jounce.engine.assembly.bodies import Frame
from jounce.lab.scene.scene import Shape
from jounce.lab.scene.shapes import point
from jounce.model.vehicle.body_mesh import BodyMesh


def mesh_shape(frame: Frame, mesh: BodyMesh) -> Shape:
    """The file on the body of a frame, deflated and in base 64: where its origin and its axes z and y are."""
    cosine, sine = math.cos(mesh.heading), math.sin(mesh.heading)
    return {
        "kind": "mesh",
        "body": frame.index,
        "at": point(frame.point(mesh.offset)),
        "ahead": point(frame.direction((cosine, sine, 0.0))),
        "up": point(frame.direction((0.0, 0.0, 1.0))),
        "scale": mesh.scale,
        "glb": _packed(mesh.data),
        "role": "chassis",
    }


@functools.lru_cache(maxsize=4)
def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()
