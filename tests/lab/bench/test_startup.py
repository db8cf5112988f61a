"""CPU times of fresh processes: which are run, in which cache folder, and what is made of their times."""

import json
import sys
from pathlib import Path

import pytest

from jounce.cli.startup_bench import LABELS, table
from jounce.lab.bench.startup import NEW_TOPOLOGY, cpu_seconds, measure_startup
from jounce.lab.bench.startup_stages import IMPORTS, REST, Stages

KEYS = ("import_s", "warm_run_cpu_s", "warm_run_report_cpu_s", "cold_run_cpu_s", "new_topology_cpu_s")


class Recorder:
    """Runs nothing; every call takes a second less than the one before."""

    def __init__(self) -> None:
        self.calls: list[tuple[list[str], dict[str, str]]] = []

    def __call__(self, command, variables):
        folder = variables.get("NUMBA_CACHE_DIR")
        assert folder is None or Path(folder).is_dir()
        self.calls.append((command, dict(variables)))
        return 100.0 - len(self.calls)


@pytest.fixture
def recorder():
    return Recorder()


def test_each_time_is_the_smallest_of_its_repeats(recorder):
    found = measure_startup(repeats=3, cold_repeats=2, run=recorder)
    assert set(KEYS) <= set(found)
    for key in KEYS:
        assert found[key] == min(found[f"{key}_all"])
    assert [len(found[f"{key}_all"]) for key in KEYS] == [3, 3, 3, 2, 2]


def test_the_first_call_of_every_warm_command_does_not_count(recorder):
    found = measure_startup(repeats=1, cold_repeats=0, run=recorder)
    assert [recorder.calls[i][0] for i in range(3)] == [recorder.calls[i][0] for i in range(3, 6)]
    assert found["import_s_all"] == [100.0 - 4]


def test_a_new_topology_follows_a_cold_run_in_the_same_folder(recorder):
    measure_startup(repeats=1, cold_repeats=2, run=recorder)
    folders = [variables["NUMBA_CACHE_DIR"] for _, variables in recorder.calls if variables]
    assert folders[0] == folders[1] != folders[2] == folders[3]
    assert not any(Path(folder).exists() for folder in folders)
    cold, new = recorder.calls[-2][0], recorder.calls[-1][0]
    assert cold[-5:] == ["run", "step-steer", "--vehicle", "sedan", "--json"]
    assert new == [sys.executable, "-c", NEW_TOPOLOGY]


def test_without_cold_runs_their_times_are_none_and_a_dash_for_people(recorder):
    found = measure_startup(repeats=1, cold_repeats=0, run=recorder)
    assert found["cold_run_cpu_s"] is None
    assert found["new_topology_cpu_s_all"] == []
    lines = table(found).splitlines()
    assert len(lines) == 1 + len(LABELS)
    assert lines[-1].endswith("–")
    assert tuple(LABELS) == KEYS


def test_stages_are_noted_in_processes_of_their_own_and_the_longest_are_shown():
    calls = []

    def run(command, variables):
        calls.append(command[-1])
        for line in command[-1].splitlines():
            if line.startswith("note_stages("):
                Path(line.partition("(")[2].strip(")'")).write_text('{"imports": 1.5, "a": 0.04, "b": 0.05}')
        return 1.0

    found = measure_startup(repeats=1, cold_repeats=0, stages=True, run=run)
    assert found["cold_run_stages"] == found["new_topology_stages"] == {"imports": 1.5, "a": 0.04, "b": 0.05}
    assert "step-steer" in calls[-2]
    assert calls[-1].endswith(NEW_TOPOLOGY)
    shown = table(found).splitlines()[-2:]
    assert [line.split() for line in shown] == [["imports", "1.50", "s"], ["2", "others", "0.09", "s"]]


def test_a_stage_within_another_counts_once():
    now = [10.0]

    def work(seconds):
        now[0] += seconds

    stages = Stages(lambda: now[0])
    inner = stages.measure(lambda seconds: "inner", work)
    outer = stages.measure(lambda: "outer", lambda: [inner(2.0), work(0.5), inner(3.0)])
    outer()
    inner(4.0)
    assert stages.summary(12.0) == {"inner": 9.0, "outer": 0.5, REST: 2.5}


def test_a_process_notes_what_it_compiles(tmp_path):
    """In an empty cache folder: one small function, its imports, and the rest; together they are the whole."""
    file = tmp_path / "stages.json"
    code = f"""
from jounce.lab.bench.startup_stages import note_stages
note_stages({str(file)!r})
from jounce.engine.laws.ground import Flat, place_ground
place_ground(Flat())
"""
    total = cpu_seconds([sys.executable, "-c", code], {"NUMBA_CACHE_DIR": str(tmp_path)})
    found = json.loads(file.read_text())
    assert {IMPORTS, REST} < set(found)
    assert any(name.startswith("laws.ground") for name in found)
    assert 0.0 < sum(found.values()) <= total


def test_the_new_topology_has_more_bodies_than_the_sedan():
    """The car that the code names, without the run: two tie rods more."""
    from jounce.model.library import load_vehicle
    from jounce.model.vehicle import rolling

    space: dict[str, object] = {}
    exec(NEW_TOPOLOGY.partition("print(")[0], space)
    assert len(rolling(space["car"], 15.0).bodies) == len(rolling(load_vehicle("sedan"), 15.0).bodies) + 2


def test_cpu_time_grows_with_work_and_not_with_waiting():
    """A process that only sleeps for 0.2 s takes less CPU time than one that counts to a few millions."""
    waiting = cpu_seconds([sys.executable, "-S", "-c", "import time; time.sleep(0.2)"], {})
    working = cpu_seconds([sys.executable, "-S", "-c", "for _ in range(5_000_000): pass"], {})
    assert 0.0 < waiting < working
