"""A run as people use it: channels by name, metadata, a table, a summary."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.lab.results.channel import Channel
from jounce.lab.results.metadata import Metadata, summarise
from jounce.lab.results.motion import Motion
from jounce.lab.results.record import RunRecord
from jounce.methods import implementation
from jounce.schema.units import parse_unit

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    import plotly.graph_objects as go
    import pyarrow as pa


@dataclass(frozen=True, repr=False)
class Result:
    """Channels of equal length, the first of them `time`, and what was run.

    `result["chassis.yaw_rate"]` is a Channel and `result["chassis.yaw_rate"].values` an array; `in` and `list(result)`
    work as for a mapping.
    """

    channels: tuple[Channel, ...]
    metadata: Metadata
    motion: Motion | None = None
    """How all bodies moved, for replays."""
    record: RunRecord | None = None
    """What is needed to repeat the run; None of recordings."""

    def __post_init__(self) -> None:
        names = [channel.name for channel in self.channels]
        if not names or names[0] != "time":
            raise ValueError("the first channel of a result is `time`")
        if len(set(names)) < len(names):
            raise ValueError(f"two channels of one name: {sorted({n for n in names if names.count(n) > 1})}")
        if len({len(channel) for channel in self.channels}) > 1:
            raise ValueError("channels of different lengths")

    @cached_property
    def _by_name(self) -> dict[str, Channel]:
        return {channel.name: channel for channel in self.channels}

    def __getitem__(self, name: str) -> Channel:
        try:
            return self._by_name[name]
        except KeyError:
            hint = _like(str(name), self._by_name) or "list(result) gives all names"
            raise KeyError(f"no channel {name!r}; {hint}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Any:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self.channels)

    @property
    def time(self) -> np.ndarray:
        """Times of the samples, (n,) [s]."""
        return self.channels[0].values

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The numbers people ask for first, in SI: values at the end of the run, extremes, cost and settings."""
        return summarise(self)

    @property
    def metrics(self) -> dict[str, float | bool | None]:
        """What the maneuver asks to be measured: name → value in SI, a verdict as True or False; None where it has no
        meaning. `metadata.measured` has display units and notes."""
        return {name: _in_si(found) for name, found in self.metadata.measured.items()}

    def filtered(self, cutoff: float | str) -> Result:
        """The result with a zero-phase low-pass over all channels but inputs, as measurements have it; metrics anew.

        cutoff: frequency at which the gain is one half [Hz]; the filter is a Butterworth one of order 4, run forward
        and backward. Raises InputError.
        """
        found: Result = implementation("Result.filtered")(self, cutoff)
        return found

    def to_table(self) -> pa.Table:
        """An Arrow table whose fields carry unit, frame and description, and whose schema carries the metadata."""
        from jounce.lab.results.parquet import to_table

        return to_table(self)

    def to_pandas(self) -> pd.DataFrame:
        """A pandas table, one column per channel; `.attrs["units"]` has the units. Raises InputError without pandas."""
        from jounce.lab.results.export import to_pandas

        return to_pandas(self)

    def save(self, path: str | Path) -> None:
        """Write the result file (Parquet), which `jounce.read_result` reads and `jounce run --from` repeats.

        Whole or not at all; raises FileError.
        """
        from jounce.lab.results.parquet import write_result

        write_result(self, path)

    def report(self, path: str | Path) -> None:
        """Write the report, one self-contained HTML page; raises FileError. `jounce.compare` takes several results."""
        implementation("Result.report")(self, path)

    def replay(self, path: str | Path, ghosts: Sequence[Result] = ()) -> None:
        """Write a page that replays the run in 3D; ghosts: others beside it, translucent. `jounce.view` also opens it.

        Raises InputError for a result without motion, and FileError.
        """
        implementation("Result.replay")(self, path, ghosts)

    def export(self, path: str | Path, *, every: int = 1) -> None:
        """Write all channels for another program, as the ending of the file says: .csv, .mat (MATLAB) or .mf4 (MDF).

        every: 10 writes every tenth sample, of a .csv file only. Raises InputError for another ending, and FileError.
        """
        from jounce.lab.results.export import export

        export(self, path, every=every)

    def plot(self, *names: str) -> go.Figure:
        """Channels over time as a Plotly figure, one row for each unit; by default those that people look at first."""
        from jounce.lab.results.notebook import figure

        return figure(self, names)

    def __repr__(self) -> str:
        run = self.metadata
        until = f"{self.time[-1]:g} s" if len(self.time) else "nothing recorded"
        what = "Measured result" if run.is_measured else "Result"
        return f"<{what} {run.maneuver} · {run.vehicle}: {len(self)} channels, {len(self.time)} samples, {until}>"

    def _repr_html_(self) -> str:
        from jounce.lab.results.notebook import html

        return html(self)


def _in_si(measured: Mapping[str, Any]) -> float | bool | None:
    """The value of a metric in SI; one that people define themselves is kept in its own unit."""
    value, unit = measured["value"], measured.get("unit", "")
    if value is None or isinstance(value, bool) or unit in ("", "1"):
        return value
    with contextlib.suppress(InputError):  # m/s^1.75 is SI, and no unit that people write
        return value * parse_unit(unit).factor
    return value


def _like(name: str, known: Iterable[str]) -> str:
    """A question about a channel whose name resembles this one, as a whole or in its last part, or nothing."""
    names = list(known)
    if whole := suggestion(name, names):
        return whole
    last = {channel.rpartition(".")[2].lower(): channel for channel in reversed(names)}
    close = difflib.get_close_matches(name.lower(), last, n=1, cutoff=0.65)
    return f"did you mean {last[close[0]]!r}?" if close else ""
