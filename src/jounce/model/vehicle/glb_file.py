"""What a page can draw of a binary glTF 2.0 file (`.glb`): everything in one file, uncompressed.

    "glTF" · uint32 version · uint32 length of the file · chunks of uint32 length, kind, content: first JSON, then BIN

Little endian, as Khronos' specification of glTF 2.0 has it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from jounce.errors import InputError

MAGIC, JSON_CHUNK, BIN_CHUNK = b"glTF", 0x4E4F534A, 0x004E4942
COMPONENT_BYTES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
ELEMENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
DRAWN_EXTENSIONS = ("KHR_mesh_quantization", "KHR_texture_transform")
"""Extensions that a file may require, beside those of materials, `KHR_materials_…`."""
EXPORT_HINT = "export it again as glTF 2.0, binary (.glb), without compression and with everything in one file"


def check_glb(data: bytes) -> None:
    """Raise InputError for anything but a whole .glb that needs no other file and no decoder of its own."""
    head, binary = _chunks(data)
    try:
        _check_content(head, binary)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise _damaged(f"{type(error).__name__} in its JSON: {error}") from None


def _chunks(data: bytes) -> tuple[Any, bytes]:
    """The JSON and the numbers of a file."""
    if data[:4] != MAGIC:
        raise _refused("not a binary glTF file", repr(data[:4]), "a .glb, which begins with b'glTF'")
    if len(data) < 20:
        raise _damaged(f"{len(data)} bytes")
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise _refused("another version of glTF", str(version), "2")
    if length != len(data):
        raise _damaged(f"{len(data)} bytes; its head says {length}")
    chunks: list[tuple[int, bytes]] = []
    at = 12
    while at + 8 <= length:
        size, kind = struct.unpack_from("<II", data, at)
        if at + 8 + size > length:
            raise _damaged(f"a chunk of {size} bytes in {length - at - 8}")
        chunks.append((kind, data[at + 8 : at + 8 + size]))
        at += 8 + size
    if not chunks or chunks[0][0] != JSON_CHUNK:
        raise _damaged("no JSON")
    try:
        head = json.loads(chunks[0][1])
    except (ValueError, RecursionError):
        raise _damaged("its JSON cannot be read") from None
    return head, next((content for kind, content in chunks[1:] if kind == BIN_CHUNK), b"")


def _check_content(head: Mapping[str, Any], binary: bytes) -> None:
    """Nothing outside the file, nothing compressed, no view beyond its buffer; something to draw."""
    needs = [
        name
        for name in head.get("extensionsRequired", ())
        if name not in DRAWN_EXTENSIONS and not name.startswith("KHR_materials_")
    ]
    if needs:
        raise _refused("needs extensions that the page cannot draw", ", ".join(needs), "none of them")
    buffers, views = head.get("buffers", ()), head.get("bufferViews", ())
    outside = [one["uri"] for one in (*buffers, *head.get("images", ())) if "uri" in one]
    if outside:
        raise _refused("parts of it are not in the file", str(outside[0])[:60], "one file")
    if not any(primitive for mesh in head.get("meshes", ()) for primitive in mesh["primitives"]):
        raise _refused("nothing to draw in it", "no mesh", "one mesh or more")
    if len(buffers) > 1 or any(not 0 <= one["byteLength"] <= len(binary) for one in buffers):
        raise _damaged(f"{len(binary)} bytes of numbers, fewer than it says")
    spans = [_span(view, buffers) for view in views]
    for accessor in head.get("accessors", ()):
        _check_accessor(accessor, views, spans)


def _span(view: Mapping[str, Any], buffers: Sequence[Mapping[str, Any]]) -> int:
    """Length of a view [bytes]."""
    start, length = view.get("byteOffset", 0), view["byteLength"]
    if start < 0 or length < 0 or start + length > buffers[view["buffer"]]["byteLength"]:
        raise _damaged("a view beyond its numbers")
    return int(length)


def _check_accessor(accessor: Mapping[str, Any], views: Sequence[Mapping[str, Any]], spans: Sequence[int]) -> None:
    """Whether an array of vertices or indices lies in its view."""
    size = COMPONENT_BYTES[accessor["componentType"]] * ELEMENTS[accessor["type"]]
    if "bufferView" not in accessor:
        return
    number = accessor["bufferView"]
    stride = views[number].get("byteStride", size)
    end = accessor.get("byteOffset", 0) + stride * (accessor["count"] - 1) + size
    if accessor["count"] < 1 or end > spans[number]:
        raise _damaged("an array beyond its view")


def _damaged(what: str) -> InputError:
    return _refused("damaged", what, "a whole file")


def _refused(what: str, got: str, expected: str) -> InputError:
    return InputError(what, got, expected, EXPORT_HINT, "file")
