"""Whatever is printed fits into a terminal of 80 columns."""

import pytest
from typer.testing import CliRunner

from jounce.cli.main import app
from tests.cli.test_commands_documented import COMMANDS

COLUMNS = 80


@pytest.fixture
def narrow(monkeypatch, tmp_path):
    """Call the command in a terminal of 80 columns; gives its lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", COLUMNS)  # read from the environment when it is first imported

    def call(*arguments: str) -> list[str]:
        done = CliRunner().invoke(app, arguments, terminal_width=COLUMNS)
        assert done.exit_code == 0, done.output
        return done.stdout.splitlines()

    return call


def too_wide(lines: list[str]) -> list[str]:
    return [line for line in lines if len(line.rstrip()) > COLUMNS]


def test_lists_fit(narrow):
    overview = narrow("list")
    assert len(overview) <= 24
    assert not too_wide(overview)
    for kind in ("maneuvers", "metrics", "channels"):  # those with the longest names and the longest words
        assert not too_wide(narrow("list", kind)), kind
    assert not too_wide(narrow("list", "maneuvers", "double-lane-change"))
    assert not too_wide(narrow("list", "metrics", "understeer_gradient"))


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits(narrow, name):
    lines = narrow(*name.split(), "--help")
    assert not too_wide(lines)
    assert not any("<bool>" in line for line in lines)


def test_commands_stand_in_groups(narrow):
    text = "\n".join(narrow("--help"))
    assert text.index("─ Run and drive ─") < text.index("│ run ")
    assert "─ Look ─" in text
    assert "─ Verify and measure ─" in text


def test_the_summary_begins_with_the_metrics(narrow):
    lines = narrow("run", "step-steer", "--vehicle", "dw18", "--out", "o")
    assert not too_wide([line for line in lines if not line.startswith("Report: ")])
    order = [
        next(i for i, line in enumerate(lines) if words in line) for words in ("steady state yaw rate", "speed at ")
    ]
    assert order == sorted(order)


def test_tables_of_suspension_check_and_tire_fit(narrow, request):
    tire = request.config.rootpath / "tests" / "data" / "tires" / "Sedan_Pac02Tire.tir"
    for words in (
        ("kc", "dw18", "--axle", "front", "--out", "k"),
        ("check", "sedan"),
        ("check", "tractor_semitrailer", "--quick"),
        ("explain", "sedan"),
        ("linearise", "sedan"),
        ("doctor",),
        ("tire", str(tire), "--out", "t"),
    ):
        lines = [line for line in narrow(*words) if "tire.html" not in line and str(tire) not in line]
        assert not too_wide(lines), words
