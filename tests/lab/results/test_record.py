"""Records: a run and its record give the same numbers again, to the last bit, or say why they cannot."""

import dataclasses
import json

import numpy as np
import pytest
from typer.testing import CliRunner

import jounce
from jounce.cli.main import app
from jounce.engine.terrain import plane
from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.registry import maneuver
from jounce.lab.results import Result, RunRecord, different_channels, read_result, write_result
from jounce.lab.results.record import from_dict
from jounce.lab.runs.recording import arguments, make_record
from jounce.model.library import load_vehicle, names
from jounce.model.mechanism import Constant, Sine, SmoothStep, Table, replace
from jounce.model.vehicle import Vehicle

SHORT = {"start": 0.1, "ramp_time": "200 ms", "duration": 0.8}
"""The J-turn of the fixture `left_turn`."""


def recorded(given="j-turn", options=SHORT, vehicle="dw18", plan=None, **settings) -> RunRecord:
    return make_record(
        maneuver=given,
        vehicle=vehicle,
        plan=plan or maneuver("j-turn", **options),
        car=vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle),
        settings={"formulation": "synthesis", "integrator": None, "ground": None, "at": None} | settings,
        options=options,
        timing={"build": 0.5, "simulate": 0.1},
    )


def test_a_maneuver_made_by_its_name_is_recorded_by_its_name():
    options = {"speed": "50 km/h"}
    made = maneuver("double-lane-change", **options)  # its driver is an object that no record can hold
    by_object, by_name = recorded(made, {}, plan=made), recorded("double-lane-change", options, plan=made)
    assert by_object.maneuver == by_name.maneuver
    assert arguments(by_object)["maneuver"] == "double-lane-change"
    changed = dataclasses.replace(made, end=1.0)
    assert "driver" in " ".join(recorded(changed, {}, plan=changed).unrepeatable)


@pytest.fixture
def with_record(left_turn) -> Result:
    return dataclasses.replace(left_turn, record=recorded())


@pytest.mark.parametrize("name", names())
def test_every_vehicle_comes_back_from_its_data(name):
    car = load_vehicle(name)
    data = json.loads(json.dumps(recorded(vehicle=name).vehicle))
    assert Vehicle(**data) == car


def test_a_record_travels_with_the_file(with_record, tmp_path):
    write_result(with_record, tmp_path / "r.parquet")
    back = read_result(tmp_path / "r.parquet")
    assert back.record == with_record.record
    assert back.record.hash == with_record.record.hash
    assert {"jounce", "python", "numpy", "numba", "scipy", "machine"} == set(back.record.versions)


def test_files_without_a_record_have_none(small_result, tmp_path):
    write_result(small_result, tmp_path / "r.parquet")
    assert read_result(tmp_path / "r.parquet").record is None


def test_repeated_runs_have_the_same_bits(with_record):
    again = jounce.run(**arguments(with_record.record))
    assert different_channels(with_record, again) == ()


def test_a_changed_bit_is_found(left_turn):
    values = left_turn["chassis.yaw_rate"].values.copy()
    values[3] = np.nextafter(values[3], 1.0)
    channels = [
        dataclasses.replace(c, values=values) if c.name == "chassis.yaw_rate" else c for c in left_turn.channels
    ]
    assert different_channels(left_turn, Result(tuple(channels), left_turn.metadata)) == ("chassis.yaw_rate",)
    assert different_channels(left_turn, Result(tuple(channels[:2]), left_turn.metadata))[0] == channels[2].name


def test_the_hash_is_of_what_determines_the_numbers():
    record = recorded()
    same = recorded(options={"start": "100 ms", "ramp_time": 0.2, "duration": 0.8})  # other words for the same
    assert record.hash == same.hash == from_dict(record.to_dict()).hash
    later = dataclasses.replace(record, created="2030-01-01T00:00:00+00:00", timing={"build": 9.0})
    assert record.hash == later.hash
    renamed = dataclasses.replace(record, vehicle={**record.vehicle, "about": "mine", "name": "other"})
    assert record.hash == renamed.hash
    car = load_vehicle("dw18")
    heavier = replace(car, chassis=replace(car.chassis, mass=car.chassis.mass + 1e-9))
    others = [
        recorded(options={**SHORT, "start": 0.11}),
        recorded(vehicle=heavier),
        recorded(integrator="rk4"),
        dataclasses.replace(record, seed=1),
        dataclasses.replace(record, versions={**record.versions, "numba": "0"}),
    ]
    assert len({record.hash, *(other.hash for other in others)}) == 1 + len(others)


