"""A binary glTF file of about 2 kB, written here: a box with one colour from a texture."""

from __future__ import annotations

import io
import json
import struct
from typing import Any

import numpy as np
from PIL import Image

Triple = tuple[float, float, float]


def box_glb(
    low: Triple = (-0.8, 0.4, -2.0),
    high: Triple = (0.8, 1.4, 2.2),
    colour: tuple[int, int, int] = (255, 0, 255),
    padding: bytes = b"",
    **more: Any,
) -> bytes:
    """A box between two corners in glTF's axes: x to the left, y up, z ahead [m]; padding: bytes that nothing uses;
    more: keys of its JSON."""
    corners, normals, indices = _faces(np.array(low), np.array(high))
    picture = io.BytesIO()
    Image.new("RGB", (2, 2), colour).save(picture, "png")
    parts = [
        corners.astype("<f4").tobytes(),
        normals.astype("<f4").tobytes(),
        np.zeros((len(corners), 2), "<f4").tobytes(),
        indices.astype("<u2").tobytes(),
        picture.getvalue(),
    ]
    views, binary = [], b""
    for part in parts:
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(part)})
        binary += part + b"\0" * (-len(part) % 4)
    binary += padding
    vertices = {"componentType": 5126, "count": len(corners)}
    head = {
        "asset": {"version": "2.0", "generator": "jounce's tests"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": 3, "material": 0}]}
        ],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicFactor": 0.0}}],
        "textures": [{"source": 0}],
        "images": [{"bufferView": 4, "mimeType": "image/png"}],
        "accessors": [
            {**vertices, "bufferView": 0, "type": "VEC3", "min": list(low), "max": list(high)},
            {**vertices, "bufferView": 1, "type": "VEC3"},
            {**vertices, "bufferView": 2, "type": "VEC2"},
            {"bufferView": 3, "componentType": 5123, "count": indices.size, "type": "SCALAR"},
        ],
        "bufferViews": views,
        "buffers": [{"byteLength": len(binary)}],
        **more,
    }
    return pack_glb(head, binary)


def pack_glb(head: dict[str, Any], binary: bytes) -> bytes:
    """The file of a JSON and its numbers."""
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _faces(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners and normals of six faces, and two triangles of each, seen from outside."""
    corners, normals, indices = [], [], []
    for axis in range(3):
        for side in (0, 1):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            start = len(corners)
            for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
                corner = np.where(np.eye(3)[axis] * side + np.eye(3)[u] * a + np.eye(3)[v] * b > 0.5, high, low)
                corners.append(corner)
                normals.append((2 * side - 1) * np.eye(3)[axis])
            order = (0, 1, 2, 0, 2, 3) if side else (0, 2, 1, 0, 3, 2)
            indices += [start + i for i in order]
    return np.array(corners), np.array(normals), np.array(indices)
