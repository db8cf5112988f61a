"""Result files: Apache Parquet, one column per channel, that explain themselves to any reader of the format.

Each field carries `unit`, `frame` and `description`; the schema carries `jounce.format` (the version of this layout),
`jounce.run` (the metadata as JSON) and `jounce.record` (what is needed to repeat the run). What replays need is in two
columns more (`jounce.lab.results.motion`). docs/results.md has it all.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import FileError
from jounce.lab.results.atomic import atomic_write
from jounce.lab.results.channel import Channel
from jounce.lab.results.metadata import from_dict
from jounce.lab.results.motion import MOTION, SCENE_KEY, TERRAIN, motion_columns, read_motion
from jounce.lab.results.record import from_dict as read_record
from jounce.lab.results.result import Result
from jounce.lab.results.stored import StoredMetadata, StoredRecord, check_label, read_text
from jounce.schema.paths import as_path

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

FORMAT = "3"
MIN_SIZE, MAX_RATIO = 1 << 28, 1000
"""Bytes of numbers that any file may hold, and how many times its own size larger ones may."""
_FORMAT_KEY, _RUN_KEY, _RECORD_KEY = b"jounce.format", b"jounce.run", b"jounce.record"
_LABELS = ("unit", "frame", "description")


def to_table(result: Result) -> pa.Table:
    """The result as an Arrow table with all metadata."""
    import pyarrow as pa

    fields = [
        pa.field(channel.name, pa.float64(), nullable=False, metadata=_labels(channel)) for channel in result.channels
    ]
    run = json.dumps(result.metadata.to_dict(), ensure_ascii=False)
    words = {_FORMAT_KEY: FORMAT, _RUN_KEY: run}
    if result.record is not None:
        words[_RECORD_KEY] = json.dumps(result.record.to_dict(), ensure_ascii=False)
    columns = [pa.array(channel.values) for channel in result.channels]
    if result.motion is not None:
        for field, column in motion_columns(result.motion):
            fields.append(field)
            columns.append(column)
        words[SCENE_KEY] = json.dumps(result.motion.scene, ensure_ascii=False)
    return pa.table(columns, schema=pa.schema(fields, metadata=words))


def write_result(result: Result, path: str | Path) -> None:
    """Write a result file, whole or not at all; raises FileError."""
    import pyarrow.parquet as pq

    table = to_table(as_result(result))
    with atomic_write(path) as part:
        pq.write_table(table, part, compression="zstd")


def as_result(given: Result | str | Path) -> Result:
    """A result as it is, or the one in a file; raises InputError for anything else, and FileError."""
    if isinstance(given, Result):
        return given
    return read_result(as_path(given, "a Result or a result file", where="result"))


def read_result(path: str | Path) -> Result:
    """The result in a file; raises FileError when it cannot be read or is not one of ours."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = as_path(path, "a result file, such as out/j-turn-dw18/result.parquet", where="path")
    if not file.is_file():
        raise FileError(f"{path}: no such file; check the name, and the folder it is relative to")
    try:
        opened = pq.ParquetFile(file)  # read_table would take folders such as mass=80 for columns
        _check_size(opened.metadata, file)
        table = opened.read()
    except (OSError, ValueError, MemoryError, pa.ArrowException) as error:
        reason = (str(error).splitlines() or ["no reason given"])[0].rstrip(".")
        raise FileError(f"{path}: not a Parquet file: {reason}; give a result.parquet of `jounce run`") from None
    return _from_table(table, str(path))


def _check_size(found: pq.FileMetaData, file: Path) -> None:
    """Refuse a file whose numbers would take far more memory than any run that fits into it; raises ValueError."""
    size = 8 * found.num_rows * found.num_columns
    if size > max(MIN_SIZE, MAX_RATIO * file.stat().st_size):
        raise ValueError(f"{found.num_rows} rows of {found.num_columns} columns in {file.stat().st_size} bytes")


def _from_table(table: pa.Table, file: str) -> Result:
    import pyarrow as pa

    found = table.schema.metadata or {}
    if _FORMAT_KEY not in found or _RUN_KEY not in found:
        raise FileError(f"{file}: a Parquet file, but not of jounce; give a result.parquet of `jounce run`")
    version = found[_FORMAT_KEY].decode(errors="replace")
    if version != FORMAT:
        raise FileError(f"{file}: result format {version}; expected format {FORMAT}; run the maneuver again")
    try:
        metadata = from_dict(read_text(_RUN_KEY, found[_RUN_KEY], StoredMetadata))
        places = [i for i, name in enumerate(table.column_names) if name not in (MOTION, TERRAIN)]
        words = read_text(_RECORD_KEY, found[_RECORD_KEY], StoredRecord) if _RECORD_KEY in found else None
        record = read_record(words) if words is not None else None
        channels = tuple(_channel(table, i) for i in places)
        check_times(channels[0].values if channels else np.zeros(0))
        return Result(channels, metadata, read_motion(table), record)
    except (ValueError, TypeError, KeyError, AttributeError, pa.ArrowException) as error:
        raise FileError(f"{file}: a damaged result file: {error}; run the maneuver again") from None


def _labels(channel: Channel) -> dict[Any, Any]:
    return {label: getattr(channel, label) for label in _LABELS}


def _channel(table: pa.Table, i: int) -> Channel:
    import pyarrow as pa

    field = table.schema.field(i)
    name = check_label(field.name, "a channel")
    labels = {key: (field.metadata or {}).get(key.encode()) for key in _LABELS}
    if None in labels.values() or not pa.types.is_floating(field.type) or table.column(i).null_count:
        raise ValueError(f"{name}: expected numbers with unit, frame and description")
    texts = {key: check_label(text.decode(), f"{name}: {key}") for key, text in labels.items() if text is not None}
    return Channel(name, **texts, values=table.column(i).to_numpy())


def check_times(times: np.ndarray) -> None:
    """Refuse times that are none, not finite, or run backwards; raises ValueError."""
    if len(times) == 0:
        raise ValueError("no samples")
    if not np.all(np.isfinite(times)) or np.any(np.diff(times) < 0.0):
        raise ValueError("time: expected finite numbers that never decrease")
