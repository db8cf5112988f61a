"""`jounce realtime` as a user calls it."""

import json
import os
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner, Result

from jounce.cli.main import app

COMMAND = [sys.executable, "-m", "jounce.cli.main", "realtime"]
KEYS = {"p50_us", "p99_us", "p999_us", "max_us", "late_ticks", "ticks", "jitter_p50_us", "jitter_p99_us"}
KEYS |= {"jitter_max_us", "histogram", "policy", "step", "vehicle", "ground", "integrator", "real_time_factor"}
KEYS |= {"lost_time", "dropped_ticks", "made_up_ticks", "seconds", "speed", "udp", "interrupted"}


def call(*arguments: str) -> Result:
    """In this process; the car has one of its own in any case."""
    return CliRunner().invoke(app, ["realtime", *arguments])


def test_numbers_as_json():
    done = call("--vehicle", "dw18", "--seconds", "0.3", "--json")
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert set(found) >= KEYS
    assert found["vehicle"] == "dw18"
    assert found["ticks"] == found["wake_ups"] == sum(place["count"] for place in found["histogram"]) > 0
    assert 0.0 < found["p50_us"] <= found["p99_us"] <= found["p999_us"] <= found["max_us"]
    assert found["ending"] == "finished"


def heed_ctrl_c():
    """Undo what a shell does to jobs in the background: there Ctrl-C is ignored, and processes inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_prints_what_was_measured():
    """Ctrl-C reaches both processes of a terminal; the parent prints, both end."""
    with subprocess.Popen(
        [*COMMAND, "--udp", "127.0.0.1:0", "--seconds", "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    ) as command:
        line = command.stderr.readline()
        assert "listening at 127.0.0.1:" in line
        os.killpg(command.pid, signal.SIGINT)
        text, complaints = command.communicate(timeout=60)
    assert command.returncode == 130
    assert "compute per tick" in text
    assert "Traceback" not in complaints
    assert "leaked" not in complaints


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--policy", "hope"), "slow, drop, stop"),
        (("--speed", "100"), "0.1 to 10"),
        (("--udp", "nowhere"), "HOST:PORT"),
    ],
)
def test_bad_input_is_refused_before_anything_starts(arguments, says):
    done = call(*arguments)
    assert done.exit_code == 2
    assert says in done.output
