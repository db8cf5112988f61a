"""Read the heights of a file with the reader of its suffix."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jounce.engine.terrain.formats.ascii_grid import read_ascii
from jounce.engine.terrain.formats.geotiff import read_geotiff
from jounce.engine.terrain.formats.hgt import read_hgt
from jounce.engine.terrain.formats.image import read_image
from jounce.engine.terrain.formats.npy import read_npy
from jounce.engine.terrain.formats.open_file import file_error
from jounce.engine.terrain.formats.opencrg import opencrg
from jounce.engine.terrain.raster import Mesh, Raster
from jounce.errors import InputError
from jounce.findings import shown, suggestion

READERS: Mapping[str, Callable[..., Raster | Mesh]] = {
    ".npy": read_npy,
    ".asc": read_ascii,
    ".hgt": read_hgt,
    ".png": read_image,
    ".tif": read_geotiff,
    ".tiff": read_geotiff,
    ".crg": opencrg,
}


def read(path: str | Path, **options: Any) -> Raster | Mesh:
    """The heights of a file; raises FileError or InputError.

    `options` are those of the reader: `read_npy` for .npy, `read_ascii` for .asc, `read_hgt` for .hgt, `read_image` for
    .png and for .tif with a spacing, `read_geotiff` for .tif without, `opencrg` for .crg.
    """
    suffix = Path(str(path)).suffix.lower()
    reader = READERS.get(suffix)
    if reader is None:
        hint = suggestion(suffix, READERS)
        raise file_error(path, "unknown kind of file", repr(suffix), f"one of {', '.join(READERS)}", hint)
    if reader is read_geotiff and "spacing" in options:
        reader = read_image
    _check_options(reader, options, suffix)
    return reader(path, **options)


def _check_options(reader: Callable[..., Any], options: Mapping[str, Any], suffix: str) -> None:
    known = {name: it for name, it in inspect.signature(reader).parameters.items() if it.kind is it.KEYWORD_ONLY}
    for name, value in options.items():
        if name not in known:
            expected = f"one of {', '.join(known)} for {suffix}"
            raise InputError("unknown option", shown(value), expected, suggestion(name, known), where=name)
    for name, parameter in known.items():
        if parameter.default is parameter.empty and name not in options:
            raise InputError("missing option", "", f"{name}=… for {suffix}", f"see help({reader.__name__})", where=name)
