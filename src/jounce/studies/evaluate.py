"""Jobs to rows: build the runs, run them together, and measure what came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from jounce.errors import JounceError
from jounce.maneuvers.many import Run, run_many
from jounce.maneuvers.measure import measure as measure_run
from jounce.maneuvers.run import RunError
from jounce.results import Result, write_result
from jounce.studies.jobs import Job
from jounce.studies.rows import Row, Value
from jounce.studies.tasks import Task

Measure: TypeAlias = Callable[[Result, Sequence[str]], Mapping[str, Any]]
"""As `jounce.maneuvers.measure.measure`: name → something with `value`, `unit` and `note`."""


def evaluate(task: Task, measure: Measure = measure_run) -> list[Row]:
    """A row for every job of a task; a job that cannot be built or run is a row that says why."""
    runs: list[tuple[Job, Run]] = []
    rows: list[Row] = []
    for job in task.jobs:
        try:
            runs.append((job, task.plan.run(job)))
        except JounceError as error:
            rows.append(Row(job.index, job.seed, "failed", _one_line(error)))
    outcomes: list[Result | JounceError | None] = [*run_many([run for _, run in runs], threads=task.threads)]
    outcomes += [None] * (len(runs) - len(outcomes))
    for (job, _), outcome in zip(runs, outcomes, strict=True):
        rows.append(_row(task, job, outcome, measure))
    return sorted(rows, key=lambda row: row.index)


def _row(task: Task, job: Job, outcome: Result | JounceError | None, measure: Measure) -> Row:
    if outcome is None or (isinstance(outcome, Result) and outcome.metadata.interrupted):
        return Row(job.index, job.seed, "interrupted", "stopped before it was complete")
    result = outcome.result if isinstance(outcome, RunError) else outcome
    seconds = 0.0
    if isinstance(result, Result):
        seconds = result.metadata.wall_time
        if task.plan.results is not None:
            write_result(result, result_file(task.plan.results, job.index))
    if isinstance(outcome, JounceError):
        return Row(job.index, job.seed, "failed", _one_line(outcome), wall_time=seconds)
    try:
        found = measure(outcome, task.plan.metrics)
    except JounceError as error:
        return Row(job.index, job.seed, "failed", _one_line(error), wall_time=seconds)
    values = tuple(Value(name, one.value, one.unit) for name, one in found.items())
    notes = "; ".join(f"{name}: {one.note}" for name, one in found.items() if one.value is None and one.note)
    return Row(job.index, job.seed, "ok", values=values, notes=notes, wall_time=seconds)


def result_file(folder: Path, index: int) -> Path:
    """Where the result of a run is kept."""
    return folder / f"run-{index:05d}.parquet"


def _one_line(error: JounceError) -> str:
    return "; ".join(line.strip() for line in str(error).splitlines())
