"""`jounce serve`: it says where it waits, serves, and ends; what cannot be is refused."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from jounce.cli.main import make_app
from tests.live.lockstep.test_lockstep import example


def test_it_says_where_it_waits_and_ends_with_its_client():
    command = [sys.executable, "-m", "jounce.cli.main", "serve", "dw18", "--tcp", "127.0.0.1:0", "--once", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        found = json.loads(process.stdout.readline())
        assert (found["transport"], found["vehicle"], found["step"]) == ("tcp", "dw18", 0.001)
        client = example().LockstepClient(found["host"], found["port"])
        client.choose(["throttle"], ["chassis.speed"])
        assert client.step(0.01, 1.0)[0] == 0.01
        client.close()
        assert process.wait(30) == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--tcp", "127.0.0.1:x"], "not an address"),
        (["--tcp", "127.0.0.1:0", "--udp", "127.0.0.1:0"], "one port is enough"),
        (["--integrator", "dormand-prince"], "integrator: chooses its own steps"),
    ],
)
def test_what_cannot_be_is_refused(options, sentence):
    done = CliRunner().invoke(make_app(["serve"]), ["serve", "dw18", *options])
    assert done.exit_code == 2
    assert sentence in done.output
