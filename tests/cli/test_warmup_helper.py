"""The second process of a cold warm-up: does its share, may fail, and does not outlive the first."""

import subprocess
import sys

import pytest

from jounce.cli import kernels as owner
from jounce.cli import kernels as warmups
from jounce.cli.kernels import TASKS, is_warm
from jounce.engine import compiler as kernel

pytestmark = pytest.mark.skipif(kernel.INTERPRETED, reason="nothing to compile")
NAMES = [task.name for task in TASKS]
FOR_EVER = "import time; time.sleep(600)"


@pytest.fixture
def cold(monkeypatch):
    """A machine with two cores that thinks it has nothing on disk."""
    monkeypatch.setattr(warmups, "is_warm", lambda: False)
    monkeypatch.setattr(owner, "_cores", lambda: 2)


def heard() -> list[str]:
    """Names of the tasks that a warm-up reports, and returns."""
    names: list[str] = []
    timings = warmups.warmup(progress=lambda timing: names.append(timing.name))
    assert [timing.name for timing in timings] == NAMES
    assert sorted(names) == sorted(NAMES)
    assert is_warm()
    return names


def test_two_processes_share_the_tasks(cold):
    beside = [task.name for task in TASKS if task.beside]
    assert 0 < len(beside) < len(NAMES)
    assert heard()[-len(beside) :] == beside


@pytest.mark.parametrize("code", ["raise SystemExit(1)", "print('[\"tires\", 1.0]'); raise SystemExit(1)"])
def test_what_the_helper_leaves_undone_is_done_here(cold, monkeypatch, code):
    monkeypatch.setattr(owner, "COMMAND", code)
    heard()


def test_one_core_or_a_full_disk_cache_need_no_helper(monkeypatch):
    monkeypatch.setattr(owner, "_start", lambda names: pytest.fail("a helper was started"))
    heard()
    monkeypatch.setattr(warmups, "is_warm", lambda: False)
    monkeypatch.setattr(owner, "_cores", lambda: 1)
    heard()


def test_no_helper_outlives_its_block(cold, monkeypatch):
    monkeypatch.setattr(owner, "COMMAND", FOR_EVER)
    started: list[subprocess.Popen | None] = []

    def interrupted() -> None:
        with owner.second_process(("tires",)) as helped:
            started.append(helped.process)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert started[0] is not None
    assert started[0].returncode is not None


def test_a_helper_ends_when_its_asker_is_gone():
    code = f"from jounce.cli import kernels; kernels.watch_asker(); {FOR_EVER}"
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=100) == 1
