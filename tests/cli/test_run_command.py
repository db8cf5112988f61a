"""`jounce run`: one JSON object with the right numbers, three files, clear refusals, partial results."""

import contextlib
import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from jounce.cli import progress
from jounce.engine.compiler import announce_compilation
from jounce.lab.results import read_result
from jounce.model import library
from tests.cli.conftest import COMMAND

KEYS = {
    "yaw_rate", "lateral_acceleration", "speed", "roll_angle", "max_constraint_violation", "us_per_step",
    "real_time_factor", "steps", "vehicle", "maneuver", "formulation", "integrator", "step", "end_time", "interrupted",
}  # fmt: skip
SHORT = ("--set", "duration=0.1", "--set", "start=0.02", "--set", "ramp_time=0.05")


def test_json_is_one_object_and_nothing_else(json_run):
    assert json_run.returncode == 0, json_run.stderr
    assert json_run.stderr == ""
    assert json_run.stdout.count("\n") == 1
    assert set(json.loads(json_run.stdout)) >= KEYS


def test_the_reference_maneuver_ends_as_it_should(json_run):
    # what the definition gives at t = 5 s, to half a percent: room for another integrator, none for another sign
    summary = json.loads(json_run.stdout)
    assert summary["end_time"] == 5.0
    assert (summary["integrator"], summary["step"], summary["tolerance"]) == ("auto", None, 3e-5)
    assert 5.0 / 0.03 < summary["steps"] < 500
    assert summary["yaw_rate"] == pytest.approx(0.3929, abs=0.002)
    assert summary["lateral_acceleration"] == pytest.approx(6.232, abs=0.02)
    assert summary["speed"] == pytest.approx(15.587, abs=0.02)
    assert 0.1 < summary["roll_angle"] < 0.2
    assert summary["max_constraint_violation"] < 1e-8
    assert summary["us_per_step"] > 0.0
    seconds = 1e-6 * summary["us_per_step"] * summary["steps"]
    assert summary["real_time_factor"] == pytest.approx(5.0 / seconds, rel=1e-6)
    assert summary["interrupted"] is False


def test_a_step_asks_for_steps_of_that_length(jounce):
    done = jounce("run", "j-turn", "--vehicle", "dw18", *SHORT, "--step", "1 ms", "--json")
    summary = json.loads(done.stdout)
    assert (summary["integrator"], summary["step"]) == ("chord", 0.001)
    assert summary["steps"] == round(summary["end_time"] / 1e-3)


def test_json_alone_writes_no_files(jounce, tmp_path):
    assert jounce("run", "j-turn", "--vehicle", "dw18", *SHORT, "--json").exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_out_gets_three_files(jounce, tmp_path):
    done = jounce("run", "j-turn", "--vehicle", "dw18", *SHORT, "--out", tmp_path / "here")
    assert done.exit_code == 0, done.output
    assert {path.name for path in (tmp_path / "here").iterdir()} == {"result.parquet", "report.html", "summary.json"}
    result = read_result(tmp_path / "here" / "result.parquet")
    assert json.loads((tmp_path / "here" / "summary.json").read_text()) == result.summary
    assert re.search(r"Report: .*report\.html", done.stdout)
    assert "real-time factor" in done.stdout


