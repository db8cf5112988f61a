"""Result files: Apache Parquet, one column per channel, that explain themselves to any reader of the format.

Each field carries `unit`, `frame` and `description`; the schema carries `jounce.format` (the version of this layout),
`jounce.run` (the metadata as JSON) and `jounce.record` (what is needed to repeat the run). What replays need is in two
columns more (`jounce.lab.results.motion`). docs/results.md has it all.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jounce.errors import FileError
from jounce.lab.results.atomic import atomic_write
from jounce.lab.results.channel import Channel
from jounce.lab.results.metadata import from_dict
from jounce.lab.results.motion import MOTION, SCENE_KEY, TERRAIN, motion_columns, read_motion
from jounce.lab.results.record import from_dict as read_record
from jounce.lab.results.result import Result
from jounce.schema.paths import as_path

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = "3"
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
        table = pq.read_table(file)
    except (OSError, pa.ArrowException) as error:
        reason = (str(error).splitlines() or ["no reason given"])[0].rstrip(".")
        raise FileError(f"{path}: not a Parquet file: {reason}; give a result.parquet of `jounce run`") from None
    return _from_table(table, str(path))


def _from_table(table: pa.Table, file: str) -> Result:
    found = table.schema.metadata or {}
    if _FORMAT_KEY not in found or _RUN_KEY not in found:
        raise FileError(f"{file}: a Parquet file, but not of jounce; give a result.parquet of `jounce run`")
    version = found[_FORMAT_KEY].decode(errors="replace")
    if version != FORMAT:
        raise FileError(f"{file}: result format {version}; expected format {FORMAT}; run the maneuver again")
    try:
        metadata = from_dict(json.loads(found[_RUN_KEY]))
        places = [i for i, name in enumerate(table.column_names) if name not in (MOTION, TERRAIN)]
        record = read_record(json.loads(found[_RECORD_KEY])) if _RECORD_KEY in found else None
        return Result(tuple(_channel(table, i) for i in places), metadata, read_motion(table), record)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise FileError(f"{file}: a damaged result file: {error}; run the maneuver again") from None


def _labels(channel: Channel) -> dict[Any, Any]:
    return {label: getattr(channel, label) for label in _LABELS}


def _channel(table: pa.Table, i: int) -> Channel:
    field = table.schema.field(i)
    labels = {key: (field.metadata or {})[key.encode()].decode() for key in _LABELS}
    return Channel(field.name, **labels, values=table.column(i).to_numpy())
