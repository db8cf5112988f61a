"""Studies from beginning to end: resumed after everything that can happen, and the same for every executor."""

import itertools
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from jounce.errors import InputError
from jounce.lab.studies import StudyTable, read_table, sweep
from jounce.lab.studies.executors.chunks import ChunkFeeder, ChunkRows
from jounce.lab.studies.folder import StudyFolder, read_parts, write_part
from jounce.lab.studies.prepare import prepare_study
from jounce.lab.studies.runs import Row, Value
from tests.lab.studies import examples
from tests.lab.studies.examples import CHEAP

ROOT = Path(__file__).parents[3]


def rows(table: StudyTable) -> list[dict]:
    """All that must not depend on who made it, and when."""
    return table.table.drop_columns(["wall_time", "preparation_time"]).to_pylist()


@pytest.fixture(scope="module")
def reference() -> list[dict]:
    return rows(sweep(examples.study(), evaluate=f"{CHEAP}:rows"))


@pytest.mark.parametrize("chunk", [None, 1, 5, 100])
def test_chunks_and_threads_do_not_matter(reference, chunk):
    assert rows(sweep(examples.study(), evaluate=f"{CHEAP}:rows", chunk=chunk, workers=3)) == reference


def test_a_table_explains_itself(tmp_path):
    table = sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:rows")
    schema = pq.read_schema(tmp_path / "runs.parquet")
    assert schema.field("maneuver.speed").metadata[b"unit"] == b"m/s"
    assert schema.field("maneuver.speed").metadata[b"role"] == b"parameter"
    assert schema.field("wave").metadata[b"unit"] == b"m/s^2"
    assert table.parameters == ("maneuver.speed", "ground.friction")
    assert table.metrics == ("wave", "fast")
    assert table.display_unit("maneuver.speed") == "km/h"
    assert read_table(tmp_path / "runs.parquet").table.equals(table.table)
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert summary["ok"] + summary["failed"] == 16
    assert summary["failures"] == {"too much grip": summary["failed"]}
    assert 0.3 < summary["metrics"]["wave"]["mean"] < 0.9
    html = table._repr_html_()
    assert html.count("<tr>") == 17
    assert "[m/s^2]" in html
    with pytest.raises(KeyError, match="did you mean 'wave'"):
        table["wav"]


def test_a_data_frame_needs_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)  # as if it were not installed
    table = sweep(examples.study(4), evaluate=f"{CHEAP}:rows")
    with pytest.raises(InputError, match="pip install pandas"):
        table.to_pandas()


def test_tasks_do_not_carry_all_jobs_of_a_study():
    plan = prepare_study(examples.study(4096))
    first, second = itertools.islice(ChunkFeeder(plan, plan.runs, 1, 4, f"{CHEAP}:rows").chunks(), 2)
    assert len(first.runs) == len(second.runs) == 1
    assert len(pickle.dumps(first)) < 20_000


def test_the_size_of_tasks_follows_what_they_take():
    plan = prepare_study(examples.study(256))
    pace = ChunkFeeder(plan, plan.runs, 1, 4, f"{CHEAP}:rows")
    pace.learn(ChunkRows((Row(0, 0, "ok"),), 0.1))
    assert pace.size(255) == 20  # two seconds of work
    assert pace.size(8) == 2  # shared out at the end
    pace.learn(ChunkRows((Row(0, 0, "ok"),), 100.0))
    assert pace.size(255) == 1


def test_ctrl_c_keeps_what_is_done_and_the_same_call_goes_on(reference, tmp_path):
    stopped = sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:interrupted_rows", chunk=2)
    assert len(stopped) == 16
    assert rows(stopped)[:4] == reference[:4]
    assert stopped.count("interrupted") == 12
    seen = []
    table = sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:rows", progress=seen.append)
    assert seen[0].done == seen[0].found == 4
    assert rows(table) == reference
    again = sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:refused_rows")
    assert again.table.equals(table.table)  # wall times too: nothing was run


