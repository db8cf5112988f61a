"""FMUs for co-simulation: one archive with the description and a library for every platform."""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from jounce.engine.compiler.native.targets import TARGETS
from jounce.errors import InputError
from jounce.lab.results.atomic import atomic_write
from jounce.lab.simulation.car_export import CarExport
from jounce.output.native_export.description import write_description
from jounce.output.native_export.library import SHELL, SUFFIX, build_fmu_binary, ground_file

FOLDERS = {2: {"linux64": "linux64", "win64": "win64"}, 3: {"linux64": "x86_64-linux", "win64": "x86_64-windows"}}
"""Folder of a platform among the binaries, by version of FMI."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""Date of files in archives: the same car gives the same archive."""


def write_archive(export: CarExport, path: Path, fmi: int, platforms: Sequence[str]) -> None:
    """Write an FMU; platforms: linux64, win64 or both."""
    check_choices(fmi, platforms)
    identifier = identifier_of(path)
    with tempfile.TemporaryDirectory() as temporary:
        binaries = {}
        for platform in platforms:
            out = Path(temporary) / f"{platform}{SUFFIX[platform]}"
            build_fmu_binary(export, platform, fmi, out, exported_names(fmi))
            binaries[f"binaries/{FOLDERS[fmi][platform]}/{identifier}{SUFFIX[platform]}"] = out.read_bytes()
    with atomic_write(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        _add(archive, "modelDescription.xml", write_description(export, identifier, fmi))
        _add(archive, "documentation/index.html", write_page(export, identifier))
        if ground := ground_file(export):
            _add(archive, "resources/ground.bin", ground)
        for name, content in binaries.items():
            _add(archive, name, content)


def check_choices(fmi: int, platforms: Sequence[str]) -> None:
    """Raise InputError for versions and platforms that there are none of."""
    if fmi not in FOLDERS:
        raise InputError("no such version", str(fmi), "2 or 3", where="fmi")
    unknown = [one for one in platforms if one not in TARGETS]
    if unknown or not platforms:
        raise InputError("no such platform", ", ".join(unknown) or "none", " or ".join(TARGETS), where="platform")


def identifier_of(path: Path) -> str:
    """The name of the library inside an FMU: that of the file, as a C identifier."""
    name = re.sub(r"\W", "_", path.stem, flags=re.ASCII)
    return name if re.match(r"[A-Za-z]", name) else f"car_{name}"


def exported_names(fmi: int) -> list[str]:
    """The functions that an FMU gives to importers."""
    text = (SHELL / f"fmi{fmi}.c").read_text()
    plain = re.findall(rf"FMI_EXPORT [^\n(]*?\b(fmi{fmi}\w+)\(", text)
    refused = re.findall(r"^REFUSED\((\w+),", text, flags=re.MULTILINE)
    paired = re.findall(r"^(?:ACCESS|NONE)\((\w+),", text, flags=re.MULTILINE)
    names = [name for name in plain if not name.endswith(("Get", "Set"))]
    return sorted({*names, *refused, *(f"fmi{fmi}{verb}{name}" for verb in ("Get", "Set") for name in paired)})


def write_page(export: CarExport, identifier: str) -> bytes:
    """A page with all variables, for tools that show the documentation of an FMU."""
    from html import escape

    rows = "".join(
        f"<tr><td>{escape(one.name)}</td><td>{escape(one.unit)}</td><td>{escape(one.about)}</td></tr>\n"
        for one in export.variables
    )
    head = f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{escape(identifier)}</title>'
    lead = (
        f"<h1>{escape(identifier)}</h1><p>{escape(export.title)}. Inner step {export.step:g} s. All numbers in SI.</p>"
    )
    return f"{head}\n{lead}\n<table>\n{rows}</table></html>\n".encode()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)
