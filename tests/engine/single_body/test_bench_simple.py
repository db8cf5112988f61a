"""The benchmark of the simplified car on a tiny setting: its structure and its table. No time decides anything."""

import json

import pytest

from jounce.cli.simple_bench import table
from jounce.lab.bench import simple as bench


@pytest.fixture(scope="module")
def numbers():
    return bench.measure_simple(cars=(1, 4), threads=(1, 2), work=40, repeats=2)


def test_all_numbers_are_there(numbers):
    read = json.loads(json.dumps(numbers, allow_nan=False))
    runs = [(run["ground"], run["cars"], run["threads"]) for run in read["runs"]]
    assert runs == [(ground, *sizes) for ground in ("flat", "ferguson") for sizes in ((1, 1), (4, 1), (4, 2))]
    for run in read["runs"]:
        assert run["cars_steps_per_second"] >= run["cars_steps_per_second_median"] > 0.0
        assert run["us_per_step"] == pytest.approx(1e6 / run["cars_steps_per_second"])
    assert min(read["frame_us"].values()) > 0.0


def test_the_table_shows_every_run(numbers):
    lines = table(numbers).splitlines()
    assert len(lines) == 3 + len(numbers["runs"])
    assert "ferguson" in lines[-2]
