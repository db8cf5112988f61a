"""Options of a maneuver are options of `jounce run`, with units and defaults in its help."""

import json
import re
import subprocess
import sys

import pytest

from jounce.cli.run_options import maneuver_among
from jounce.cli.run_options import setting_specs as settings
from jounce.lab.maneuvers import MANEUVERS
from jounce.lab.maneuvers.options import Option, options_of

SHORT = ("--duration", "0.1 s", "--start", "0.02", "--ramp-time", "50 ms")


@pytest.fixture
def shown(jounce, monkeypatch):
    """The help of `jounce run` without line breaks and frames."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERMINAL_WIDTH", "200")

    def help_of(*arguments):
        done = jounce("run", *arguments, "--help")
        assert done.exit_code == 0, done.output
        return " ".join(re.sub(r"[│╭╮╰╯─]", " ", done.stdout).split())

    return help_of


@pytest.mark.parametrize("name", MANEUVERS)
def test_help_lists_the_options_of_every_maneuver(shown, name):
    text = shown(name)
    assert f"Options of {name}" in text
    for option in options_of(name):
        assert f"--{option.name.replace('_', '-')} {option.metavar} " in text
        assert f"default {option.written_default}." in text


def test_help_without_a_maneuver_has_all_settings_and_says_how_to_see_more(shown):
    text = shown()
    assert "Options of a maneuver are options of this command: jounce run step-steer --help lists them" in text
    assert "Options of step-steer" not in text
    for spec in settings():
        assert f"{spec.flag} {spec.metavar} " in text


def test_units_and_defaults_are_those_that_people_use(shown):
    text = shown("step-steer")
    assert "--speed SPEED Target speed, held [m/s]; default 100 km/h." in text
    assert "--rate RATE" in text
    assert "default 400 deg/s." in text
    for name in MANEUVERS:
        for option in options_of(name):
            if isinstance(option.default, float):
                assert option.unit, f"{name} {option.name} says no unit"


@pytest.mark.parametrize(
    ("option", "unit", "metavar", "written"),
    [
        (Option("speed", "initial speed [m/s]", 10.0), "m/s", "SPEED", "36 km/h"),
        (Option("laps", "number of laps", 2.0), "-", "NUMBER", "2"),
        (Option("hold", "whether it holds", True), "", "YES_OR_NO", "yes"),
        (Option("limit", "lateral acceleration [m/s²]", None), "m/s²", "ACCELERATION", "none"),
        (Option("file", "with columns x and y [m]", "course"), "", "VALUE", "course"),
    ],
)
def test_an_option_says_its_unit_and_default(option, unit, metavar, written):
    assert (option.unit, option.metavar, option.written_default) == (unit, metavar, written)


def test_options_have_their_own_names(jounce):
    done = jounce("run", "j-turn", "-v", "dw18", *SHORT, "--speed", "50 km/h", "--rack_travel=-5 mm", "--json")
    assert done.exit_code == 0, done.output
    options = json.loads(done.stdout)["options"]
    assert (options["speed"], options["rack_travel"], options["ramp_time"]) == (pytest.approx(50 / 3.6), -0.005, 0.05)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["j-turn", "--sped", "3"], r"No such option: --sped(?s:.*)--speed"),
        (["--speed", "3"], r"No such option: --speed; `jounce run MANEUVER --help`"),
        (["j-turn", "--speed", "3 kg"], r"speed: wrong unit; got '3 kg' \(mass\); expected a velocity"),
        (["j-turn", "--speed", "-3"], r"speed: out of range; got -3"),
        (["j-turn", "--set", "speed=3", "--speed", "4"], r"speed: given twice; got --set speed=3 and --speed 4"),
        (["--speed", "3", "j-tun"], r"unknown maneuver; got 'j-tun'.*did you mean 'j-turn'"),
        (["missing.yaml", "--speed", "3"], r"missing\.yaml: no such file"),
    ],
)
def test_what_is_wrong_is_said(jounce, monkeypatch, arguments, message):
    monkeypatch.setenv("TERMINAL_WIDTH", "200")
    done = jounce("run", *arguments, "--vehicle", "dw18")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert re.search(message, " ".join(re.sub(r"[│╭╮╰╯─]", " ", done.stderr).split())), done.stderr


def test_files_have_options_too(shown, tmp_path):
    (tmp_path / "quick.yaml").write_text("maneuver: step-steer\noptions: {speed: 120 km/h}\n")
    (tmp_path / "own.yaml").write_text("speed: 20\nduration: 4 s\n")
    named, own = shown("quick.yaml"), shown("own.yaml")
    assert "default 120 km/h." in named
    assert "--steering-wheel-angle ANGLE" in named
    assert "--duration VALUE Duration of the run [s]; default 4 s." in own
    assert "--sample TIME" in own


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ("j-turn --vehicle dw18", "j-turn"),
        ("--vehicle sedan --speed 3 j-turn", "j-turn"),
        ("--vehicle pulse.yaml bump", "bump"),
        ("--speed 3", None),
        ("--json --max_step 3 own.yaml", "own.yaml"),
        ("--json pulse", "pulse"),
        ("-v bump", None),
        ("--from missing.parquet", None),
    ],
)
def test_the_maneuver_is_found_among_the_arguments(arguments, name):
    import typer

    from jounce.cli.main import app

    command = typer.main.get_command(app).commands["run"]
    assert maneuver_among(arguments.split(), command.params) == name


def test_a_repeated_run_takes_options_of_its_maneuver(jounce, tmp_path):
    assert jounce("run", "j-turn", "-v", "dw18", *SHORT, "--out", "first", "--quiet").exit_code == 0
    done = jounce("run", "--from", "first/result.parquet", "--speed", "50 km/h", "--json")
    assert done.exit_code == 0, done.output
    options = json.loads(done.stdout)["options"]
    assert (options["speed"], options["duration"]) == (pytest.approx(50 / 3.6), 0.1)


def test_help_of_run_loads_no_compiler():
    code = (
        "import sys; from jounce.cli.main import app; from typer.testing import CliRunner;"
        "[CliRunner().invoke(app, ['run', *name, '--help']) for name in ([], ['step-steer'])];"
        "print(*[m for m in ('numba', 'pyarrow', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
