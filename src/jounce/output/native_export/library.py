"""A car as a C library: object files, a shared and a static library, the header and an example."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from jounce.engine.compiler.native.targets import UNREACHED, constant_object, missing_names
from jounce.lab.simulation.car_export import CarExport
from jounce.output.native_export.tables import image_hash, write_tables
from jounce.output.native_export.toolchain import Toolchain, find_program_compiler, find_toolchain

SHELL = Path(__file__).parent / "shell"
MAX_EMBEDDED = 1 << 16
"""Bytes of a ground that are part of a library at most; larger ones are a file in the resources of FMUs."""
GROUND_IN_FILE = "GROUND_IN_FILE"
"""What is defined when the C code is compiled for a ground in a file."""
FRONT = 64
"""Bytes before the ground in its file."""
SUFFIX = {"linux64": ".so", "win64": ".dll"}
FUNCTIONS = (
    *("car_create", "car_free", "car_reset", "car_count", "car_describe", "car_find", "car_get", "car_set"),
    *("car_release", "car_step", "car_time", "car_step_size", "car_snapshot_size", "car_snapshot", "car_restore"),
    "car_error",
)
"""What `car.h` declares."""


def build_objects(
    export: CarExport, platform: str, folder: Path, shells: Sequence[str], define: Sequence[str]
) -> list[Path]:
    """All object files of a car for a platform, in a folder."""
    tools = find_toolchain(platform)
    emitted = export.car.objects(platform)
    objects = []
    for i, one in enumerate(emitted):
        objects.append(folder / f"kernel_{i}.o")
        objects[-1].write_bytes(one.content)
    image = export.car.image
    blocks = {"car_image": image.content}
    if GROUND_IN_FILE not in define:
        blocks["car_constants"] = image.constants or b"\0"
    for name, content in blocks.items():
        objects.append(folder / f"{name}.o")
        objects[-1].write_bytes(constant_object(name, content, platform))
    tables = folder / "tables.c"
    tables.write_text(write_tables(export, [name for name in missing_names(emitted) if name.startswith(UNREACHED)]))
    sources = [tables, *(SHELL / name for name in shells), *([SHELL / "windows.c"] if platform == "win64" else [])]
    return objects + [tools.compile(source, folder, SHELL, define) for source in sources]


def build_library(export: CarExport, platform: str, out: Path) -> list[Path]:
    """A shared and a static library in a folder; returns the files."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        objects = build_objects(export, platform, folder, ["car.c"], ())
        tools: Toolchain = find_toolchain(platform)
        shared, static = out / f"libcar{SUFFIX[platform]}", out / ("libcar.a" if platform == "linux64" else "car.a")
        tools.link(objects, shared, FUNCTIONS)
        tools.archive(objects, static)
        made = [shared, static]
        if (implib := folder / "car.lib").exists():
            made.append(Path(shutil.copy(implib, out / "car.lib")))
    return made


def build_example(export: CarExport, folder: Path) -> Path | None:
    """The C example with the car in it, a program for this machine; None where there is no compiler for programs."""
    tools = find_program_compiler()
    if tools is None:
        return None
    objects = build_objects(export, "linux64", folder, ["car.c"], ())
    out = folder / "circle"
    tools.link_program(SHELL / "circle.c", objects, SHELL, out)
    return out


def build_fmu_binary(export: CarExport, platform: str, fmi: int, out: Path, exports: Sequence[str]) -> None:
    """The shared library inside an FMU; a large ground is left to its resources."""
    shells, define = ["car.c", f"fmi{fmi}.c"], ["CAR_INSIDE_FMU"]
    if ground_file(export):
        shells, define = [*shells, "mapped_file.c"], [*define, GROUND_IN_FILE]
    with tempfile.TemporaryDirectory() as temporary:
        objects = build_objects(export, platform, Path(temporary), shells, define)
        find_toolchain(platform).link(objects, out, exports)


def ground_file(export: CarExport) -> bytes:
    """`resources/ground.bin` of an FMU: which car it belongs to, and a ground that is too large for its library.

    Empty where the ground is part of the library.
    """
    constants = export.car.image.constants
    return image_hash(export).ljust(FRONT, b"\0") + constants if len(constants) > MAX_EMBEDDED else b""