def test_a_killed_process_loses_nothing_finished(tmp_path):
    code = (
        "from jounce.lab.studies import sweep; from tests.lab.studies.examples import grid;"
        f"sweep(grid(), out={str(tmp_path)!r}, evaluate='{CHEAP}:killed_rows', chunk=1)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, timeout=120)
    assert done.returncode == -9
    assert sorted(read_parts(tmp_path / "parts")) == [0, 1, 2, 3, 4]
    (tmp_path / "parts" / ".part-00005.parquet.0123.part").write_bytes(b"half")
    seen = []
    table = sweep(examples.grid(), out=tmp_path, evaluate=f"{CHEAP}:rows", progress=seen.append)
    assert seen[0].found == 5
    assert rows(table) == rows(sweep(examples.grid(), evaluate=f"{CHEAP}:rows"))
    assert not list((tmp_path / "parts").glob(".*"))


@pytest.mark.parametrize(
    "changes",
    [{"seed": 4}, {"vehicle": "sedan"}, {"options": {"duration": 3.0}}, {"settings": {"step": 2e-3}}],
    ids=lambda changes: next(iter(changes)),
)
def test_another_study_in_the_folder_is_refused_unless_it_is_to_be_fresh(tmp_path, changes):
    sweep(examples.study(4), out=tmp_path, evaluate=f"{CHEAP}:rows")
    other = examples.study(4, **changes)
    with pytest.raises(InputError, match=r"another study is in this folder.*--fresh"):
        sweep(other, out=tmp_path, evaluate=f"{CHEAP}:rows")
    (tmp_path / "mine.txt").write_text("stays", encoding="utf-8")
    assert len(sweep(other, out=tmp_path, evaluate=f"{CHEAP}:rows", fresh=True)) == 4
    assert (tmp_path / "mine.txt").exists()


def test_a_changed_file_of_the_vehicle_is_another_study(tmp_path):
    from jounce.model.library import path

    car = tmp_path / "car.yaml"
    car.write_text(path("dw18").read_text(encoding="utf-8"), encoding="utf-8")
    study = examples.study(4, vehicle=str(car))
    sweep(study, out=tmp_path / "out", evaluate=f"{CHEAP}:rows")
    car.write_text(car.read_text(encoding="utf-8").replace("mass: 1500.0", "mass: 1501.0"), encoding="utf-8")
    with pytest.raises(InputError, match="another study"):
        sweep(study, out=tmp_path / "out", evaluate=f"{CHEAP}:rows")


def test_parts_give_rows_back_to_the_bit(tmp_path):
    values = (Value("a", 0.1 + 0.2, "m"), Value("b", True, ""), Value("c", None, "s"), Value("d", 3.0, ""))
    kept = [Row(7, 2**32 - 1, "ok", "", values, "c: none", 0.25), Row(2, 0, "failed", "because")]
    assert write_part(tmp_path, kept).name == "part-00000.parquet"
    assert write_part(tmp_path, [Row(7, 0, "failed", "later")]).name == "part-00001.parquet"
    assert read_parts(tmp_path) == {7: kept[0], 2: kept[1]}  # the first one counts
    assert read_parts(tmp_path)[7].wall_time == 0.25
    write_part(tmp_path / "parts", kept)
    with pytest.raises(InputError, match="rows of unknown origin"):
        StudyFolder(tmp_path).open_for("key", fresh=False)


def test_real_runs_are_the_same_in_threads_and_in_processes(tmp_path):
    start, end, speed = "maneuver.start", "maneuver.duration", "maneuver.speed"
    runs = [
        {speed: 15, start: 0.0, end: 0.3},
        {speed: "72 km/h", start: 0.0, end: 0.3},
        {speed: 15, start: 0.25, end: 0.2},
    ]
    options = {"start": 0.0, "ramp_time": 0.1, "duration": 0.3}
    study = examples.study(options=options, design={"list": runs}, parameters={}, keep="results")
    evaluate = "tests.lab.studies.measured:measured_rows"
    table = sweep(study, out=tmp_path, evaluate=evaluate, workers=1)
    assert list(table["status"]) == ["ok", "ok", "failed"]
    assert "the run ends before the ramp begins" in table["reason"][2]  # each value is good, both together are not
    assert table["notes"][0] == "never: it has no meaning here"
    assert 0.0 < table["last_yaw_rate"][0] < table["last_yaw_rate"][1]
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["run-00000.parquet", "run-00001.parquet"]
    assert rows(sweep(study, evaluate=evaluate, executor="processes", workers=1, chunk=2)) == rows(table)
