"""`jounce bench gym` as a user calls it."""

import json

from typer.testing import CliRunner

from jounce.cli.gym_bench import table
from jounce.cli.main import app
from jounce.gym import bench


def test_rates_have_their_names(monkeypatch):
    monkeypatch.setattr(bench, "first_step", lambda *given, cold=False: 2.0 if cold else 1.0)
    numbers = bench.measure_gym(vehicles=("dw18",), counts=(1, 9), repeats=1, work=20)
    runs = numbers["runs"]
    assert [(run["integrator"], run["envs"]) for run in runs] == [
        ("chord", 1), ("chord", 9), ("midpoint", 1), ("midpoint", 9),
    ]  # fmt: skip
    for run in runs:
        assert run["real_time_factor_per_core"] >= run["real_time_factor_per_core_median"] > 1.0
        assert run["cars_steps_per_second_per_core"] * 1e-3 - run["real_time_factor_per_core"] < 1e-6
        assert run["env_steps_per_second"] > 1.0
        assert run["first_step_warm_s"] == 1.0
        assert run["first_step_cold_s"] is None
        held, drawn = run["evaluations_per_step_held"], run["evaluations_per_step"]
        assert held == drawn == 2.0 if run["integrator"] == "midpoint" else 0.9 < held < drawn
    assert "dw18" in table(numbers)
    json.dumps(numbers)


def test_a_fresh_process_makes_its_first_step():
    assert 0.0 < bench.first_step("lane-keeping", "dw18", 1, "midpoint") < 300.0


def test_the_command_is_there():
    done = CliRunner().invoke(app, ["bench", "gym", "--help"])
    assert done.exit_code == 0
    assert "--cold" in done.output
