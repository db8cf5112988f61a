"""The table of a study: a row for every run, with units, that explains itself to any reader of Parquet.

A study in a few numbers, for files and terminals.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from jounce.errors import FileError, InputError
from jounce.findings import suggestion
from jounce.lab.results.atomic import atomic_write
from jounce.lab.studies.plan import Column, Plan
from jounce.lab.studies.runs import TIMES, Row
from jounce.version import __version__

if TYPE_CHECKING:
    from jounce.lab.studies.sensitivity import Sensitivity


_KEY = b"jounce.study"
MAX_NOTEBOOK_ROWS = 20
"""Most rows that a notebook shows."""


@dataclass(frozen=True)
class StudyTable:
    """One row for every run: index, seed, parameters, metrics, status, reason, notes, wall_time and
    preparation_time. Numbers are SI.

    `table` is an Arrow table; every field has its `role` (parameter, metric or run) and `unit` in its metadata.
    """

    table: pa.Table

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def __getitem__(self, name: str) -> np.ndarray:
        """A column as an array; metrics and numbers as floats, with nan where there is nothing."""
        if name not in self.table.column_names:
            hint = suggestion(name, self.table.column_names) or f"one of {', '.join(self.table.column_names)}"
            raise KeyError(f"no column {name!r}; {hint}")
        column = self.table.column(name)
        if pa.types.is_boolean(column.type):
            column = column.cast(pa.float64())
        return column.to_numpy()

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """What was studied: name, about, design, seed, vehicle, maneuver, options, settings, key, jounce_version."""
        return dict(json.loads(self.table.schema.metadata[_KEY]))

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters."""
        return self._of("parameter")

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the metrics."""
        return self._of("metric")

    def unit(self, name: str) -> str:
        """The SI unit of a column; empty for plain numbers and words."""
        return self._label(name, "unit")

    def display_unit(self, name: str) -> str:
        """The unit in which the study gave a parameter; that of the table for others."""
        return self._label(name, "display_unit") or self.unit(name)

    def is_words(self, name: str) -> bool:
        """Whether a column holds words instead of numbers."""
        return bool(pa.types.is_string(self.table.schema.field(name).type))

    def count(self, status: str) -> int:
        """How many runs ended like that: ok, failed or interrupted."""
        return int(np.sum(self["status"] == status))

    def sensitivity(self) -> dict[str, Sensitivity]:
        """What each metric depends on; see `jounce.lab.studies.sensitivity`."""
        from jounce.lab.studies.sensitivity import sensitivities

        return sensitivities(self)

    def to_pandas(self) -> Any:
        """A data frame; raises InputError when pandas is not installed."""
        try:
            import pandas  # noqa: F401
        except ImportError:
            hint = "pip install pandas, or use .table, which is an Arrow table"
            raise InputError("a data frame needs the package pandas", "no such package", hint=hint) from None
        return self.table.to_pandas()

    def write(self, path: str | Path) -> None:
        """Write the table as a Parquet file, whole or not at all; raises FileError."""
        with atomic_write(path) as part:
            pq.write_table(self.table, part, compression="zstd")

    def _repr_html_(self) -> str:
        """The first rows, for notebooks."""
        names = ["index", *self.parameters, *self.metrics, "status"]
        heads = "".join(f"<th>{escape(n)}{self._unit_html(n)}</th>" for n in names)
        rows = self.table.select(names).slice(0, MAX_NOTEBOOK_ROWS).to_pylist()
        cells = ("".join(f"<td>{escape(_cell(row[name]))}</td>" for name in names) for row in rows)
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        more = f"<p>… {len(self) - MAX_NOTEBOOK_ROWS} more rows</p>" if len(self) > MAX_NOTEBOOK_ROWS else ""
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>{more}"

    def _unit_html(self, name: str) -> str:
        return f"<br><small>[{escape(self.unit(name))}]</small>" if self.unit(name) else ""

    def _of(self, role: str) -> tuple[str, ...]:
        return tuple(name for name in self.table.column_names if self._label(name, "role") == role)

    def _label(self, name: str, label: str) -> str:
        return str((self.table.schema.field(name).metadata or {}).get(label.encode(), b"").decode())


def table_of(plan: Plan, rows: Mapping[int, Row], key: str) -> StudyTable:
    """The table of all runs of a plan; those without a row are `interrupted`."""
    stopped = "the study was stopped before it ran"
    full = [rows.get(run.index, Row(run.index, run.seed, "interrupted", stopped)) for run in plan.runs]
    fields = [_field("index", pa.int64(), "run"), _field("seed", pa.int64(), "run")]
    columns: list[Any] = [pa.array([row.index for row in full]), pa.array([row.seed for row in full])]
    for column in plan.columns:
        fields.append(_parameter_field(column))
        columns.append(pa.array([run.parameters[column.name] for run in plan.runs], fields[-1].type))
    for name, unit in _measured(full).items():
        values = [next((one.value for one in row.values if one.name == name), None) for row in full]
        kinds = {type(value) for value in values if value is not None}
        fields.append(_field(name, pa.bool_() if kinds == {bool} else pa.float64(), "metric", unit))
        plain = values if kinds == {bool} else [None if value is None else float(value) for value in values]
        columns.append(pa.array(plain, fields[-1].type))
    for name in ("status", "reason", "notes"):
        fields.append(_field(name, pa.string(), "run"))
        columns.append(pa.array([getattr(row, name) for row in full]))
    for name in TIMES:
        fields.append(_field(name, pa.float64(), "run", "s"))
        columns.append(pa.array([getattr(row, name) for row in full]))
    facts = {**plan.facts(), "key": key, "jounce_version": __version__}
    schema = pa.schema(fields, metadata={_KEY: json.dumps(facts, ensure_ascii=False)})
    return StudyTable(pa.table(columns, schema=schema))


def read_table(path: str | Path) -> StudyTable:
    """The table in a runs.parquet; raises FileError when it cannot be read or is not one of ours."""
    file = Path(path)
    if not file.is_file():
        raise FileError(f"{path}: no such file; check the name, and the folder it is relative to")
    try:
        table = pq.read_table(file)
    except (OSError, pa.ArrowException) as error:
        reason = (str(error).splitlines() or ["no reason given"])[0].rstrip(".")
        raise FileError(f"{path}: not a Parquet file: {reason}; give a runs.parquet of `jounce sweep`") from None
    if _KEY not in (table.schema.metadata or {}):
        raise FileError(f"{path}: not the table of a study; give a runs.parquet of `jounce sweep`")
    return StudyTable(table)


def _measured(rows: list[Row]) -> dict[str, str]:
    """All metrics that any run has, with their units, in the order of the first run that has them."""
    found: dict[str, str] = {}
    for row in rows:
        for value in row.values:
            found.setdefault(value.name, value.unit)
    return found


def _parameter_field(column: Column) -> Any:
    about = "multiple of what the model has" if column.nominal else ""
    kind = pa.string() if column.words else pa.float64()
    return _field(column.name, kind, "parameter", column.unit, column.display_unit, about, ", ".join(column.paths))


def _field(
    name: str, kind: Any, role: str, unit: str = "", display_unit: str = "", description: str = "", paths: str = ""
) -> Any:
    labels = {"role": role, "unit": unit, "display_unit": display_unit, "description": description, "paths": paths}
    return pa.field(name, kind, metadata={key: text for key, text in labels.items() if text or key == "unit"})


def _cell(value: Any) -> str:
    return "–" if value is None else f"{value:.5g}" if isinstance(value, float) else str(value)


def summarise(table: StudyTable) -> dict[str, Any]:
    """What was studied, how the runs ended, the ranges of all numbers, and what depends on what. JSON holds it."""
    reasons = Counter(str(reason) for reason, status in zip(table["reason"], table["status"], strict=True)
                      if status == "failed")  # fmt: skip
    return {
        **table.facts,
        "ok": table.count("ok"),
        "failed": table.count("failed"),
        "interrupted": table.count("interrupted"),
        "wall_time": float(np.sum(table["wall_time"])),
        "parameters": {name: _range(table, name) for name in table.parameters},
        "metrics": {name: _range(table, name) for name in table.metrics},
        "failures": dict(reasons.most_common(10)),
        "sensitivity": {name: found.data() for name, found in table.sensitivity().items()},
    }


def _range(table: StudyTable, name: str) -> dict[str, Any]:
    if table.is_words(name):
        return {"words": sorted({str(word) for word in table[name]})}
    values = table[name]
    known = values[np.isfinite(values)]
    if not len(known):
        return {"unit": table.unit(name), "count": 0, "min": None, "mean": None, "max": None, "std": None}
    return {
        "unit": table.unit(name),
        "count": len(known),
        "min": float(known.min()),
        "mean": float(known.mean()),
        "max": float(known.max()),
        "std": float(known.std(ddof=1)) if len(known) > 1 else 0.0,
    }
