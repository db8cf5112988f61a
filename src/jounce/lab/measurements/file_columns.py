"""Columns of measurement files: names, times, values and units, from CSV, Parquet, MATLAB and ASAM MDF.

A file has one column of time for all (CSV, Parquet, MATLAB), or every channel has times of its own (MDF).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import FileError, InputError
from jounce.findings import suggestion
from jounce.schema.files import MAX_CSV_SIZE, read_text_file

SEPARATORS = ",;\t"
_TITLE = re.compile(r"\s*(?P<name>.*?)\s*(?:\[(?P<unit>[^\]]*)\])?\s*")


@dataclass(frozen=True, eq=False)
class FileColumn:
    """One column of a file: values as they stand there, and its unit where the file gives one.

    time: times of its own, (n,) [s]; None where the file has one column of time for all.
    """

    name: str
    values: np.ndarray
    unit: str = ""
    time: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class FileColumns:
    """All columns of a file by name."""

    file: str
    columns: Mapping[str, FileColumn]

    def column(self, name: str) -> FileColumn:
        """The column of that name; raises InputError with a suggestion."""
        if name in self.columns:
            return self.columns[name]
        known = list(self.columns)
        listed = ", ".join(known[:30]) + (" …" if len(known) > 30 else "")
        raise InputError(
            "no such column", f"{name!r} in {Path(self.file).name}", f"one of {listed}", suggestion(name, known)
        )


def read_columns(path: str | Path) -> FileColumns:
    """The columns of a measurement file, as its ending says: .csv, .parquet, .mat or .mf4; raises InputError for
    another ending, and FileError."""
    file = Path(path)
    if file.suffix.lower() not in READERS:
        expected = f"a file that ends in {', '.join(READERS)}"
        raise InputError("no such format", repr(file.suffix), expected, where="file")
    if not file.is_file():
        raise FileError(f"{path}: no such file; check the name, and the folder it is relative to")
    found = READERS[file.suffix.lower()](file)
    if not found:
        raise FileError(f"{path}: no columns of numbers; give a file with one row or sample per time")
    return FileColumns(str(path), found)


def _read_csv(file: Path) -> dict[str, FileColumn]:
    """A header of names, perhaps with units as `name [unit]`, then numbers; empty cells are missing values."""
    text = read_text_file(file, MAX_CSV_SIZE)
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=max(SEPARATORS, key=text.partition("\n")[0].count)))
    except csv.Error as error:
        raise FileError(f"{file}: not comma-separated values: {error}") from None
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if len(rows) < 3:
        raise FileError(f"{file}: {len(rows)} rows; expected a header and 2 or more rows of numbers")
    titles = [_TITLE.fullmatch(cell) for cell in rows[0]]
    names = [title["name"] if title is not None else "" for title in titles]
    doubled = sorted({name for name in names if name and names.count(name) > 1})
    if doubled:
        raise FileError(f"{file}: two columns of one name: {', '.join(doubled)}; rename one of them")
    columns = {}
    for i, (name, title) in enumerate(zip(names, titles, strict=True)):
        values = np.array([_number(row[i] if i < len(row) else "") for row in rows[1:]])
        if name and np.isfinite(values).any():
            columns[name] = FileColumn(name, values, (title["unit"] or "") if title is not None else "")
    return columns


def _number(cell: str) -> float:
    """A number; what is none is a missing value."""
    try:
        return float(cell)
    except ValueError:
        return np.nan


def _read_parquet(file: Path) -> dict[str, FileColumn]:
    """Columns of numbers; the unit is in the metadata of a field, under `unit`, as in our result files."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(file).read()
    except (OSError, ValueError, pa.ArrowException) as error:
        raise FileError(f"{file}: not a Parquet file: {str(error).splitlines()[0]}") from None
    columns = {}
    for field, column in zip(table.schema, table.columns, strict=True):
        if pa.types.is_floating(field.type) or pa.types.is_integer(field.type) or pa.types.is_boolean(field.type):
            unit = (field.metadata or {}).get(b"unit", b"").decode(errors="replace")
            values = np.asarray(column.cast(pa.float64()).to_numpy(zero_copy_only=False), dtype=float)
            columns[field.name] = FileColumn(field.name, values, unit)
    return columns


def _read_mat(file: Path) -> dict[str, FileColumn]:
    """Vectors of a MATLAB file up to version 7, those in structs by dotted names; units from a struct `units` beside
    `data`, as our export writes them."""
    from scipy.io import loadmat
    from scipy.io.matlab import MatReadError

    try:
        found = loadmat(file, squeeze_me=True, struct_as_record=False, chars_as_strings=True)
    except NotImplementedError:
        hint = "save it with `save(file, '-v7')`, or as .parquet or .csv"
        raise FileError(f"{file}: MATLAB 7.3 (HDF5) is not read; {hint}") from None
    except (MatReadError, OSError, ValueError, TypeError) as error:
        raise FileError(f"{file}: not a MATLAB file: {error}") from None
    flat = dict(_flatten({key: value for key, value in found.items() if not key.startswith("__")}))
    units = {name.removeprefix("units."): str(value) for name, value in flat.items() if name.startswith("units.")}
    columns = {}
    for name, value in flat.items():
        array = np.asarray(value)
        if array.ndim == 1 and array.dtype.kind in "fiub" and len(array) > 1:
            short = name.removeprefix("data.")
            columns[short] = FileColumn(short, array.astype(float), units.get(short, ""))
    return columns


def _flatten(data: Any, before: str = "") -> list[tuple[str, Any]]:
    """Values of nested structs with their dotted names."""
    items = data.items() if isinstance(data, dict) else ((name, getattr(data, name)) for name in data._fieldnames)
    found = []
    for name, value in items:
        path = f"{before}.{name}" if before else str(name)
        found += _flatten(value, path) if hasattr(value, "_fieldnames") else [(path, value)]
    return found


def _read_mdf(file: Path) -> dict[str, FileColumn]:
    """Channels of an MDF file, each with its own times."""
    try:
        from asammdf import MDF
        from asammdf.blocks.utils import MdfException
    except ImportError:
        raise InputError("MDF files need asammdf", "no such package", hint="pip install 'jounce[mdf]'") from None
    try:
        with MDF(file) as opened:
            signals = list(opened.iter_channels(skip_master=True))
    except (MdfException, OSError, ValueError) as error:
        raise FileError(f"{file}: not an MDF file: {error}") from None
    columns = {}
    for signal in signals:
        values = np.asarray(signal.samples)
        if values.ndim == 1 and values.dtype.kind in "fiub":
            times = np.asarray(signal.timestamps, dtype=float)
            columns[signal.name] = FileColumn(signal.name, values.astype(float), signal.unit or "", times)
    return columns


READERS: Mapping[str, Callable[[Path], dict[str, FileColumn]]] = {
    ".csv": _read_csv,
    ".parquet": _read_parquet,
    ".mat": _read_mat,
    ".mf4": _read_mdf,
}
"""Functions that read the columns of a file, by its ending."""
