"""Warm-up: calls every compiled entry, and leaves nothing for a run of a car to compile."""

import json

from jounce.cli.kernels import TASKS, entries, is_warm, warmup
from jounce.engine import compiler as kernel
from tests.cli.conftest import process


def test_everything_is_compiled_and_a_car_needs_no_more():
    timings = warmup()
    assert [timing.name for timing in timings] == [task.name for task in TASKS]
    assert is_warm()
    if kernel.INTERPRETED:
        return
    before = {entry.__qualname__: len(entry.signatures) for entry in entries()}
    assert all(count >= 1 for count in before.values()), before

    import jounce

    jounce.run("j-turn", vehicle="dw18", start=0.01, duration=0.02)
    assert {entry.__qualname__: len(entry.signatures) for entry in entries()} == before


def test_the_command_compiles_nothing_when_all_is_kept():
    warmup()
    done = process("warmup", "--json")
    told = json.loads(done.stdout)
    assert done.stderr == ""
    assert told["cold"] is False
    assert set(told["tasks"]) == {"loading jounce", *(task.name for task in TASKS)}
    assert abs(told["total"] - sum(told["tasks"].values())) < 1e-9
    assert told["compiled"] == []


def test_people_see_every_task_and_the_total(jounce):
    done = jounce("warmup")
    assert done.exit_code == 0, done.output
    for word in (*(task.name for task in TASKS), "total"):
        assert word in done.stdout