def test_without_out_a_folder_is_named_after_the_run(jounce, tmp_path):
    assert jounce("run", "j-turn", "--vehicle", "dw18", *SHORT, "--quiet").stdout == ""
    assert (tmp_path / "out" / "j-turn-dw18" / "report.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["j-tun", "--vehicle", "dw18"], r"unknown maneuver; got 'j-tun'.*did you mean 'j-turn'\?"),
        (["j-turn", "--vehicle", "dw81"], r"unknown vehicle; got 'dw81'.*did you mean 'dw18'\?"),
        (["j-turn", "--vehicle", "missing.yaml"], r"missing\.yaml: no such file"),
        (["j-turn", "--vehicle", "dw18", "--integrator", "rk5"], r"unknown integrator; got 'rk5'.*dormand-prince"),
        (["j-turn", "--vehicle", "dw18", "--formulation", "polar"], r"unknown formulation; got 'polar'.*world-frame"),
        (["j-turn", "--vehicle", "dw18", "--rack", "glue"], r"unknown rack; got 'glue'.*servo, prescribed"),
        (["j-turn", "--vehicle", "dw18", "--initial", "upside"], r"unknown initial position.*settled"),
        (["j-turn", "--vehicle", "dw18", "--step", "0"], r"step: out of range; got 0; expected .* greater than 0"),
        (["j-turn", "--vehicle", "dw18", "--step", "-1 ms"], r"step: out of range; got -0.001"),
        (["j-turn", "--vehicle", "dw18", "--step", "1 mm"], r"wrong unit; got '1 mm' \(length\).*a time"),
        (["j-turn", "--vehicle", "dw18", "--step", "nan"], r"no number"),
        (
            ["j-turn", "--vehicle", "dw18", "--integrator", "midpoint", "--tolerance", "1e-6"],
            r"midpoint has a fixed step",
        ),
        (["j-turn", "--vehicle", "dw18", "--integrator", "dormand-prince", "--step", "1 ms"], r"chooses its own step"),
        (
            ["j-turn", "--vehicle", "dw18", "--integrator", "dormand-prince", "--tolerance", "-1"],
            r"tolerance: out of range",
        ),
        (["j-turn", "--vehicle", "dw18", "--integrator", "abm", "--step", "1 ms"], r"abm chooses its own step"),
        (["j-turn", "--vehicle", "dw18", "--integrator", "auto", "--step", "1 ms"], r"auto chooses its own step"),
        (["j-turn", "--vehicle", "dw18", "--integrator", "abm", "--max-step", "0"], r"max_step: out of range; got 0"),
        (
            ["j-turn", "--vehicle", "dw18", "--integrator", "chord", "--max-step", "1 ms"],
            r"chord has a fixed step; got longest step 0.001",
        ),
        (["j-turn", "--vehicle", "dw18", "--set", "speed"], r"NAME=VALUE"),
        (["j-turn", "--vehicle", "dw18", "--set", "sped=1"], r"sped: unknown key; did you mean 'speed'\?"),
        (
            ["j-turn", "--vehicle", "dw18", "--set", "speed=-3", "--set", "start=x"],
            r"2 findings(?s:.*)speed(?s:.*)start",
        ),
        (["j-turn"], r"nothing to run without a vehicle; expected MANEUVER --vehicle NAME"),
    ],
)
def test_bad_input_ends_with_2_and_a_message(jounce, arguments, message):
    done = jounce("run", *arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert re.search(message, done.stderr), done.stderr
    assert "Traceback" not in done.stderr


def test_names_and_units_are_understood(jounce):
    words = ("--formulation", "world-frame", "--step", "2 ms", "--rack", "prescribed", "--set", "ramp-time=30 ms")
    done = jounce("run", "j-turn", "-v", "dw18", "--set", "duration=0.1 s", "-s", "start=0.02", *words, "--json")
    summary = json.loads(done.stdout)
    assert (summary["formulation"], summary["step"], summary["rack"]) == ("world-frame", 0.002, "prescribed")
    assert summary["steps"] == 50
    assert summary["options"]["ramp_time"] == 0.03


def test_dormand_prince_agrees_with_runge_kutta(jounce):
    wanted = ("run", "j-turn", "--vehicle", "dw18", *SHORT, "--json")
    fixed, adaptive = (json.loads(jounce(*wanted, *more).stdout) for more in ([], ["--integrator", "dormand-prince"]))
    assert adaptive["step"] is None
    assert adaptive["tolerance"] == 1e-8
    assert adaptive["yaw_rate"] == pytest.approx(fixed["yaw_rate"], rel=1e-4)


def test_adams_agrees_with_dormand_prince_within_its_longest_step(jounce):
    wanted = ("run", "j-turn", "--vehicle", "dw18", *SHORT, "--json", "--max-step", "0.5 ms", "--integrator")
    adams, runge_kutta = (json.loads(jounce(*wanted, name).stdout) for name in ("abm", "dormand-prince"))
    assert (adams["step"], adams["tolerance"], adams["max_step"]) == (None, 1e-8, 5e-4)
    assert adams["yaw_rate"] == pytest.approx(runge_kutta["yaw_rate"], rel=1e-7)
    for summary in (adams, runge_kutta):
        assert summary["steps"] >= summary["end_time"] / 5e-4
    assert adams["evaluations"] < 0.5 * runge_kutta["evaluations"]


def test_auto_agrees_with_dormand_prince_to_its_tolerance(jounce):
    """A tolerance of the local error; over a tenth of a second it hardly adds up."""
    wanted = ("run", "j-turn", "--vehicle", "dw18", *SHORT, "--json", "--integrator")
    exact, auto = (json.loads(jounce(*wanted, *more).stdout) for more in (["dormand-prince"], ["auto"]))
    assert (auto["step"], auto["tolerance"], auto["max_step"]) == (None, 3e-5, 0.03)
    assert auto["yaw_rate"] == pytest.approx(exact["yaw_rate"], abs=1e-4)
    tight = json.loads(jounce(*wanted, "auto", "--tolerance", "1e-7", "--max-step", "5 ms").stdout)
    assert (tight["tolerance"], tight["max_step"]) == (1e-7, 5e-3)
    assert tight["yaw_rate"] == pytest.approx(exact["yaw_rate"], abs=1e-7)
    assert auto["evaluations"] < tight["evaluations"] < exact["evaluations"]


def test_a_failed_simulation_ends_with_3_and_keeps_what_there_is(jounce, tmp_path):
    text = (Path(library.__file__).parent / "dw18.yaml").read_text()
    stiff = text.replace("stiffness: 2.0e+6", "stiffness: 2.0e+9")  # of the servo: far too much for explicit steps
    assert stiff != text
    (tmp_path / "stiff.yaml").write_text(stiff)
    explicit = ("--formulation", "world-frame", "--integrator", "rk4", *SHORT)
    done = jounce("run", "j-turn", "--vehicle", "stiff.yaml", *explicit, "--json", "--out", tmp_path / "failed")
    assert done.exit_code == 3
    assert re.search(r"error: t = [\d.]+ s: .*What was recorded until t = [\d.]+ s is in ", done.stderr)
    summary = json.loads(done.stdout)
    assert summary["failure"]
    assert summary["end_time"] < summary["planned_end_time"]
    assert read_result(tmp_path / "failed" / "result.parquet").metadata.failure == summary["failure"]
    assert "This run failed" in (tmp_path / "failed" / "report.html").read_text()


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_control_c_keeps_what_there_is(tmp_path):
    command = [*COMMAND, "run", "j-turn", "--vehicle", "dw18", "--set", "duration=1200", "--out", "stopped"]
    terminal = {**os.environ, "FORCE_COLOR": "1", "NO_COLOR": "1", "COLUMNS": "200"}  # so that it shows its progress
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_hear_control_c,
    ) as running:
        try:
            seen = _read_until_it_drives(running)
            running.send_signal(signal.SIGINT)
            stdout, rest = (text.decode() for text in running.communicate(timeout=60))
        finally:
            running.kill()
    stderr = seen + rest
    assert running.returncode == 130, stderr
    assert "Traceback" not in stderr
    assert "interrupted at t = " in stderr
    assert "real-time factor" in stdout
    summary = json.loads((tmp_path / "stopped" / "summary.json").read_text())
    assert summary["interrupted"] is True
    assert 0.0 < summary["end_time"] < 1200.0
    assert read_result(tmp_path / "stopped" / "result.parquet").metadata.interrupted


