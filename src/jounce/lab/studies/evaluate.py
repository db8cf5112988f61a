"""Runs to rows: build the runs, run them together, and measure what came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from jounce.errors import JounceError
from jounce.lab.metrics.measuring import measure as measure_run
from jounce.lab.metrics.needs import channel_needs
from jounce.lab.results import Result, write_result
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.runs import many
from jounce.lab.runs.run import RunError
from jounce.lab.studies.executors.chunks import Chunk
from jounce.lab.studies.runs import TIMES, Row, Run, Value

Measure: TypeAlias = Callable[[Result, Sequence[str]], Mapping[str, Any]]
"""Function such as `jounce.lab.runs.finish.measure` that returns name → something with `value`, `unit` and `note`."""


def evaluate(chunk: Chunk, measure: Measure = measure_run) -> list[Row]:
    """A row for every run of a chunk; one that cannot be built or run is a row that says why."""
    built: list[tuple[Run, many.Run]] = []
    rows: list[Row] = []
    for run in chunk.runs:
        try:
            built.append((run, chunk.plan.build_run(run)))
        except JounceError as error:
            rows.append(Row(run.index, run.seed, "failed", _one_line(error)))
    outcomes: list[Result | JounceError | None] = [
        *many.run_many([one for _, one in built], threads=chunk.threads, needs=_needs(chunk, measure))
    ]
    outcomes += [None] * (len(built) - len(outcomes))
    for (run, _), outcome in zip(built, outcomes, strict=True):
        rows.append(_row(chunk, run, outcome, measure))
    return sorted(rows, key=lambda row: row.index)


def _needs(chunk: Chunk, measure: Measure) -> ChannelNeeds:
    """The channels that the runs of a chunk are looked at for: all where results are kept, or measured by others."""
    if chunk.plan.results is not None or measure is not measure_run:
        return ChannelNeeds()
    return channel_needs(chunk.plan.metrics)


def _row(chunk: Chunk, run: Run, outcome: Result | JounceError | None, measure: Measure) -> Row:
    if outcome is None or (isinstance(outcome, Result) and outcome.metadata.interrupted):
        return Row(run.index, run.seed, "interrupted", "stopped before it was complete")
    result = outcome.result if isinstance(outcome, RunError) else outcome
    times = {}
    if isinstance(result, Result):
        times = {name: getattr(result.metadata, name) for name in TIMES}
        if chunk.plan.results is not None:
            write_result(result, result_file(chunk.plan.results, run.index))
    if isinstance(outcome, JounceError):
        return Row(run.index, run.seed, "failed", _one_line(outcome), **times)
    try:
        found = measure(outcome, chunk.plan.metrics)
    except JounceError as error:
        return Row(run.index, run.seed, "failed", _one_line(error), **times)
    values = tuple(Value(name, one.value, one.unit) for name, one in found.items())
    notes = "; ".join(f"{name}: {one.note}" for name, one in found.items() if one.value is None and one.note)
    return Row(run.index, run.seed, "ok", values=values, notes=notes, **times)


def result_file(folder: Path, index: int) -> Path:
    """Where the result of a run is kept."""
    return folder / f"run-{index:05d}.parquet"


def _one_line(error: JounceError) -> str:
    return "; ".join(line.strip() for line in str(error).splitlines())
