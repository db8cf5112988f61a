"""The folder of a study: rows in parts while it runs, each written whole or not at all, then one table; and its key.

The key of a study: a hash of everything its rows depend on, by which a folder knows whose rows it holds.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pyarrow as pa
import pyarrow.parquet as pq

from jounce.errors import InputError
from jounce.lab.maneuvers import Maneuver
from jounce.lab.results.atomic import atomic_write, write_text
from jounce.lab.studies.lock import hold_lock
from jounce.lab.studies.plan import Plan
from jounce.lab.studies.runs import TIMES, Row, Status, Value
from jounce.version import __version__


def key_of(plan: Plan) -> str:
    """Study, vehicle, maneuver, the files they name, all values and the version of jounce, as 32 hex digits.

    Worker counts, executors and places of files are no part of it: rows do not depend on them.
    """
    digest = hashlib.sha256()
    vehicle = plan.vehicle.model_dump(mode="json")
    said = {
        "jounce": __version__,
        "vehicle": _without_folders(vehicle),
        "maneuver": [
            Path(plan.maneuver).name,
            _without_folders(_plain(plan.options)),
            *_content(plan.build_maneuver()),
        ],
        "settings": _without_folders(plan.settings.without_defaults()),
        "columns": [[c.name, c.paths, c.unit, c.nominal] for c in plan.columns],
        "metrics": plan.metrics,
        "jobs": [[run.index, run.seed, *run.parameters.values()] for run in plan.runs],
    }
    digest.update(json.dumps(said, sort_keys=True, default=str).encode())
    for text in sorted({*_texts(vehicle), *_texts(plan.settings.without_defaults()), plan.maneuver}):
        path = Path(text.partition(",")[0].strip())
        if path.suffix and path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _content(maneuver: Maneuver) -> list[Any]:
    """What a maneuver asks for; its ground is made from its options, and need not say the same in every process."""
    inputs = {name: repr(signal) for name, signal in maneuver.inputs.items()}
    return [
        inputs,
        maneuver.speed,
        maneuver.end,
        maneuver.step,
        maneuver.sample,
        maneuver.stop,
        _plain(maneuver.options),
    ]


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(dict(data), default=str))


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)


def _without_folders(data: Any) -> Any:
    """The data with files by their names alone: a folder that was moved is the same study."""
    if isinstance(data, str):
        head, comma, rest = data.partition(",")
        return Path(head).name + comma + rest if Path(head.strip()).suffix and "/" in head else data
    if isinstance(data, dict):
        return {key: _without_folders(value) for key, value in data.items()}
    return [_without_folders(value) for value in data] if isinstance(data, list | tuple) else data


FORMAT = 1
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
        *((name, pa.float64()) for name in TIMES),
    ]
)


@dataclass(frozen=True)
class StudyFolder:
    """Where a study writes: key.json, parts/, runs/ if results are kept, and at the end runs.parquet."""

    path: Path

    @property
    def parts(self) -> Path:
        """Folder of finished rows."""
        return self.path / "parts"

    @property
    def results(self) -> Path:
        """Folder of result files that are kept."""
        return self.path / "runs"

    @property
    def table(self) -> Path:
        """All rows, sorted."""
        return self.path / "runs.parquet"

    def open_for(self, key: str, *, fresh: bool) -> dict[int, Row]:
        """The rows that are finished already; raises InputError when they are of another study."""
        held = self._key()
        if fresh:
            self._clear()
        elif held is not None and held != key:
            raise InputError(
                "another study is in this folder",
                str(self.path),
                "the same study, vehicle, maneuver and version of jounce as before",
                "give another folder with --out, or start over with --fresh",
            )
        elif held is None and self.parts.is_dir() and any(self.parts.iterdir()):
            raise InputError("rows of unknown origin", str(self.parts), hint="start over with --fresh")
        write_text(self.path / "key.json", json.dumps({"format": FORMAT, "key": key}) + "\n")
        for left in self.parts.glob(".part-*.part"):  # of a process that was killed while it wrote
            with contextlib.suppress(OSError):
                left.unlink()
        return read_parts(self.parts)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other sweeps out of the folder; raises InputError when one is at work there."""
        with hold_lock(self.path / ".lock") as held:
            if not held:
                hint = "wait for it, or give another folder with --out"
                raise InputError("another sweep is running in this folder", str(self.path), "one at a time", hint)
            yield

    def add(self, rows: Sequence[Row]) -> None:
        """Keep finished rows."""
        if rows:
            write_part(self.parts, rows)

    def _key(self) -> str | None:
        try:
            return str(json.loads((self.path / "key.json").read_text(encoding="utf-8"))["key"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _clear(self) -> None:
        """Remove what studies write here, and nothing else."""
        for folder in (self.parts, self.results):
            shutil.rmtree(folder, ignore_errors=True)
        for name in ("key.json", "runs.parquet", "study.yaml", "summary.json", "study.html"):
            with contextlib.suppress(OSError):
                (self.path / name).unlink()


def write_part(folder: Path, rows: Sequence[Row]) -> Path:
    """Write rows as the next part of a folder; raises FileError."""
    path = folder / f"part-{_next_number(folder):05d}.parquet"
    data = [
        {
            "index": row.index,
            "seed": row.seed,
            "status": row.status,
            "reason": row.reason,
            "values": [_to_data(value) for value in row.values],
            "notes": row.notes,
            **{name: getattr(row, name) for name in TIMES},
        }
        for row in rows
    ]
    with atomic_write(path) as part:
        pq.write_table(pa.Table.from_pylist(data, schema=_SCHEMA), part)
    return path


def read_parts(folder: Path) -> dict[int, Row]:
    """All rows of a folder by their numbers; what a killed process left half written has another name."""
    rows: dict[int, Row] = {}
    for path in sorted(folder.glob("part-*.parquet")):
        try:
            found = [_from_kept(kept) for kept in pq.ParquetFile(path).read().to_pylist()]
        except (OSError, pa.ArrowException, ValueError, TypeError, KeyError) as error:
            _set_aside(path, error)
            continue
        for row in found:
            rows.setdefault(row.index, row)
    return rows


def _from_kept(kept: dict[str, Any]) -> Row:
    """A row as it was written; raises KeyError or TypeError for what is none."""
    values = tuple(_from_data(value) for value in kept["values"])
    texts = {name: str(kept[name]) for name in ("status", "reason", "notes")}
    times = {name: float(kept.get(name) or 0.0) for name in TIMES}
    if texts["status"] not in get_args(Status):
        raise ValueError(f"no such status: {texts['status']}")
    return Row(int(kept["index"]), int(kept["seed"]), values=values, **texts, **times)  # type: ignore[arg-type]


def _set_aside(path: Path, error: Exception) -> None:
    """Give a part that cannot be read another name, and say so: its runs are made again."""
    aside = path.with_name(f"{path.name}.damaged")
    with contextlib.suppress(OSError):
        os.replace(path, aside)
    reason = (str(error).splitlines() or ["no reason given"])[0]
    warnings.warn(
        f"{path}: a damaged part ({reason}), set aside as {aside.name}; its runs are made again", stacklevel=4
    )


def _next_number(folder: Path) -> int:
    stems = [path.stem.removeprefix("part-") for path in folder.glob("part-*.parquet*")]
    return max((int(stem.partition(".")[0]) for stem in stems if stem.partition(".")[0].isdecimal()), default=-1) + 1


def _to_data(value: Value) -> dict[str, object]:
    truth = value.value if isinstance(value.value, bool) else None
    number = None if truth is not None or value.value is None else float(value.value)
    return {"name": value.name, "value": number, "truth": truth, "unit": value.unit}


def _from_data(kept: dict[str, object]) -> Value:
    truth, number = kept["truth"], kept["value"]
    return Value(str(kept["name"]), truth if truth is not None else number, str(kept["unit"]))  # type: ignore[arg-type]
