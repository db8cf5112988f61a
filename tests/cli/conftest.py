"""The command as a user calls it, and in this process."""

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from jounce.cli.main import app

COMMAND = [sys.executable, "-m", "jounce.cli.main"]


@pytest.fixture
def jounce(monkeypatch, tmp_path):
    """Call the command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


def process(*arguments: str, **keywords) -> subprocess.CompletedProcess:
    """Call the command in a process of its own."""
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", **keywords.pop("env", {})}
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env=environment, timeout=300, **keywords
    )


@pytest.fixture(scope="session")
def json_run(tmp_path_factory) -> subprocess.CompletedProcess:
    """`jounce run j-turn --vehicle dw18 --json` with its defaults."""
    return process("run", "j-turn", "--vehicle", "dw18", "--json", cwd=tmp_path_factory.mktemp("json"))
