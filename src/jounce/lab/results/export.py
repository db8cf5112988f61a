"""Results for other programs: comma-separated values, MATLAB, ASAM MDF, pandas. Files appear whole or not at all."""

from __future__ import annotations

import csv
import json
import keyword
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import InputError
from jounce.lab.results.atomic import atomic_write
from jounce.lab.results.result import Result
from jounce.schema.paths import as_path

if TYPE_CHECKING:
    import pandas as pd

NAMED = 63
"""Letters that MATLAB allows in the name of a field."""


def export(result: Result | str | Path, path: str | Path, *, every: int = 1) -> None:
    """Write a result, or a result file, as the ending asks for: .csv, .mat or .mf4; raises InputError for another."""
    from jounce.lab.results.parquet import as_result  # which writes results, too

    result = as_result(result)
    ending = as_path(path, "a file to write, as a string or a Path", where="path").suffix.lower()
    if ending not in WRITERS:
        raise InputError("no such format", repr(ending), f"a file that ends in {', '.join(WRITERS)}", where="to")
    if ending == ".csv":
        write_csv(result, path, every=every)
        return
    if every != 1:
        raise InputError("only .csv leaves out samples", f"every {every}", "1", where="every")
    WRITERS[ending](result, path)


def write_csv(result: Result, path: str | Path, *, every: int = 1) -> None:
    """Comma-separated values (RFC 4180): a row of `name [unit]`, then a row per sample, each number to its last bit.

    every: 2 writes every second sample, and so on; the first is always there.
    """
    if every < 1:
        raise InputError("not a number of samples", str(every), "1 or more", where="every")
    columns = [channel.values[::every].tolist() for channel in result.channels]
    with atomic_write(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(f"{channel.name} [{channel.unit}]" for channel in result.channels)
        writer.writerows(zip(*columns, strict=True))


def write_mat(result: Result, path: str | Path) -> None:
    """MATLAB, version 5: structs `data`, `units` and `descriptions` nested at the dots of names, `run` and `record`.

    `data.tire.fl.vertical_force` is a column; `run` and `record` are JSON texts for `jsondecode`.
    """
    from scipy.io import savemat

    content = {
        "data": nest({channel.name: channel.values.reshape(-1, 1) for channel in result.channels}),
        "units": nest({channel.name: channel.unit for channel in result.channels}),
        "descriptions": nest({channel.name: channel.description for channel in result.channels}),
        "run": _json(result.metadata.to_dict()),
        "record": _json(result.record.to_dict()) if result.record is not None else "",
    }
    with atomic_write(path) as part:
        savemat(part, content, appendmat=False, long_field_names=True, do_compression=True)


def nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings in mappings, split at the dots of names; a name that is also the start of others becomes its `value`."""
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        branch = tree
        *path, leaf = (_field(part) for part in name.split("."))
        for part in path:
            if not isinstance(branch.setdefault(part, {}), dict):
                branch[part] = {"value": branch[part]}
            branch = branch[part]
        if isinstance(branch.get(leaf), dict):
            branch, leaf = branch[leaf], "value"
        branch[leaf] = value
    return tree


def write_mdf(result: Result, path: str | Path) -> None:
    """ASAM MDF 4.10: one group, each channel with unit and description, on the time of the run."""
    try:
        from asammdf import MDF, Signal
    except ImportError:
        raise InputError("MDF files need asammdf", "no such package", hint="pip install 'jounce[mdf]'") from None
    run = result.metadata
    signals = [
        Signal(channel.values, result.time, name=channel.name, unit=channel.unit, comment=channel.description)
        for channel in result.channels[1:]
    ]
    with atomic_write(path) as part, MDF(version="4.10") as file:
        file.header.project, file.header.subject = "jounce", run.vehicle
        file.header.description = f"{run.maneuver} · {run.vehicle}. {run.about}"
        file.append(signals, acq_name="jounce", comment=f"{run.maneuver} · {run.vehicle}", common_timebase=True)
        if result.record is not None:
            words = _json(result.record.to_dict()).encode()
            file.attach(words, file_name="record.json", mime="application/json", comment="to repeat the run")
        with part.open("w+b") as stream:  # a name would be given the ending .mf4
            file.save(stream)


def to_pandas(result: Result) -> pd.DataFrame:
    """A table with a column per channel; `.attrs` has `units` and `descriptions` by name."""
    try:
        import pandas as pd
    except ImportError:
        hint = "pip install pandas, or use to_table() for Arrow"
        raise InputError("this table needs pandas", "no such package", hint=hint) from None
    table = pd.DataFrame({channel.name: channel.values for channel in result.channels})
    table.attrs["units"] = {channel.name: channel.unit for channel in result.channels}
    table.attrs["descriptions"] = {channel.name: channel.description for channel in result.channels}
    return table


WRITERS: Mapping[str, Callable[[Result, str | Path], None]] = {".csv": write_csv, ".mat": write_mat, ".mf4": write_mdf}
"""Functions that write a result, by the ending of the file."""


def _field(part: str) -> str:
    """A part of a name as MATLAB allows it for a field."""
    word = re.sub(r"\W", "_", part, flags=re.ASCII)[:NAMED]
    return word if re.match(r"[A-Za-z]", word) and not keyword.iskeyword(word) else f"x{word}"[:NAMED]


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, default=_number)


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else str(value)
