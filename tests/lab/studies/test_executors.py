"""Whoever makes the runs, rows are the same to the bit; a worker that dies costs time and no rows."""

import dataclasses
import os
import signal
import sys

import pytest

from jounce.errors import InputError
from jounce.lab.studies.executors import executor_of
from jounce.lab.studies.executors.chunks import Chunk
from jounce.lab.studies.runs import Row, runs_of
from tests.lab.studies.cheap import FRICTION, MARKER, SPEED

RUNS = runs_of([{SPEED: 11.0 + 0.2 * i, FRICTION: 0.5 + i / 62} for i in range(32)], seed=3)


def chunks(evaluate: str, chunk: int):
    """All runs; the plan stays away, because cheap rows need none."""
    for i in range(0, len(RUNS), chunk):
        yield Chunk(None, RUNS[i : i + chunk], 1, f"tests.lab.studies.cheap:{evaluate}")


def made(executor: str, evaluate: str = "rows", chunk: int = 4, address: str | None = None, workers: int = 2):
    found = executor_of(executor)(chunks(evaluate, chunk), workers=workers, address=address)
    return sorted((row for chunk_rows in found for row in chunk_rows.rows), key=lambda row: row.index)


@pytest.fixture(scope="module")
def reference() -> list[Row]:
    return made("threads")


def test_the_reference_has_good_and_failed_runs_and_a_seed_for_each(reference):
    assert [row.index for row in reference] == list(range(32))
    assert {row.status for row in reference} == {"ok", "failed"}
    assert len({row.seed for row in reference}) == 32


def test_a_process_that_dies_costs_no_rows_but_that_of_the_run_that_always_kills(reference, monkeypatch, tmp_path):
    monkeypatch.setenv(MARKER, str(tmp_path / "killed"))
    found = made("processes", "deadly_rows", chunk=2)
    assert (tmp_path / "killed").exists()
    assert found[5].status == "failed"
    assert "died twice" in found[5].reason
    assert found[:5] + found[6:] == reference[:5] + reference[6:]


def test_dask_survives_the_death_of_a_worker(reference):
    import distributed

    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(processes=True, **options) as cluster:
        with distributed.Client(cluster) as client:
            victim = next(iter(client.run(os.getpid).values()))
        coming = executor_of("dask")(chunks("slow_rows", 2), workers=2, address=cluster.scheduler_address)
        found = list(next(coming).rows)
        os.kill(victim, signal.SIGKILL)
        for chunk_rows in coming:
            found += chunk_rows.rows
    assert sorted(found, key=lambda row: row.index) == reference


@pytest.mark.slow  # ray takes 20 s to start, and `make test-slow` installs it
def test_ray_gives_the_same_rows(reference):
    assert made("ray") == reference


def test_what_cannot_be_is_refused():
    with pytest.raises(InputError, match=r"unknown executor; got 'thread'; .*did you mean 'threads'"):
        made("thread")
    for name in ("threads", "processes"):
        with pytest.raises(InputError, match="need no address"):
            made(name, address="tcp://127.0.0.1:1")


@pytest.mark.parametrize(("name", "package"), [("dask", "distributed"), ("ray", "ray")])
def test_a_missing_package_is_said_with_the_way_to_get_it(monkeypatch, name, package):
    monkeypatch.setitem(sys.modules, package, None)  # as if it were not installed
    with pytest.raises(InputError, match=rf"pip install 'jounce\[{name}\]'"):
        made(name)


def test_wall_times_are_no_part_of_a_comparison(reference):
    assert dataclasses.replace(reference[0], wall_time=9.0) == reference[0]
