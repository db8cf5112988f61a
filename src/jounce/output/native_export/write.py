"""Cars to files for other programs: `jounce.write_fmu` and `jounce.write_c_library`."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jounce.engine.compiler import INTERPRETED
from jounce.engine.compiler.native.targets import TARGETS
from jounce.errors import InputError
from jounce.lab.results.atomic import check_writable
from jounce.lab.simulation.car_export import CarExport, export_simulation
from jounce.lab.simulation.simulation import Simulation
from jounce.model.vehicle import Vehicle
from jounce.output.native_export.fmu import check_choices, write_archive
from jounce.output.native_export.library import SHELL, build_library
from jounce.schema.paths import as_path


def write_fmu(
    vehicle: str | Path | Vehicle,
    path: str | Path,
    *,
    fmi: int = 2,
    platforms: Sequence[str] = (),
    speed: float | str = 0.0,
    **settings: Any,
) -> Path:
    """Write a vehicle as an FMU for co-simulation, which runs without Python; returns the path.

    fmi: version, 2 or 3. platforms: `linux64`, `win64` or both; by default all that this machine has a linker for.
    speed: at which the settled vehicle begins to roll. settings: those of `jounce.Simulation`: ground, integrator,
    step, maneuver … Raises InputError for what needs Python: other formulations than synthesis, controllers, drivers.
    """
    target = as_path(path, "a file to write, as a string or a Path", where="path")
    chosen = tuple(platforms) or usual_platforms()
    check_choices(fmi, chosen)
    write_archive(export_simulation(exportable(vehicle, speed, settings)), target, fmi, chosen)
    return target


def write_c_library(
    vehicle: str | Path | Vehicle,
    folder: str | Path,
    *,
    platforms: Sequence[str] = (),
    speed: float | str = 0.0,
    **settings: Any,
) -> Path:
    """Write a vehicle as a C library with its header and an example, which run without Python; returns the folder.

    Arguments are those of `write_fmu`.
    """
    target = as_path(folder, "a folder to write, as a string or a Path", where="folder")
    chosen = tuple(platforms) or usual_platforms()
    check_choices(2, chosen)
    write_library(export_simulation(exportable(vehicle, speed, settings)), target, chosen)
    return target


def write_library(export: CarExport, folder: Path, platforms: Sequence[str]) -> list[Path]:
    """Write the libraries of a car, the header and the example; returns the files."""
    check_choices(2, platforms)
    check_writable(folder)
    folder.mkdir(parents=True, exist_ok=True)
    made = [file for platform in platforms for file in build_library(export, platform, folder)]
    return [*made, *(Path(shutil.copy(SHELL / name, folder / name)) for name in ("car.h", "circle.c"))]


def exportable(vehicle: str | Path | Vehicle, speed: float | str, settings: dict[str, Any]) -> Simulation:
    """The simulation that is exported; raises InputError where nothing is compiled."""
    if INTERPRETED:
        raise InputError("nothing is compiled", "NUMBA_DISABLE_JIT=1", "compiled code", where="environment")
    return Simulation(vehicle, speed=speed, record=False, **settings)


def usual_platforms() -> tuple[str, ...]:
    """Platforms that this machine has a linker for."""
    return tuple(TARGETS) if importlib.util.find_spec("ziglang") is not None else ("linux64",)
