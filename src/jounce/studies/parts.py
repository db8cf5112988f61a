"""Finished rows on disk: part after part, each whole or not at all, so that nothing finished is lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from jounce.results.atomic import whole
from jounce.studies.rows import Row, Value

_VALUE = pa.struct(
    [("name", pa.string()), ("value", pa.float64()), ("truth", pa.bool_()), ("unit", pa.string())],
)
_SCHEMA = pa.schema(
    [
        ("index", pa.int64()),
        ("seed", pa.int64()),
        ("status", pa.string()),
        ("reason", pa.string()),
        ("values", pa.list_(_VALUE)),
        ("notes", pa.string()),
        ("wall_time", pa.float64()),
    ]
)


def write_part(folder: Path, rows: Sequence[Row]) -> Path:
    """Write rows as the next part of a folder; raises FileError."""
    path = folder / f"part-{_next(folder):05d}.parquet"
    data = [
        {
            "index": row.index,
            "seed": row.seed,
            "status": row.status,
            "reason": row.reason,
            "values": [_kept(value) for value in row.values],
            "notes": row.notes,
            "wall_time": row.wall_time,
        }
        for row in rows
    ]
    with whole(path) as part:
        pq.write_table(pa.Table.from_pylist(data, schema=_SCHEMA), part)
    return path


def read_parts(folder: Path) -> dict[int, Row]:
    """All rows of a folder by their numbers; what a killed process left half written has another name."""
    rows: dict[int, Row] = {}
    for path in sorted(folder.glob("part-*.parquet")):
        for kept in pq.read_table(path, schema=_SCHEMA).to_pylist():
            values = tuple(_value(value) for value in kept.pop("values"))
            rows.setdefault(kept["index"], Row(**kept, values=values))
    return rows


def _next(folder: Path) -> int:
    numbers = [int(path.stem.removeprefix("part-")) for path in folder.glob("part-*.parquet")]
    return max(numbers, default=-1) + 1


def _kept(value: Value) -> dict[str, object]:
    truth = value.value if isinstance(value.value, bool) else None
    number = None if truth is not None or value.value is None else float(value.value)
    return {"name": value.name, "value": number, "truth": truth, "unit": value.unit}


def _value(kept: dict[str, object]) -> Value:
    truth, number = kept["truth"], kept["value"]
    return Value(str(kept["name"]), truth if truth is not None else number, str(kept["unit"]))  # type: ignore[arg-type]
