"""Run a study: from a file to a table, going on where an earlier attempt was stopped."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jounce.lab.results.atomic import write_text
from jounce.lab.studies.executors import executor_of
from jounce.lab.studies.executors.chunks import Chunk, ChunkFeeder
from jounce.lab.studies.folder import StudyFolder, key_of
from jounce.lab.studies.plan import Plan
from jounce.lab.studies.prepare import prepare_study
from jounce.lab.studies.read import read_plan
from jounce.lab.studies.runs import Row
from jounce.lab.studies.study import Study
from jounce.lab.studies.table import StudyTable, summarise, table_of
from jounce.schema.paths import as_path


@dataclass(frozen=True)
class Progress:
    """Where a study is: runs done of all, of them failed, found finished at the beginning, and the time since [s]."""

    done: int
    total: int
    failed: int
    found: int
    seconds: float

    @property
    def rate(self) -> float:
        """Runs per second since the beginning."""
        return (self.done - self.found) / self.seconds if self.seconds > 0.0 else 0.0

    @property
    def left(self) -> float | None:
        """Until the end, if it goes on like this [s]; None before anything is known."""
        return (self.total - self.done) / self.rate if self.rate > 0.0 else None


def sweep(
    study: str | Path | Study,
    *,
    out: str | Path | None = None,
    executor: str = "threads",
    workers: int | None = None,
    address: str | None = None,
    chunk: int | None = None,
    fresh: bool = False,
    progress: Callable[[Progress], None] | None = None,
    evaluate: str = Chunk.evaluate,
) -> StudyTable:
    """Make all runs of a study and give the table of what was measured.

    study: a YAML file or a Study. out: a folder for the table, in which finished rows are kept as they come, so that
    the same call goes on where a killed one was; by default nothing is written. executor: `threads`, `processes`,
    `dask` or `ray`, on `workers` of them (by default one per core), of the cluster at `address` if there is one; rows
    are the same to the bit whoever makes them. chunk: runs that a worker takes at once, by default about two seconds
    of work. fresh: forget what the folder holds. progress: called with a Progress as rows
    come. evaluate: MODULE:FUNCTION from a Chunk to rows, for other models.

    A run that fails is a row with its reason. Ctrl-C gives the table of what is done, the rest marked `interrupted`.
    Raises ModelError with all findings about the study before anything runs, InputError, or FileError.
    """
    if isinstance(study, Study):
        plan = prepare_study(study)
    else:
        plan = read_plan(as_path(study, "a YAML file or a Study", where="study"))
    folder = StudyFolder(Path(out)) if out is not None else None
    with folder.locked() if folder is not None else contextlib.nullcontext():
        return _make_table(study, plan, folder, fresh, executor, workers, address, chunk, progress, evaluate)


def _make_table(
    study: str | Path | Study,
    plan: Plan,
    folder: StudyFolder | None,
    fresh: bool,
    executor: str,
    workers: int | None,
    address: str | None,
    chunk: int | None,
    progress: Callable[[Progress], None] | None,
    evaluate: str,
) -> StudyTable:
    """The table of a study; what the folder holds is not made again."""
    key = key_of(plan)
    rows = folder.open_for(key, fresh=fresh) if folder is not None else {}
    if folder is not None:
        _copy(study, folder)
        if plan.keep:
            plan = dataclasses.replace(plan, results=folder.results.resolve())
    for row in _missing_rows(plan, rows, executor, workers, address, chunk, progress, evaluate, folder):
        rows[row.index] = row
    table = table_of(plan, rows, key)
    if folder is not None:
        table.write(folder.table)
        write_text(folder.path / "summary.json", json.dumps(summarise(table), indent=2, allow_nan=False) + "\n")
    return table


def _missing_rows(
    plan: Plan,
    found: dict[int, Row],
    executor: str,
    workers: int | None,
    address: str | None,
    chunk: int | None,
    progress: Callable[[Progress], None] | None,
    evaluate: str,
    folder: StudyFolder | None,
) -> Iterator[Row]:
    """The rows that are missing, as they come; ends early after Ctrl-C."""
    missing = [run for run in plan.runs if run.index not in found]
    before, total, begun = len(found), len(plan.runs), time.perf_counter()
    count = before
    failed = sum(row.status == "failed" for row in found.values())
    tell = progress or (lambda progress: None)
    make = executor_of(executor)
    tell(Progress(count, total, failed, before, 0.0))
    if not missing:
        return
    hands = workers or os.cpu_count() or 1
    alone = executor == "threads"
    feeder = ChunkFeeder(plan, missing, hands if alone else 1, 1 if alone else hands, evaluate, chunk)
    made = make(feeder.chunks(), workers=hands, address=address)
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(made):  # type: ignore[type-var]
        for chunk_rows in made:
            feeder.learn(chunk_rows)
            complete = [row for row in chunk_rows.rows if row.status != "interrupted"]
            if folder is not None:
                folder.add(complete)
            count += len(complete)
            failed += sum(row.status == "failed" for row in complete)
            yield from complete
            tell(Progress(count, total, failed, before, time.perf_counter() - begun))
            if len(complete) < len(chunk_rows.rows):
                return


def _copy(study: str | Path | Study, folder: StudyFolder) -> None:
    """The study beside its table, for whoever finds it later."""
    if not isinstance(study, Study):
        write_text(folder.path / "study.yaml", Path(study).read_text(encoding="utf-8-sig"))