def test_json_is_one_object_after_control_c_too(jounce, monkeypatch):
    @contextlib.contextmanager
    def impatient(*, silent):
        def stop(at):
            if at.stage == "simulating" and at.time > 0.0:
                raise KeyboardInterrupt

        assert silent
        yield stop

    monkeypatch.setattr(progress, "run_progress", impatient)
    done = jounce("run", "j-turn", "--vehicle", "dw18", "--json")
    assert done.exit_code == 130, done.output
    summary = json.loads(done.stdout)
    assert summary["interrupted"] is True
    assert 0.0 < summary["end_time"] < summary["planned_end_time"]


def _hear_control_c() -> None:
    """What runs in the background of a shell inherits that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _read_until_it_drives(running: subprocess.Popen) -> str:
    """Standard error up to a simulated second: a signal before the simulation would leave nothing to keep."""
    seen = b""
    while not re.search(rb"simulating.* [1-9]\d*\.\d\d / 1200 s", seen):
        more = os.read(running.stderr.fileno(), 4096)
        assert more, seen.decode()
        seen += more
    return seen.decode()


def test_a_folder_that_cannot_be_written_is_refused_before_the_run(jounce, tmp_path, monkeypatch):
    monkeypatch.setattr("jounce.lab.runs.run.run", lambda **given: pytest.fail("it ran"))
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "taken" / "report.html").mkdir(parents=True)
    for out, message in (("file/new/deep", r"file/new/deep: cannot be written"), ("taken", r"report\.html: cannot be")):
        done = jounce("run", "j-turn", "--vehicle", "dw18", *SHORT, "--out", out)
        assert done.exit_code == 2
        assert re.search(message, done.stderr), done.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "report.html", "taken"]


def test_a_refused_run_leaves_no_folder_behind(jounce, tmp_path):
    assert jounce("run", "j-turn", "--vehicle", "dw18", "--step", "0", "--out", "new/deep").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_compiling_is_said_when_something_is_compiled(capsys):
    with progress.run_progress(silent=False):
        assert capsys.readouterr().err == ""
        announce_compilation("equations of motion")
        announce_compilation("advance")
    said = capsys.readouterr().err
    assert said == "compiling equations of motion (once, seconds for a new car, else up to a minute) …\n"
    with progress.run_progress(silent=True):
        announce_compilation("advance")
    assert capsys.readouterr().err == ""


def test_nothing_is_said_about_compiling_where_everything_is_kept(jounce):
    wanted = ("run", "j-turn", "--vehicle", "dw18", *SHORT)
    jounce(*wanted, "--quiet")
    assert "compiling" not in jounce(*wanted).stderr
