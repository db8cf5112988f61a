"""`jounce bench step` as a user calls it."""

import json

from typer.testing import CliRunner

from jounce.cli.main import app
from jounce.cli.step_bench import table
from jounce.live.realtime.tick_bench import SkippingTime

KEYS = {"step_overhead_us", "channel_read_us", "realtime_p50_us", "realtime_p99_us", "step_us", "bare_step_us"}


def test_numbers_as_json_and_for_people():
    done = CliRunner().invoke(app, ["bench", "step", "--json", "--repeats", "1"])
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert set(found) >= KEYS
    assert found["vehicle"] == "dw18"
    assert found["realtime_ticks"] > 0
    assert 0.0 < found["realtime_p50_us"] <= found["realtime_p99_us"] <= found["realtime_max_us"]
    assert all(found[name] > 0.0 for name in ("step_us", "bare_step_us", "channel_read_us"))
    assert "tick of the real-time loop, p99" in table(found)


def test_a_clock_that_skips_arrives_without_waiting():
    """A century passes at once, and the clock never goes back."""
    century = 3.2e9
    clock = SkippingTime().clock
    begun = clock.now()
    assert clock.wait(begun + century) >= begun + century
    assert clock.now() >= begun + century
