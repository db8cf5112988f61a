"""Result files with odd metadata, odd columns and damaged bytes, through all that opens them."""

from __future__ import annotations

import functools
import io
import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from jounce.engine.laws.ground import Flat
from jounce.lab.results import Channel, Metadata, Result, read_result
from jounce.lab.results.export import write_csv, write_mat
from jounce.lab.results.motion import Motion
from jounce.lab.results.parquet import to_table
from jounce.lab.results.record import RunRecord, versions
from jounce.lab.runs.recording import arguments
from jounce.lab.scene import terrain_container, vehicle_scene
from jounce.model.library import load_vehicle
from jounce.model.vehicle import to_mechanism
from jounce.output.replay.page import is_built
from jounce.output.replay.replay import render_replay
from jounce.output.reports import render_comparison, render_report
from tests.robustness.mutation import damage_bytes, damage_data, junk
from tests.robustness.target import Target

KEYS = (b"jounce.run", b"jounce.record", b"jounce.scene")
WHEELS = ("fl", "fr")


@functools.cache
def make_result() -> Result:
    """A result with channels, metrics, a record and a motion, of which none was simulated."""
    car = load_vehicle("dw18")
    time = np.linspace(0.0, 1.0, 11)
    names = [("chassis.yaw_rate", "rad/s"), ("chassis.speed", "m/s"), ("chassis.lateral_acceleration", "m/s^2")]
    names += [(f"tire.{wheel}.vertical_force", "N") for wheel in WHEELS] + [("joints.violation", "m")]
    channels = [Channel("time", "s", "", "time", time)]
    channels += [Channel(name, unit, "world", f"about {name}", np.sin(time)) for name, unit in names]
    metadata = Metadata(
        vehicle="dw18",
        maneuver="j-turn",
        settings={"formulation": "synthesis", "integrator": "chord", "step": 0.001, "ground": "flat"},
        planned_end=1.0,
        options={"speed": 15.0, "file": "a.csv"},
        facts={"wheelbase": 2.7},
        about="words",
        jounce_version="0.1.0",
        created="2026-01-01T00:00:00+00:00",
        steps=1000,
        evaluations=4000,
        rejected_steps=2,
        wall_time=0.25,
        warnings=("a warning",),
        metrics=("peak_yaw_rate",),
        measured={"peak_yaw_rate": {"value": 0.3, "unit": "rad/s", "note": "", "display_unit": "deg/s"}},
    )
    record = RunRecord(
        vehicle=car.model_dump(mode="json"),
        vehicle_source="dw18",
        maneuver={"name": "j-turn", "options": {"speed": 15.0}, "text": None, "source": None, "data": {"speed": 15.0}},
        settings={"integrator": "chord", "step": 0.001, "at": None},
        versions=versions(),
        created="2026-01-01T00:00:00+00:00",
        timing={"simulate": 0.3},
    )
    scene = vehicle_scene(to_mechanism(car), title="j-turn · dw18").to_dict()
    width = 1 + len(scene["gauges"]) + 7 * len(scene["bodies"]) + 6 * len(scene["contacts"])
    ground, _ = terrain_container(Flat(), (0.0, 0.0))
    return Result(tuple(channels), metadata, Motion(scene, np.zeros((11, width), np.float32), ground), record)


@functools.cache
def _table() -> pa.Table:
    return to_table(make_result())


def _file(table: pa.Table) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def _damaged(random: Random) -> bytes:
    table, way = _table(), random.random()
    words = dict(table.schema.metadata)
    if way < 0.75:
        key = random.choice(KEYS)
        words[key] = json.dumps(damage_data(random, json.loads(words[key]))).encode()
        table = table.replace_schema_metadata(words)
    elif way < 0.9:
        table = _odd_columns(random, table)
    made = _file(table)
    return made if way < 0.9 else damage_bytes(random, made)


def _odd_columns(random: Random, table: pa.Table) -> pa.Table:
    """No rows, fewer columns, other labels, other types, missing numbers."""
    way, i = random.randrange(6), random.randrange(table.num_columns)
    if way == 0:
        return table.slice(0, random.randrange(2))
    if way == 1:
        return table.remove_column(i)
    field = table.schema.field(i)
    if way == 2:
        label = random.choice((b"unit", b"frame", b"description"))
        text = str(junk(random, 0)).encode("utf-8", "surrogatepass")
        return table.set_column(i, field.with_metadata({**(field.metadata or {}), label: text}), table.column(i))
    if way == 3:
        return table.set_column(
            i, field.with_name(str(junk(random, 0)).encode("utf-8", "replace").decode()), table.column(i)
        )
    kinds: tuple[Any, ...] = (pa.array(["x"] * 11), pa.array([None] * 11, pa.float64()), pa.array([b""] * 11))
    kinds += (pa.array([float("nan")] * 11), pa.array(range(11)), pa.array([[1.0]] * 11))
    column = random.choice(kinds).slice(0, table.num_rows)
    return table.set_column(i, pa.field(field.name, column.type, metadata=field.metadata), column)


def open_everywhere(data: bytes, folder: Path) -> None:
    """Read a result file as `report`, `view`, `export` and `run --from` do."""
    file = folder / "result.parquet"
    file.write_bytes(data)
    result = read_result(file)
    json.dumps(result.summary, allow_nan=False).encode()
    render_report(result).encode()
    if is_built() and result.motion is not None and len(result.motion.blocks) > 1:
        render_replay(result, [result]).encode()
    with tempfile.TemporaryDirectory() as exported:
        write_csv(result, Path(exported) / "a.csv")
        write_mat(result, Path(exported) / "a.mat")
    render_comparison([result, make_result()], ["a", "b"]).encode()
    if result.record is not None:
        arguments(result.record)


TARGETS = (Target("result", _damaged, open_everywhere),)