def test_a_maneuver_object_comes_back_with_its_signals():
    signals = {
        "rack_travel": Table(times=(0.0, 1.0), values=(0.0, -0.01), interpolation="linear"),
        "drive_torque_rl": SmoothStep(before=0.0, after=30.0, start=0.1, end=0.3),
        "drive_torque_rr": Sine(amplitude=3.0, frequency=2.0),
        "brake_torque_fl": Constant(value=5.0),
    }
    plan = Maneuver(name="mine", about="", speed=12.0, inputs=signals, end=1.0, stop=("chassis.speed < 1 m/s",))
    record = from_dict(json.loads(json.dumps(recorded(plan, {}, plan=plan, at=(1.0, 2.0, 0.5)).to_dict())))
    again = arguments(record)
    assert dataclasses.replace(again["maneuver"], about="") == plan
    assert again["at"] == (1.0, 2.0, 0.5)


def test_what_cannot_be_repeated_says_why():
    with pytest.raises(InputError, match=r"cannot be repeated.*the ground, which was given as an object \(Plane\)"):
        arguments(recorded(ground=plane(grade=0.1)))

    class Chauffeur:
        pass

    plan = dataclasses.make_dataclass("Driven", [("driver", object)], bases=(Maneuver,), kw_only=True, frozen=True)(
        name="led", about="", speed=5.0, end=1.0, driver=Chauffeur()
    )
    with pytest.raises(InputError, match=r"the driver of the maneuver, a Python object \(Chauffeur\)"):
        arguments(recorded(plan, {}, plan=plan))


def test_a_file_that_has_changed_is_noticed(tmp_path):
    ground = tmp_path / "hills.asc"
    ground.write_text("heights")
    record = recorded(ground=f"{ground}, friction=0.8")
    assert arguments(record)["ground"] == f"{ground}, friction=0.8"
    ground.write_text("other heights")
    with pytest.raises(InputError, match=r"hills\.asc is not the file of that run; got another content"):
        arguments(record)
    ground.unlink()
    with pytest.raises(InputError, match="got no such file"):
        arguments(record)


def test_the_text_of_a_file_is_kept(tmp_path):
    from jounce.model.library import path

    copy = tmp_path / "car.yaml"
    copy.write_text(path("dw18").read_text(encoding="utf-8"), encoding="utf-8")
    record = recorded(vehicle=str(copy))
    assert record.vehicle_text == copy.read_text(encoding="utf-8")
    assert record.vehicle_source == str(copy)
    assert recorded().vehicle_text is None


def command(*words) -> object:
    return CliRunner().invoke(app, ["run", *(str(word) for word in words)])


def test_the_command_repeats_a_run(with_record, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_result(with_record, "r.parquet")
    same = command("--from", "r.parquet")
    assert same.exit_code == 0, same.output
    assert f"Same bits: all {len(with_record)} channels are as in r.parquet" in same.output
    assert [path.name for path in tmp_path.iterdir()] == ["r.parquet"]  # nothing is written unless asked for
    other = command("--from", "r.parquet", "--set", "speed=15 m/s", "--json")
    assert other.exit_code == 0, other.output
    assert json.loads(other.stdout)["options"] == {
        "speed": 15.0, "rack_travel": -0.01, "start": 0.1, "ramp_time": 0.2, "duration": 0.8,
    }  # fmt: skip
    assert "Not the same bits as in r.parquet: chassis.position_x" in other.stderr


def test_the_command_says_what_is_missing(small_result, tmp_path):
    nothing = command()
    assert nothing.exit_code == 2
    assert "nothing to run without a maneuver and a vehicle" in nothing.stderr
    write_result(small_result, tmp_path / "old.parquet")
    old = command("--from", tmp_path / "old.parquet")
    assert old.exit_code == 2
    assert "a result without a record" in old.stderr


def test_a_maneuver_file_with_a_driver_is_repeated(tmp_path):
    """By its text, beside the files that it names, with the options that it was given."""
    (tmp_path / "track.csv").write_text("x,y\n0,0\n10,0\n20,1\n")
    text = "speed: 40 km/h\nduration: 0.4 s\ndriver: {path: track.csv, speed: 12 m/s}\nstop: [t > 0.3 s]\n"
    (tmp_path / "my.yaml").write_text(text)
    first = jounce.run(str(tmp_path / "my.yaml"), vehicle="dw18", speed="11 m/s")
    write_result(first, tmp_path / "r.parquet")
    (tmp_path / "my.yaml").unlink()
    again = jounce.run(**arguments(read_result(tmp_path / "r.parquet").record))
    assert different_channels(first, again) == ()
    assert again.time[-1] == pytest.approx(0.31)
    assert again.metadata.stopped == "t > 0.3 s"


def test_a_named_maneuver_with_a_driver_is_repeated():
    first = jounce.run("constant-radius", vehicle="dw18", lateral_acceleration=1.1, radius=30.0)
    assert len(json.dumps(first.record.maneuver)) < 5000  # not the points of its path
    again = jounce.run(**arguments(first.record))
    assert different_channels(first, again) == ()
