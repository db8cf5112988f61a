"""Result files that anybody may have written: what is odd is said when they are read."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from jounce.errors import FileError, InputError, JounceError
from jounce.lab.results import read_result
from jounce.lab.results.parquet import to_table
from jounce.lab.runs.recording import arguments
from tests.robustness.result_targets import make_result, open_everywhere


def changed(key, path, value):
    """The bytes of a result file with one value of its metadata changed."""
    table = to_table(make_result())
    words = dict(table.schema.metadata)
    data = json.loads(words[key])
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    words[key] = json.dumps(data).encode()
    return written(table.replace_schema_metadata(words))


def written(table):
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    return sink.getvalue().to_pybytes()


ODD = [
    (b"jounce.run", ("created",), 5),
    (b"jounce.run", ("vehicle",), "x\ud800"),
    (b"jounce.run", ("vehicle",), ["a"]),
    (b"jounce.run", ("settings",), "text"),
    (b"jounce.run", ("settings", "integrator"), None),
    (b"jounce.run", ("settings", "step"), "fast"),
    (b"jounce.run", ("options", "speed"), float("nan")),
    (b"jounce.run", ("measured", "peak_yaw_rate"), 3),
    (b"jounce.run", ("measured", "peak_yaw_rate", "value"), float("inf")),
    (b"jounce.run", ("measured", "peak_yaw_rate", "unit"), {}),
    (b"jounce.run", ("measured", "peak_yaw_rate"), {"unit": "rad/s"}),
    (b"jounce.run", ("measured", "peak_yaw_rate", "value"), "fast"),
    (b"jounce.run", ("settings", "later"), "\ud800"),
    (b"jounce.run", ("figures",), [[1]]),
    (b"jounce.run", ("steps",), -1),
    (b"jounce.run", ("steps",), 10**400),
    (b"jounce.run", ("wall_time",), None),
    (b"jounce.run", ("warnings",), 7),
    (b"jounce.run", ("failure",), 7),
    (b"jounce.record", ("maneuver",), []),
    (b"jounce.record", ("maneuver", "data"), 1),
    (b"jounce.record", ("versions",), [1]),
    (b"jounce.record", ("timing", "simulate"), "long"),
    (b"jounce.record", ("files",), {"a": 3}),
    (b"jounce.record", ("vehicle",), None),
    (b"jounce.scene", ("title",), 3),
    (b"jounce.scene", ("origin",), [0, 0]),
    (b"jounce.scene", ("weight",), float("nan")),
    (b"jounce.scene", ("shapes", 0, "body"), float("nan")),
    (b"jounce.scene", ("shapes", 0, "\ud800"), "rod"),
    (b"jounce.scene", ("gauges",), [1]),
    (b"jounce.scene", ("focus",), 999),
]


@pytest.mark.parametrize(
    ("key", "path", "value"), ODD, ids=[f"{k.decode()}.{'.'.join(map(str, p))}" for k, p, _ in ODD]
)
def test_odd_metadata_are_refused_with_their_place(tmp_path, key, path, value):
    with pytest.raises(FileError, match="damaged result file") as caught:
        open_everywhere(changed(key, path, value), tmp_path)
    assert path[0] in str(caught.value)


def test_the_file_that_is_changed_opens_everywhere(tmp_path):
    open_everywhere(written(to_table(make_result())), tmp_path)
    assert read_result(tmp_path / "result.parquet").metadata == make_result().metadata


def test_a_result_without_rows_is_refused(tmp_path):
    with pytest.raises(FileError, match="no samples"):
        open_everywhere(written(to_table(make_result()).slice(0, 0)), tmp_path)


def test_times_that_run_backwards_are_refused(tmp_path):
    table = to_table(make_result())
    for times in (np.arange(11.0)[::-1], np.full(11, np.nan)):
        column = pa.array(np.ascontiguousarray(times))
        with pytest.raises(FileError, match="time"):
            open_everywhere(written(table.set_column(0, table.schema.field(0), column)), tmp_path)


def test_a_small_file_that_says_it_is_large_is_not_read(tmp_path, monkeypatch):
    """The same number in a million rows takes a few bytes."""
    monkeypatch.setattr("jounce.lab.results.parquet.MIN_SIZE", 1 << 20)
    zeros = pa.array(np.zeros(1_000_000))
    file = tmp_path / "result.parquet"
    pq.write_table(pa.table({f"c{i}": zeros for i in range(4)}), file, compression="zstd")
    assert 1000 * file.stat().st_size < 4 * zeros.nbytes
    with pytest.raises(FileError, match="rows of 4 columns in"):
        read_result(file)


def test_a_folder_called_like_a_value_adds_no_channel(tmp_path):
    folder = tmp_path / "mass=80"
    folder.mkdir()
    make_result().save(folder / "result.parquet")
    assert list(read_result(folder / "result.parquet")) == list(make_result())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("settings",), {"progress": 3}),
        (("settings",), {"vehicle": "sedan"}),
        (("maneuver", "options"), {"progress": 3}),
        (("maneuver", "options"), {"settings": 3}),
        (("maneuver",), {"name": "x", "options": None, "data": {"speed": "fast", "end": 1.0, "name": "x"}}),
        (("maneuver",), {"name": "x", "options": None, "data": {"speed": 1.0, "end": 1.0, "inputs": {"b": []}}}),
        (("maneuver",), {"name": "x", "options": None, "data": {"nonsense": 1}}),
        (("maneuver",), {"name": "x", "text": "speed: 1\nduration: x\n", "data": {}}),
    ],
)  # fmt: skip
def test_a_record_that_no_run_wrote_is_not_run(tmp_path, path, value):
    (tmp_path / "r.parquet").write_bytes(changed(b"jounce.record", path, value))
    record = read_result(tmp_path / "r.parquet").record
    with pytest.raises(JounceError):
        arguments(record)


def test_a_record_of_data_gives_the_maneuver_again(tmp_path):
    data = {"name": "x", "speed": 10.0, "end": 1.0, "inputs": {"rack_travel": {"kind": "constant", "value": 0.0}}}
    (tmp_path / "r.parquet").write_bytes(
        changed(b"jounce.record", ("maneuver",), {"name": "x", "options": None, "data": data})
    )
    again = arguments(read_result(tmp_path / "r.parquet").record)
    assert (again["maneuver"].speed, again["maneuver"].end) == (10.0, 1.0)
    with pytest.raises(InputError, match="damaged record"):
        arguments(read_result_with_setting(tmp_path))


def read_result_with_setting(folder):
    (folder / "s.parquet").write_bytes(changed(b"jounce.record", ("settings",), {"unheard": 1}))
    return read_result(folder / "s.parquet").record
