"""`jounce bench` as a user calls it."""

import json

from typer.testing import CliRunner

from jounce.cli.main import app
from jounce.engine.compiler.native import lanes
from tests.lab.bench.test_floor import KERNEL

TIMES = (
    *("rhs_us", "midpoint_us", "chord_us", "chord_servo_us", "rosenbrock_us", "lanes_rhs_us_per_car"),
    *("floor_rhs_us", "floor_midpoint_us"),
)
"""Each with its median."""
NUMBERS = (
    *("trace_s", "compile_s", "import_jounce", "first_step_warm"),
    *("cars_steps_per_second_1_thread", "cars_steps_per_second_2_threads", "cars_steps_per_second_chord_1_thread"),
)


def test_numbers_as_json(tmp_path):
    (tmp_path / "floor.py").write_text(KERNEL, encoding="utf-8")
    done = CliRunner().invoke(app, ["bench", "--json", "--repeats", "1", "--floor", str(tmp_path / "floor.py")])
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert found["vehicle"] == "dw18"
    assert found["lanes"] == lanes()
    for name in (*TIMES, *(f"{name}_median" for name in TIMES), *NUMBERS):
        assert found[name] > 0.0, name
